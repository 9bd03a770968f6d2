// expect: host_access: the host has waited for another stream
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
    int *h, *d;
    cudaStream_t s[2];

    cudaMallocHost(&h, 256 * sizeof *h);
    cudaMalloc(&d, 256 * sizeof *d);
    cudaMemset(d, 0, 256 * sizeof *d);
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    cudaMemcpyAsync(h, d, 256 * sizeof *d, cudaMemcpyDeviceToHost, s[0]);
    cudaStreamSynchronize(s[1]);
    printf("%d\n", h[3]); // <- here
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
