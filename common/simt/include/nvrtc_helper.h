/* nvrtc_helper.h - not here. */
#error "Compiling kernels at run time (nvrtc_helper.h) is not supported by the CPU device."
