/* count.h - not here. */
#error "Thrust (thrust/count.h) is not supported by the CPU device."
