/* cuda_gl_interop.h - not here. */
#error "Sharing memory with graphics (cuda_gl_interop.h) is not supported by the CPU device."
