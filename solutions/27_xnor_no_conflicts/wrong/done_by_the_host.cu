// caught by: traffic (speed)
// says: Not done on the device
// hint: Or does somebody else do the work
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>
#include <stdlib.h>

static unsigned *copied(const unsigned *d_x, size_t words)
{
    unsigned *x = (unsigned *)malloc(words * sizeof *x + 1);

    cudaMemcpy(x, d_x, words * sizeof *x, cudaMemcpyDeviceToHost);
    return x;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    int words = (k + 31) / 32;
    unsigned *a = copied(d_a, (size_t)m * words);
    unsigned *b = copied(d_b, (size_t)words * n);
    int *c = (int *)malloc(sizeof(int) * m * n + 1);

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            int differ = 0;

            for (int w = 0; w < words; w++)
                differ += __builtin_popcount(a[i * words + w] ^ b[w * n + j]);
            c[i * n + j] = k - 2 * differ;
        }
    cudaError_t error =
        cudaMemcpy(d_c, c, sizeof(int) * m * n, cudaMemcpyHostToDevice);
    free(a);
    free(b);
    free(c);
    return error;
}
