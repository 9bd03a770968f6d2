/* cuda_device_runtime_api.h - not here. */
#error "Launching kernels from kernels (cuda_device_runtime_api.h) is not supported by the CPU device."
