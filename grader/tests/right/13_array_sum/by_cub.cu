/* CUB's reduction of a block; what it leaves with thread 0 is added up. */
#include "array_sum.h"

#include <cub/cub.cuh>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

__global__ void add_all(const int *a, int n, unsigned long long *sum)
{
    using Reduce = cub::BlockReduce<long long, THREADS>;
    __shared__ typename Reduce::TempStorage storage;
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const long long total = Reduce(storage).Sum(i < n ? a[i] : 0ll);

    if (threadIdx.x == 0)
        atomicAdd(sum, (unsigned long long)total);
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemsetAsync(d_sum, 0, sizeof *d_sum);

    if (error == cudaSuccess && n > 0) {
        add_all<<<(n - 1) / THREADS + 1, THREADS>>>(
            d_a, n, reinterpret_cast<unsigned long long *>(d_sum));
        error = cudaGetLastError();
    }
    return error;
}
