/* cuda_d3d11_interop.h - not here. */
#error "Sharing memory with graphics (cuda_d3d11_interop.h) is not supported by the CPU device."
