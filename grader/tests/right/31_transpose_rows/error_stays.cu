/* Only looks at the launch's error, which stays CUDA's last one, as that of its own
 * cudaMalloc() does. */
#include "transpose_rows.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks((rows + 31) / 32, (cols + 7) / 8);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    void *mine = NULL;
    cudaError_t error = cudaMalloc(&mine, 64);

    if (error == cudaSuccess) {
        transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
        error = cudaPeekAtLastError();
    }
    cudaFree(mine);
    return error;
}
