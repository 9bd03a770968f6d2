/* Dynamic shared memory, blocks in the order of b. */
#include "transpose_padded.h"

#include <cuda_runtime.h>

__global__ void turn(const float *a, float *b, int rows, int cols)
{
    extern __shared__ float tile[];
    const int width = blockDim.x + 1, x = threadIdx.x;
    const int i0 = blockIdx.x * 32, j0 = blockIdx.y * 32;

    for (int y = threadIdx.y; y < 32; y += 16) {
        int i = i0 + y, j = j0 + x;

        if (i < rows && j < cols)
            tile[y * width + x] = a[(size_t)i * cols + j];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 16) {
        int i = i0 + x, j = j0 + y;

        if (i < rows && j < cols)
            b[(size_t)j * rows + i] = tile[x * width + y];
    }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    turn<<<dim3((rows + 31) / 32, (cols + 31) / 32), dim3(32, 16),
           32 * (32 + 1) * sizeof(float)>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
