/* Fewer blocks than rows; the row in a struct's array of fixed size. */
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

struct room {
    unsigned word[12288];
};

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    __shared__ room row;
    int W = (k + 31) / 32;

    for (int i = blockIdx.x; i < m; i += gridDim.x) {
        for (int w = threadIdx.x; w < W; w += blockDim.x)
            row.word[w] = a[(size_t)i * W + w];
        __syncthreads();
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            int sum = k;

            for (int w = 0; w < W; w++)
                sum -= 2 * __popc(row.word[w] ^ b[(size_t)w * n + j]);
            c[(size_t)i * n + j] = sum;
        }
        __syncthreads();
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    mul<<<min(m + 1, 300), 128>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
