/*
 * pools.c - the host's functions about memory pools. Each device has one, for
 * what cudaMalloc() gives; a pool that a program makes is its device's.
 */
#include "host/host.h"

static struct simt_pool {
    unsigned long long threshold;
} pools[SIMT_DEVICES_MAX];

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    *pool = &pools[device];
    return simt_error(0);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    (void)pool;
    return simt_error(simt_is_device(device) ? 0 : cudaErrorInvalidDevice);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool,
                              const struct cudaMemPoolProps *props)
{
    if (!props)
        return simt_error(cudaErrorInvalidValue);
    return cudaDeviceGetDefaultMemPool(pool, props->location.id);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    return simt_error(pool ? 0 : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attr, void *value)
{
    if (!pool || !value)
        return simt_error(cudaErrorInvalidValue);
    if (attr == cudaMemPoolAttrReleaseThreshold)
        pool->threshold = *(unsigned long long *)value;
    return simt_error(0);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attr, void *value)
{
    if (!pool || !value)
        return simt_error(cudaErrorInvalidValue);
    if (attr < cudaMemPoolAttrReleaseThreshold)
        *(int *)value = 1;
    else if (attr == cudaMemPoolAttrReleaseThreshold)
        *(unsigned long long *)value = pool->threshold;
    else
        *(unsigned long long *)value = simt_memory_used((int)(pool - pools));
    return simt_error(0);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    (void)keep;
    return simt_error(pool ? 0 : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool,
                                 const struct cudaMemAccessDesc *list, size_t n)
{
    (void)list, (void)n;
    return simt_error(pool ? 0 : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags,
                                 cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    (void)location;
    if (!pool || !flags)
        return simt_error(cudaErrorInvalidValue);
    *flags = cudaMemAccessFlagsProtReadWrite;
    return simt_error(0);
}
