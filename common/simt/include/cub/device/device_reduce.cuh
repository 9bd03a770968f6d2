/* device_reduce.cuh - not here. */
#error "CUB (cub/device/device_reduce.cuh) is not supported by the CPU device."
