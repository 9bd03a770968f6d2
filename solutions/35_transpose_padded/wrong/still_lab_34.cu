// caught by: traffic (speed)
// says: 24576
// hint: Which side has too many sectors
#include "transpose_padded.h"

#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j]; // <- here
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(8, 32);
    dim3 blocks((rows + 7) / 8, (cols + 31) / 32);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
