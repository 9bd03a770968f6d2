// caught by: traffic (speed)
// says: Not done on the device
// hint: does somebody else do the work
#include "matmul_naive.h"

#include <cuda_runtime.h>
#include <stdlib.h>

static float *copied(const float *d_x, size_t bytes)
{
    float *x = (float *)malloc(bytes + 1);

    cudaMemcpy(x, d_x, bytes, cudaMemcpyDeviceToHost);
    return x;
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    float *a = copied(d_a, sizeof(float) * m * k);
    float *b = copied(d_b, sizeof(float) * k * n);
    float *c = (float *)calloc((size_t)m * n + 1, sizeof(float));

    for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * k + l] * b[l * n + j];
    cudaError_t error =
        cudaMemcpy(d_c, c, sizeof(float) * m * n, cudaMemcpyHostToDevice);
    free(a);
    free(b);
    free(c);
    return error;
}
