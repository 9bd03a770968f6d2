// caught by: memory (correctness)
// says: reads 4 bytes at line
// hint: Which row of the table does the thread want
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define TILE 16
#define KEEP 4   /* tiles of rows that a warp keeps */
#define WALK 256 /* columns that it visits in a piece */
#define BYTES 32 /* of a row */

using namespace nvcuda::wmma;

__device__ bool is_found(int dot, int p, int q)
{
    return (long long)(dot * dot) * 201224641 > (long long)(p * q) * 26224641;
}

/* A warp for 64 rows, from `row` on; it walks along the columns. */
__global__ void product_kernel(const signed char *rank, const int *power, int n,
                               int first, int end, unsigned long long *found)
{
    __shared__ int tile[TILE * TILE];
    fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> rows[KEEP][2];
    fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> cols[2];
    fragment<accumulator, TILE, TILE, TILE, int> dot;
    int lane = threadIdx.x;
    int row = first + (int)blockIdx.x * KEEP * TILE;
    int row_power[KEEP]; /* of all rows of a tile, or -1 */
    unsigned long long sum = 0;

#pragma unroll
    for (int t = 0; t < KEEP; t++) {
        int r = row + t * TILE;

        row_power[t] = -1;
        if (r < end) {
            load_matrix_sync(rows[t][0], rank + (size_t)r * BYTES, BYTES);
            load_matrix_sync(rows[t][1], rank + (size_t)r * BYTES + 16, BYTES);
            if (r + TILE <= end && power[r] == power[r + TILE - 1])
                row_power[t] = power[r];
        }
    }

    for (int piece = row + (int)blockIdx.y * WALK; piece < n;
         piece += (int)gridDim.y * WALK)
        for (int c = piece; c < piece + WALK && c < n; c += TILE) {
            bool whole = c + TILE <= n;
            int col_power = -1;

            load_matrix_sync(cols[0], rank + (size_t)c * BYTES, BYTES);
            load_matrix_sync(cols[1], rank + (size_t)c * BYTES + 16, BYTES);
            if (whole && power[c] == power[c + TILE - 1])
                col_power = power[c];

#pragma unroll
            for (int t = 0; t < KEEP; t++) {
                int r = row + t * TILE;

                if (r >= end || r > c)
                    continue;
                fill_fragment(dot, 0);
                mma_sync(dot, rows[t][0], cols[0], dot);
                mma_sync(dot, rows[t][1], cols[1], dot);

                if (r < c && row_power[t] >= 0 && col_power >= 0) {
                    /* one limit for the whole tile */
                    int limit = (int)(26224641LL * (row_power[t] * col_power) /
                                          201224641 +
                                      1);

                    for (int e = 0; e < dot.num_elements; e++)
                        sum += dot.x[e] * dot.x[e] >= limit;
                    continue;
                }

                /* several powers, or the diagonal: each one has its place */
                store_matrix_sync(tile, dot, TILE, mem_row_major);
                __syncwarp();
                for (int i = lane; i < TILE * TILE; i += 32) {
                    int y = r + i / TILE, x = c + i % TILE;

                    if (y < end && x < n && y < x &&
                        is_found(tile[i], power[y], power[x]))
                        sum++;
                }
                __syncwarp();
            }
        }

    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0 && sum > 0)
        atomicAdd(found, sum);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found, 0);
    int side = KEEP * TILE, pieces;

    if (error != cudaSuccess)
        return error;
    if (rows == 0)
        return cudaSuccess;
    pieces = (n - first + WALK - 1) / WALK;
    if (pieces > 64)
        pieces = 64; /* the others are walked to */
    product_kernel<<<dim3((rows + side - 1) / side, pieces), 32>>>(
        d_rank, d_power, n, first, first + rows, d_found);
    return cudaGetLastError();
}
