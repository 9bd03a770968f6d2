// expect: overlap: "cudaMemcpyAsync"
// The call comes back when it has read the host's memory, which is not pinned;
// the device may not have all of it then.
#include <cuda_runtime.h>

__global__ void add(int *d)
{
    d[threadIdx.x]++;
}

int main()
{
    static int h[256];
    cudaStream_t s;
    int *d;

    cudaMalloc(&d, sizeof h);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s);
    add<<<1, 256>>>(d); // <- here
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaFree(d);
    return 0;
}
