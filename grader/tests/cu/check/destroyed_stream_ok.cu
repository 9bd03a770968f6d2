// The default stream waits for what a destroyed one has been asked for, too; so
// does the host.
#include <cuda_runtime.h>

__global__ void add(int *d)
{
    atomicAdd(&d[threadIdx.x], 1);
}

int main()
{
    cudaStream_t s;
    int *d;

    cudaMalloc(&d, 256 * sizeof *d);
    cudaStreamCreate(&s);
    cudaMemsetAsync(d, 0, 256 * sizeof *d, s);
    cudaStreamDestroy(s);
    add<<<1, 256>>>(d);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    cudaMemsetAsync(d, 0, 256 * sizeof *d, s);
    cudaStreamDestroy(s);
    cudaDeviceSynchronize();
    add<<<1, 256>>>(d);
    cudaFree(d);
    return 0;
}
