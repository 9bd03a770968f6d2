/* cuda_fp8.h - not here. */
#error "8-bit floating point (cuda_fp8.h) is not supported by the CPU device."
