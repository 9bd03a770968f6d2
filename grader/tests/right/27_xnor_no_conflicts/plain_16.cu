/* The article's tiles with x as the column, in one dimension of threads. */
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

__global__ void kernel(const unsigned *__restrict__ a,
                       const unsigned *__restrict__ b, int *__restrict__ c,
                       int m, int k, int n)
{
    __shared__ unsigned sa[256], sb[256];
    const unsigned t = threadIdx.x, x = t & 15, y = t >> 4;
    const int W = (k + 31) / 32, i = blockIdx.y * 16 + y,
              j = blockIdx.x * 16 + x;
    int differ = 0;

    for (int w = 0; w < W; w += 16) {
        sa[t] = (i < m & w + (int)x < W) ? a[i * W + w + x] : 0;
        sb[t] = (j < n & w + (int)y < W) ? b[(w + y) * n + j] : 0;
        __syncthreads();
        for (int s = 0; s < 16; s++)
            differ += __popc(sa[y * 16 + s] ^ sb[s * 16 + x]);
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    kernel<<<dim3((n + 15) / 16, (m + 15) / 16), 256>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
