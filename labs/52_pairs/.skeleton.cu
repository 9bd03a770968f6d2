/*
 * Lab 52, pairs: which pairs of rows go up and down together. README.md has the
 * task, pairs.h the rules for pairs().
 */
#include "pairs.h"

#include <cuda_runtime.h>

#define WORDS 8     /* of a row: 32 bytes */
#define THREADS 128 /* of a block */

/* A block for each row, as in the article. */
__global__ void pairs_kernel(const int *rank, const int *power, int n,
                             struct pair *pair, int room, int *count)
{
    int row = blockIdx.x;

    /* TODO: 8 sectors for a pair are too many. "What a pair costs" and "Half of
     * the table" in the handout say which rows a block should have, and how
     * many blocks that are. And which col is the first one of a row? */
    for (int col = row + threadIdx.x; col < n; col += THREADS) {
        int dot = 0;

        for (int k = 0; k < WORDS; k++)
            dot = __dp4a(rank[row * WORDS + k], rank[col * WORDS + k], dot);
        /* TODO: the rule of pairs.h, exactly. This is about the same, but not
         * for all pairs: "When is a pair found?" */
        float r = dot / sqrtf((float)power[row] * power[col]);
        if (r >= 0.361f) {
            /* TODO: an atomic operation for each pair is too many: "Where to
             * put them" in the handout. */
            int place = atomicAdd(count, 1);

            if (place < room)
                pair[place] = {row, col, dot};
        }
    }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    /* TODO: the count begins with 0; and there may be no rows. */
    pairs_kernel<<<n, THREADS>>>((const int *)d_rank, d_power, n, d_pair, room,
                                 d_count);
    return cudaGetLastError();
}
