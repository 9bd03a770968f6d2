/* block_reduce.cuh - not here. */
#error "CUB (cub/block/block_reduce.cuh) is not supported by the CPU device."
