/* host_vector.h - not here. */
#error "Thrust (thrust/host_vector.h) is not supported by the CPU device."
