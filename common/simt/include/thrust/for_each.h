/* for_each.h - not here. */
#error "Thrust (thrust/for_each.h) is not supported by the CPU device."
