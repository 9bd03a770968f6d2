/* unique.h - not here. */
#error "Thrust (thrust/unique.h) is not supported by the CPU device."
