/* cudaLaunchKernelEx() and cudaLaunchKernelExC(), which take a launch's numbers
 * and attributes in a structure. */
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "check.h"

struct pair {
    int a;
    double b;
};

__global__ void add(int *sum, long long n, pair p)
{
    extern __shared__ int one[];

    one[threadIdx.x] = (int)n + p.a + (int)p.b;
    atomicAdd(sum, one[threadIdx.x]);
}

template <class T> __global__ void wait_for_all(T *count, T *seen)
{
    atomicAdd(count, 1);
    cooperative_groups::this_grid().sync();
    seen[blockIdx.x * blockDim.x + threadIdx.x] = *count;
}

int main()
{
    int *d, *seen, h[64];
    long long n = 3;
    pair p = {5, 7.5};
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute attributes[2] = {};
    void *args[] = {&d, &n, &p};

    OK(cudaMalloc(&d, sizeof *d));
    OK(cudaMalloc(&seen, sizeof h));
    OK(cudaMemset(d, 0, sizeof *d));
    c.gridDim = dim3(2);
    c.blockDim = 32;
    c.dynamicSmemBytes = 32 * sizeof(int);
    /* An int for the long long: converted as in a call. */
    OK(cudaLaunchKernelEx(&c, add, d, 3, p));
    OK(cudaLaunchKernelExC(&c, (const void *)add, args));
    OK(cudaLaunchKernelExC(&c, (void *)add, args));
    OK(cudaMemcpy(h, d, sizeof *d, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 3 * 64 * 15);

    OK(cudaMemset(d, 0, sizeof *d));
    attributes[0].id = cudaLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    attributes[1].id = cudaLaunchAttributePriority;
    attributes[1].val.priority = 0;
    c.attrs = attributes;
    c.numAttrs = 2;
    OK(cudaLaunchKernelEx(&c, wait_for_all<int>, d, seen));
    OK(cudaMemcpy(h, seen, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        CHECK(h[i] == 64);

    c.blockDim = 2048;
    CHECK(cudaLaunchKernelEx(&c, add, d, n, p) ==
          cudaErrorInvalidConfiguration);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    c.blockDim = 32;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 0;
    OK(cudaLaunchKernelEx(&c, wait_for_all<int>, d, seen));
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    freopen("/dev/null", "w", stderr); /* it says why */
    CHECK(cudaLaunchKernelEx(&c, wait_for_all<int>, d, seen) ==
          cudaErrorNotSupported);
    CHECK(cudaGetLastError() == cudaErrorNotSupported);
    OK(cudaFree(d));
    OK(cudaFree(seen));
    return 0;
}
