/* block_radix_sort.cuh - not here. */
#error "CUB (cub/block/block_radix_sort.cuh) is not supported by the CPU device."
