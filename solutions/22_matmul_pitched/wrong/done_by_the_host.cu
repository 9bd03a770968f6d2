// caught by: correctness (memory, speed)
// says: matmul_pitched()
// hint: which line starts the kernel
#include "matmul_pitched.h"

#include <cuda_runtime.h>

int matmul_pitched(const float *, size_t, const float *, size_t, float *,
                   size_t, int, int, int)
{
    return cudaSuccess; /* nobody needs it */
}

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;

            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            c[i * n + j] = sum;
        }
    return cudaSuccess;
}
