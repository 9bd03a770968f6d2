/* The program of lab 56: how many pairs of rows like the article's are found,
 * by the CPU and by the device, in one call and in three strips. An argument:
 * how many rows. */
#include "product.h"

#include "common/program/device_memory.h"
#include "common/spearman.h"

#include <string.h>

#ifdef SIMT_CHECK /* make explain: each access takes its time */
enum { SOME_ROWS = 256 };
#else
enum { SOME_ROWS = 2000 };
#endif

struct one_row {
    int power;
    signed char rank[RANK_ROW];
};

static int by_power(const void *a, const void *b)
{
    return ((const struct one_row *)a)->power -
           ((const struct one_row *)b)->power;
}

static unsigned long long in_strip(const signed char *d_rank,
                                   const int *d_power, int n, int first,
                                   int rows, unsigned long long *d_found)
{
    unsigned long long found;

    check((cudaError_t)product(d_rank, d_power, n, first, rows, d_found),
          "product");
    check(cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost),
          "copy of the count");
    return found;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SOME_ROWS;
    struct one_row *row = (struct one_row *)calloc(n + 1, sizeof *row);
    signed char *rank = (signed char *)malloc((size_t)n * RANK_ROW + 1);
    int *power = (int *)malloc((size_t)n * sizeof *power + 1);
    unsigned long long want = 0, *d_found;
    uint64_t seed = 97403;

    for (int i = 0; i < n; i++) {
        int x[COLS];

        write_row(x, COUNTS, &seed);
        row[i].power = rank_row(x, row[i].rank);
    }
    qsort(row, n, sizeof *row, by_power);
    for (int i = 0; i < n; i++) {
        memcpy(&rank[(size_t)RANK_ROW * i], row[i].rank, RANK_ROW);
        power[i] = row[i].power;
    }
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            want += correlated(dot_of_ranks(row[i].rank, row[k].rank), power[i],
                               power[k]);

    signed char *d_rank =
        on_device(rank, (size_t)n * RANK_ROW, "copy of ranks");
    int *d_power = on_device(power, n, "copy of the powers");
    check(cudaMalloc(&d_found, sizeof *d_found), "cudaMalloc");
    check(cudaMemset(d_found, 0x55, sizeof *d_found), "cudaMemset");

    unsigned long long all = in_strip(d_rank, d_power, n, 0, n, d_found);
    unsigned long long strips = 0;
    for (int s = 0; s < 3; s++) {
        int first = (int)((long long)n * s / 3);
        int end = (int)((long long)n * (s + 1) / 3);

        strips += in_strip(d_rank, d_power, n, first, end - first, d_found);
    }
    printf("%d rows: of %lld pairs are found\n"
           "  %llu by the CPU\n"
           "  %llu by the device\n"
           "  %llu by the device in three strips\n",
           n, (long long)n * (n - 1) / 2, want, all, strips);
    cudaFree(d_rank);
    cudaFree(d_power);
    cudaFree(d_found);
    free(row);
    free(rank);
    free(power);
    return want != all || want != strips;
}
