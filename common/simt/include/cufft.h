/* cufft.h - not here. */
#error "cuFFT (cufft.h) is not supported by the CPU device."
