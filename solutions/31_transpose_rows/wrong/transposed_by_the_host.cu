// caught by: memory (correctness, traffic, speed)
// says: cannot touch
// hint: Whose memory do the pointers point to
#include "transpose_rows.h"

#include <cuda_runtime.h>

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            d_b[j * rows + i] = d_a[i * cols + j]; // <- here
    return cudaSuccess;
}
