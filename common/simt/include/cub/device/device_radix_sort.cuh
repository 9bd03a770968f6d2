/* device_radix_sort.cuh - not here. */
#error "CUB (cub/device/device_radix_sort.cuh) is not supported by the CPU device."
