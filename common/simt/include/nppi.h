/* nppi.h - not here. */
#error "NPP is not supported by the CPU device."
