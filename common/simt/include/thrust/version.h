/* version.h - not here. */
#error "Thrust (thrust/version.h) is not supported by the CPU device."
