/* device_histogram.cuh - not here. */
#error "CUB (cub/device/device_histogram.cuh) is not supported by the CPU device."
