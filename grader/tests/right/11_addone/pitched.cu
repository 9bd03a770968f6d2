/* Rows with gaps between them. */
#include "addone.h"

#include <cuda_runtime.h>

__global__ void kernel(float *a, size_t pitch, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col < cols)
        for (int row = blockIdx.y; row < rows; row += gridDim.y) {
            float &x = *((float *)((char *)a + row * pitch) + col);

            x = x + 1.0f;
        }
}

#define TRY(call)             \
    if (error == cudaSuccess) \
    error = (call)

int add_one(float *a, int rows, int cols)
{
    cudaError_t error = cudaSuccess;
    float *d_a = NULL;
    size_t pitch, width = cols * sizeof(float);

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    TRY(cudaMallocPitch(&d_a, &pitch, width, rows));
    TRY(cudaMemcpy2D(d_a, pitch, a, width, width, rows,
                     cudaMemcpyHostToDevice));
    if (error == cudaSuccess)
        kernel<<<dim3((cols + 127) / 128, rows < 1000 ? rows : 1000), 128>>>(
            d_a, pitch, rows, cols);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy2D(a, width, d_a, pitch, width, rows,
                     cudaMemcpyDeviceToHost));
    cudaFree(d_a);
    return error;
}
