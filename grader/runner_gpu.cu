/*
 * runner_gpu.cu - compiled with nvcc and linked to the runner where a .cu file
 * runs on a GPU: opens the memory that the judge owns, and waits for the GPU.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

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

static __global__ void nothing(void)
{
}

/* The least that a call can be. */
extern "C" void labkit_gpu_nothing(void)
{
    nothing<<<1, 32>>>();
}

/* Until all that was launched has ended, on any stream. */
extern "C" void labkit_gpu_wait(void)
{
    cudaDeviceSynchronize();
}
