/* cuda_d3d9_interop.h - not here. */
#error "Sharing memory with graphics (cuda_d3d9_interop.h) is not supported by the CPU device."
