/* cublas_api.h - not here. */
#error "cuBLAS (cublas_api.h) is not supported by the CPU device."
