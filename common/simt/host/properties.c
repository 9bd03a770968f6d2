/*
 * properties.c - what the devices can do: the host's functions that answer
 * with properties and attributes. Both come from fill_properties(), so that
 * they never contradict each other; the teaching device's figures are in
 * base/device_list.h.
 */
#include "host/host.h"

#include <stdio.h>
#include <string.h>

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
    simt_refusal(cudaErrorInvalidValue);
    return true;
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
