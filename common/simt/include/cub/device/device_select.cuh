/* device_select.cuh - not here. */
#error "CUB (cub/device/device_select.cuh) is not supported by the CPU device."
