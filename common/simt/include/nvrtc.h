/* nvrtc.h - not here. */
#error "Compiling kernels at run time (nvrtc.h) is not supported by the CPU device."
