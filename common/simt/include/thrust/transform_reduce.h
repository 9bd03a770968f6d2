/* transform_reduce.h - not here. */
#error "Thrust (thrust/transform_reduce.h) is not supported by the CPU device."
