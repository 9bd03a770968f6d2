// expect: device_access: "another device"
// A pointer of device 0, used by a kernel on device 1.
#include <cuda_runtime.h>

__global__ void k(int *d)
{
    d[threadIdx.x] = 1; // <- here
}

int main()
{
    int *mine, *other;

    cudaMalloc(&other, 32 * sizeof(int));
    cudaSetDevice(1);
    cudaMalloc(&mine, 32 * sizeof(int));
    k<<<1, 32>>>(mine);
    k<<<1, 32>>>(other);
    cudaDeviceSynchronize();
    cudaFree(mine);
    cudaFree(other);
    return 0;
}
