/* A warp walks along the columns with 64 rows. Which row and column an element
 * of a fragment lies in, a fragment tells that is loaded from a table of these
 * numbers. The last tiles begin earlier, so that no row is missing, and what
 * was there before is left out; fewer than 16 rows are compared one by one. */
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

enum { TILE = 16, BYTES = 32, TILES = 4, GROUP = TILES * TILE, WARPS = 4 };

using namespace nvcuda::wmma;

__device__ int table[TILE * TILE];

__device__ bool is_found(int dot, int power_a, int power_b)
{
    return (long long)dot * dot * 201224641 >
           (long long)power_a * power_b * 26224641;
}

/* The least |dot| that is found. */
__device__ int root_of(int power_a, int power_b)
{
    int root = (int)sqrt(0.1303 * power_a * power_b);

    while (!is_found(root, power_a, power_b) && root <= 8990)
        root++;
    return root;
}

__device__ int dot_of(const signed char *a, const signed char *b)
{
    int dot = 0;

    for (int k = 0; k < BYTES; k++)
        dot += a[k] * b[k];
    return dot;
}

__global__ void few_rows(const signed char *rank, const int *power, int n,
                         int first, int end, unsigned long long *found)
{
    unsigned mine = 0;

    for (int row = first; row < end; row++)
        for (int col = row + 1 + threadIdx.x; col < n; col += 32)
            mine += is_found(dot_of(&rank[row * BYTES], &rank[col * BYTES]),
                             power[row], power[col]);
    mine = __reduce_add_sync(0xffffffff, mine);
    if (threadIdx.x == 0)
        *found = mine;
}

__global__ void fill_table()
{
    table[threadIdx.x] = threadIdx.x;
}

__global__ void many_rows(const signed char *rank, const int *power, int n,
                          int first, int end, unsigned long long *found)
{
    int group = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int row = first + group * GROUP;
    fragment<accumulator, TILE, TILE, TILE, int> dot, place;
    fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> a[TILES][2];
    fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> b[2];
    unsigned long long mine = 0;

    if (row >= end)
        return;
    bool one_power[TILES];
    int last[TILES], root[TILES];
    for (int t = 0; t < TILES; t++) {
        int begin = min(row + t * TILE, n - TILE);

        one_power[t] = power[begin] == power[begin + TILE - 1];
        last[t] = -1;
    }
    load_matrix_sync(place, table, TILE, mem_row_major);
    for (int t = 0; t < TILES; t++)
        for (int k = 0; k < 2; k++)
            load_matrix_sync(
                a[t][k],
                &rank[(size_t)min(row + t * TILE, n - TILE) * BYTES + k * TILE],
                BYTES);
    for (int next = row; next < n; next += TILE) {
        int col = min(next, n - TILE);

        for (int k = 0; k < 2; k++)
            load_matrix_sync(b[k], &rank[(size_t)col * BYTES + k * TILE],
                             BYTES);
        for (int t = 0; t < TILES; t++) {
            int begin = min(row + t * TILE, n - TILE);

            fill_fragment(dot, 0);
            mma_sync(dot, a[t][0], b[0], dot);
            mma_sync(dot, a[t][1], b[1], dot);
            if (one_power[t] && begin == row + t * TILE && col == next &&
                begin + TILE <= min(end, col) &&
                power[col] == power[col + TILE - 1]) {
                if (power[col] != last[t]) {
                    last[t] = power[col];
                    root[t] = root_of(power[begin], last[t]);
                }
                for (int i = 0; i < dot.num_elements; i++)
                    mine += abs(dot.x[i]) >= root[t];
                continue;
            }
            for (int i = 0; i < dot.num_elements; i++) {
                int r = begin + place.x[i] / TILE, c = col + place.x[i] % TILE;

                if (r >= row + t * TILE && r < end && c >= next && r < c &&
                    is_found(dot.x[i], power[r], power[c]))
                    mine++;
            }
        }
    }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, apart);
    if (threadIdx.x % 32 == 0)
        atomicAdd(found, mine);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    int groups = (rows + GROUP - 1) / GROUP;
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (error || rows == 0)
        return error;
    if (n < TILE) {
        few_rows<<<1, 32>>>(d_rank, d_power, n, first, first + rows, d_found);
        return cudaGetLastError();
    }
    fill_table<<<1, TILE * TILE>>>();
    if ((error = cudaGetLastError()) != cudaSuccess)
        return error;
    many_rows<<<(groups + WARPS - 1) / WARPS, WARPS * 32>>>(
        d_rank, d_power, n, first, first + rows, d_found);
    return cudaGetLastError();
}
