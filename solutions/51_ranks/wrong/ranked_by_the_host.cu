// caught by: memory (correctness, race, traffic)
// hint: Whose memory do the pointers point to
#include "ranks.h"

#include <cuda_runtime.h>

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    for (int i = 0; i < n; i++) { /* BUG: the host cannot touch d_x */
        d_power[i] = 0;
        for (int k = 0; k < 32; k++) {
            int number = 0;

            for (int other = 0; other < 30 && k < 30; other++)
                number += (d_x[30 * i + other] < d_x[30 * i + k]) -
                          (d_x[30 * i + other] > d_x[30 * i + k]);
            d_rank[32 * i + k] = (signed char)number;
            d_power[i] += number * number;
        }
    }
    return cudaSuccess;
}
