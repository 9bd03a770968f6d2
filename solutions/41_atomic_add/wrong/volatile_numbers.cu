// caught by: traffic
// says: reading 20000 numbers
// hint: How often is each number read
/* BUG: volatile: read each time */
#include "atomic_add.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void count_kernel(int *counter)
{
    atomicAdd(counter, 1);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count_kernel<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    const volatile int *v = a;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && v[i] % 2 == 0) {
        int ticket = atomicAdd(count, 1);

        out[ticket] = v[i];
    }
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pick_kernel<<<(n - 1) / (1 * THREADS) + 1, THREADS>>>(d_a, n, d_out,
                                                        d_count);
    return cudaGetLastError();
}
