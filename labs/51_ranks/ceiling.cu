/*
 * ceiling.cu - the same work in good form: what a student's function for lab 51
 * is held against, in the same run. A block's rows come in through shared
 * memory, a thread ranks a row in registers, and two neighbours exchange halves
 * of their rows, so that whole sectors go out. The comparisons take longer than
 * the bytes do: 435 pairs a row, and 156 bytes.
 */
#include <cuda_runtime.h>

#include "ranks.h"

enum { BLOCK = 128, NUMBERS = 30, PAIRS = NUMBERS / 2 };

static __global__ void __launch_bounds__(BLOCK)
    rank_rows(const int2 *x, uint4 *rank, int *power)
{
    __shared__ int2 tile[BLOCK * PAIRS];
    int tid = threadIdx.x, first = blockIdx.x * BLOCK, odd = tid % 2;
    int v[NUMBERS], r[NUMBERS] = {}, sum = 0;
    unsigned word[8] = {};

#pragma unroll
    for (int k = 0; k < PAIRS; k++)
        tile[k * BLOCK + tid] = x[first * PAIRS + k * BLOCK + tid];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        int2 two = tile[tid * PAIRS + k];

        v[2 * k] = two.x;
        v[2 * k + 1] = two.y;
    }
#pragma unroll
    for (int j = 1; j < NUMBERS; j++)
#pragma unroll
        for (int k = 0; k < j; k++) {
            int sign = v[j] > v[k] ? 1 : v[j] < v[k] ? -1 : 0;

            r[j] += sign;
            r[k] -= sign;
        }
#pragma unroll
    for (int k = 0; k < NUMBERS; k++) {
        sum += r[k] * r[k];
        word[k / 4] |= (r[k] & 255u) << (k % 4 * 8);
    }
    power[first + tid] = sum;

    unsigned mine[4], other[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        mine[k] = odd ? word[4 + k] : word[k];
        other[k] = __shfl_xor_sync(0xffffffff, odd ? word[k] : word[4 + k], 1);
    }
    uint4 own = make_uint4(mine[0], mine[1], mine[2], mine[3]);
    uint4 got = make_uint4(other[0], other[1], other[2], other[3]);
    uint4 *to = &rank[2 * (first + tid - odd) + odd];
    to[0] = odd ? got : own;
    to[2] = odd ? own : got;
}

/* 128 divides n here. */
int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    rank_rows<<<n / BLOCK, BLOCK>>>((const int2 *)d_x, (uint4 *)d_rank,
                                    d_power);
    return cudaGetLastError();
}
