// caught by: traffic (speed)
// says: reading for
// hint: which row and which column of C has each
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int words = (k + 31) / 32;

    if (i >= m)
        return;
    for (int j = 0; j < n; j++) {
        int differ = 0;

        for (int w = 0; w < words; w++)
            differ += __popc(a[i * words + w] ^ b[w * n + j]);
        c[i * n + j] = k - 2 * differ;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    xnor_kernel<<<(m + 255) / 256, 256>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
