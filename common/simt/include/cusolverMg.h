/* cusolverMg.h - not here. */
#error "cuSOLVER (cusolverMg.h) is not supported by the CPU device."
