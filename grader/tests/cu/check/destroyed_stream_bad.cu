// expect: overlap: "Two streams at once"
// A stream that is destroyed goes on with what it was asked for.
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
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemsetAsync(d, 0, 256 * sizeof *d, s);
    cudaStreamDestroy(s);
    add<<<1, 256>>>(d); // <- here
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
