/*
 * Why it works: x counts the columns of a. So at each request a warp reads 32
 * neighbours in one row of a: 128 bytes without a gap, 4 sectors. It writes 32
 * elements of one column of b, each in a row and a sector of its own. Only the
 * roles of x and y have changed since lab 31, in the kernel and in the launch.
 *
 * Another way: number all elements, n = blockIdx.x * blockDim.x + threadIdx.x,
 * with i = n / cols and j = n % cols. Then the reading is gap-free however
 * short the rows are, since a warp goes on in the next row, and no thread is
 * idle except at the very end. It costs a division per thread.
 */
#include "transpose_columns.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks((cols + 31) / 32, (rows + 7) / 8);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
