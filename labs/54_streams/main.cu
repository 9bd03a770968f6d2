/* The program of lab 54: rows in pinned memory, more of them than the device
 * shall hold at once, and whether all come back ranked. Arguments: how many
 * rows, and how many at once. When things are done, `make explain LAB=54`
 * draws. */
#include "streams.h"

#include "common/program/device_memory.h"
#include "common/spearman.h"

#include <string.h>

enum { SOME_ROWS = 20000, SOME_AT_ONCE = 6000 };

static size_t taken(void)
{
    size_t left, total;

    check(cudaMemGetInfo(&left, &total), "cudaMemGetInfo");
    return total - left;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SOME_ROWS;
    int at_once = argc > 2 ? atoi(argv[2]) : SOME_AT_ONCE;
    int *x, *power, wrong = 0, first_wrong = -1;
    signed char *rank;
    uint64_t seed = 97403;

    check(cudaMallocHost(&x, (size_t)n * COLS * sizeof *x + 1), "memory");
    check(cudaMallocHost(&rank, (size_t)n * RANK_ROW + 1), "memory");
    check(cudaMallocHost(&power, n * sizeof *power + 1), "memory");
    for (int i = 0; i < n; i++)
        write_row(&x[(size_t)COLS * i], COUNTS, &seed);
    memset(rank, 0x55, (size_t)n * RANK_ROW);
    memset(power, 0x55, n * sizeof *power);

    size_t before = taken();
    check((cudaError_t)ranks_in_streams(x, n, at_once, rank, power),
          "ranks_in_streams");
    size_t after = taken();

    for (int i = 0; i < n; i++) {
        signed char want[RANK_ROW];

        if (rank_row(&x[(size_t)COLS * i], want) == power[i] &&
            memcmp(want, &rank[(size_t)RANK_ROW * i], RANK_ROW) == 0)
            continue;
        if (wrong++ == 0)
            first_wrong = i;
    }
    printf("%d rows, memory for %d at once: ", n, at_once);
    if (wrong)
        printf("%d are wrong, the first of them is row %d\n", wrong,
               first_wrong);
    else
        printf("all are right\n");
    printf("x has %zu bytes, the results %zu; left on the device: %zu\n",
           (size_t)n * COLS * sizeof *x, (size_t)n * (RANK_ROW + sizeof *power),
           after - before);
    cudaFreeHost(x);
    cudaFreeHost(rank);
    cudaFreeHost(power);
    return wrong != 0;
}
