/* pair.h - not here. */
#error "Thrust (thrust/pair.h) is not supported by the CPU device."
