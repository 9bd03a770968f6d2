/* device_scan.cuh - not here. */
#error "CUB (cub/device/device_scan.cuh) is not supported by the CPU device."
