/* zip_iterator.h - not here. */
#error "Thrust (thrust/iterator/zip_iterator.h) is not supported by the CPU device."
