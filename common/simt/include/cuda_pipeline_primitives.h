/* cuda_pipeline_primitives.h - not here. */
#error "Asynchronous copying in kernels (cuda_pipeline_primitives.h) is not supported by the CPU device."
