/* The program of lab 14: ten numbers before and after, by both functions, and
 * 5000 numbers by the one that can. An argument: how many, at most 5000; if
 * they fit, one block sorts them. */
#include "odd_even_sort.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEW = 10, MANY = 5000 };

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

/* Sort a[] of the host with a function that sorts on the device. */
static void sort(int *a, int n, int (*how)(int *, int), const char *name)
{
    size_t bytes = n * sizeof *a;
    int *d_a;

    check(cudaMalloc(&d_a, bytes), "cudaMalloc");
    check(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice), "copy of a");
    check((cudaError_t)how(d_a, n), name);
    check(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost), "copy of a");
    cudaFree(d_a);
}

static void print(const char *name, const int *a, int n)
{
    printf("%-14s", name);
    for (int i = 0; i < n; i++)
        printf("%4d", a[i]);
    printf("\n");
}

static void show(int (*how)(int *, int), const char *name)
{
    int a[FEW] = {13, 7, 42, 1, 99, -5, 7, 64, 0, 28};

    sort(a, FEW, how, name);
    print(name, a, FEW);
}

int main(int argc, char **argv)
{
    const int before[FEW] = {13, 7, 42, 1, 99, -5, 7, 64, 0, 28};
    int n = argc > 1 ? atoi(argv[1]) : MANY, many[MANY], wrong = 0;
    bool fit = n <= SORT_BLOCK_MAX;

    print("before", before, FEW);
    show(sort_block, "sort_block");
    show(odd_even_sort, "odd_even_sort");
    n = n < 0 ? 0 : n > MANY ? MANY : n;
    for (int i = 0; i < n; i++)
        many[i] = n - i;
    sort(many, n, fit ? sort_block : odd_even_sort,
         fit ? "sort_block" : "odd_even_sort");
    for (int i = 0; i + 1 < n; i++)
        wrong += many[i] > many[i + 1];
    printf("%d numbers, in falling order before: %d neighbours are in the "
           "wrong order\n",
           n, wrong);
    return 0;
}
