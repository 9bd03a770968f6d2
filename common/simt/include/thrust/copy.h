/* copy.h - not here. */
#error "Thrust (thrust/copy.h) is not supported by the CPU device."
