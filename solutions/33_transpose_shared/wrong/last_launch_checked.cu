// caught by: correctness
// says: refuses launch number 1
// hint: what happens to an error that came earlier
#include "transpose_shared.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols,
                                 int band)
{
    __shared__ float tile[TILE][TILE];
    int i = band * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    if (i < rows && j < cols)
        tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    __syncthreads();
    i = band * TILE + threadIdx.x;
    j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols)
        b[j * rows + i] = tile[threadIdx.x][threadIdx.y];
}

/* A launch for each band of rows; what one returns replaces what the one before
 * has returned. */
int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    cudaError_t error = cudaSuccess;

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    for (int band = 0; band < (rows + TILE - 1) / TILE; band++) {
        transpose_kernel<<<(cols + TILE - 1) / TILE, dim3(TILE, TILE)>>>(
            d_a, d_b, rows, cols, band);
        error = cudaGetLastError();
    }
    return error;
}
