/* cufftXt.h - not here. */
#error "cuFFT (cufftXt.h) is not supported by the CPU device."
