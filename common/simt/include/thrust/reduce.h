/* reduce.h - not here. */
#error "Thrust (thrust/reduce.h) is not supported by the CPU device."
