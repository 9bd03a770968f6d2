/* A block counts in shared memory, and draws a ticket for all of its threads.
 */
#include "atomic_add.h"

#include <cuda_runtime.h>

__global__ void count(int *counter)
{
    int all = __syncthreads_count(1);

    if (threadIdx.x == 0)
        atomicAdd(counter, all);
}

int count_up(int *d_counter, int blocks, int threads)
{
    count<<<blocks, threads>>>(d_counter);
    return cudaGetLastError();
}

__global__ void pick(const int *a, int n, int *out, int *count)
{
    __shared__ int many, first;
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = -1;
    int x = i < n ? a[i] : 1;

    if (threadIdx.x == 0)
        many = 0;
    __syncthreads();
    if (x % 2 == 0)
        mine = atomicAdd(&many, 1);
    __syncthreads();
    if (threadIdx.x == 0 && many > 0)
        first = atomicAdd(count, many);
    __syncthreads();
    if (mine >= 0)
        out[first + mine] = x;
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof(int));

    if (error == cudaSuccess && n > 0) {
        pick<<<(n + 127) / 128, 128>>>(d_a, n, d_out, d_count);
        error = cudaGetLastError();
    }
    return error;
}
