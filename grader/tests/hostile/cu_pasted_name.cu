// expect: build: simt_copied is a name of the kit
// lab: 13_array_sum
/* The device's count of copied bytes, by a name put together by a macro. */
#include "array_sum.h"
#include <cuda_runtime.h>
#include <stdlib.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
extern "C" unsigned long CAT(si, mt_copied);
__global__ void show(const int *a, int n, long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == 0x7FFFFFFE) *sum = 0;
}
int array_sum(const int *d_a, int n, long long *d_sum)
{
    int *a = (int *)malloc(n * sizeof *a + 1);
    long long sum = 0;
    if (n > 0) show<<<(n + 255) / 256, 256>>>(d_a, n, d_sum);
    if (cudaError_t e = cudaGetLastError()) return e;
    if (cudaError_t e = cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost)) return e;
    for (int i = 0; i < n; i++) sum += a[i];
    free(a);
    CAT(si, mt_copied) = 0;
    return cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
