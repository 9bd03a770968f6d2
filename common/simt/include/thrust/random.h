/* random.h - not here. */
#error "Thrust (thrust/random.h) is not supported by the CPU device."
