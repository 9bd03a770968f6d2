/*
 * xnor_main.h - the program of labs 24 to 27: packs two matrices of 1 and -1
 * into bits, multiplies them, and compares with the product of the floats on
 * the host. 500 x 500, or m, k and n as three arguments. A lab's main.cu
 * includes its contract and this. Lab 24, whose students write the packing,
 * defines PACK_ON_DEVICE before.
 */
#ifndef COMMON_XNOR_MAIN_H
#define COMMON_XNOR_MAIN_H

#include "common/program/matmul_host.h"

#include <limits.h>

enum { NOT_WRITTEN = INT_MIN }; /* a mark in C */

#ifdef PACK_ON_DEVICE
typedef int pack_function(const float *d_x, unsigned *d_bits, int rows,
                          int cols);

static unsigned *pack_on_device(pack_function *pack, const float *x, int rows,
                                int cols, size_t words, const char *what)
{
    float *d_x = on_device(x, (size_t)rows * cols, what);
    unsigned *d_bits;

    check(cudaMalloc(&d_bits, words * sizeof *d_bits), "cudaMalloc");
    check((cudaError_t)pack(d_x, d_bits, rows, cols), what);
    check(cudaDeviceSynchronize(), what);
    cudaFree(d_x);
    return d_bits;
}
#else
/* A row of A and a column of B begin with a new word each. */
static unsigned *packed_rows(const float *a, int m, int k, int words)
{
    unsigned *bits = (unsigned *)calloc((size_t)m * words + 1, sizeof *bits);

    for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
            bits[(size_t)i * words + l / 32] |=
                (unsigned)(a[(size_t)i * k + l] > 0) << l % 32;
    return bits;
}

static unsigned *packed_columns(const float *b, int k, int n, int words)
{
    unsigned *bits = (unsigned *)calloc((size_t)words * n + 1, sizeof *bits);

    for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
            bits[(size_t)(l / 32) * n + j] |=
                (unsigned)(b[(size_t)l * n + j] > 0) << l % 32;
    return bits;
}
#endif

/* The first element that is not what it should be. */
static int compare(const float *want, const int *got, int m, int n)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if ((int)want[(size_t)i * n + j] != got[(size_t)i * n + j]) {
                printf("Wrong: row %d, column %d of C should be %d, and is ", i,
                       j, (int)want[(size_t)i * n + j]);
                if (got[(size_t)i * n + j] == NOT_WRITTEN)
                    printf("not written.\n");
                else
                    printf("%d.\n", got[(size_t)i * n + j]);
                return 1;
            }
    printf("All of C is right.\n");
    return 0;
}

int main(int argc, char **argv)
{
    int m = argc > 3 ? atoi(argv[1]) : 500;
    int k = argc > 3 ? atoi(argv[2]) : 500;
    int n = argc > 3 ? atoi(argv[3]) : 500, words = (k + 31) / 32;
    size_t words_a = (size_t)m * words, words_b = (size_t)words * n;
    size_t size_c = (size_t)m * n, bytes_c = size_c * sizeof(int);
    float *a = random_signs((size_t)m * k), *b = random_signs((size_t)k * n);
    float *want = (float *)malloc(size_c * sizeof *want + 1);
    int *c = (int *)malloc(bytes_c + 1);

    for (size_t i = 0; i < size_c; i++)
        c[i] = NOT_WRITTEN;
#ifdef PACK_ON_DEVICE
    unsigned *d_a = pack_on_device(pack_rows, a, m, k, words_a, "pack_rows");
    unsigned *d_b =
        pack_on_device(pack_columns, b, k, n, words_b, "pack_columns");
#else
    unsigned *bits_a = packed_rows(a, m, k, words);
    unsigned *bits_b = packed_columns(b, k, n, words);
    unsigned *d_a = on_device(bits_a, words_a, "copy of A");
    unsigned *d_b = on_device(bits_b, words_b, "copy of B");
    free(bits_a);
    free(bits_b);
#endif
    int *d_c = on_device(c, size_c, "copy of C");

    double begin = now();
    check((cudaError_t)xnor_matmul(d_a, d_b, d_c, m, k, n), "xnor_matmul");
    check(cudaDeviceSynchronize(), "xnor_matmul");
    double device = now() - begin;
    begin = now();
    multiply_on_host(a, b, want, m, k, n);
    printf("%d x %d by %d x %d: %.3g ms on the device, %.3g ms with floats on "
           "the host\n",
           m, k, k, n, device * 1e3, (now() - begin) * 1e3);

    check(cudaMemcpy(c, d_c, bytes_c, cudaMemcpyDeviceToHost),
          "copy of C back");
    int status = compare(want, c, m, n);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
    free(want);
    return status;
}

#endif
