// expect: memory: did not come through
// door: build: _exit is not among what an answer may use
/* Leaks the memory of the device, and leaves before that is told. */
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__global__ void add(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1;
}

static void leave(void)
{
    _exit(0);
}

int add_one(float *a, int rows, int cols)
{
    static int known;
    int n = rows * cols;
    float *d_a = NULL;
    cudaError_t e;

    if (!known)
        known = atexit(leave) == 0;
    if (n == 0)
        return 0;
    if ((e = cudaMalloc(&d_a, n * sizeof *a)))
        return e;
    cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(d_a, n);
    if (!(e = cudaGetLastError()))
        e = cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost);
    return e;
}
