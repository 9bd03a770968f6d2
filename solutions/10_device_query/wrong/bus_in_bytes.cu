// caught by: correctness
// says: bus_width_bits of device 0
// points: 8
// hint: which unit has the attribute
#include "device_query.h"

#include <cuda_runtime.h>
#include <string.h>

int cores_per_multiprocessor(int major, int minor)
{
    switch (major) {
    case 3:
        return 192;
    case 6:
        return minor == 0 ? 64 : 128;
    case 7:
        return 64;
    case 8:
        return minor == 0 ? 64 : 128;
    case 5:
    case 9:
    case 10:
    case 12:
        return 128;
    default:
        return 0;
    }
}

int query_device(int device, struct device_info *info)
{
    const struct {
        enum cudaDeviceAttr attribute;
        int *field;
    } ask[] = {
        {cudaDevAttrComputeCapabilityMajor, &info->major},
        {cudaDevAttrComputeCapabilityMinor, &info->minor},
        {cudaDevAttrMultiProcessorCount, &info->multiprocessors},
        {cudaDevAttrClockRate, &info->clock_khz},
        {cudaDevAttrMemoryClockRate, &info->memory_clock_khz},
        {cudaDevAttrGlobalMemoryBusWidth, &info->bus_width_bits},
        {cudaDevAttrMaxSharedMemoryPerBlock, &info->shared_per_block},
        {cudaDevAttrMaxThreadsPerBlock, &info->max_threads_per_block},
        {cudaDevAttrWarpSize, &info->warp_size},
    };
    struct cudaDeviceProp prop;
    cudaError_t error = cudaGetDeviceProperties(&prop, device);

    if (error != cudaSuccess)
        return error;
    memcpy(info->name, prop.name, sizeof info->name);
    info->memory_bytes = prop.totalGlobalMem;
    for (size_t k = 0; k < sizeof ask / sizeof *ask; k++) {
        error = cudaDeviceGetAttribute(ask[k].field, ask[k].attribute, device);
        if (error != cudaSuccess)
            return error;
    }
    info->bus_width_bits /= 8;
    info->cores_per_multiprocessor =
        cores_per_multiprocessor(info->major, info->minor);
    return cudaSuccess;
}

double peak_gflops(const struct device_info *info)
{
    double cores =
        (double)info->multiprocessors * info->cores_per_multiprocessor;

    return cores * info->clock_khz * 1e3 * 2 / 1e9;
}

double peak_gbps(const struct device_info *info)
{
    return info->memory_clock_khz * 1e3 * 2 * info->bus_width_bits / 1e9;
}
