// As one learns it: sort, then share the places among equal numbers. All bytes
// are cleared before; then only the rank numbers are stored, through shared
// memory.
#include "ranks.h"

#include <cuda_runtime.h>

#define COLS 30
#define ROWS 96

__global__ void sort_and_rank(const int2 *x, int n, signed char *rank,
                              int *power)
{
    __shared__ int2 tile[ROWS * COLS / 2];
    __shared__ signed char numbers[ROWS * 36];
    int first = blockIdx.x * ROWS, t = threadIdx.x, row = first + t;
    int here = n - first < ROWS ? n - first : ROWS;

    for (int i = t; i < here * COLS / 2; i += ROWS)
        tile[i] = x[first * (COLS / 2) + i];
    __syncthreads();
    if (row < n) {
        int value[COLS], place[COLS], rank_of[COLS], sum = 0;

        for (int k = 0; k < COLS; k += 2) {
            value[k] = tile[t * COLS / 2 + k / 2].x;
            value[k + 1] = tile[t * COLS / 2 + k / 2].y;
        }
        for (int k = 0; k < COLS; k++) { /* place[] is sorted by value[] */
            int at = k;

            for (; at > 0 && value[place[at - 1]] > value[k]; at--)
                place[at] = place[at - 1];
            place[at] = k;
        }
        for (int begin = 0, end; begin < COLS; begin = end) {
            for (end = begin + 1;
                 end < COLS && value[place[end]] == value[place[begin]]; end++)
                ;
            /* twice the average of begin + 1 .. end, less 31 */
            int number = begin + 1 + end - 31;
            for (int k = begin; k < end; k++)
                rank_of[place[k]] = number;
            sum += (end - begin) * number * number;
        }
        for (int k = 0; k < COLS; k++)
            numbers[t * 36 + k] = (signed char)rank_of[k];
        power[row] = sum;
    }
    __syncthreads();
    for (int i = t; i < here * 32; i += ROWS)
        if (i % 32 < COLS)
            rank[first * 32 + i] = numbers[i / 32 * 36 + i % 32];
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    cudaError_t error = cudaMemset(d_rank, 0, (size_t)n * 32);

    if (error != cudaSuccess || n == 0)
        return error;
    sort_and_rank<<<(n + ROWS - 1) / ROWS, ROWS>>>((const int2 *)d_x, n, d_rank,
                                                   d_power);
    return cudaGetLastError();
}
