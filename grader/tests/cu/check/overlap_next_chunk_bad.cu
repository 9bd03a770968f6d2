// expect: overlap: the next chunk comes into the buffer that is still copied back
#include <cuda_runtime.h>

int main()
{
    float *h, *d;
    cudaStream_t s[2];

    cudaMallocHost(&h, 512 * sizeof *h);
    cudaMalloc(&d, 256 * sizeof *d);
    for (int i = 0; i < 512; i++)
        h[i] = i;
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    cudaMemcpyAsync(d, h, 1024, cudaMemcpyHostToDevice, s[0]);
    cudaMemcpyAsync(h, d, 1024, cudaMemcpyDeviceToHost, s[0]);
    cudaMemcpyAsync(d, h + 256, 1024, cudaMemcpyHostToDevice, s[1]); // <- here
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
