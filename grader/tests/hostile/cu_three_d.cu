// expect: right:
#include <cuda_runtime.h>

__global__ void add(float *a, int n)
{
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread =
        (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int size = blockDim.x * blockDim.y * blockDim.z;

    for (int i = block * size + thread; i < n;
         i += size * gridDim.x * gridDim.y * gridDim.z)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    float *d_a = NULL;
    cudaError_t e;

    if (n == 0)
        return 0;
    if ((e = cudaMalloc(&d_a, n * sizeof *a)))
        return e;
    cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice);
    add<<<dim3(3, 5, 7), dim3(4, 8, 2)>>>(d_a, n);
    if (!(e = cudaGetLastError()))
        e = cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return e;
}
