/*
 * product.cu - the naive product of two n x n matrices, timed: `product 1000`.
 * Built for fast mode and for check mode it shows what checking costs.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void product(const float *a, const float *b, float *c, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    float sum = 0;

    if (col >= n)
        return;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    size_t bytes = (size_t)n * n * sizeof(float);
    float *a, *b, *c, ms;
    cudaEvent_t begin, end;

    if (cudaMalloc(&a, bytes) || cudaMalloc(&b, bytes) ||
        cudaMalloc(&c, bytes) || cudaEventCreate(&begin) ||
        cudaEventCreate(&end))
        return 1;
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    cudaEventRecord(begin);
    product<<<dim3((n + 255) / 256, n), 256>>>(a, b, c, n);
    cudaEventRecord(end);
    if (cudaEventSynchronize(end) || cudaEventElapsedTime(&ms, begin, end))
        return 1;
    printf("%d^3: %.1f ms\n", n, ms);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return cudaGetLastError();
}
