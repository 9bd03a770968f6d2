/* Two rows a block if there is room for both, else one. */
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

template <int R>
__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    extern __shared__ unsigned s[];
    int W = (k + 31) / 32, i = R * blockIdx.x, have = min(R, m - i);

    for (int e = threadIdx.x; e < have * W; e += blockDim.x)
        s[e] = a[(size_t)i * W + e];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        int differ[R] = {};

        for (int w = 0; w < W; w++) {
            unsigned x = b[(size_t)w * n + j];

            for (int r = 0; r < have; r++)
                differ[r] += __popc(s[r * W + w] ^ x);
        }
        for (int r = 0; r < have; r++)
            c[(size_t)(i + r) * n + j] = k - 2 * differ[r];
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    size_t row = (k + 31) / 32 * sizeof(unsigned);

    if (m == 0 || n == 0)
        return cudaSuccess;
    if (2 * row <= 48 << 10)
        mul<2><<<(m + 1) / 2, 256, 2 * row>>>(d_a, d_b, d_c, m, k, n);
    else
        mul<1><<<m, 256, row>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
