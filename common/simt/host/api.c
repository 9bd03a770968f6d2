/*
 * api.c - the host's functions other than memory: errors, devices, streams,
 * events, kernels.
 *
 * Every call has done its work when it returns. A call that fails returns its
 * error and keeps it for cudaGetLastError(); an error of a kernel that broke
 * stays (sticky) and every later call returns it, as on the device.
 *
 * The teaching device has round figures: 16 multiprocessors of 64 cores, one
 * operation of each per cycle at 1 GHz with two floating-point operations in
 * it makes 2048 GFLOP/s; 256 bits at 2 GHz, twice a cycle, 128 GB/s. Limits
 * are those of compute capability 8.0. Device 1, where there is one, is a
 * small laptop's of compute capability 5.0 with slow memory.
 */
#include "include/cuda_profiler_api.h"
#include "include/cuda_runtime_api.h"
#include "include/simt_helpers.h"
#include "host/memory.h"
#include "timeline/timeline.h"

#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SITE __builtin_return_address(0)

/* ---- errors
 * ------------------------------------------------------------------- */

static int sticky;
int simt_broken; /* what `sticky` is once the host has waited */
static __thread int last;
static int unseen;                  /* of a launch, and nobody asked */
static __thread int last_in_kernel; /* the host does not see it */

unsigned simt_callers;

/* Of calls that return the error to the program. */
int simt_api_error(int error)
{
    static __thread bool known;

    if (simt_running) {
        if (error)
            last_in_kernel = error;
        return error;
    }
    if (!known)
        __atomic_fetch_add(&simt_callers, 1, __ATOMIC_RELAXED);
    known = true;
    if (sticky) {
        unseen = 0;
        return sticky;
    }
    if (error)
        last = error;
    return error;
}

int simt_error(int error)
{
    if (error && !sticky && !simt_running)
        unseen = error;
    return simt_api_error(error);
}

unsigned simt_waits;

void simt_host_waits(void)
{
    simt_waits++;
    if (simt_broken && !sticky)
        sticky = last = simt_broken;
}

int simt_sticky_error(int error)
{
    sticky = last = unseen = error;
    return error;
}

/* 0, or an error of a launch that no call has returned since. */
int simt_unseen_error(void)
{
    return unseen;
}

/* In check mode, which is linked in only then. */
extern void simt_report_misuse(int error, const char *kind, const void *site,
                               const char *text) __attribute__((weak));

int simt_misuse(int error, const char *kind, const void *site,
                const char *format, ...)
{
    if (simt_check_mode && simt_report_misuse) {
        char text[512];
        va_list args;

        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        simt_report_misuse(error, kind, site, text);
    }
    return strcmp(kind, "launch") ? simt_api_error(error) : simt_error(error);
}

cudaError_t cudaGetLastError(void)
{
    int error = sticky ? sticky : last;

    if (simt_running) {
        error = last_in_kernel;
        last_in_kernel = 0;
        return error;
    }
    last = unseen = 0;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    if (simt_running)
        return last_in_kernel;
    unseen = 0;
    return sticky ? sticky : last;
}

static const struct {
    int number;
    const char *name, *text;
} errors[] = {
#define X(name, number, text) {number, #name, text},
    SIMT_ERRORS(X)
#undef X
};

const char *simt_error_name(int error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error)
            return errors[i].name;
    }
    return "unrecognized error code";
}

const char *simt_error_string(int error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error)
            return errors[i].text;
    }
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    return simt_error_name((int)error);
}

const char *cudaGetErrorString(cudaError_t error)
{
    return simt_error_string((int)error);
}

/* ---- devices
 * --------------------------------------------------------------------- */

enum {
    SHARED_OPTIN = 163 << 10,
    WARPS_PER_SM = 64,
    BLOCKS_PER_SM = 32,
};

static __thread int current;
static unsigned device_flags[SIMT_DEVICES_MAX];
static bool peers[SIMT_DEVICES_MAX][SIMT_DEVICES_MAX];

static int device_count(void)
{
    static int count;

    if (!count) {
        const char *text = getenv("SIMT_DEVICES");
        int n = text ? atoi(text) : 1;

        count = n < 1 ? 1 : n > SIMT_DEVICES_MAX ? SIMT_DEVICES_MAX : n;
    }
    return count;
}

