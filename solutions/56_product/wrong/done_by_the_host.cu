// caught by: traffic (correctness, speed)
// says: Not done
// hint: Which kernel compares the rows
#include "product.h"

#include <cuda_runtime.h>
#include <stdlib.h>

/* BUG: copied to the host, compared there, copied back */
int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    signed char *rank = (signed char *)malloc(32 * (size_t)n + 1);
    int *power = (int *)malloc(4 * (size_t)n + 1);
    unsigned long long found = 0;
    cudaError_t error =
        cudaMemcpy(rank, d_rank, 32 * (size_t)n, cudaMemcpyDeviceToHost);

    if (error == cudaSuccess)
        error =
            cudaMemcpy(power, d_power, 4 * (size_t)n, cudaMemcpyDeviceToHost);
    for (int row = first; row < first + rows && error == cudaSuccess; row++)
        for (int col = row + 1; col < n; col++) {
            long long dot = 0;

            for (int k = 0; k < 30; k++)
                dot += rank[32 * row + k] * rank[32 * col + k];
            found +=
                dot * dot * 201224641 > 26224641ll * power[row] * power[col];
        }
    if (error == cudaSuccess)
        error =
            cudaMemcpy(d_found, &found, sizeof found, cudaMemcpyHostToDevice);
    free(rank);
    free(power);
    return error;
}
