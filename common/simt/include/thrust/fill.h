/* fill.h - not here. */
#error "Thrust (thrust/fill.h) is not supported by the CPU device."
