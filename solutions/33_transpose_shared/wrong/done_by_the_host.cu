// caught by: traffic (speed)
// says: Not done on the device
// hint: Or does somebody else do the work
#include "transpose_shared.h"

#include <cuda_runtime.h>
#include <stdlib.h>

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    size_t bytes = (size_t)rows * cols * sizeof(float);
    float *a = (float *)malloc(bytes + 1), *b = (float *)malloc(bytes + 1);

    cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            b[j * rows + i] = a[i * cols + j];
    cudaError_t error = cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    free(a);
    free(b);
    return error;
}
