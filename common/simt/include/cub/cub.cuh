/* cub.cuh - not here. */
#error "CUB (cub/cub.cuh) is not supported by the CPU device."
