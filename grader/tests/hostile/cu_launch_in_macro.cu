// expect: right:
#include <cuda_runtime.h>
#define BLOCKS(n) (((n) + 255) / 256)
#define RUN(k, n, ...) k<<<BLOCKS(n), 256>>>(__VA_ARGS__)
#define TWICE(x) \
    x;           \
    x

__global__ void add(float *a, int n, int turn)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && i % 2 == turn)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols, turn = 0;
    float *d_a = NULL;
    cudaError_t e;

    if (n == 0)
        return 0;
    if ((e = cudaMalloc(&d_a, n * sizeof *a)))
        return e;
    cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice);
    TWICE(RUN(add, n, d_a, n, turn++));
    if (!(e = cudaGetLastError()))
        e = cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return e;
}
