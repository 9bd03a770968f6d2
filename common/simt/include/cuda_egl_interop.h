/* cuda_egl_interop.h - not here. */
#error "Sharing memory with graphics (cuda_egl_interop.h) is not supported by the CPU device."
