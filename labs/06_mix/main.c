/*
 * The program of lab 06: time and count as in the article, on its vector: the
 * author's repository (openmp_demo, 06_mix/main.cpp) has the 10 million numbers
 * 0, 1, 2, ... and a 2 as the last one. Here the first one is a 2 as well,
 * because the task speaks of numbers above 0; 0 and 4 are both even.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "mix.h"

int main(void)
{
    enum { N = 10000000 };
    int32_t *v = malloc(N * sizeof *v);

    if (!v) {
        perror("malloc");
        return 1;
    }
    for (int32_t i = 0; i < N; i++)
        v[i] = i;
    v[0] = v[N - 1] = 2;
    double begin = omp_get_wtime();
    size_t count = count_odd(v, N, square, root);
    double used = omp_get_wtime() - begin;
    printf("- time used: %f seconds\n", used);
    printf("- size of v_ans: %zu\n", count);
    free(v);
    return 0;
}
