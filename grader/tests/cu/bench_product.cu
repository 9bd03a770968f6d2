/*
 * bench_product.cu - an answer to lab 56 on a GPU, with as many rows as article
 * 6 has: from the rows in the host's memory to the count in the host's memory.
 * One answer at a time:
 *
 *   for answer in solutions/56_product/product.cu \
 *       grader/tests/right/56_product/?*.cu; do
 *       nvcc -O3 -arch=native -I. -Ilabs/51_ranks -Ilabs/52_pairs \
 *           -Ilabs/56_product -o bench_product \
 *           grader/tests/cu/bench_product.cu solutions/51_ranks/ranks.cu \
 *           solutions/52_pairs/pairs.cu $answer && ./bench_product
 *   done
 *   ./bench_product [ROWS]
 *
 * With labs/56_product/ceiling.cu as the answer, -DTILES_ONLY before it times
 * tiles only: 131,072 rows of one power.
 *
 * Rows like the article's (common/spearman.h), in pinned memory. Each part is
 * timed by events, in one stream; memory on the device is there before, and all
 * kernels have run once before. First, product() must agree with a plain kernel
 * on SAMPLE of the rows, whole and in strips, and so must lab 52's pairs().
 * Then pairs(), product(), and a kernel in the article's shape (a block of 256
 * threads for each row, which ranks the rows anew for each pair) are timed on
 * SOME rows.
 */
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime.h>

#include "bench.h"
#include "common/spearman.h"
#include "pairs.h"
#include "product.h"
#include "ranks.h"

typedef unsigned long long count64;

enum { ARTICLES = 9879896, SAMPLE = 20000, SOME = 100000, EQUAL_ROWS = 131072 };
enum { POWER_BITS = 14, THREADS = 256, TIMES = 5 };

/* ---- time ---------------------------------------------------------------- */

static cudaEvent_t begin_event, end_event;

static void begin(void)
{
    CHECK(cudaEventRecord(begin_event));
}

static double seconds(void)
{
    float ms;

    CHECK(cudaEventRecord(end_event));
    CHECK(cudaEventSynchronize(end_event));
    CHECK(cudaEventElapsedTime(&ms, begin_event, end_event));
    return ms / 1e3;
}

static double pairs_of(double rows)
{
    return rows * (rows - 1) / 2;
}

/* ---- rows on the device -------------------------------------------------- */

struct device_rows {
    int n;
    int *x;                /* n rows of 30, as they come */
    signed char *rank;     /* as they come, then sorted by power */
    int *power, *unsorted; /* sorted; as it comes */
    signed char *rank_unsorted;
    int *index, *from; /* 0, 1, ...; which row the ith one was */
    void *room;
    size_t room_bytes;
    count64 *found;
};

static struct device_rows rows_for(int n)
{
    struct device_rows d = {};

    d.n = n;
    CHECK(cudaMalloc(&d.x, (size_t)n * COLS * sizeof(int)));
    CHECK(cudaMalloc(&d.rank, (size_t)n * RANK_ROW));
    CHECK(cudaMalloc(&d.rank_unsorted, (size_t)n * RANK_ROW));
    CHECK(cudaMalloc(&d.power, n * sizeof(int)));
    CHECK(cudaMalloc(&d.unsorted, n * sizeof(int)));
    CHECK(cudaMalloc(&d.index, n * sizeof(int)));
    CHECK(cudaMalloc(&d.from, n * sizeof(int)));
    CHECK(cudaMalloc(&d.found, sizeof(count64)));
    CHECK(cub::DeviceRadixSort::SortPairs(NULL, d.room_bytes, d.unsorted,
                                          d.power, d.index, d.from, n, 0,
                                          POWER_BITS));
    CHECK(cudaMalloc(&d.room, d.room_bytes));
    return d;
}

__global__ void number(int *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        index[i] = i;
}

/* Two threads for a row, 16 bytes each. */
__global__ void gather(const int4 *rank, const int *from, int n, int4 *to)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < 2ll * n)
        to[i] = rank[2ll * from[i / 2] + i % 2];
}

static int blocks_for(long long threads)
{
    return (int)((threads + THREADS - 1) / THREADS);
}

static void sort_by_power(struct device_rows *d)
{
    number<<<blocks_for(d->n), THREADS>>>(d->index, d->n);
    CHECK(cub::DeviceRadixSort::SortPairs(d->room, d->room_bytes, d->unsorted,
                                          d->power, d->index, d->from, d->n, 0,
                                          POWER_BITS));
    gather<<<blocks_for(2ll * d->n), THREADS>>>((const int4 *)d->rank_unsorted,
                                                d->from, d->n, (int4 *)d->rank);
    CHECK(cudaGetLastError());
}

