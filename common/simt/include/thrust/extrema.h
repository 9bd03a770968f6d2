/* extrema.h - not here. */
#error "Thrust (thrust/extrema.h) is not supported by the CPU device."
