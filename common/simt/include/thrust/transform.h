/* transform.h - not here. */
#error "Thrust (thrust/transform.h) is not supported by the CPU device."
