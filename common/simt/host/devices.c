/*
 * devices.c - the host's functions about devices: errors, which devices there
 * are, limits, waiting for all, peers. What they can do: properties.c.
 *
 * What always holds: what a program sets here is kept and given back; only
 * reach (base/device_list.c) and simt_pending_limit() change what the device
 * does.
 */
#include "host/host.h"
#include "include/cuda_profiler_api.h"
#include "timeline/timeline.h"

#include <stdio.h>

#define SITE __builtin_return_address(0)

/* ---- errors ---------------------------------------------------------- */

cudaError_t cudaGetLastError(void)
{
    simt_asks(SITE, true);
    return simt_last_error(true);
}

cudaError_t cudaPeekAtLastError(void)
{
    simt_asks(SITE, false);
    return simt_last_error(false);
}

const char *cudaGetErrorName(cudaError_t error)
{
    return simt_error_name((int)error);
}

const char *cudaGetErrorString(cudaError_t error)
{
    return simt_error_string((int)error);
}

/* ---- which there are ------------------------------------------------- */

static unsigned device_flags[SIMT_DEVICES_MAX];

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return simt_error(cudaErrorInvalidValue);
    *count = simt_device_count();
    return simt_error(0);
}

cudaError_t cudaSetDevice(int device)
{
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    simt_set_device(device);
    return simt_error(0);
}

cudaError_t cudaInitDevice(int device, unsigned flags, unsigned more)
{
    (void)flags, (void)more;
    return simt_error(simt_is_device(device) ? 0 : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return simt_error(cudaErrorInvalidValue);
    *device = simt_device();
    return simt_error(0);
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
    for (int i = 0; i < n; i++) {
        if (!simt_is_device(devices[i]))
            return simt_error(cudaErrorInvalidDevice);
    }
    return simt_error(0);
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    if (flags & ~(unsigned)cudaDeviceMask)
        return simt_error(cudaErrorInvalidValue);
    device_flags[simt_device()] = flags;
    return simt_error(0);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    if (!flags)
        return simt_error(cudaErrorInvalidValue);
    *flags = device_flags[simt_device()] | cudaDeviceMapHost;
    return simt_error(0);
}

/* ---- waiting for all, limits, peers ---------------------------------- */

/* The host waits until its device has done all that was asked of it. */
static void waits_for_all(const char *call, const void *site)
{
    simt_host_waits();
    timeline_waits_in(call, site);
    timeline_device_waits(simt_device());
}

static cudaError_t reset(const void *site)
{
    if (simt_memory_of_caller())
        simt_misuse(0, SIMT_KIND_FREE, site,
                    "cudaDeviceReset(): it takes away the memory, streams and "
                    "events of all who use the device, the caller's arrays "
                    "too. Give back what you have taken, with cudaFree() and "
                    "its like, and leave the rest alone.");
    simt_forget_errors();
    waits_for_all("cudaDeviceReset", site);
    simt_memory_reset(simt_device());
    simt_forget_handles(simt_device());
    for (int i = 0; i < SIMT_DEVICES_MAX; i++)
        simt_set_reach(simt_device(), i, false);
    return 0;
}

cudaError_t cudaDeviceReset(void)
{
    return reset(SITE);
}

cudaError_t cudaDeviceSynchronize(void)
{
    int error = simt_capturing ? simt_capturing->wait(NULL) : 0;

    if (simt_running)
        return simt_misuse(cudaErrorUnsupportedDevSideSync, SIMT_KIND_COPY,
                           SITE,
                           "cudaDeviceSynchronize() is called in a kernel, "
                           "which since CUDA 12 cannot wait for the kernels "
                           "that it launches");
    simt_only_waits(SITE);
    waits_for_all(__func__, SITE);
    return error ? error : simt_error(0);
}

cudaError_t cudaThreadSynchronize(void)
{
    waits_for_all(__func__, SITE);
    return simt_error(0);
}

cudaError_t cudaThreadExit(void)
{
    return reset(SITE);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return simt_error(0);
}

cudaError_t cudaProfilerStart(void)
{
    return simt_error(0);
}

cudaError_t cudaProfilerStop(void)
{
    return simt_error(0);
}

static size_t limits[] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitMallocHeapSize] = 8 << 20,
    [cudaLimitDevRuntimeSyncDepth] = 2,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};

size_t simt_pending_limit(void)
{
    return limits[cudaLimitDevRuntimePendingLaunchCount];
}

/* They are remembered; only simt_pending_limit() matters to this device. */
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if ((size_t)limit >= sizeof limits / sizeof *limits)
        return simt_error(cudaErrorUnsupportedLimit);
    limits[limit] = value;
    return simt_error(0);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if (!value)
        return simt_error(cudaErrorInvalidValue);
    if ((size_t)limit >= sizeof limits / sizeof *limits)
        return simt_error(cudaErrorUnsupportedLimit);
    *value = limits[limit];
    return simt_error(0);
}

static enum cudaFuncCache cache_config;
static enum cudaSharedMemConfig bank_config = cudaSharedMemBankSizeFourByte;

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    *config = cache_config;
    return simt_error(0);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    cache_config = config;
    return simt_error(0);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    *config = bank_config;
    return simt_error(0);
}

/* Banks are 4 bytes wide since compute capability 5.0. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return simt_error(0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return simt_error(0);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    if (!id || length < 13)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    snprintf(id, (size_t)length, "0000:%02X:00.0", device + 1);
    return simt_error(0);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    unsigned domain, bus, slot;

    if (!device || !id || sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3)
        return simt_error(cudaErrorInvalidValue);
    if (domain || slot || !simt_is_device((int)bus - 1))
        return simt_error(cudaErrorInvalidDevice);
    *device = (int)bus - 1;
    return simt_error(0);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(device) || !simt_is_device(peer))
        return simt_error(cudaErrorInvalidDevice);
    *can = device != peer;
    return simt_error(0);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    if (flags)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(peer) || peer == simt_device())
        return simt_error(cudaErrorInvalidDevice);
    if (simt_reaches(simt_device(), peer))
        return simt_error(cudaErrorPeerAccessAlreadyEnabled);
    simt_set_reach(simt_device(), peer, true);
    return simt_error(0);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    if (!simt_is_device(peer) || peer == simt_device() ||
        !simt_reaches(simt_device(), peer))
        return simt_error(cudaErrorPeerAccessNotEnabled);
    simt_set_reach(simt_device(), peer, false);
    return simt_error(0);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
                                      int device, int peer)
{
    if (!value)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(device) || !simt_is_device(peer) || device == peer)
        return simt_error(cudaErrorInvalidDevice);
    *value = attr != cudaDevP2PAttrPerformanceRank;
    return simt_error(0);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        return simt_error(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return simt_error(0);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}
