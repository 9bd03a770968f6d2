/* device_malloc.h - not here. */
#error "Thrust (thrust/device_malloc.h) is not supported by the CPU device."