static count64 found_in(struct device_rows *d)
{
    count64 found;

    CHECK(cudaMemcpy(&found, d->found, sizeof found, cudaMemcpyDeviceToHost));
    return found;
}

/* The whole job; shown if `show`. */
static void all_pairs(struct device_rows *d, const int *x, bool show)
{
    size_t bytes = (size_t)d->n * COLS * sizeof *x;
    double copied, ranked, sorted, compared;

    begin();
    CHECK(cudaMemcpyAsync(d->x, x, bytes, cudaMemcpyHostToDevice));
    copied = seconds();
    begin();
    CHECK(ranks(d->x, d->n, d->rank_unsorted, d->unsorted));
    ranked = seconds();
    begin();
    sort_by_power(d);
    sorted = seconds();
    begin();
    CHECK(product(d->rank, d->power, d->n, 0, d->n, d->found));
    count64 found = found_in(d);
    compared = seconds();
    if (!show)
        return;

    double all = copied + ranked + sorted + compared;
    printf("%d rows, %.4g pairs: %llu found\n", d->n, pairs_of(d->n), found);
    printf("  copy  %9.4f s  (%.1f GB/s)\n", copied, bytes / copied / 1e9);
    printf("  ranks %9.4f s\n  sort  %9.4f s\n", ranked, sorted);
    printf("  pairs %9.4f s  (%.4g pairs/s)\n", compared,
           pairs_of(d->n) / compared);
    printf("  all   %9.4f s\n", all);
}

/* ---- is it right? -------------------------------------------------------- */

__global__ void plain(const signed char *rank, const int *power, int n,
                      int first, int end, count64 *found)
{
    count64 mine = 0;

    for (int row = first + blockIdx.x; row < end; row += gridDim.x)
        for (int col = row + 1 + threadIdx.x; col < n; col += blockDim.x) {
            long long dot = 0, both = (long long)power[row] * power[col];

            for (int k = 0; k < COLS; k++)
                dot += rank[row * RANK_ROW + k] * rank[col * RANK_ROW + k];
            mine += both > 0 && dot * dot * LIMIT_OF >= both * LIMIT;
        }
    if (mine > 0)
        atomicAdd(found, mine);
}

static count64 plainly(struct device_rows *d, int first, int rows)
{
    CHECK(cudaMemset(d->found, 0, sizeof *d->found));
    plain<<<1024, THREADS>>>(d->rank, d->power, d->n, first, first + rows,
                             d->found);
    CHECK(cudaGetLastError());
    return found_in(d);
}

static int compare_strip(struct device_rows *d, int first, int rows)
{
    count64 want = plainly(d, first, rows), got;

    CHECK(product(d->rank, d->power, d->n, first, rows, d->found));
    got = found_in(d);
    if (got == want)
        return 0;
    printf("WRONG: %llu pairs, but found are %llu in rows %d to %d of %d\n",
           want, got, first, first + rows - 1, d->n);
    return 1;
}

static int compare_all(struct device_rows *d)
{
    int n = d->n, wrong = compare_strip(d, 0, n), *count, from_pairs;

    wrong += compare_strip(d, n / 3, n / 5);
    wrong += compare_strip(d, 7, 1);
    wrong += compare_strip(d, n - 100, 100);
    wrong += compare_strip(d, 0, 0);
    CHECK(cudaMalloc(&count, sizeof *count));
    CHECK(pairs(d->rank, d->power, n, NULL, 0, count));
    CHECK(cudaMemcpy(&from_pairs, count, sizeof from_pairs,
                     cudaMemcpyDeviceToHost));
    CHECK(cudaFree(count));
    if ((count64)from_pairs != plainly(d, 0, n)) {
        printf("WRONG: pairs() of lab 52 finds %d\n", from_pairs);
        wrong++;
    }
    printf("%d rows, %llu found: %s\n", n, plainly(d, 0, n),
           wrong ? "WRONG" : "as with a plain kernel, also in strips");
    return wrong;
}

/* ---- the article's shape ------------------------------------------------- */

/* The average rank of each number of a row, and their mean is taken off. */
__device__ void rank_as_floats(const int *x, float *rank)
{
    for (int k = 0; k < COLS; k++) {
        int below = 0, equal = 0;

        for (int other = 0; other < COLS; other++) {
            below += x[other] < x[k];
            equal += x[other] == x[k];
        }
        rank[k] = below + (equal + 1) * 0.5f - (COLS + 1) * 0.5f;
    }
}

