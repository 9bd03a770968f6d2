/* nvJitLink.h - not here. */
#error "Linking kernels at run time (nvJitLink.h) is not supported by the CPU device."
