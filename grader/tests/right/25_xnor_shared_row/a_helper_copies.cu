/* The copy is a function of its own; agreeing bits are counted. */
#include "xnor_shared_row.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

using cooperative_groups::thread_block;

template <typename T>
__device__ void copy(const thread_block &end, T *to, const T *from, int n)
{
    for (int k = end.thread_rank(); k < n; k += end.size())
        to[k] = from[k];
    end.sync();
}

__global__ void mul(const unsigned *__restrict__ a,
                    const unsigned *__restrict__ b, int *__restrict__ c, int k,
                    int n)
{
    extern __shared__ unsigned check[];
    const int words = k / 32 + (k % 32 > 0);

    copy(cooperative_groups::this_thread_block(), check,
         a + (size_t)blockIdx.x * words, words);
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        int same = 0;

        for (int w = 0; w < words; w++)
            same += 32 - __popc(check[w] ^ b[(size_t)w * n + j]);
        same -= 32 * words - k; /* bits for no element agree, too */
        c[(size_t)blockIdx.x * n + j] = 2 * same - k;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    size_t bytes = (k / 32 + 1) * sizeof(unsigned);

    if (bytes > 48 * 1024)
        bytes = 48 * 1024;
    if (m > 0 && n > 0)
        mul<<<dim3(m), dim3(96), bytes>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
