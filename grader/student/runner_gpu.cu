/*
 * runner_gpu.cu - compiled with nvcc and linked to the runner where a .cu file
 * runs on a GPU: opens the memory that the judge owns, or makes its own under
 * compute-sanitizer, and waits for the GPU.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#include "protocol.h"

/* The arena `region` (0 or 1) behind this handle; the one before is closed. */
extern "C" void *labkit_gpu_open(int region, const unsigned char *handle)
{
    static cudaIpcMemHandle_t open[2];
    static void *address[2];
    cudaError_t error;

    if (address[region] && !memcmp(&open[region], handle, sizeof *open))
        return address[region];
    if (address[region])
        cudaIpcCloseMemHandle(address[region]);
    memcpy(&open[region], handle, sizeof *open);
    error = cudaIpcOpenMemHandle(&address[region], open[region],
                                 cudaIpcMemLazyEnablePeerAccess);
    if (error != cudaSuccess) {
        fprintf(stderr, "cudaIpcOpenMemHandle: %s\n",
                cudaGetErrorString(error));
        exit(97);
    }
    return address[region];
}

static void *own[MAX_BUFFERS];

/* A piece of memory for every buffer, exactly as large, so that whoever goes
 * past its end is outside; the arguments become addresses in there. Buffers
 * of the host get one, too: it shows whether the GPU works. */
extern "C" void labkit_gpu_make(struct request *r, char **arena)
{
    arena[REGION_DEVICE_IN] = arena[REGION_DEVICE_OUT] = NULL;
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        size_t bytes = (size_t)b->bytes;
        if (cudaMalloc(&own[i], bytes ? bytes : 1) != cudaSuccess ||
            cudaMemcpy(own[i], arena[b->region] + b->offset, bytes,
                       cudaMemcpyHostToDevice) != cudaSuccess)
            exit(97);
        for (int k = 0; k < r->n_args; k++) {
            struct wire_value *v = &r->arg[k];
            if (v->region == b->region + REGION_DEVICE_IN - REGION_IN &&
                v->i >= b->offset && v->i <= b->offset + b->bytes)
                v->i += (int64_t)own[i] - b->offset;
        }
    }
}

extern "C" void labkit_gpu_free(const struct request *r, char *const *arena)
{
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        if (b->device && b->region == REGION_OUT)
            cudaMemcpy(arena[REGION_OUT] + b->offset, own[i], (size_t)b->bytes,
                       cudaMemcpyDeviceToHost);
        cudaFree(own[i]);
    }
}

/* The pinned buffers of the host, before and after the call. Where it cannot
 * be done they stay what they are: copies work all the same. */
extern "C" void labkit_gpu_pin(const struct request *r, char *const *arena,
                               int pinned)
{
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        char *p = arena[b->region] + b->offset;

        if (b->pinned && b->bytes && pinned)
            cudaHostRegister(p, (size_t)b->bytes, cudaHostRegisterDefault);
        else if (b->pinned && b->bytes)
            cudaHostUnregister(p);
    }
    cudaGetLastError();
}

static __global__ void nothing(void)
{
}

/* The least that a call can be. */
extern "C" void labkit_gpu_nothing(void)
{
    nothing<<<1, 32>>>();
}

/* Until all that was launched has ended, on any stream. What the call has left
 * as its last error is not the next one's. */
extern "C" void labkit_gpu_wait(void)
{
    cudaDeviceSynchronize();
    cudaGetLastError();
}
