/*
 * bench_pairs.c - what labs 52 and 56 do, on all cores of a processor: found
 * pairs of rows, for docs/measurements.md.
 *
 *   gcc -O3 -march=native -fopenmp -I. -o bench_pairs grader/tests/bench_pairs.c
 *   ./bench_pairs [ROWS]
 *
 * A row meets many columns at once, one in each lane of the processor's vectors;
 * the rank numbers lie by columns for that. A dot fits into 16 bits, and so do
 * all sums on the way. Tiles of the rows stay in the caches. Every pair is
 * decided exactly, in doubles: both sides are whole numbers below 2^53. Prints
 * the best of 5, and compares with the definition on the first rows.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/spearman.h"

enum { SOME = 100000, FIRST = 2000, TILE = 512, TIMES = 5 };

static signed char *rank; /* RANK_ROW bytes of each row */
static short *turned;     /* number k of all rows, then number k + 1 */
static double *limit;     /* dot * dot must reach limit[row] * power[col] */
static double *power;
static size_t stride; /* of turned */

/* Rows row .. end - 1 with the columns col .. stop - 1 behind them. */
static int64_t found_in(int row, int end, int col, int stop)
{
    int64_t found = 0;

    for (int r = row; r < end; r++) {
        const signed char *a = &rank[(size_t)RANK_ROW * (size_t)r];
        const double least = limit[r];
        int many = 0;

#pragma omp simd reduction(+ : many)
        for (int c = col > r ? col : r + 1; c < stop; c++) {
            short dot = 0;

#pragma GCC unroll 30
            for (int k = 0; k < COLS; k++)
                dot = (short)(dot + a[k] * turned[(size_t)k * stride + (size_t)c]);
            /* A row of power 0: its dots are 0, which is no less than 0. */
            double square = (double)(dot * dot);
            many += (square * LIMIT_OF >= least * power[c]) & (dot != 0);
        }
        found += many;
    }
    return found;
}

static int64_t found_pairs(int n)
{
    int64_t found = 0;

#pragma omp parallel for schedule(dynamic) reduction(+ : found)
    for (int row = 0; row < n; row += TILE)
        for (int col = row; col < n; col += TILE)
            found += found_in(row, row + TILE < n ? row + TILE : n, col,
                              col + TILE < n ? col + TILE : n);
    return found;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SOME, x[COLS];
    int first = n < FIRST ? n : FIRST;
    uint64_t seed = 97403;
    int64_t found = 0, want = 0;
    double best = 1e9;
    int *powers;

    if (n < 1)
        return 2;
    rank = malloc((size_t)n * RANK_ROW);
    stride = (size_t)n;
    turned = malloc(COLS * stride * sizeof *turned);
    limit = malloc((size_t)n * sizeof *limit);
    power = malloc((size_t)n * sizeof *power);
    powers = malloc((size_t)n * sizeof *powers);
    if (!rank || !turned || !limit || !power || !powers)
        return 2;
    for (int i = 0; i < n; i++) {
        write_row(x, COUNTS, &seed);
        powers[i] = rank_row(x, &rank[(size_t)RANK_ROW * (size_t)i]);
        power[i] = powers[i];
        limit[i] = (double)powers[i] * LIMIT;
        for (int k = 0; k < COLS; k++)
            turned[(size_t)k * stride + (size_t)i] =
                rank[(size_t)RANK_ROW * (size_t)i + (size_t)k];
    }
    for (int i = 0; i < first; i++)
        for (int j = i + 1; j < first; j++)
            want += is_found(rank, powers, i, j);
    if (found_pairs(first) != want) {
        fprintf(stderr, "wrong\n");
        return 1;
    }
    for (int i = 0; i < TIMES; i++) {
        double begin = omp_get_wtime();

        found = found_pairs(n);
        if (omp_get_wtime() - begin < best)
            best = omp_get_wtime() - begin;
    }
    printf("%d rows, %d threads: %lld found, %.4f s (%.3g pairs/s)\n", n,
           omp_get_max_threads(), (long long)found, best,
           (double)n * (n - 1) / 2 / best);
    return 0;
}
