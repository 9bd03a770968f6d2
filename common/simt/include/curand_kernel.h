/* curand_kernel.h - not here. */
#error "cuRAND (curand_kernel.h) is not supported by the CPU device."
