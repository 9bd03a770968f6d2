/* cusolver_common.h - not here. */
#error "cuSOLVER (cusolver_common.h) is not supported by the CPU device."
