// caught by: traffic (correctness, speed)
// says: Not done on the device
// hint: Which kernel does the work
#include "ranks.h"

#include <cuda_runtime.h>
#include <stdlib.h>

/* BUG: copied to the host, ranked there, copied back */
int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    int *x = (int *)malloc(120 * (size_t)n + 1);
    signed char *rank = (signed char *)malloc(32 * (size_t)n + 1);
    int *power = (int *)malloc(4 * (size_t)n + 1);
    cudaError_t error =
        cudaMemcpy(x, d_x, 120 * (size_t)n, cudaMemcpyDeviceToHost);

    for (int i = 0; i < n && error == cudaSuccess; i++) {
        power[i] = 0;
        for (int k = 0; k < 32; k++) {
            int number = 0;

            for (int other = 0; other < 30 && k < 30; other++)
                number += (x[30 * i + other] < x[30 * i + k]) -
                          (x[30 * i + other] > x[30 * i + k]);
            rank[32 * i + k] = (signed char)number;
            power[i] += number * number;
        }
    }
    if (error == cudaSuccess)
        error =
            cudaMemcpy(d_rank, rank, 32 * (size_t)n, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error =
            cudaMemcpy(d_power, power, 4 * (size_t)n, cudaMemcpyHostToDevice);
    free(x);
    free(rank);
    free(power);
    return error;
}
