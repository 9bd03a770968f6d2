/*
 * ceiling.cu - the same work in good form: what a student's function for lab 56
 * is held against, in the same run.
 *
 * One instruction of the tensor cores multiplies all 32 bytes of 16 rows and 8
 * columns (mma.m16n8k32, which only PTX has). The order of the 32 products of a
 * dot is free, so a lane takes 8 bytes side by side of its row and of its
 * column: one load for 8 columns.
 *
 * Let root be the least |dot| that is found. The accumulators begin with
 * 0x7f800001 - root. Taken as the bits of a float, their sums are
 *   NaN                       dot >= root
 *   infinite                  dot = root - 1
 *   (2^24 - j) * 2^104        dot = root - 1 - j, all neighbours
 * One multiply-add, cut to 0 .. 1, makes of these 0, 1 and 1 down to
 * j = 2 * root - 2, and 0 from there on, where dot <= -root: 1 is what is not
 * found. (NaN is cut to 0.) The bits of 1 are 127 << 23, and 127 has an inverse
 * modulo 512: so up to 511 of them can be added as integers, two at a time, and
 * told from the sum. Four sums, so that none waits for the one before.
 */
#include <cuda_runtime.h>

#include "product.h"

enum { BYTES = 32, WARPS = 8, TILES = 4, GROUP = 64, SEGMENT = 2048 };
enum { BLOCKS = 3, EACH = GROUP * GROUP / 32, INVERSE = 383 };

static __device__ int limit_of(int power_a, int power_b)
{
    return (int)(26224641LL * (power_a * power_b) / 201224641) + 1;
}

static __device__ int root_of(int limit)
{
    int root = (int)sqrtf((float)limit); /* exact below 2^24, rounded down */

    return root * root < limit ? root + 1 : root;
}

static __device__ void multiply(int dot[4], const int a[4], int2 b,
                                const int begin[4])
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%10, %11, %12, %13};"
        : "=r"(dot[0]), "=r"(dot[1]), "=r"(dot[2]), "=r"(dot[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y),
          "r"(begin[0]), "r"(begin[1]), "r"(begin[2]), "r"(begin[3]));
}

static __device__ unsigned bit(int dot, float less)
{
    return __float_as_uint(
        __saturatef(fmaf(__int_as_float(dot), 0x1p-104f, less)));
}

static __device__ unsigned found_in(const int row[TILES][4],
                                    const signed char *mine, int root, int zero)
{
    float less = (float)(2 * root - 1 - (1 << 24));
    unsigned sum[4] = {};
    int begin[4];

    for (int i = 0; i < 4; i++)
        begin[i] = 0x7f800001 - root + i * zero;
#pragma unroll
    for (int c = 0; c < GROUP; c += 8) {
        int2 column = *(const int2 *)&mine[c * BYTES];

#pragma unroll
        for (int r = 0; r < TILES; r++) {
            int dot[4];

            multiply(dot, row[r], column, begin);
#pragma unroll
            for (int i = 0; i < 4; i++)
                sum[i] += bit(dot[i], less);
        }
    }
    return EACH - (((sum[0] + sum[1] + sum[2] + sum[3]) >> 23) * INVERSE & 511);
}

/* On the diagonal; few enough. */
static __device__ unsigned found_by_pairs(const int *rank, const int *power,
                                          int row)
{
    unsigned found = 0;

    for (int c = row + threadIdx.x % 32; c < row + GROUP; c += 32)
#pragma unroll 1
        for (int r = row; r < c; r++) {
            int dot = 0;

            for (int k = 0; k < BYTES / 4; k++)
                dot = __dp4a(rank[r * 8 + k], rank[c * 8 + k], dot);
            found += dot * dot >= limit_of(power[r], power[c]);
        }
    return found;
}

/* zero: nvcc must not know that it is 0. Else it takes the four numbers that
 * the accumulators begin with for copies of one, and copies it for each
 * product. 512 divides n, and the power changes only where 64 divides the row.
 */
static __global__ void __launch_bounds__(WARPS * 32, BLOCKS)
    compare(const signed char *rank, const int *power, int n,
            unsigned long long *found, int zero)
{
    int bands = n / (WARPS * GROUP), segments = (n + SEGMENT - 1) / SEGMENT;
    int lane = threadIdx.x % 32, at = lane / 4 * BYTES + lane % 4 * 8;
    unsigned long long mine = 0;

    for (int unit = blockIdx.x; unit < bands * segments; unit += gridDim.x) {
        int row = (unit % bands * WARPS + threadIdx.x / 32) * GROUP;
        int col = unit / bands * SEGMENT, stop = min(col + SEGMENT, n);
        int power_c = -1, root = 0;
        int tile[TILES][4]; /* of rows i and i + 8, then 4 bytes on */

        if (row >= stop)
            continue;
#pragma unroll
        for (int i = 0; i < 4 * TILES; i++)
            tile[i / 4][i % 4] =
                *(const int *)&rank[(row + i / 4 * 16 + i % 2 * 8) * BYTES +
                                    at + i % 4 / 2 * 4];
        if (col <= row) {
            mine += found_by_pairs((const int *)rank, power, row);
            col = row + GROUP;
        }
        for (; col < stop; col += GROUP) {
            if (power[col] != power_c) {
                power_c = power[col];
                root = root_of(limit_of(power[row], power_c));
            }
            mine += found_in(tile, &rank[col * BYTES + at], root, zero);
        }
    }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, apart);
    if (lane == 0 && mine > 0)
        atomicAdd(found, mine);
}

/* Here first is 0 and rows is n. */
int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    int device, processors;
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    (void)first;
    (void)rows;
    if (error != cudaSuccess)
        return error;
    if ((error = cudaGetDevice(&device)) != cudaSuccess ||
        (error =
             cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device)) != cudaSuccess)
        return error;
    compare<<<BLOCKS * processors, WARPS * 32>>>(d_rank, d_power, n, d_found,
                                                 0);
    return cudaGetLastError();
}
