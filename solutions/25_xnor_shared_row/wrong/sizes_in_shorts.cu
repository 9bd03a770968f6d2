// caught by: correctness (speed)
// hint: Which types hold them
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

/* 65535 fits into 16 bits; but one of them is for the sign. */
__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int k,
                            short n)
{
    extern __shared__ unsigned row[];
    short i = blockIdx.x;
    int words = (k + 31) / 32;

    for (int w = threadIdx.x; w < words; w += blockDim.x)
        row[w] = a[i * words + w];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        int differ = 0;

        for (int w = 0; w < words; w++)
            differ += __popc(row[w] ^ b[w * n + j]);
        c[i * n + j] = k - 2 * differ;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    size_t row_bytes = (k + 31) / 32 * sizeof(unsigned);

    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    xnor_kernel<<<m, 256, row_bytes>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
