// caught by: traffic (correctness, speed)
// says: Not done on the device
// hint: Which kernel does the work
#include "pairs.h"

#include <cuda_runtime.h>
#include <stdlib.h>

/* BUG: copied to the host, compared there, copied back */
int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    signed char *rank = (signed char *)malloc(32 * (size_t)n + 1);
    int *power = (int *)malloc(4 * (size_t)n + 1), count = 0;
    struct pair *pair = (struct pair *)malloc(room * sizeof *pair + 1);
    cudaError_t error =
        cudaMemcpy(rank, d_rank, 32 * (size_t)n, cudaMemcpyDeviceToHost);

    if (error == cudaSuccess)
        error =
            cudaMemcpy(power, d_power, 4 * (size_t)n, cudaMemcpyDeviceToHost);
    for (int row = 0; row < n && error == cudaSuccess; row++)
        for (int col = row + 1; col < n; col++) {
            long long dot = 0;

            for (int k = 0; k < 30; k++)
                dot += rank[32 * row + k] * rank[32 * col + k];
            if (dot * dot * 201224641 <= 26224641ll * power[row] * power[col])
                continue;
            if (count < room)
                pair[count] = {row, col, (int)dot};
            count++;
        }
    if (error == cudaSuccess)
        error = cudaMemcpy(d_pair, pair,
                           (count < room ? count : room) * sizeof *pair,
                           cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error =
            cudaMemcpy(d_count, &count, sizeof count, cudaMemcpyHostToDevice);
    free(rank);
    free(power);
    free(pair);
    return error;
}
