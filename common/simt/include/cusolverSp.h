/* cusolverSp.h - not here. */
#error "cuSOLVER (cusolverSp.h) is not supported by the CPU device."
