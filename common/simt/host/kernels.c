/*
 * kernels.c - what the program has told of its kernels: how to launch them from
 * an array of pointers, how much shared memory they may ask for. `kernels` only
 * grows, under `lock`.
 */
#include "host/host.h"
#include "include/simt_helpers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SITE __builtin_return_address(0)

__thread const void *simt_launch_site;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What the program has told of its kernels: how to launch them from an array
 * of pointers, how much shared memory they may ask for. */
struct kernel {
    struct kernel *next;
    const void *function;
    int (*launch)(const void *function, const struct simt_launch *how,
                  void **args);
    int shared; /* cudaFuncAttributeMaxDynamicSharedMemorySize */
    int carveout;
    int most; /* threads in a block */
    const char *name;
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
        k->most = SIMT_BLOCK_MAX;
        k->next = kernels;
        kernels = k;
    }
    pthread_mutex_unlock(&lock);
    return k;
}

void simt_register_kernel(const void *function, const char *name,
                          int (*launch)(const void *,
                                        const struct simt_launch *, void **),
                          int most)
{
    struct kernel *k = kernel_of(function, true);

    if (!k)
        return;
    k->launch = launch;
    if (name)
        k->name = name;
    if (most > 0 && most < k->most)
        k->most = most;
}

const char *simt_kernel_name(const void *function)
{
    const struct kernel *k = function ? kernel_of(function, false) : NULL;

    return k && k->name ? k->name : "the kernel";
}

int simt_threads_limit(const void *function)
{
    const struct kernel *k = function ? kernel_of(function, false) : NULL;

    return k ? k->most : SIMT_BLOCK_MAX;
}

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
    int architecture = simt_is_small(simt_device()) ? 50 : 80;
    struct kernel *k;

    if (!a)
        return simt_error(cudaErrorInvalidValue);
    if (!function)
        return simt_error(cudaErrorInvalidDeviceFunction);
    k = kernel_of(function, false);
    *a = (struct cudaFuncAttributes){
        .maxThreadsPerBlock = k ? k->most : SIMT_BLOCK_MAX,
        .numRegs = 32,
        .ptxVersion = architecture,
        .binaryVersion = architecture,
        .maxDynamicSharedSizeBytes = k ? k->shared : SIMT_SHARED_DEFAULT,
        .preferredShmemCarveout =
            k ? k->carveout : cudaSharedmemCarveoutDefault,
    };
    return simt_error(0);
}

cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value)
{
    struct kernel *k = function ? kernel_of(function, true) : NULL;

    if (!k)
        return simt_error(cudaErrorInvalidDeviceFunction);
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || value > simt_shared_optin(simt_device()))
            return simt_error(cudaErrorInvalidValue);
        k->shared = value;
    } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < -1 || value > 100)
            return simt_error(cudaErrorInvalidValue);
        k->carveout = value;
    } else {
        return simt_error(cudaErrorInvalidValue);
    }
    return simt_error(0);
}

cudaError_t cudaFuncSetCacheConfig(const void *function,
                                   enum cudaFuncCache config)
{
    (void)config;
    return simt_error(function ? 0 : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function,
                                       enum cudaSharedMemConfig config)
{
    (void)config;
    return simt_error(function ? 0 : cudaErrorInvalidDeviceFunction);
}

/* Static shared memory is not known here and not counted. */
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *function,
                                                          int block_size,
                                                          size_t shared)
{
    int warps = (block_size + SIMT_WARP - 1) / SIMT_WARP;
    size_t reserved = simt_is_small(simt_device()) ? 0 : 1024;
    size_t fit;

    if (!blocks || block_size <= 0)
        return simt_error(cudaErrorInvalidValue);
    if (!function)
        return simt_error(cudaErrorInvalidDeviceFunction);
    *blocks = 0;
    if (block_size <= simt_threads_limit(function) &&
        shared <= simt_shared_limit(function)) {
        *blocks = SIMT_WARPS_PER_SM / warps;
        if (*blocks > SIMT_BLOCKS_PER_SM)
            *blocks = SIMT_BLOCKS_PER_SM;
        fit = shared ? simt_shared_per_sm(simt_device()) / (shared + reserved)
                     : SIMT_BLOCKS_PER_SM;
        if ((size_t)*blocks > fit)
            *blocks = (int)fit;
    }
    return simt_error(0);
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
    size_t reserved = simt_is_small(simt_device()) ? 0 : 1024, most;

    if (!shared || !function || blocks <= 0 || block_size <= 0)
        return simt_error(cudaErrorInvalidValue);
    most = simt_shared_per_sm(simt_device()) / (size_t)blocks - reserved;
    *shared = most < (size_t)simt_shared_optin(simt_device())
                  ? most
                  : (size_t)simt_shared_optin(simt_device());
    return simt_error(0);
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
    return simt_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **args, size_t shared, cudaStream_t stream)
{
    simt_launch_site = SITE;
    return simt_launch_array(function, grid, block, args, shared, stream,
                             false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **args, size_t shared,
                                        cudaStream_t stream)
{
    simt_launch_site = SITE;
    return simt_launch_array(function, grid, block, args, shared, stream, true);
}

/* What this attribute asks for, if the device does not have it. */
static const char *lacks(const cudaLaunchAttribute *a)
{
    switch (a->id) {
    case cudaLaunchAttributeIgnore:
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeAccessPolicyWindow: /* about speed, as others */
    case cudaLaunchAttributeSynchronizationPolicy:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
        return NULL;
    case cudaLaunchAttributeClusterDimension:
        return 1ull * a->val.clusterDim.x * a->val.clusterDim.y *
                           a->val.clusterDim.z >
                       1
                   ? "clusters of blocks: leave out "
                     "cudaLaunchAttributeClusterDimension"
                   : NULL;
    case cudaLaunchAttributeProgrammaticStreamSerialization:
        return a->val.programmaticStreamSerializationAllowed
                   ? "kernels that overlap in one stream: leave out "
                     "cudaLaunchAttributeProgrammaticStreamSerialization"
                   : NULL;
    default:
        return "this launch attribute";
    }
}

int simt_read_attributes(const cudaLaunchConfig_t *config, int *cooperative)
{
    *cooperative = 0;
    if (!config || (config->numAttrs && !config->attrs))
        return simt_error(cudaErrorInvalidValue);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *a = &config->attrs[i];
        const char *what = lacks(a);

        if (a->id == cudaLaunchAttributeCooperative)
            *cooperative = a->val.cooperative != 0;
        if (what) {
            fprintf(stderr, "The CPU device does not have %s.\n", what);
            return simt_error(cudaErrorNotSupported);
        }
    }
    return 0;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **args)
{
    int cooperative;
    int error = simt_read_attributes(config, &cooperative);

    simt_launch_site = SITE;
    return error
               ? error
               : simt_launch_array(function, config->gridDim, config->blockDim,
                                   args, config->dynamicSmemBytes,
                                   config->stream, cooperative);
}
