// In the same stream, and from a stream that the default one waits for; the
// host's memory may be used again at once.
#include <cuda_runtime.h>

__global__ void add(int *d)
{
    d[threadIdx.x]++;
}

int main()
{
    static int h[256];
    cudaStream_t s, t;
    int *d;

    cudaMalloc(&d, sizeof h);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreate(&t);
    cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s);
    h[0] = 1;
    add<<<1, 256, 0, s>>>(d);
    cudaStreamSynchronize(s);
    cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, t);
    h[0] = 2;
    add<<<1, 256>>>(d);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(d);
    return 0;
}
