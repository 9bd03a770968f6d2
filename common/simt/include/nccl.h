/* nccl.h - not here. */
#error "NCCL is not supported by the CPU device."
