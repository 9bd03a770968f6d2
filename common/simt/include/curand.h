/* curand.h - not here. */
#error "cuRAND (curand.h) is not supported by the CPU device."
