/* cusolverRf.h - not here. */
#error "cuSOLVER (cusolverRf.h) is not supported by the CPU device."
