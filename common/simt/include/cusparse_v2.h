/* cusparse_v2.h - not here. */
#error "cuSPARSE (cusparse_v2.h) is not supported by the CPU device."
