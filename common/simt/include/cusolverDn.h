/* cusolverDn.h - not here. */
#error "cuSOLVER (cusolverDn.h) is not supported by the CPU device."
