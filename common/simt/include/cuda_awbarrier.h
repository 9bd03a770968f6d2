/* cuda_awbarrier.h - not here. */
#error "Barriers as objects (cuda_awbarrier.h) are not supported by the CPU device."
