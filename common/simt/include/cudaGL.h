/* cudaGL.h - not here. */
#error "Sharing memory with graphics (cudaGL.h) is not supported by the CPU device."