static bool is_small(int device)
{
    return device == 1;
}

int simt_device(void)
{
    return current;
}

bool simt_is_device(int device)
{
    return device >= 0 && device < device_count();
}

static bool has_bit(const char *mask, int device)
{
    return !mask || (strtoul(mask, NULL, 0) >> device & 1);
}

/* SIMT_REFUSE_DEVICES=mask: only the devices with a bit of it refuse what
 * SIMT_REFUSE_LAUNCHES, SIMT_REFUSE_LAUNCH, SIMT_REFUSE_COPY and SIMT_MEMORY
 * say. */
bool simt_refuses(int device)
{
    return has_bit(getenv("SIMT_REFUSE_DEVICES"), device);
}

/* SIMT_FIGURES="sms clock memory_clock bus major minor memory shared threads warp
 * name": device 0 says so of itself, and is as ever, but for the memory. */
struct figures {
    int sms, clock, memory_clock, bus, major, minor;
    size_t memory;
    int shared, threads, warp;
    char name[256];
};

static bool made_up(struct figures *f, int device)
{
    const char *text = getenv("SIMT_FIGURES");

    return text && device == 0 &&
           sscanf(text, "%d %d %d %d %d %d %zu %d %d %d %255[^\n]", &f->sms,
                  &f->clock, &f->memory_clock, &f->bus, &f->major, &f->minor,
                  &f->memory, &f->shared, &f->threads, &f->warp,
                  f->name) == 11;
}

/* SIMT_MEMORY=bytes: a device has so much, and no more. With
 * SIMT_MEMORY_DEVICES=mask these devices, whichever refuse the rest. */
size_t simt_device_memory(int device)
{
    const char *bytes = getenv("SIMT_MEMORY");
    const char *mask = getenv("SIMT_MEMORY_DEVICES");
    struct figures f;

    if (made_up(&f, device))
        return f.memory;
    return bytes && (mask ? has_bit(mask, device) : simt_refuses(device))
               ? strtoull(bytes, NULL, 10)
               : (size_t)(is_small(device) ? 2 : 4) << 30;
}

static int sm_count(int device)
{
    return is_small(device) ? 3 : SIMT_SM_COUNT;
}

static size_t shared_per_sm(int device)
{
    return (is_small(device) ? 64 : 164) << 10;
}

static int shared_optin(int device)
{
    return is_small(device) ? SIMT_SHARED_DEFAULT : SHARED_OPTIN;
}

