// Memory of another device with peer access, and what all devices share. The
// host and copies may go everywhere, whichever device is current.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *a, int *b, int *sum)
{
    sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main()
{
    int *a, *b, *pinned, *managed, wrong = 0;

    cudaMalloc(&a, 32 * sizeof(int));
    cudaMallocManaged(&managed, 32 * sizeof(int));
    cudaMallocHost(&pinned, 32 * sizeof(int));
    for (int i = 0; i < 32; i++)
        pinned[i] = managed[i] = i;
    cudaSetDevice(1);
    cudaMalloc(&b, 32 * sizeof(int));
    cudaMemcpy(a, pinned, 32 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, pinned, 32 * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, 32>>>(b, managed, pinned);
    cudaDeviceEnablePeerAccess(0, 0);
    add<<<1, 32>>>(a, b, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
        wrong += pinned[i] != 2 * i;
    cudaSetDevice(0);
    cudaMemcpy(pinned, b, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += pinned[i] != 2 * i;
    if (wrong)
        printf("%d are wrong\n", wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFree(managed);
    cudaFreeHost(pinned);
    return wrong;
}
