/* scan.h - not here. */
#error "Thrust (thrust/scan.h) is not supported by the CPU device."
