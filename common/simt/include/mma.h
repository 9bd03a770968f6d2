/* mma.h - not here. */
#error "Tensor cores (mma.h, wmma) are not supported by the CPU device."
