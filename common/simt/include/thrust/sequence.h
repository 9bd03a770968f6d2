/* sequence.h - not here. */
#error "Thrust (thrust/sequence.h) is not supported by the CPU device."
