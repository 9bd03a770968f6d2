/* cuda_fp4.h - not here. */
#error "4-bit floating point (cuda_fp4.h) is not supported by the CPU device."
