// caught by: correctness
// says: refuses copy or cudaMemset() number 1
// hint: clearing the count is refused
// Where nothing is to be counted it forgets that the count was not set to 0.
#include "product.h"

#include <cuda_runtime.h>

#define TILES 4 /* of 16 rows: a warp's */
#define GROUP (TILES * 16)
#define BYTES 32 /* of a row */
#define WARPS 8
#define SEGMENT (32 * GROUP) /* columns of a unit */
#define BLOCKS 3             /* that run on a multiprocessor at once */

/* The least dot * dot that is found. */
__device__ int limit_of(int power_a, int power_b)
{
    return (int)(26224641LL * (power_a * power_b) / 201224641) + 1;
}

/* The least |dot| that is found. */
__device__ int root_of(int limit)
{
    int root = (int)sqrtf((float)limit); /* exact below 2^24, rounded down */

    return root * root < limit ? root + 1 : root;
}

/* dot = begin + the products of 16 rows and 8 columns: of this lane's. */
__device__ void multiply(int dot[4], const int row[4], int2 column,
                         const int begin[4])
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=r"(dot[0]), "=r"(dot[1]), "=r"(dot[2]), "=r"(dot[3])
        : "r"(row[0]), "r"(row[1]), "r"(row[2]), "r"(row[3]), "r"(column.x),
          "r"(column.y), "r"(begin[0]), "r"(begin[1]), "r"(begin[2]),
          "r"(begin[3]));
}

/* 64 rows and 64 columns, all found by the same limit; rank: the first column,
 * from this lane's bytes on. Returns how many pairs are not found, of this
 * lane's share of 128. zero: nvcc must not know that it is 0. Else it takes the
 * four numbers that the sums begin with for one, and copies it each time. */
__device__ unsigned not_found(const int row[TILES][4], const signed char *rank,
                              int root, int zero)
{
    float less = (float)(2 * root - 1 - (1 << 24));
    unsigned sum[4] = {};
    int begin[4];

    for (int i = 0; i < 4; i++)
        begin[i] = 0x7f800001 - root + i * zero;
#pragma unroll
    for (int c = 0; c < GROUP; c += 8) {
        int2 column = *(const int2 *)&rank[c * BYTES];

#pragma unroll
        for (int r = 0; r < TILES; r++) {
            int dot[4];

            multiply(dot, row[r], column, begin);
#pragma unroll
            for (int i = 0; i < 4; i++)
                sum[i] += __float_as_uint(__saturatef(
                    fmaf(__int_as_float(dot[i]), 0x1p-104f, less)));
        }
    }
    return ((sum[0] + sum[1] + sum[2] + sum[3]) >> 23) * 383 & 511;
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
        for (int r = first; r < end; r++) { /* all lanes as often */
            int4 a = rank[2 * r], b = rank[2 * r + 1];
            int dot = __dp4a(a.x, low.x, __dp4a(a.y, low.y, 0));

            dot = __dp4a(a.z, low.z, __dp4a(a.w, low.w, dot));
            dot = __dp4a(b.x, high.x, __dp4a(b.y, high.y, dot));
            dot = __dp4a(b.z, high.z, __dp4a(b.w, high.w, dot));
            long long least = (long long)(power[r] * power_c) * 26224641;
            found += r < c && (long long)(dot * dot) * 201224641 > least;
        }
    }
    return found;
}

__global__ void __launch_bounds__(WARPS * 32, BLOCKS)
    product_kernel(const signed char *rank, const int *power, int n, int first,
                   int end, unsigned long long *found, int zero)
{
    long long bands = (end - first + WARPS * GROUP - 1) / (WARPS * GROUP);
    long long segments = (n - first + SEGMENT - 1) / SEGMENT;
    int lane = threadIdx.x % 32, at = lane / 4 * BYTES + lane % 4 * 8;
    unsigned long long mine = 0;

    for (long long unit = blockIdx.x; unit < bands * segments;
         unit += gridDim.x) {
        int row =
            first + ((int)(unit % bands) * WARPS + threadIdx.x / 32) * GROUP;
        int col = first + (int)(unit / bands) * SEGMENT;
        int stop = min(col + SEGMENT, n), power_c = -1, root = 0;
        bool whole = row + GROUP <= end && power[row] == power[row + GROUP - 1];
        int tile[TILES][4];

        /* Of rows g and g + 8, then the next word of both. */
        for (int i = 0; i < 4 * TILES && whole; i++) {
            int r = row + i / 4 * 16 + i % 2 * 8;

            tile[i / 4][i % 4] =
                *(const int *)&rank[r * (long long)BYTES + at + i % 4 / 2 * 4];
        }
        for (col = max(col, row); row < end && col < stop; col += GROUP) {
            if (!whole || col == row || col + GROUP > n ||
                power[col] != power[col + GROUP - 1]) {
                mine += found_by_pairs((const int4 *)rank, power, row,
                                       min(row + GROUP, end), col, n);
                continue;
            }
            if (power[col] != power_c) {
                power_c = power[col];
                root = root_of(limit_of(power[row], power_c));
            }
            mine += GROUP * GROUP / 32 -
                    not_found(tile, &rank[col * (long long)BYTES + at], root,
                              zero);
        }
    }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, apart);
    if (lane == 0 && mine > 0)
        atomicAdd(found, mine);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    int device, processors;
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (rows == 0)
        return cudaSuccess;
    if (error != cudaSuccess)
        return error;
    if ((error = cudaGetDevice(&device)) != cudaSuccess ||
        (error =
             cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device)) != cudaSuccess)
        return error;
    product_kernel<<<BLOCKS * processors, WARPS * 32>>>(
        d_rank, d_power, n, first, first + rows, d_found, 0);
    return cudaGetLastError();
}
