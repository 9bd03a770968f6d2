/* block_load.cuh - not here. */
#error "CUB (cub/block/block_load.cuh) is not supported by the CPU device."
