/* block_scan.cuh - not here. */
#error "CUB (cub/block/block_scan.cuh) is not supported by the CPU device."
