/* nvjpeg.h - not here. */
#error "nvJPEG is not supported by the CPU device."