/* The ticks of device 0's clock, at 1 GHz. */
long long simt_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Instead of the C library's, which kernels call by the same name. */
clock_t clock(void)
{
    struct timespec t;

    if (simt_in_kernel()) {
        long long now = simt_clock();

        /* A thread that waits for a time: on a GPU all of them do at once. */
        if (!simt_check_mode)
            simt_ops->yield(SITE);
        return (clock_t)now;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * CLOCKS_PER_SEC +
           t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

static void fill_properties(struct cudaDeviceProp *p, int device)
{
    bool small = is_small(device);

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
        .maxThreadsPerMultiProcessor = WARPS_PER_SM * SIMT_WARP,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = shared_per_sm(device),
        .regsPerMultiprocessor = 65536,
        .managedMemory = 1,
        .multiGpuBoardGroupID = device,
        .singleToDoublePrecisionPerfRatio = small ? 32 : 2,
        .concurrentManagedAccess = !small,
        .computePreemptionSupported = !small,
        .canUseHostPointerForRegisteredMem = 1,
        .cooperativeLaunch = !small,
        .sharedMemPerBlockOptin = (size_t)shared_optin(device),
        .maxBlocksPerMultiProcessor = BLOCKS_PER_SM,
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
    struct figures f;

    if (!made_up(&f, device))
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
    const char *which = getenv("SIMT_REFUSE_QUERY");
    static atomic_int n;

    if (!which || simt_accepts || atomic_fetch_add(&n, 1) + 1 != atoi(which))
        return false;
    __atomic_fetch_add(&simt_refusals, 1, __ATOMIC_RELAXED);
    return true;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return simt_api_error(cudaErrorInvalidValue);
    *count = device_count();
    return simt_api_error(0);
}

cudaError_t cudaSetDevice(int device)
{
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    current = device;
    return simt_api_error(0);
}

cudaError_t cudaInitDevice(int device, unsigned flags, unsigned more)
{
    (void)flags, (void)more;
    return simt_api_error(simt_is_device(device) ? 0 : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return simt_api_error(cudaErrorInvalidValue);
    *device = current;
    return simt_api_error(0);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    if (!prop)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    if (query_refused())
        return simt_api_error(cudaErrorInvalidValue);
    fill_properties(prop, device);
    make_up(prop, device);
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                   int device)
{
    struct cudaDeviceProp p;

    if (!value)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    if (query_refused())
        return simt_api_error(cudaErrorInvalidValue);
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
    return simt_api_error(0);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!device || !prop)
        return simt_api_error(cudaErrorInvalidValue);
    *device = 0;
    return simt_api_error(0);
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
    for (int i = 0; i < n; i++) {
        if (!simt_is_device(devices[i]))
            return simt_api_error(cudaErrorInvalidDevice);
    }
    return simt_api_error(0);
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    if (flags & ~(unsigned)cudaDeviceMask)
        return simt_api_error(cudaErrorInvalidValue);
    device_flags[current] = flags;
    return simt_api_error(0);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    if (!flags)
        return simt_api_error(cudaErrorInvalidValue);
    *flags = device_flags[current] | cudaDeviceMapHost;
    return simt_api_error(0);
}

static void forget_handles(void);

/* The host waits until its device has done all that was asked of it. */
static void waits_for_all(void)
{
    simt_host_waits();
    timeline_device_waits(current);
}

static cudaError_t reset(const void *site)
{
    if (simt_memory_of_caller())
        simt_misuse(0, "free", site,
                    "cudaDeviceReset(): it takes away the memory, streams and "
                    "events of all who use the device, the caller's arrays "
                    "too. Give back what you have taken, with cudaFree() and "
                    "its like, and leave the rest alone.");
    simt_broken = sticky = last = unseen = 0;
    waits_for_all();
    simt_memory_reset(current);
    forget_handles();
    memset(peers[current], 0, sizeof peers[current]);
    return 0;
}

cudaError_t cudaDeviceReset(void)
{
    return reset(SITE);
}

cudaError_t cudaDeviceSynchronize(void)
{
    int error = simt_captures ? simt_capture_wait(NULL) : 0;

    if (simt_running)
        return simt_misuse(cudaErrorUnsupportedDevSideSync, "copy", SITE,
                           "cudaDeviceSynchronize() is called in a kernel, "
                           "which since CUDA 12 cannot wait for the kernels "
                           "that it launches");
    waits_for_all();
    return error ? error : simt_api_error(0);
}

cudaError_t cudaThreadSynchronize(void)
{
    waits_for_all();
    return simt_api_error(0);
}

cudaError_t cudaThreadExit(void)
{
    return reset(SITE);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return simt_api_error(0);
}

cudaError_t cudaProfilerStart(void)
{
    return simt_api_error(0);
}

cudaError_t cudaProfilerStop(void)
{
    return simt_api_error(0);
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
        return simt_api_error(cudaErrorUnsupportedLimit);
    limits[limit] = value;
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if (!value)
        return simt_api_error(cudaErrorInvalidValue);
    if ((size_t)limit >= sizeof limits / sizeof *limits)
        return simt_api_error(cudaErrorUnsupportedLimit);
    *value = limits[limit];
    return simt_api_error(0);
}

static enum cudaFuncCache cache_config;
static enum cudaSharedMemConfig bank_config = cudaSharedMemBankSizeFourByte;

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    *config = cache_config;
    return simt_api_error(0);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    cache_config = config;
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    *config = bank_config;
    return simt_api_error(0);
}

/* Banks are 4 bytes wide since compute capability 5.0. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    if (!id || length < 13)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    snprintf(id, (size_t)length, "0000:%02X:00.0", device + 1);
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    unsigned domain, bus, slot;

    if (!device || !id || sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3)
        return simt_api_error(cudaErrorInvalidValue);
    if (domain || slot || !simt_is_device((int)bus - 1))
        return simt_api_error(cudaErrorInvalidDevice);
    *device = (int)bus - 1;
    return simt_api_error(0);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(device) || !simt_is_device(peer))
        return simt_api_error(cudaErrorInvalidDevice);
    *can = device != peer;
    return simt_api_error(0);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    if (flags)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(peer) || peer == current)
        return simt_api_error(cudaErrorInvalidDevice);
    if (peers[current][peer])
        return simt_api_error(cudaErrorPeerAccessAlreadyEnabled);
    peers[current][peer] = true;
    return simt_api_error(0);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    if (!simt_is_device(peer) || !peers[current][peer])
        return simt_api_error(cudaErrorPeerAccessNotEnabled);
    peers[current][peer] = false;
    return simt_api_error(0);
}

bool simt_reaches(int device, int peer)
{
    return device == peer || peers[device][peer];
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
                                      int device, int peer)
{
    if (!value)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(device) || !simt_is_device(peer) || device == peer)
        return simt_api_error(cudaErrorInvalidDevice);
    *value = attr != cudaDevP2PAttrPerformanceRank;
    return simt_api_error(0);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        return simt_api_error(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return simt_api_error(0);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}

/* ---- memory pools: each device has one, which gives what cudaMalloc() gives
 * ---- */

static struct simt_pool {
    unsigned long long threshold;
} pools[SIMT_DEVICES_MAX];

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool)
        return simt_api_error(cudaErrorInvalidValue);
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    *pool = &pools[device];
    return simt_api_error(0);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    (void)pool;
    return simt_api_error(simt_is_device(device) ? 0 : cudaErrorInvalidDevice);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool,
                              const struct cudaMemPoolProps *props)
{
    if (!props)
        return simt_api_error(cudaErrorInvalidValue);
    return cudaDeviceGetDefaultMemPool(pool, props->location.id);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    return simt_api_error(pool ? 0 : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attr, void *value)
{
    if (!pool || !value)
        return simt_api_error(cudaErrorInvalidValue);
    if (attr == cudaMemPoolAttrReleaseThreshold)
        pool->threshold = *(unsigned long long *)value;
    return simt_api_error(0);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                    enum cudaMemPoolAttr attr, void *value)
{
    if (!pool || !value)
        return simt_api_error(cudaErrorInvalidValue);
    if (attr < cudaMemPoolAttrReleaseThreshold)
        *(int *)value = 1;
    else if (attr == cudaMemPoolAttrReleaseThreshold)
        *(unsigned long long *)value = pool->threshold;
    else
        *(unsigned long long *)value = simt_memory_used((int)(pool - pools));
    return simt_api_error(0);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    (void)keep;
    return simt_api_error(pool ? 0 : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool,
                                 const struct cudaMemAccessDesc *list, size_t n)
{
    (void)list, (void)n;
    return simt_api_error(pool ? 0 : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags,
                                 cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    (void)location;
    if (!pool || !flags)
        return simt_api_error(cudaErrorInvalidValue);
    *flags = cudaMemAccessFlagsProtReadWrite;
    return simt_api_error(0);
}

/* ---- streams and events
 * ----------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct CUstream_st *simt_streams;
bool simt_had_streams;
static struct CUevent_st *events;
static unsigned long long stream_ids = 2;

bool simt_is_stream(cudaStream_t stream)
{
    struct CUstream_st *s;

    if (!simt_is_own(stream))
        return true;
    pthread_mutex_lock(&lock);
    for (s = simt_streams; s && s != stream; s = s->next)
        ;
    pthread_mutex_unlock(&lock);
    return s;
}

/* Those of a device that is reset go with it. */
static void forget_handles(void)
{
    pthread_mutex_lock(&lock);
    for (struct CUstream_st *s = simt_streams; s; s = s->next)
        s->site = s->device == current ? NULL : s->site;
    for (struct CUevent_st *e = events; e; e = e->next)
        e->site = e->device == current ? NULL : e->site;
    pthread_mutex_unlock(&lock);
}

enum { SITES = 64 }; /* more are not told of */
struct made {
    const void *site;
    int64_t many;
};

static int add_made(struct made *made, int n, const void *site)
{
    int i = 0;

    while (i < n && made[i].site != site)
        i++;
    if (!site || i == SITES)
        return n;
    made[i] = (struct made){site, i < n ? made[i].many + 1 : 1};
    return i < n ? n : n + 1;
}

void simt_not_destroyed(void (*tell)(const char *what, const void *site,
                                     int64_t many))
{
    struct made stream[SITES], event[SITES];
    int streams = 0, n_events = 0;

    pthread_mutex_lock(&lock);
    for (const struct CUstream_st *s = simt_streams; s; s = s->next)
        streams = add_made(stream, streams, s->site);
    for (const struct CUevent_st *e = events; e; e = e->next)
        n_events = add_made(event, n_events, e->site);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < streams; i++)
        tell("stream", stream[i].site, stream[i].many);
    for (int i = 0; i < n_events; i++)
        tell("event", event[i].site, event[i].many);
}

/* Those that are always there belong to the current device. */
int simt_device_of(cudaStream_t stream)
{
    return simt_is_own(stream) && simt_is_stream(stream) ? stream->device
                                                         : current;
}

static bool is_event(cudaEvent_t event)
{
    struct CUevent_st *e;

    pthread_mutex_lock(&lock);
    for (e = events; e && e != event; e = e->next)
        ;
    pthread_mutex_unlock(&lock);
    return e;
}

static void waits_for_stream(cudaStream_t stream)
{
    simt_host_waits();
    if (simt_is_stream(stream))
        timeline_host_waits(stream ? stream : cudaStreamLegacy, NULL);
}

static void waits_for_event(cudaEvent_t event)
{
    simt_host_waits();
    if (is_event(event))
        timeline_host_waits(NULL, event);
}

static int with_stream(cudaStream_t stream)
{
    return simt_api_error(
        simt_is_stream(stream) ? 0 : cudaErrorInvalidResourceHandle);
}

size_t simt_handles;

/* With what malloc() puts in front. */
static size_t bytes_of(void *handle)
{
    return malloc_usable_size(handle) + sizeof(size_t);
}

/* A stream or an event, all 0; null without memory. */
static void *new_handle(size_t bytes)
{
    void *handle = calloc(1, bytes);

    if (handle)
        __atomic_fetch_add(&simt_handles, bytes_of(handle), __ATOMIC_RELAXED);
    return handle;
}

static void free_handle(void *handle)
{
    __atomic_fetch_sub(&simt_handles, bytes_of(handle), __ATOMIC_RELAXED);
    free(handle);
}

static int make_stream(cudaStream_t *stream, unsigned flags, int priority,
                       const void *site)
{
    int error = simt_api_error(0);
    struct CUstream_st *s;

    if (error)
        return error;
    if (!stream || flags > cudaStreamNonBlocking)
        return simt_api_error(cudaErrorInvalidValue);
    s = new_handle(sizeof *s);
    if (!s)
        return simt_api_error(cudaErrorMemoryAllocation);
    s->flags = flags;
    s->device = current;
    s->site = site;
    s->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    pthread_mutex_lock(&lock);
    s->id = ++stream_ids;
    s->next = simt_streams;
    simt_streams = s;
    simt_had_streams = true;
    pthread_mutex_unlock(&lock);
    *stream = s;
    return 0;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                         int priority)
{
    return make_stream(stream, flags, priority, SITE);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return make_stream(stream, flags, 0, SITE);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return make_stream(stream, cudaStreamDefault, 0, SITE);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    struct CUstream_st **s;

    pthread_mutex_lock(&lock);
    for (s = &simt_streams; *s && *s != stream; s = &(*s)->next)
        ;
    if (*s)
        *s = stream->next;
    else
        stream = NULL;
    pthread_mutex_unlock(&lock);
    if (!stream)
        return simt_api_error(cudaErrorInvalidResourceHandle);
    simt_capture_leave(stream);
    timeline_destroyed(stream);
    free_handle(stream);
    return simt_api_error(0);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    int error = simt_captures ? simt_capture_wait(stream) : 0;

    if (error)
        return error;
    waits_for_stream(stream);
    return with_stream(stream);
}

/* Work that nobody has waited for is not ready at the first look. */
static bool is_ready(unsigned *asked)
{
    const bool yes = *asked != simt_waits + 1;

    *asked = 0;
    return yes;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    if (simt_is_stream(stream) && !is_ready(timeline_asked(stream)))
        return cudaErrorNotReady; /* which is no error to be kept */
    waits_for_stream(stream);
    return with_stream(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags)
{
    int error;

    (void)flags;
    if (!is_event(event))
        return simt_api_error(cudaErrorInvalidResourceHandle);
    if (simt_captures && (error = simt_capture_event(stream, event)) >= 0)
        return error;
    if (simt_is_stream(stream))
        timeline_wait(stream, event);
    return with_stream(stream);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    int error = with_stream(stream);

    if (!callback || flags)
        return simt_api_error(cudaErrorInvalidValue);
    simt_waits++; /* the callback may tell others */
    if (!error)
        timeline_tells(stream);
    if (!error)
        callback(stream, cudaSuccess, data);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *data)
{
    int error = with_stream(stream);

    if (!function)
        return simt_api_error(cudaErrorInvalidValue);
    if (!error && simt_captures) {
        int captured = simt_capture_host(stream, function, data);

        if (captured >= 0)
            return captured;
    }
    simt_waits++; /* it may tell others */
    if (!error)
        timeline_tells(stream);
    if (!error)
        function(data);
    return error;
}

static bool is_made(cudaStream_t stream)
{
    return simt_is_own(stream) && simt_is_stream(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    if (!flags)
        return simt_api_error(cudaErrorInvalidValue);
    *flags = is_made(stream) ? stream->flags : 0;
    return with_stream(stream);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    if (!priority)
        return simt_api_error(cudaErrorInvalidValue);
    *priority = is_made(stream) ? stream->priority : 0;
    return with_stream(stream);
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    if (!id)
        return simt_api_error(cudaErrorInvalidValue);
    *id = is_made(stream) ? stream->id : (unsigned long long)(size_t)stream;
    return with_stream(stream);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value)
{
    (void)attr, (void)value;
    return with_stream(stream);
}

static int make_event(cudaEvent_t *event, unsigned flags, const void *site)
{
    int error = simt_api_error(0);
    struct CUevent_st *e;

    if (error)
        return error;
    if (!event || flags > 7)
        return simt_api_error(cudaErrorInvalidValue);
    e = new_handle(sizeof *e);
    if (!e)
        return simt_api_error(cudaErrorMemoryAllocation);
    e->flags = flags;
    e->device = current;
    e->site = site;
    pthread_mutex_lock(&lock);
    e->next = events;
    events = e;
    pthread_mutex_unlock(&lock);
    *event = e;
    return 0;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    return make_event(event, flags, SITE);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return make_event(event, cudaEventDefault, SITE);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    struct CUevent_st **e;

    pthread_mutex_lock(&lock);
    for (e = &events; *e && *e != event; e = &(*e)->next)
        ;
    if (*e)
        *e = event->next;
    else
        event = NULL;
    pthread_mutex_unlock(&lock);
    if (!event)
        return simt_api_error(cudaErrorInvalidResourceHandle);
    free(event->after);
    free_handle(event);
    return simt_api_error(0);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    struct timespec t;
    int error;

    if (!is_event(event) || event->device != simt_device_of(stream))
        return simt_api_error(cudaErrorInvalidResourceHandle);
    if (simt_captures && (error = simt_capture_record(stream, event)) >= 0)
        return error;
    event->capture = 0;
    clock_gettime(CLOCK_MONOTONIC, &t);
    event->nanoseconds = t.tv_sec * 1000000000LL + t.tv_nsec;
    event->recorded = true;
    if (simt_is_stream(stream))
        timeline_record(event, stream);
    return with_stream(stream);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    if (is_event(event) && !event->capture && !is_ready(&event->asked))
        return cudaErrorNotReady; /* which is no error to be kept */
    waits_for_event(event);
    return simt_api_error(!is_event(event) ? cudaErrorInvalidResourceHandle
                          : event->capture ? cudaErrorCapturedEvent
                                           : 0);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    waits_for_event(event);
    return simt_api_error(!is_event(event) ? cudaErrorInvalidResourceHandle
                          : event->capture ? cudaErrorCapturedEvent
                                           : 0);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end)
{
    if (!milliseconds)
        return simt_api_error(cudaErrorInvalidValue);
    if (!is_event(start) || !is_event(end) || !start->recorded ||
        !end->recorded || (start->flags | end->flags) & cudaEventDisableTiming)
        return simt_api_error(cudaErrorInvalidResourceHandle);
    waits_for_event(end);
    *milliseconds = (float)(end->nanoseconds - start->nanoseconds) / 1e6f;
    return simt_api_error(0);
}

/* ---- kernels
 * ------------------------------------------------------------------------ */

/* What the program has told of its kernels: how to launch them from an array
 * of pointers, how much shared memory they may ask for. */
struct kernel {
    struct kernel *next;
    const void *function;
    int (*launch)(const void *function, const struct simt_launch *how,
                  void **args);
    int shared; /* cudaFuncAttributeMaxDynamicSharedMemorySize */
    int carveout;
};
static struct kernel *kernels;

static struct kernel *kernel_of(const void *function, bool make)
{
    struct kernel *k;

    pthread_mutex_lock(&lock);
    for (k = kernels; k && k->function != function; k = k->next)
        ;
    if (!k && make && (k = calloc(1, sizeof *k))) {
        k->function = function;
        k->shared = SIMT_SHARED_DEFAULT;
        k->carveout = cudaSharedmemCarveoutDefault;
        k->next = kernels;
        kernels = k;
    }
    pthread_mutex_unlock(&lock);
    return k;
}

void simt_register_kernel(const void *function,
                          int (*launch)(const void *,
                                        const struct simt_launch *, void **))
{
    struct kernel *k = kernel_of(function, true);

    if (k)
        k->launch = launch;
}

/* Dynamic shared memory that a launch of this kernel may ask for; null: of
 * some kernel that is not known. */
size_t simt_shared_limit(const void *function)
{
    struct kernel *k = function ? kernel_of(function, false) : NULL;
    int most = k ? k->shared : SIMT_SHARED_DEFAULT;

    if (!function) {
        for (k = kernels; k; k = k->next)
            most = k->shared > most ? k->shared : most;
    }
    return (size_t)most;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a,
                                  const void *function)
{
    int architecture = is_small(current) ? 50 : 80;
    struct kernel *k;

    if (!a)
        return simt_api_error(cudaErrorInvalidValue);
    if (!function)
        return simt_api_error(cudaErrorInvalidDeviceFunction);
    k = kernel_of(function, false);
    *a = (struct cudaFuncAttributes){
        .maxThreadsPerBlock = SIMT_BLOCK_MAX,
        .numRegs = 32,
        .ptxVersion = architecture,
        .binaryVersion = architecture,
        .maxDynamicSharedSizeBytes = k ? k->shared : SIMT_SHARED_DEFAULT,
        .preferredShmemCarveout =
            k ? k->carveout : cudaSharedmemCarveoutDefault,
    };
    return simt_api_error(0);
}

cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value)
{
    struct kernel *k = function ? kernel_of(function, true) : NULL;

    if (!k)
        return simt_api_error(cudaErrorInvalidDeviceFunction);
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || value > shared_optin(current))
            return simt_api_error(cudaErrorInvalidValue);
        k->shared = value;
    } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < -1 || value > 100)
            return simt_api_error(cudaErrorInvalidValue);
        k->carveout = value;
    } else {
        return simt_api_error(cudaErrorInvalidValue);
    }
    return simt_api_error(0);
}

