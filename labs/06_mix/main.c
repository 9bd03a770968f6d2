/*
 * The program of lab 06: time and count as in the article. The article does
 * not give its vector; this one has 10 million elements from a fixed formula,
 * so the count is the same on every machine.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "mix.h"

int main(void)
{
    enum { N = 10000000 };
    int32_t *v = malloc(N * sizeof *v);
    uint64_t x = 1;

    if (!v) {
        perror("malloc");
        return 1;
    }
    for (int i = 0; i < N; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        v[i] = (int32_t)(x >> 33); /* 31 bits: 0 to 2147483647 */
        v[i] += v[i] == 0;
    }
    double begin = omp_get_wtime();
    size_t count = count_odd(v, N, square, root);
    double used = omp_get_wtime() - begin;
    printf("- time used: %f seconds\n", used);
    printf("- size of v_ans: %zu\n", count);
    free(v);
    return 0;
}
