/* A grid in two dimensions that goes on where it ends. */
#include "addone.h"
#include <cuda_runtime.h>

__global__ void plus_one(float *a, int rows, int cols)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < rows;
         y += gridDim.y * blockDim.y)
        for (int x = threadIdx.x + blockIdx.x * blockDim.x; x < cols;
             x += gridDim.x * blockDim.x)
            ++a[y * cols + x];
}

int add_one(float *a, int rows, int cols)
{
    float *d = nullptr;
    size_t size = sizeof(float) * rows * cols;
    cudaError_t end;

    if (size == 0)
        return 0;
    if ((end = cudaMalloc((void **)&d, size)) != cudaSuccess)
        return end;
    do {
        end = cudaMemcpy(d, a, size, cudaMemcpyHostToDevice);
        if (end)
            break;
        dim3 block(16, 16);
        dim3 grid(min((cols + 15) / 16, 1000), min((rows + 15) / 16, 1000));
        plus_one<<<grid, block>>>(d, rows, cols);
        if ((end = cudaGetLastError()))
            break;
        if ((end = cudaDeviceSynchronize()))
            break;
        end = cudaMemcpy(a, d, size, cudaMemcpyDeviceToHost);
    } while (false);
    cudaFree(d);
    return end;
}
