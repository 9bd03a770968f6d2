/* block_store.cuh - not here. */
#error "CUB (cub/block/block_store.cuh) is not supported by the CPU device."
