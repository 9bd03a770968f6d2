// expect: launch: "stream of device 0" "cudaSetDevice"
// A stream belongs to the device that was current when it was made.
#include <cuda_runtime.h>

__global__ void k(int *d)
{
    d[threadIdx.x] = 1;
}

int main()
{
    int *d;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cudaSetDevice(1);
    cudaMalloc(&d, 32 * sizeof(int));
    k<<<1, 32, 0, stream>>>(d); // <- here
    if (cudaGetLastError() == cudaErrorInvalidResourceHandle)
        k<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaStreamDestroy(stream);
    cudaFree(d);
    return 0;
}
