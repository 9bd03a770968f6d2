/* warp_scan.cuh - not here. */
#error "CUB (cub/warp/warp_scan.cuh) is not supported by the CPU device."
