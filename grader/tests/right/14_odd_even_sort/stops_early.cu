/* Done when two phases have changed nothing; blocks of several phases. */
#include "odd_even_sort.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sort_kernel(int *a, int n)
{
    __shared__ int s[SORT_BLOCK_MAX];
    cg::thread_block check = cg::this_thread_block();
    int idle = 0;

    for (int i = check.thread_rank(); i < n; i += check.size())
        s[i] = a[i];
    check.sync();
    for (int phase = 0; idle < 2; phase++) {
        int moved = 0;

        for (int i = phase % 2 + 2 * check.thread_rank(); i < n - 1;
             i += 2 * check.size())
            if (s[i + 1] < s[i]) {
                int x = s[i];
                s[i] = s[i + 1];
                s[i + 1] = x;
                moved = 1;
            }
        idle = __syncthreads_or(moved) ? 0 : idle + 1;
    }
    for (int i = check.thread_rank(); i < n; i += check.size())
        a[i] = s[i];
}

int sort_block(int *d_a, int n)
{
    if (n > SORT_BLOCK_MAX)
        return cudaErrorInvalidValue;
    sort_kernel<<<1, 512>>>(d_a, n);
    return cudaGetLastError();
}

__global__ void phase(int *a, int n, int first)
{
    int i = first + 2 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i + 1 >= n || a[i] <= a[i + 1])
        return;
    a[i] ^= a[i + 1];
    a[i + 1] ^= a[i];
    a[i] ^= a[i + 1];
}

int odd_even_sort(int *d_a, int n)
{
    for (int i = 0; i < n; i++) {
        phase<<<dim3(n / 400 + 1), dim3(200)>>>(d_a, n, i & 1);
        if (cudaPeekAtLastError() != cudaSuccess)
            break;
    }
    return cudaGetLastError();
}
