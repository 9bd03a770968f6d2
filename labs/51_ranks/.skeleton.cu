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
    /* TODO: neighbours are 120 bytes apart in x here. "The bytes" in the
     * handout counts what that costs, and says who should read what; "The
     * banks" says how the tile is to be laid out. */
    int row = blockIdx.x * ROWS + threadIdx.x;
    int sum = 0;

    if (row >= n)
        return;
    for (int k = 0; k < COLS; k++) {
        int smaller = 0;

        for (int other = 0; other < COLS; other++)
            smaller += x[COLS * row + other] < x[COLS * row + k];
        /* TODO: this is half of the rule ("No sorting" in the handout). And
         * each pair is compared twice, out of global memory: "In registers"
         * has something better. */
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
