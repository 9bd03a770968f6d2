// A program of one's own may end so.
#include <cuda_runtime.h>

__global__ void fill(int *a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    int *a;

    cudaMalloc(&a, 32 * sizeof(int));
    fill<<<1, 32>>>(a);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    cudaFree(a);
    return cudaDeviceReset();
}
