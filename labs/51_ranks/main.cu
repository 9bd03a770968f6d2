/* The program of lab 51: a few rows and their rank numbers, and whether those
 * of many rows are right. An argument: how many rows. */
#include "ranks.h"

#include "common/program/device_memory.h"
#include "common/spearman.h"

#include <string.h>

#ifdef SIMT_CHECK /* make explain: each access takes its time */
enum { SOME_ROWS = 1000 };
#else
enum { SOME_ROWS = 100003 };
#endif
enum { SHOWN = 3, SHOWN_COLS = 14 };

template <class T> static void print(const char *what, const T *x)
{
    printf("%-8s", what);
    for (int k = 0; k < SHOWN_COLS; k++)
        printf("%5d", x[k]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SOME_ROWS, wrong = 0, all_equal = 0;
    size_t ranks_bytes = (size_t)n * RANK_ROW, powers_bytes = n * sizeof(int);
    int *x = (int *)malloc((size_t)n * COLS * sizeof *x);
    signed char *rank = (signed char *)malloc(ranks_bytes), *d_rank;
    int *power = (int *)malloc(powers_bytes), *d_power;
    uint64_t seed = 97403;

    for (int i = 0; i < n; i++)
        write_row(&x[(size_t)COLS * i], COUNTS, &seed);
    int *d_x = on_device(x, (size_t)n * COLS, "copy of the rows");
    check(cudaMalloc(&d_rank, ranks_bytes), "cudaMalloc");
    check(cudaMalloc(&d_power, powers_bytes), "cudaMalloc");
    check(cudaMemset(d_rank, 0x55, ranks_bytes), "cudaMemset");
    check(cudaMemset(d_power, 0x55, powers_bytes), "cudaMemset");
    check((cudaError_t)ranks(d_x, n, d_rank, d_power), "ranks");
    check(cudaMemcpy(rank, d_rank, ranks_bytes, cudaMemcpyDeviceToHost),
          "copy of the rank numbers");
    check(cudaMemcpy(power, d_power, powers_bytes, cudaMemcpyDeviceToHost),
          "copy of the powers");

    printf("The first %d of 30 columns:\n", SHOWN_COLS);
    for (int i = 0; i < n; i++) {
        signed char want[RANK_ROW];
        int want_power = rank_row(&x[(size_t)COLS * i], want);
        const signed char *got = &rank[(size_t)RANK_ROW * i];

        if (i < SHOWN) {
            char name[20];

            snprintf(name, sizeof name, "row %d", i);
            print(name, &x[(size_t)COLS * i]);
            print(" CPU", want);
            print(" device", got);
            printf(" power   CPU %d, device %d\n", want_power, power[i]);
        }
        wrong += want_power != power[i] || memcmp(want, got, sizeof want) != 0;
        all_equal += want_power == 0;
    }
    printf("%d rows, in %d of them all numbers are equal: ", n, all_equal);
    if (wrong)
        printf("%d are wrong\n", wrong);
    else
        printf("all are right\n");
    cudaFree(d_x);
    cudaFree(d_rank);
    cudaFree(d_power);
    free(x);
    free(rank);
    free(power);
    return wrong != 0;
}
