// caught by: traffic
// says: Too few blocks
// hint: who works besides them
#include "array_sum.h"

#include <cuda_runtime.h>

__global__ void sum_kernel(const int *a, int n, long long *sum)
{
    long long s = 0;

    for (int i = 0; i < n; i++)
        s += a[i]; // <- here
    *sum = s;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    sum_kernel<<<1, 1>>>(d_a, n, d_sum);
    return cudaGetLastError();
}
