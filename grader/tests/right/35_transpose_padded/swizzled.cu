/* No padding: the columns of each row of the tile are exchanged. */
#include "transpose_padded.h"

#include <cuda_runtime.h>

__global__ void turn(const float *a, float *b, int rows, int cols)
{
    __shared__ float t[32 * 32];
    unsigned x = threadIdx.x, i0 = 32 * blockIdx.y, j0 = 32 * blockIdx.x;

    for (unsigned y = threadIdx.y; y < 32; y += 8)
        if (i0 + y < rows && j0 + x < cols)
            t[32 * y + (x ^ y)] = a[(i0 + y) * cols + j0 + x];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        if (j0 + y < cols && i0 + x < rows)
            b[(j0 + y) * rows + i0 + x] = t[32 * x + (x ^ y)];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    turn<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(d_a, d_b,
                                                                    rows, cols);
    return cudaGetLastError();
}
