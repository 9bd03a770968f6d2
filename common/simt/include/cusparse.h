/* cusparse.h - not here. */
#error "cuSPARSE (cusparse.h) is not supported by the CPU device."
