/*
 * devices.c - the host's functions about devices: errors, which devices there
 * are and what they can do, limits, waiting for all, peers, memory pools. The
 * teaching device's figures are in base/device_list.h.
 */
#include "host/host.h"
#include "include/cuda_profiler_api.h"
#include "timeline/timeline.h"

#include <stdio.h>
#include <string.h>

#define SITE __builtin_return_address(0)

/* ---- errors ---------------------------------------------------------- */

cudaError_t cudaGetLastError(void)
{
    return simt_last_error(true);
}

cudaError_t cudaPeekAtLastError(void)
{
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

/* ---- properties ------------------------------------------------------ */

static unsigned device_flags[SIMT_DEVICES_MAX];

static int sm_count(int device)
{
    return simt_is_small(device) ? 3 : SIMT_SM_COUNT;
}

static void fill_properties(struct cudaDeviceProp *p, int device)
{
    bool small = simt_is_small(device);

    *p = (struct cudaDeviceProp){
        .totalGlobalMem = simt_device_memory(device),
        .sharedMemPerBlock = SIMT_SHARED_DEFAULT,
        .regsPerBlock = 65536,
        .warpSize = SIMT_WARP,
        .memPitch = 2147483647,
        .maxThreadsPerBlock = SIMT_BLOCK_MAX,
        .maxThreadsDim = {SIMT_BLOCK_MAX, SIMT_BLOCK_MAX, SIMT_BLOCK_Z_MAX},
        .maxGridSize = {SIMT_GRID_X_MAX, SIMT_GRID_YZ_MAX, SIMT_GRID_YZ_MAX},
        .clockRate = small ? 1029000 : 1000000,
        .totalConstMem = 65536,
        .major = small ? 5 : 8,
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .deviceOverlap = 1,
        .multiProcessorCount = sm_count(device),
        .canMapHostMemory = 1,
        .maxTexture1D = 131072,
        .maxTexture1DLinear = 268435456,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxTextureCubemap = 32768,
        .maxTextureCubemapLayered = {32768, 2046},
        .surfaceAlignment = 512,
        .concurrentKernels = 1,
        .pciBusID = device + 1,
        .asyncEngineCount = small ? 1 : 2,
        .unifiedAddressing = 1,
        .memoryClockRate = small ? 900000 : 2000000,
        .memoryBusWidth = small ? 64 : 256,
        .l2CacheSize = (small ? 1 : 4) << 20,
        .persistingL2CacheMaxSize = small ? 0 : 3 << 20,
        .accessPolicyMaxWindowSize = small ? 0 : 4 << 20,
        .maxThreadsPerMultiProcessor = SIMT_WARPS_PER_SM * SIMT_WARP,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = simt_shared_per_sm(device),
        .regsPerMultiprocessor = 65536,
        .managedMemory = 1,
        .multiGpuBoardGroupID = device,
        .singleToDoublePrecisionPerfRatio = small ? 32 : 2,
        .concurrentManagedAccess = !small,
        .computePreemptionSupported = !small,
        .canUseHostPointerForRegisteredMem = 1,
        .cooperativeLaunch = !small,
        .sharedMemPerBlockOptin = (size_t)simt_shared_optin(device),
        .maxBlocksPerMultiProcessor = SIMT_BLOCKS_PER_SM,
        .reservedSharedMemPerBlock = small ? 0 : 1024,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 1,
    };
    if (small)
        strcpy(p->name, "Lab kit CPU device 1 (small)");
    else if (device == 0)
        strcpy(p->name, "Lab kit CPU device");
    else
        sprintf(p->name, "Lab kit CPU device %d", device);
    memcpy(p->uuid.bytes, "lab kit device ", 15);
    p->uuid.bytes[15] = (char)('0' + device);
}

static void make_up(struct cudaDeviceProp *p, int device)
{
    struct simt_figures f;

    if (!simt_made_up(&f, device))
        return;
    p->multiProcessorCount = f.sms;
    p->clockRate = f.clock;
    p->memoryClockRate = f.memory_clock;
    p->memoryBusWidth = f.bus;
    p->major = f.major;
    p->minor = f.minor;
    p->sharedMemPerBlock = (size_t)f.shared;
    p->maxThreadsPerBlock = f.threads;
    p->warpSize = f.warp;
    memcpy(p->name, f.name, sizeof p->name);
}

/* SIMT_REFUSE_QUERY=k: the k-th question for properties or an attribute that
 * would be answered fails. */
static bool query_refused(void)
{
    static int n;

    if (simt_turn("SIMT_REFUSE_QUERY", 0, &n))
        return false;
    __atomic_fetch_add(&simt_refusals, 1, __ATOMIC_RELAXED);
    return true;
}

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

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    if (!prop)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    if (query_refused())
        return simt_error(cudaErrorInvalidValue);
    fill_properties(prop, device);
    make_up(prop, device);
    return simt_error(0);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                   int device)
{
    struct cudaDeviceProp p;

    if (!value)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    if (query_refused())
        return simt_error(cudaErrorInvalidValue);
    fill_properties(&p, device);
    make_up(&p, device);
    switch (attr) {
#define IS(name, member)        \
    case cudaDevAttr##name:     \
        *value = (int)p.member; \
        break;
        IS(MaxThreadsPerBlock, maxThreadsPerBlock)
        IS(MaxBlockDimX, maxThreadsDim[0])
        IS(MaxBlockDimY, maxThreadsDim[1])
        IS(MaxBlockDimZ, maxThreadsDim[2])
        IS(MaxGridDimX, maxGridSize[0])
        IS(MaxGridDimY, maxGridSize[1])
        IS(MaxGridDimZ, maxGridSize[2])
        IS(MaxSharedMemoryPerBlock, sharedMemPerBlock)
        IS(TotalConstantMemory, totalConstMem)
        IS(WarpSize, warpSize)
        IS(MaxPitch, memPitch)
        IS(MaxRegistersPerBlock, regsPerBlock)
        IS(ClockRate, clockRate)
        IS(TextureAlignment, textureAlignment)
        IS(GpuOverlap, deviceOverlap)
        IS(MultiProcessorCount, multiProcessorCount)
        IS(KernelExecTimeout, kernelExecTimeoutEnabled)
        IS(Integrated, integrated)
        IS(CanMapHostMemory, canMapHostMemory)
        IS(ComputeMode, computeMode)
        IS(MaxTexture1DWidth, maxTexture1D)
        IS(MaxTexture2DWidth, maxTexture2D[0])
        IS(MaxTexture2DHeight, maxTexture2D[1])
        IS(MaxTexture3DWidth, maxTexture3D[0])
        IS(MaxTexture3DHeight, maxTexture3D[1])
        IS(MaxTexture3DDepth, maxTexture3D[2])
        IS(MaxTexture1DLayeredWidth, maxTexture1DLayered[0])
        IS(MaxTexture1DLayeredLayers, maxTexture1DLayered[1])
        IS(MaxTexture2DLayeredWidth, maxTexture2DLayered[0])
        IS(MaxTexture2DLayeredHeight, maxTexture2DLayered[1])
        IS(MaxTexture2DLayeredLayers, maxTexture2DLayered[2])
        IS(MaxTextureCubemapWidth, maxTextureCubemap)
        IS(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0])
        IS(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1])
        IS(SurfaceAlignment, surfaceAlignment)
        IS(ConcurrentKernels, concurrentKernels)
        IS(PciBusId, pciBusID)
        IS(AsyncEngineCount, asyncEngineCount)
        IS(UnifiedAddressing, unifiedAddressing)
        IS(MemoryClockRate, memoryClockRate)
        IS(GlobalMemoryBusWidth, memoryBusWidth)
        IS(L2CacheSize, l2CacheSize)
        IS(MaxPersistingL2CacheSize, persistingL2CacheMaxSize)
        IS(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize)
        IS(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)
        IS(TexturePitchAlignment, texturePitchAlignment)
        IS(MaxTexture1DLinearWidth, maxTexture1DLinear)
        IS(MaxTexture2DLinearWidth, maxTexture2DLinear[0])
        IS(MaxTexture2DLinearHeight, maxTexture2DLinear[1])
        IS(MaxTexture2DLinearPitch, maxTexture2DLinear[2])
        IS(ComputeCapabilityMajor, major)
        IS(ComputeCapabilityMinor, minor)
        IS(StreamPrioritiesSupported, streamPrioritiesSupported)
        IS(GlobalL1CacheSupported, globalL1CacheSupported)
        IS(LocalL1CacheSupported, localL1CacheSupported)
        IS(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor)
        IS(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)
        IS(ManagedMemory, managedMemory)
        IS(MultiGpuBoardGroupID, multiGpuBoardGroupID)
        IS(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio)
        IS(ConcurrentManagedAccess, concurrentManagedAccess)
        IS(ComputePreemptionSupported, computePreemptionSupported)
        IS(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)
        IS(CooperativeLaunch, cooperativeLaunch)
        IS(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin)
        IS(HostRegisterSupported, hostRegisterSupported)
        IS(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor)
        IS(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock)
        IS(MemoryPoolsSupported, memoryPoolsSupported)
    default:
        *value = 0; /* has it not */
    }
    return simt_error(0);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!device || !prop)
        return simt_error(cudaErrorInvalidValue);
    *device = 0;
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
static void waits_for_all(void)
{
    simt_host_waits();
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
    waits_for_all();
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
    waits_for_all();
    return error ? error : simt_error(0);
}

cudaError_t cudaThreadSynchronize(void)
{
    waits_for_all();
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

/* ---- memory pools: each device has one, for what cudaMalloc() gives ------ */

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
