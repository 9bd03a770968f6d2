/* cuda_fp6.h - not here. */
#error "6-bit floating point (cuda_fp6.h) is not supported by the CPU device."
