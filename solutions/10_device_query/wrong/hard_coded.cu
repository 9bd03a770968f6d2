// caught by: correctness
// says: does not ask the device
// hint: From where do your figures come
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

/* "The figures of my card." */
int query_device(int device, struct device_info *info)
{
    (void)device;
    strcpy(info->name, "GeForce 840M");
    info->major = 5;
    info->minor = 0;
    info->multiprocessors = 3;
    info->cores_per_multiprocessor = 128;
    info->clock_khz = 1029000;
    info->memory_clock_khz = 900000;
    info->bus_width_bits = 64;
    info->memory_bytes = (size_t)2 << 30;
    info->shared_per_block = 48 * 1024;
    info->max_threads_per_block = 1024;
    info->warp_size = 32;
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
    return info->memory_clock_khz * 1e3 * 2 * info->bus_width_bits / 8 / 1e9;
}
