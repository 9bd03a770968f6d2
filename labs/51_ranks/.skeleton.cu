/*
 * Lab 51, ranks: the rank numbers of many rows of 30 ints. README.md has the
 * task, ranks.h the rules for ranks().
 */
#include "ranks.h"

#include <cuda_runtime.h>

#define COLS 30
#define ROWS 128 /* of a block, one for each thread */

__global__ void ranks_kernel(const int *x, int n, signed char *rank, int *power)
{
    /* TODO: first bring the block's rows into shared memory, all threads
     * together: neighbours read neighbours. One __syncthreads(), then each
     * thread has a row of its own there. */
    int row = blockIdx.x * ROWS + threadIdx.x;
    int sum = 0;

    if (row >= n)
        return;
    for (int k = 0; k < COLS; k++) {
        int smaller = 0;

        for (int other = 0; other < COLS; other++)
            smaller += x[COLS * row + other] < x[COLS * row + k];
        /* TODO: less those that are larger. And keep the 30 numbers and their
         * rank numbers in registers: local arrays, loops with
         * #pragma unroll in front. */
        sum += smaller * smaller;
        /* TODO: whole sectors in one request, and no byte left out. */
        rank[32 * row + k] = (signed char)smaller;
    }
    power[row] = sum;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    /* TODO: enough blocks, and none at all for no rows. */
    ranks_kernel<<<n / ROWS, ROWS>>>(d_x, n, d_rank, d_power);
    return cudaGetLastError();
}
