/*
 * ceiling.cu - the same work in good form: what a student's function for lab 52
 * is held against, in the same run. A tile is 64 rows by 64 columns; a thread
 * keeps 4 rows and 4 columns in registers, so that 16 pairs share what is read
 * of them, and the block asks for its places with one atomic operation.
 */
#include <cuda_runtime.h>

#include "pairs.h"

enum { TILE = 64, SIDE = 16, EACH = TILE / SIDE, WORDS = 8, PAD = TILE + 4 };

static __device__ bool correlated(int dot, unsigned power)
{
    return (unsigned long long)(unsigned)(dot * dot) * 201224641u >
           (unsigned long long)power * 26224641u;
}

static __global__ void __launch_bounds__(SIDE *SIDE)
    compare(const int *rank, const int *power, struct pair *pair, int room,
            int *count)
{
    __shared__ int rows[WORDS][PAD], cols[WORDS][PAD];
    __shared__ int powers[2][TILE], found, begin;
    int tid = threadIdx.x, tx = tid % SIDE, ty = tid / SIDE, tile = blockIdx.x;
    int j = (int)((sqrt(8.0 * tile + 1) - 1) / 2);
    int first_row = (tile - j * (j + 1) / 2) * TILE, first_col = j * TILE;
    int dot[EACH][EACH] = {}, here = 0;

    if (tid == 0)
        found = 0;
    for (int i = tid; i < TILE * WORDS; i += SIDE * SIDE) {
        rows[i % WORDS][i / WORDS] = rank[first_row * WORDS + i];
        cols[i % WORDS][i / WORDS] = rank[first_col * WORDS + i];
    }
    if (tid < 2 * TILE)
        powers[tid / TILE][tid % TILE] =
            power[(tid < TILE ? first_row : first_col) + tid % TILE];
    __syncthreads();
#pragma unroll
    for (int w = 0; w < WORDS; w++) {
        int4 a = *(const int4 *)&rows[w][EACH * ty];
        int4 b = *(const int4 *)&cols[w][EACH * tx];
        int of_row[] = {a.x, a.y, a.z, a.w}, of_col[] = {b.x, b.y, b.z, b.w};

#pragma unroll
        for (int r = 0; r < EACH; r++)
#pragma unroll
            for (int c = 0; c < EACH; c++)
                dot[r][c] = __dp4a(of_row[r], of_col[c], dot[r][c]);
    }
    unsigned yes = 0;
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int c = 0; c < EACH; c++) {
            int row = EACH * ty + r, col = EACH * tx + c;

            if (first_row + row < first_col + col &&
                correlated(dot[r][c], powers[0][row] * powers[1][col]))
                yes |= 1u << (EACH * r + c);
        }
    int sum = __popc(yes), lane = tid % 32;
    for (int step = 1; step < 32; step *= 2) {
        int before = __shfl_up_sync(0xffffffff, sum, step);

        if (lane >= step)
            sum += before;
    }
    if (lane == 31)
        here = atomicAdd(&found, sum);
    here = __shfl_sync(0xffffffff, here, 31) + sum - __popc(yes);
    __syncthreads();
    if (tid == 0 && found > 0)
        begin = atomicAdd(count, found);
    __syncthreads();
    here += begin;
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int c = 0; c < EACH; c++)
            if (yes >> (EACH * r + c) & 1) {
                if (here < room)
                    pair[here] = {first_row + EACH * ty + r,
                                  first_col + EACH * tx + c, dot[r][c]};
                here++;
            }
}

/* 64 divides n here. */
int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int tiles = n / TILE;
    cudaError_t error = cudaMemsetAsync(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess)
        return error;
    compare<<<tiles *(tiles + 1) / 2, SIDE * SIDE>>>(
        (const int *)d_rank, d_power, d_pair, room, d_count);
    return cudaGetLastError();
}
