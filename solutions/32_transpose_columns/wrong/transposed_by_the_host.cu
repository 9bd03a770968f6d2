// caught by: memory (correctness, traffic, speed)
// says: cannot touch
// hint: who runs the line that the finding
#include "transpose_columns.h"

#include <cuda_runtime.h>

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            d_b[j * rows + i] = d_a[i * cols + j]; // <- here
    return cudaSuccess;
}
