/* cuda_pipeline.h - not here. */
#error "Asynchronous copying in kernels (cuda_pipeline.h) is not supported by the CPU device."
