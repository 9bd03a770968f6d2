/* cupti.h - not here. */
#error "CUPTI is not supported by the CPU device."
