// caught by: memory (correctness, race, traffic, speed)
// says: cannot touch
// hint: who runs the line
#include "matmul_shared_row.h"

#include <cuda_runtime.h>

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;

            for (int l = 0; l < k; l++)
                sum += d_a[i * k + l] * d_b[l * n + j]; // <- here
            d_c[i * n + j] = sum;
        }
    return cudaSuccess;
}
