/* cublas.h - not here. */
#error "cuBLAS (cublas.h) is not supported by the CPU device."
