// expect: host_access: the host changes what is still being copied from
#include <cuda_runtime.h>

int main()
{
    int *h, *d;

    cudaMallocHost(&h, 256 * sizeof *h);
    cudaMalloc(&d, 256 * sizeof *d);
    for (int i = 0; i < 256; i++)
        h[i] = i;
    cudaMemcpyAsync(d, h, 256 * sizeof *d, cudaMemcpyHostToDevice, 0);
    h[3] = 7; // <- here
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
