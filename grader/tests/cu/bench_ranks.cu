/*
 * bench_ranks.cu - an answer to lab 51 on a GPU, with as many rows as article 6
 * has, beside a copy by float4 that moves as many bytes. One answer at a time:
 *
 *   for answer in solutions/51_ranks/ranks.cu labs/51_ranks/ceiling.cu \
 *       grader/tests/right/51_ranks/?*.cu \
 *       solutions/51_ranks/wrong/a_thread_reads_its_row.cu \
 *       solutions/51_ranks/wrong/a_warp_for_each_row.cu \
 *       solutions/51_ranks/wrong/half_a_sector_at_a_time.cu \
 *       solutions/51_ranks/wrong/a_tile_of_ints.cu \
 *       solutions/51_ranks/wrong/one_block_for_all.cu; do
 *       nvcc -O3 -arch=native -I. -Ilabs/51_ranks -o bench_ranks \
 *           grader/tests/cu/bench_ranks.cu $answer && ./bench_ranks $answer
 *   done
 *
 * Copy and answer run in turn, 15 times; shown are medians. All results are
 * compared with the CPU's.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#include "bench.h"
#include "common/spearman.h"
#include "ranks.h"

/* 128 divides N; different are the first SAME rows, which then come again. */
enum { N = 77187 * 128, SAME = 1 << 18, TIMES = 15 };

static const size_t in_bytes = (size_t)N * COLS * sizeof(int);
static const size_t out_bytes = (size_t)N * (RANK_ROW + sizeof(int));

__global__ void copy(const float4 *from, float4 *to, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
}

static int *d_x, *d_power;
static signed char *d_rank;
static char *d_other;

static void run_ranks(void)
{
    CHECK(ranks(d_x, N, d_rank, d_power));
}

/* Half of the bytes are read, half are written. */
static void run_copy(void)
{
    size_t n = (in_bytes + out_bytes) / 2 / sizeof(float4);

    copy<<<(n + 255) / 256, 256>>>((const float4 *)d_x, (float4 *)d_other, n);
    CHECK(cudaGetLastError());
}

static double milliseconds(void (*run)(void))
{
    cudaEvent_t begin, end;
    float ms;

    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin));
    run();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    return ms;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int *x = (int *)malloc(in_bytes), *power = (int *)malloc(N * sizeof *power);
    signed char *rank = (signed char *)malloc((size_t)N * RANK_ROW);
    signed char *want = (signed char *)malloc((size_t)SAME * RANK_ROW);
    int *want_power = (int *)malloc(SAME * sizeof *want_power), wrong = 0;
    uint64_t seed = 6;
    double of_copy[TIMES], of_ranks[TIMES];

    for (int i = 0; i < N; i++) {
        int *row = &x[(size_t)COLS * i];

        if (i >= SAME) {
            memcpy(row, &x[(size_t)COLS * (i % SAME)], COLS * sizeof *row);
            continue;
        }
        write_row(row, i % 8 ? COUNTS : (enum row_kind)(i / 8 % ROW_KINDS),
                  &seed);
        want_power[i] = rank_row(row, &want[(size_t)RANK_ROW * i]);
    }
    CHECK(cudaMalloc(&d_x, in_bytes));
    CHECK(cudaMalloc(&d_rank, (size_t)N * RANK_ROW));
    CHECK(cudaMalloc(&d_power, N * sizeof *d_power));
    CHECK(cudaMalloc(&d_other, in_bytes));
    CHECK(cudaMemcpy(d_x, x, in_bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_rank, 0x55, (size_t)N * RANK_ROW));
    CHECK(cudaMemset(d_power, 0x55, N * sizeof *d_power));
    milliseconds(run_copy);
    milliseconds(run_ranks);
    for (int k = 0; k < TIMES; k++) {
        of_copy[k] = milliseconds(run_copy);
        of_ranks[k] = milliseconds(run_ranks);
    }
    CHECK(
        cudaMemcpy(rank, d_rank, (size_t)N * RANK_ROW, cudaMemcpyDeviceToHost));
    CHECK(
        cudaMemcpy(power, d_power, N * sizeof *power, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += memcmp(&rank[(size_t)RANK_ROW * i],
                        &want[(size_t)RANK_ROW * (i % SAME)], RANK_ROW) != 0 ||
                 power[i] != want_power[i % SAME];
    qsort(of_copy, TIMES, sizeof *of_copy, compare);
    qsort(of_ranks, TIMES, sizeof *of_ranks, compare);

    double ms = of_ranks[TIMES / 2], least = of_copy[TIMES / 2];
    printf("%-60s %7.3f ms  %5.0f GB/s  copy %.3f ms (%.3f)%s\n",
           argc > 1 ? argv[1] : "", ms, (in_bytes + out_bytes) / ms / 1e6,
           least, least / ms, wrong ? "  WRONG" : "");
    return wrong != 0;
}
