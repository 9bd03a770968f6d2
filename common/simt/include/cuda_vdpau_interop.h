/* cuda_vdpau_interop.h - not here. */
#error "Sharing memory with graphics (cuda_vdpau_interop.h) is not supported by the CPU device."
