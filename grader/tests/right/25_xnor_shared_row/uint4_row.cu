/* Four words at a time where the row begins on 16 bytes. */
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int k, int n)
{
    extern __shared__ uint4 row4[];
    unsigned *row = (unsigned *)row4;
    int W = (k + 31) / 32;
    const unsigned *from = a + (size_t)blockIdx.x * W;

    if (W % 4 == 0)
        for (int q = threadIdx.x; q < W / 4; q += blockDim.x)
            row4[q] = reinterpret_cast<const uint4 *>(from)[q];
    else
        for (int w = threadIdx.x; w < W; w += blockDim.x)
            row[w] = from[w];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        int differ = 0, w = 0;

        for (; w + 3 < W; w += 4) {
            uint4 x = row4[w / 4];

            differ += __popc(x.x ^ b[(size_t)w * n + j]);
            differ += __popc(x.y ^ b[(size_t)(w + 1) * n + j]);
            differ += __popc(x.z ^ b[(size_t)(w + 2) * n + j]);
            differ += __popc(x.w ^ b[(size_t)(w + 3) * n + j]);
        }
        for (; w < W; w++)
            differ += __popc(row[w] ^ b[(size_t)w * n + j]);
        c[(size_t)blockIdx.x * n + j] = k - 2 * differ;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<m, 64, ((k + 31) / 32 + 3) / 4 * sizeof(uint4)>>>(d_a, d_b, d_c, k,
                                                            n);
    return cudaGetLastError();
}
