/*
 * Lab 56, product: how many pairs of rows go up and down together, counted with
 * tensor cores. README.md has the task, product.h the rules for product().
 */
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define TILE 16
#define BYTES 32 /* of a row */

using namespace nvcuda::wmma;

/* A warp for each tile of 16 rows and 16 columns. */
__global__ void product_kernel(const signed char *rank, const int *power, int n,
                               int first, unsigned long long *found)
{
    __shared__ int tile[TILE * TILE];
    fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> rows;
    fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> cols;
    fragment<accumulator, TILE, TILE, TILE, int> dot;
    int row = first + blockIdx.x * TILE, col = first + blockIdx.y * TILE;

    /* TODO: a step of the tensor cores takes 16 bytes of each row, and a row
     * has 32 (README.md, "A tile, by a warp"). Each load should serve many
     * tiles ("What a load costs"). And the last tile has rows that are not
     * there ("The edges"). */
    fill_fragment(dot, 0);
    load_matrix_sync(rows, &rank[row * BYTES], BYTES);
    load_matrix_sync(cols, &rank[col * BYTES], BYTES);
    mma_sync(dot, rows, cols, dot);

    /* TODO: where all rows have one power and all columns have one power, all
     * elements of dot.x[] share one limit, wherever they lie: nothing to be
     * stored. */
    store_matrix_sync(tile, dot, TILE, mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < TILE * TILE; i += 32) {
        int r = row + i / TILE, c = col + i % TILE;

        /* TODO: the rule of product.h, with 64 bits. This is about the same,
         * but not for negative dots, and for some of the others. */
        float size = sqrtf((float)power[r] * power[c]);

        /* TODO: one atomic operation for all that a warp has found in all its
         * tiles. Lab 46 has how a warp adds up. */
        if (r < c && c < n && tile[i] / size >= 0.361f)
            atomicAdd(found, 1ull);
    }
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    dim3 tiles((rows + TILE - 1) / TILE, (n - first + TILE - 1) / TILE);

    /* TODO: the count begins with 0 (README.md, "The count"); and there may be
     * no rows. */
    product_kernel<<<tiles, 32>>>(d_rank, d_power, n, first, d_found);
    return cudaGetLastError();
}
