/* device_vector.h - not here. */
#error "Thrust (thrust/device_vector.h) is not supported by the CPU device."
