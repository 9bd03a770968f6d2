// expect: overlap: the kernel's stream does not wait for the copy's
#include <cuda_runtime.h>

__global__ void add_one(float *a)
{
    a[threadIdx.x] += 1;
}

int main()
{
    float *h, *d;
    cudaStream_t s[2];

    cudaMallocHost(&h, 256 * sizeof *h);
    cudaMalloc(&d, 256 * sizeof *d);
    for (int i = 0; i < 256; i++)
        h[i] = i;
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    cudaMemcpyAsync(d, h, 256 * sizeof *d, cudaMemcpyHostToDevice, s[0]);
    add_one<<<1, 256, 0, s[1]>>>(d); // <- here
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
