/* cublasXt.h - not here. */
#error "cuBLAS (cublasXt.h) is not supported by the CPU device."
