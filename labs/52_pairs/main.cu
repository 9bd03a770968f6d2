/* The program of lab 52: which pairs of some rows like the article's are
 * found, by the CPU and by the device. An argument: how many rows. */
#include "pairs.h"

#include "common/program/device_memory.h"
#include "common/spearman.h"

#ifdef SIMT_CHECK /* make explain: each access takes its time */
enum { SOME_ROWS = 200 };
#else
enum { SOME_ROWS = 2000 };
#endif
enum { SHOWN = 5 };

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SOME_ROWS, want = 0, wrong = 0, count;
    int room = n * (n - 1) / 2;
    signed char *rank = (signed char *)malloc((size_t)n * RANK_ROW + 1);
    int *power = (int *)malloc((size_t)n * sizeof *power + 1), *d_count;
    struct pair *pair = (struct pair *)malloc(room * sizeof *pair + 1), *d_pair;
    uint64_t seed = 97403;

    for (int i = 0; i < n; i++) {
        int x[COLS];

        write_row(x, COUNTS, &seed);
        power[i] = rank_row(x, &rank[(size_t)RANK_ROW * i]);
    }
    for (int row = 0; row < n; row++)
        for (int col = row + 1; col < n; col++)
            want += correlated(
                dot_of_ranks(&rank[RANK_ROW * row], &rank[RANK_ROW * col]),
                power[row], power[col]);

    signed char *d_rank =
        on_device(rank, (size_t)n * RANK_ROW, "copy of ranks");
    int *d_power = on_device(power, n, "copy of the powers");
    check(cudaMalloc(&d_pair, room * sizeof *d_pair), "cudaMalloc");
    check(cudaMalloc(&d_count, sizeof *d_count), "cudaMalloc");
    check(cudaMemset(d_pair, 0x55, room * sizeof *d_pair), "cudaMemset");
    check(cudaMemset(d_count, 0x55, sizeof *d_count), "cudaMemset");
    check((cudaError_t)pairs(d_rank, d_power, n, d_pair, room, d_count),
          "pairs");
    check(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost),
          "copy of the count");
    check(cudaMemcpy(pair, d_pair, room * sizeof *pair, cudaMemcpyDeviceToHost),
          "copy of the pairs");

    for (int k = 0; k < count && k < room; k++) {
        int row = pair[k].row, col = pair[k].col;
        bool inside = row >= 0 && row < col && col < n;
        int dot =
            inside ? dot_of_ranks(&rank[RANK_ROW * row], &rank[RANK_ROW * col])
                   : 0;

        if (k < SHOWN)
            printf("row %d, col %d: dot %d\n", row, col, pair[k].dot);
        wrong += !inside || dot != pair[k].dot ||
                 !correlated(dot, power[row], power[col]);
    }
    printf("%d rows: of %d pairs are found %d by the CPU, %d by the device\n",
           n, room, want, count);
    printf("Of those %d are missing or wrong\n", wrong);
    cudaFree(d_rank);
    cudaFree(d_power);
    cudaFree(d_pair);
    cudaFree(d_count);
    free(rank);
    free(power);
    free(pair);
    return wrong != 0 || want != count;
}
