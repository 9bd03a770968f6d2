/* cublas_v2.h - not here. */
#error "cuBLAS (cublas_v2.h) is not supported by the CPU device."
