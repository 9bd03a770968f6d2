/* functional.h - not here. */
#error "Thrust (thrust/functional.h) is not supported by the CPU device."
