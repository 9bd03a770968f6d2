/* generate.h - not here. */
#error "Thrust (thrust/generate.h) is not supported by the CPU device."
