/* warp_reduce.cuh - not here. */
#error "CUB (cub/warp/warp_reduce.cuh) is not supported by the CPU device."
