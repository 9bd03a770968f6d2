/* tuple.h - not here. */
#error "Thrust (thrust/tuple.h) is not supported by the CPU device."
