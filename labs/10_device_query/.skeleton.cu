/*
 * Lab 10, device_query: ask the device what it is. README.md has the task,
 * device_query.h the rules.
 */
#include "device_query.h"

#include <cuda_runtime.h>
#include <string.h>

int cores_per_multiprocessor(int major, int minor)
{
    /* TODO: the table is in device_query.h. */
    (void)major;
    (void)minor;
    return 0;
}

int query_device(int device, struct device_info *info)
{
    struct cudaDeviceProp prop;
    cudaError_t error;

    memset(info, 0, sizeof *info);
    error = cudaGetDeviceProperties(&prop, device);
    if (error != cudaSuccess)
        return error;
    memcpy(info->name, prop.name, sizeof info->name);
    info->memory_bytes = prop.totalGlobalMem;
    error = cudaDeviceGetAttribute(&info->major,
                                   cudaDevAttrComputeCapabilityMajor, device);
    if (error != cudaSuccess)
        return error;

    /* TODO: all the other fields, in the same way. Every int that a device
     * has to tell is an attribute: cudaDeviceGetAttribute() with
     * cudaDevAttr..., and every call can fail. README.md lists the names. */
    return cudaSuccess;
}

double peak_gflops(const struct device_info *info)
{
    /* TODO: README.md, "Computing", does it for the 840M. In which unit is
     * the clock here? How large is the product, and which type holds it? */
    (void)info;
    return 0;
}

double peak_gbps(const struct device_info *info)
{
    /* TODO: README.md, "Moving". In which units are the clock and the bus
     * here? */
    (void)info;
    return 0;
}
