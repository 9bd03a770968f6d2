/* cudaLaunchKernel() with the kernel cast to a plain pointer, as C code does
 * it: the types must not be lost on the way. */
#include <cuda_runtime.h>

#include "check.h"

__global__ void add(float *a, int n)
{
    int i = threadIdx.x;

    if (i < n)
        a[i] += (float)n;
}

template <class T> __global__ void add_some(T *a, int n)
{
    int i = threadIdx.x;

    if (i < n)
        a[i] += (T)n;
}

int main()
{
    int n = 100;
    float *d, h[100];
    void *arguments[] = {&d, &n};

    CHECK(cudaMalloc(&d, sizeof h) == cudaSuccess);
    CHECK(cudaMemset(d, 0, sizeof h) == cudaSuccess);
    CHECK(cudaLaunchKernel((void *)add, dim3(1), dim3(128), arguments, 0, 0) ==
          cudaSuccess);
    CHECK(cudaLaunchKernel((const void *)add_some<float>, dim3(1), dim3(128),
                           arguments, 0, 0) == cudaSuccess);
    CHECK(cudaLaunchCooperativeKernel((void *)add, 1, 128, arguments) ==
          cudaSuccess);
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < n; i++)
        CHECK(h[i] == 300);
    CHECK(cudaFree(d) == cudaSuccess);
    return 0;
}
