// caught by: correctness (memory, race)
// says: *d_found
// hint: Are these pairs found | their only pair is lost | Powers change within a tile
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define TILE 16
#define TILES 4 /* a warp's rows, and as many columns at a time */
#define GROUP (TILES * TILE)
#define BYTES 32 /* of a row: two steps of the tensor cores */
#define WARPS 8
#define SEGMENT (32 * GROUP) /* columns of a unit */
#define BLOCKS 4             /* that run on a multiprocessor at once */

using namespace nvcuda::wmma;
typedef fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> row_tile;
typedef fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> col_tile;
typedef fragment<accumulator, TILE, TILE, TILE, int> dot_tile;

/* The least dot * dot that is found. */
__device__ int limit_of(int power_a, int power_b)
{
    return (int)(26224641LL * (power_a * power_b) / 201224641) + 1;
}

/* 64 rows and 64 columns from col on, all found by the same limit. Returns how
 * many pairs are not found, of this lane's share. */
__device__ unsigned not_found(const row_tile row[TILES][2],
                              const signed char *col, int limit)
{
    unsigned below = 0;

#pragma unroll
    for (int c = 0; c < TILES; c++) {
        col_tile column[2];

        load_matrix_sync(column[0], &col[c * TILE * BYTES], BYTES);
        load_matrix_sync(column[1], &col[c * TILE * BYTES + TILE], BYTES);
#pragma unroll
        for (int r = 0; r < TILES; r++) {
            dot_tile dot;

            fill_fragment(dot, 0);
            mma_sync(dot, row[r][0], column[0], dot);
            mma_sync(dot, row[r][1], column[1], dot);
#pragma unroll
            for (int i = 0; i < dot.num_elements; i++)
                below += dot.x[i] <= 0 || dot.x[i] * dot.x[i] < limit;
        }
    }
    return below;
}

/* The same for rows first .. end - 1 and 64 columns from col on, of any powers
 * and on any side of the diagonal. Returns how many are found. */
__device__ unsigned found_by_pairs(const int4 *rank, const int *power,
                                   int first, int end, int col, int n)
{
    unsigned found = 0;

    for (int c = col + threadIdx.x % 32; c < col + GROUP && c < n; c += 32) {
        int4 low = rank[2 * c], high = rank[2 * c + 1];
        int power_c = power[c];

#pragma unroll 1
        for (int r = first; r < end && r < c; r++) {
            int4 a = rank[2 * r], b = rank[2 * r + 1];
            int dot = __dp4a(a.x, low.x, __dp4a(a.y, low.y, 0));

            dot = __dp4a(a.z, low.z, __dp4a(a.w, low.w, dot));
            dot = __dp4a(b.x, high.x, __dp4a(b.y, high.y, dot));
            dot = __dp4a(b.z, high.z, __dp4a(b.w, high.w, dot));
            found += dot > 0 && /* BUG */
                     (long long)(dot * dot) * 201224641 >
                         (long long)(power[r] * power_c) * 26224641;
        }
    }
    return found;
}

__global__ void __launch_bounds__(WARPS * 32, BLOCKS)
    product_kernel(const signed char *rank, const int *power, int n, int first,
                   int end, unsigned long long *found)
{
    long long bands = (end - first + WARPS * GROUP - 1) / (WARPS * GROUP);
    long long segments = (n - first + SEGMENT - 1) / SEGMENT;
    unsigned long long mine = 0;

    for (long long unit = blockIdx.x; unit < bands * segments;
         unit += gridDim.x) {
        int row =
            first + ((int)(unit % bands) * WARPS + threadIdx.x / 32) * GROUP;
        int col = first + (int)(unit / bands) * SEGMENT;
        int stop = min(col + SEGMENT, n), power_c = -1, limit = 0;
        bool whole = row + GROUP <= end && power[row] == power[row + GROUP - 1];
        row_tile tile[TILES][2];

        for (int r = 0; r < TILES && whole; r++)
            for (int k = 0; k < 2; k++)
                load_matrix_sync(
                    tile[r][k],
                    &rank[(row + r * TILE) * (long long)BYTES + k * TILE],
                    BYTES);
        for (col = max(col, row); row < end && col < stop; col += GROUP) {
            if (!whole || col == row || col + GROUP > n ||
                power[col] != power[col + GROUP - 1]) {
                mine += found_by_pairs((const int4 *)rank, power, row,
                                       min(row + GROUP, end), col, n);
                continue;
            }
            if (power[col] != power_c) {
                power_c = power[col];
                limit = limit_of(power[row], power_c);
            }
            mine += TILES * TILES * TILE * TILE / 32 -
                    not_found(tile, &rank[col * (long long)BYTES], limit);
        }
    }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, apart);
    if (threadIdx.x % 32 == 0 && mine > 0)
        atomicAdd(found, mine);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    int device, processors;
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (error != cudaSuccess || rows == 0)
        return error;
    if ((error = cudaGetDevice(&device)) != cudaSuccess ||
        (error =
             cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device)) != cudaSuccess)
        return error;
    product_kernel<<<BLOCKS * processors, WARPS * 32>>>(
        d_rank, d_power, n, first, first + rows, d_found);
    return cudaGetLastError();
}