cudaError_t cudaFuncSetCacheConfig(const void *function,
                                   enum cudaFuncCache config)
{
    (void)config;
    return simt_api_error(function ? 0 : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function,
                                       enum cudaSharedMemConfig config)
{
    (void)config;
    return simt_api_error(function ? 0 : cudaErrorInvalidDeviceFunction);
}

/* Static shared memory is not known here and not counted. */
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *function,
                                                          int block_size,
                                                          size_t shared)
{
    int warps = (block_size + SIMT_WARP - 1) / SIMT_WARP;
    size_t reserved = is_small(current) ? 0 : 1024;
    size_t fit;

    if (!blocks || block_size <= 0)
        return simt_api_error(cudaErrorInvalidValue);
    if (!function)
        return simt_api_error(cudaErrorInvalidDeviceFunction);
    *blocks = 0;
    if (block_size <= SIMT_BLOCK_MAX && shared <= simt_shared_limit(function)) {
        *blocks = WARPS_PER_SM / warps;
        if (*blocks > BLOCKS_PER_SM)
            *blocks = BLOCKS_PER_SM;
        fit = shared ? shared_per_sm(current) / (shared + reserved)
                     : BLOCKS_PER_SM;
        if ((size_t)*blocks > fit)
            *blocks = (int)fit;
    }
    return simt_api_error(0);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_size, size_t shared,
    unsigned flags)
{
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function,
                                                         block_size, shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared,
                                                      const void *function,
                                                      int blocks,
                                                      int block_size)
{
    size_t reserved = is_small(current) ? 0 : 1024, most;

    if (!shared || !function || blocks <= 0 || block_size <= 0)
        return simt_api_error(cudaErrorInvalidValue);
    most = shared_per_sm(current) / (size_t)blocks - reserved;
    *shared = most < (size_t)shared_optin(current)
                  ? most
                  : (size_t)shared_optin(current);
    return simt_api_error(0);
}

