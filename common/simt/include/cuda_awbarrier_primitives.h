/* cuda_awbarrier_primitives.h - not here. */
#error "Barriers as objects (cuda_awbarrier_primitives.h) are not supported by the CPU device."
