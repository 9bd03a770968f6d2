/* The warps of a block have the same 64 rows, and go through the later columns
 * in turn. Where a stretch of columns has one power, the limit stays as it is;
 * how far it goes is looked up by halves. */
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define TILE 16
#define BYTES 32
#define GROUP 64
#define WARPS 4

using namespace nvcuda::wmma;
typedef fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> rows_of;
typedef fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> columns_of;
typedef fragment<accumulator, TILE, TILE, TILE, int> dots_of;

/* The first column behind col, up to n, with another power. */
__device__ int end_of_power(const int *power, int col, int n)
{
    int low = col, high = n;

    while (high - low > 1) {
        int middle = low + (high - low) / 2;

        if (power[middle] == power[col])
            low = middle;
        else
            high = middle;
    }
    return high;
}

__device__ int dot_of(int4 a, int4 b, int dot)
{
    dot = __dp4a(a.x, b.x, dot);
    dot = __dp4a(a.y, b.y, dot);
    dot = __dp4a(a.z, b.z, dot);
    return __dp4a(a.w, b.w, dot);
}

/* Rows row .. end - 1, columns col .. stop - 1; a lane for each column. */
__device__ unsigned one_by_one(const int4 *rank, const int *power, int row,
                               int end, int col, int stop)
{
    unsigned found = 0;

    for (int c = col + threadIdx.x % 32; c < stop; c += 32) {
        const int4 low = rank[2 * c], high = rank[2 * c + 1];
        const long long of_column = power[c];

        for (int r = row; r < min(end, c); r++) {
            long long dot =
                dot_of(rank[2 * r], low, dot_of(rank[2 * r + 1], high, 0));

            found += dot * dot * 201224641 > power[r] * of_column * 26224641;
        }
    }
    return found;
}

__global__ void strip(const signed char *rank, const int *power, int n,
                      int first, int end, unsigned long long *found)
{
    const int row = first + blockIdx.x * GROUP, last = min(row + GROUP, end);
    const int step = WARPS * GROUP;
    const bool whole =
        last == row + GROUP && power[row] == power[row + GROUP - 1];
    rows_of a[GROUP / TILE][2];
    unsigned long long mine = 0;
    int of_one_power = 0;
    unsigned least = 0;

    if (whole)
        for (int t = 0; t < GROUP / TILE; t++)
            for (int k = 0; k < 2; k++)
                load_matrix_sync(a[t][k],
                                 rank + (row + t * TILE) * (long long)BYTES +
                                     k * TILE,
                                 BYTES);
    for (int col = row + threadIdx.x / 32 * GROUP; col < n; col += step) {
        const int stop = min(col + GROUP, n);

        if (col >= of_one_power) {
            unsigned long long both = power[row] * power[col];

            of_one_power = end_of_power(power, col, n);
            least = (unsigned)(both * 26224641 / 201224641) + 1;
        }
        if (!whole || col == row || col + GROUP > of_one_power) {
            mine += one_by_one((const int4 *)rank, power, row, last, col, stop);
            continue;
        }
        for (int c = col; c < stop; c += TILE) {
            columns_of b[2];

            for (int k = 0; k < 2; k++)
                load_matrix_sync(b[k], rank + c * (long long)BYTES + k * TILE,
                                 BYTES);
            for (int t = 0; t < GROUP / TILE; t++) {
                dots_of dot;
                unsigned here = 0;

                fill_fragment(dot, 0);
                for (int k = 0; k < 2; k++)
                    mma_sync(dot, a[t][k], b[k], dot);
                for (int i = 0; i < dot.num_elements; i++)
                    here += (unsigned)(dot.x[i] * dot.x[i]) >= least;
                mine += here;
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
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (error != cudaSuccess || rows == 0)
        return error;
    strip<<<(rows + GROUP - 1) / GROUP, WARPS * 32>>>(d_rank, d_power, n, first,
                                                      first + rows, d_found);
    return cudaGetLastError();
}