int simt_launch_array(const void *function, dim3 grid, dim3 block, void **args,
                      size_t shared, cudaStream_t stream, bool cooperative)
{
    struct kernel *k = function ? kernel_of(function, false) : NULL;
    struct simt_launch how = {
        .grid = {grid.x, grid.y, grid.z},
        .block = {block.x, block.y, block.z},
        .shared = shared,
        .stream = stream,
        .cooperative = cooperative,
    };

    if (k && k->launch)
        return k->launch(function, &how, args);
    fprintf(stderr,
            "The CPU device does not know the kernel at %p that is "
            "launched from an array of arguments: pass the kernel "
            "itself, without a cast to void *.\n",
            function);
    return simt_api_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **args, size_t shared, cudaStream_t stream)
{
    return simt_launch_array(function, grid, block, args, shared, stream,
                             false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **args, size_t shared,
                                        cudaStream_t stream)
{
    return simt_launch_array(function, grid, block, args, shared, stream, true);
}

/* The other attributes are about speed. */
int simt_read_attributes(const cudaLaunchConfig_t *config, int *cooperative)
{
    *cooperative = 0;
    if (!config || (config->numAttrs && !config->attrs))
        return simt_api_error(cudaErrorInvalidValue);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *a = &config->attrs[i];
        unsigned long long blocks = 0;

        if (a->id == cudaLaunchAttributeCooperative)
            *cooperative = a->val.cooperative != 0;
        else if (a->id == cudaLaunchAttributeClusterDimension)
            blocks = 1ull * a->val.clusterDim.x * a->val.clusterDim.y *
                     a->val.clusterDim.z;
        if (blocks > 1) {
            fprintf(stderr, "The CPU device has no clusters of blocks: leave "
                            "out cudaLaunchAttributeClusterDimension.\n");
            return simt_api_error(cudaErrorNotSupported);
        }
    }
    return 0;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **args)
{
    int cooperative;
    int error = simt_read_attributes(config, &cooperative);

    return error ? error
                 : simt_launch_array(function, config->gridDim,
                                     config->blockDim, args,
                                     config->dynamicSmemBytes, config->stream,
                                     cooperative);
}

/* ---- assert() in kernels
 * -------------------------------------------------------------- */

extern __thread struct simt_xyz threadIdx SIMT_TLS, blockIdx SIMT_TLS;

/* Instead of the C library's. */
void __assert_fail(const char *condition, const char *file, unsigned line,
                   const char *function)
{
    if (simt_in_kernel()) {
        fprintf(stderr,
                "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
                "`%s` failed.\n",
                file, line, function, blockIdx.x, blockIdx.y, blockIdx.z,
                threadIdx.x, threadIdx.y, threadIdx.z, condition);
        simt_ops->stop(cudaErrorAssert, SITE);
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
            condition);
    abort();
}
