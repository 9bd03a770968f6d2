/* counting_iterator.h - not here. */
#error "Thrust (thrust/iterator/counting_iterator.h) is not supported by the CPU device."
