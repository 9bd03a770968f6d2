/* complex.h - not here. */
#error "Thrust (thrust/complex.h) is not supported by the CPU device."
