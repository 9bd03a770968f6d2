// expect: overlap: a plain write, and atomics of a kernel in another stream
#include <cuda_runtime.h>

__global__ void count(int *n)
{
    atomicAdd(n, 1);
}

__global__ void clear(int *n)
{
    *n = 0;
}

int main()
{
    int *d;
    cudaStream_t s[2];

    cudaMalloc(&d, sizeof *d);
    for (int k = 0; k < 2; k++)
        cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
    clear<<<1, 1, 0, s[0]>>>(d);
    count<<<1, 256, 0, s[1]>>>(d); // <- here
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
