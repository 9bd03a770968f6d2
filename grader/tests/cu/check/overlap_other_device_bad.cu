// expect: overlap: "cudaMemcpy() at line 22 is in the default stream of device 0, which is current there" "the memory is device 1's."
// The kernel is on device 1, and nobody has said so for the copy.
#include <cuda_runtime.h>

__global__ void add_one(int *a)
{
    a[0] += 1;
}

int main()
{
    int *d, sum = 0;
    cudaStream_t stream;

    cudaSetDevice(1);
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    cudaDeviceSynchronize();
    cudaStreamCreate(&stream);
    add_one<<<1, 1, 0, stream>>>(d);
    cudaSetDevice(0);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost); // <- here
    cudaStreamDestroy(stream);
    cudaFree(d);
    return 0;
}
