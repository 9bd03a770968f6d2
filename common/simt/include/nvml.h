/* nvml.h - not here. */
#error "NVML is not supported by the CPU device."
