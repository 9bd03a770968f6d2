/* cufftw.h - not here. */
#error "cuFFT (cufftw.h) is not supported by the CPU device."
