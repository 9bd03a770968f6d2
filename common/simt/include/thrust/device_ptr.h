/* device_ptr.h - not here. */
#error "Thrust (thrust/device_ptr.h) is not supported by the CPU device."
