/* transform_iterator.h - not here. */
#error "Thrust (thrust/iterator/transform_iterator.h) is not supported by the CPU device."
