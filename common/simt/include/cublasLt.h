/* cublasLt.h - not here. */
#error "cuBLAS (cublasLt.h) is not supported by the CPU device."
