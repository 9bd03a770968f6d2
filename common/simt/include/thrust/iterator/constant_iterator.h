/* constant_iterator.h - not here. */
#error "Thrust (thrust/iterator/constant_iterator.h) is not supported by the CPU device."
