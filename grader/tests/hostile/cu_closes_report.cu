// expect: correctness: asked the system
// door: build: close is not among what an answer may use
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void add(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    float *d_a = NULL;
    cudaError_t e;

    if (n == 0)
        return 0;
    close(6);
    if ((e = cudaMalloc(&d_a, n * sizeof *a)))
        return e;
    cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(d_a, n);
    if (!(e = cudaGetLastError()))
        e = cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return e;
}
