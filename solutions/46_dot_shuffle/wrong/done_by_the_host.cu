// caught by: traffic (speed)
// says: Not done on the device
// hint: Which kernel does the work
#include "dot_shuffle.h"

#include <cuda_runtime.h>
#include <stdlib.h>

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes + 1), *b = (float *)malloc(bytes + 1);
    float c = 0;

    cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        c += a[i] * b[i];
    free(a);
    free(b);
    cudaMemcpy(d_c, &c, sizeof c, cudaMemcpyHostToDevice);
    return cudaGetLastError();
}
