// caught by: speed
// says: too slow
// hint: How many blocks does your launch have
#include "transpose_padded.h"

#include <cuda_runtime.h>

#define TILE 32

/* One block goes from tile to tile. Right, and not a sector too many, but all
 * other multiprocessors look on. */
__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;

    for (int i0 = 0; i0 < rows; i0 += TILE)
        for (int j0 = 0; j0 < cols; j0 += TILE) {
            if (i0 + y < rows && j0 + x < cols)
                tile[y][x] = a[(i0 + y) * cols + j0 + x];
            __syncthreads();
            if (i0 + x < rows && j0 + y < cols)
                b[(j0 + y) * rows + i0 + x] = tile[x][y];
            __syncthreads();
        }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    transpose_kernel<<<1, dim3(TILE, TILE)>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
