/* cudaEGL.h - not here. */
#error "Sharing memory with graphics (cudaEGL.h) is not supported by the CPU device."
