/* cudnn.h - not here. */
#error "cuDNN is not supported by the CPU device."