/* A block for each row, and the row in shared memory. */
__global__ void row_against_later_ones(const int *x, int n, count64 *found)
{
    __shared__ int mine[COLS];
    int row = blockIdx.x;
    unsigned here = 0;

    if (threadIdx.x < COLS)
        mine[threadIdx.x] = x[(size_t)row * COLS + threadIdx.x];
    __syncthreads();
    for (int col = row + 1 + threadIdx.x; col < n; col += blockDim.x) {
        float a[COLS], b[COLS], ab = 0, aa = 0, bb = 0;
        int other[COLS];

        for (int k = 0; k < COLS; k++)
            other[k] = x[(size_t)col * COLS + k];
        rank_as_floats(mine, a);
        rank_as_floats(other, b);
        for (int k = 0; k < COLS; k++) {
            ab += a[k] * b[k];
            aa += a[k] * a[k];
            bb += b[k] * b[k];
        }
        float r = ab / sqrtf(aa * bb);
        here += fabsf(r * sqrtf(28 / (1 - r * r))) >= 2.0484f;
    }
    if (here > 0)
        atomicAdd(found, (count64)here);
}

static void time_others(struct device_rows *d)
{
    double best[3] = {1e9, 1e9, 1e9};
    int *count;

    CHECK(cudaMalloc(&count, sizeof *count));
    for (int k = 0; k < TIMES; k++) {
        double took[3];

        begin();
        CHECK(product(d->rank, d->power, d->n, 0, d->n, d->found));
        took[0] = seconds();
        begin();
        CHECK(pairs(d->rank, d->power, d->n, NULL, 0, count));
        took[1] = seconds();
        begin();
        if (k < 2) {
            CHECK(cudaMemsetAsync(d->found, 0, sizeof *d->found));
            row_against_later_ones<<<d->n - 1, THREADS>>>(d->x, d->n, d->found);
            CHECK(cudaGetLastError());
        }
        took[2] = k < 2 ? seconds() : 1e9;
        for (int i = 0; i < 3; i++)
            best[i] = took[i] < best[i] ? took[i] : best[i];
    }
    CHECK(cudaFree(count));
    printf("%d rows, best of %d (of 2):\n", d->n, TIMES);
    printf("  product() of lab 56   %9.5f s  (%.4g pairs/s)\n", best[0],
           pairs_of(d->n) / best[0]);
    printf("  pairs() of lab 52     %9.5f s  (%.4g pairs/s)\n", best[1],
           pairs_of(d->n) / best[1]);
    printf("  the article's shape   %9.5f s  (%.4g pairs/s)\n", best[2],
           pairs_of(d->n) / best[2]);
}

/* ---- all of it ----------------------------------------------------------- */

static void free_rows(struct device_rows *d)
{
    void *all[] = {d->x,     d->rank, d->rank_unsorted, d->power, d->unsorted,
                   d->index, d->from, d->room,          d->found};

    for (void *one : all)
        CHECK(cudaFree(one));
}

static void write_rows(int *x, int n, bool one_power)
{
    uint64_t seed = 6;

    for (int i = 0; i < n; i++)
        write_row(&x[(size_t)COLS * i],
                  one_power    ? DIFFERENT
                  : i % 64 > 0 ? COUNTS
                               : (enum row_kind)(i / 64 % ROW_KINDS),
                  &seed);
}

/* Rows of one power, 512 * 256 of them: what ceiling.cu can do, too. */
static int tiles_only(void)
{
    struct device_rows d = rows_for(EQUAL_ROWS);
    int *x;
    double best = 1e9;

    CHECK(cudaMallocHost(&x, (size_t)EQUAL_ROWS * COLS * sizeof *x));
    write_rows(x, EQUAL_ROWS, true);
    all_pairs(&d, x, false);
    for (int k = 0; k < 20; k++) {
        begin();
        CHECK(product(d.rank, d.power, d.n, 0, d.n, d.found));
        double took = seconds();
        best = took < best ? took : best;
    }
    count64 got = found_in(&d), want = plainly(&d, 0, d.n);
    printf("%d rows of one power, best of 20: %.6f s  (%.4g pairs/s)%s\n", d.n,
           best, pairs_of(d.n) / best, got == want ? "" : "  WRONG");
    free_rows(&d);
    CHECK(cudaFreeHost(x));
    return got != want;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : ARTICLES, wrong, *x;

    CHECK(cudaEventCreate(&begin_event));
    CHECK(cudaEventCreate(&end_event));
    wrong = tiles_only();
#ifdef TILES_ONLY
    return wrong;
#endif
    if (n < SOME)
        n = SOME;
    CHECK(cudaMallocHost(&x, (size_t)n * COLS * sizeof *x));
    write_rows(x, n, false);

    struct device_rows sample = rows_for(SAMPLE), some = rows_for(SOME);
    all_pairs(&sample, x, false);
    wrong += compare_all(&sample);
    all_pairs(&some, x, false);
    time_others(&some);
    free_rows(&sample);
    free_rows(&some);

    struct device_rows all = rows_for(n);
    all_pairs(&all, x, true);
    free_rows(&all);
    CHECK(cudaFreeHost(x));
    return wrong != 0;
}
