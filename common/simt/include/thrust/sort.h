/* sort.h - not here. */
#error "Thrust (thrust/sort.h) is not supported by the CPU device."
