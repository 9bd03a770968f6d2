/*
 * ladder_counters.cu - the reference solutions of the matrix labs (21 to 27, 31
 * to 35) in one program. Run on a GPU under Nsight Compute and on the CPU
 * device in check mode, the counts of global sectors must be the same:
 * grader/tests/counters.py compares them.
 *
 * The labs' functions and kernels have the same names in many labs. Here the
 * kernel of lab 31 is called lab31, the function that launches it run31. Build
 * with -I. and with -Ilabs/NAME for each lab.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define matmul run21
#define matmul_kernel lab21
#include "solutions/21_matmul_naive/matmul_naive.cu"
#undef matmul
#undef matmul_kernel

#define matmul run22
#define matmul_kernel lab22
#define row row22
#include "solutions/22_matmul_pitched/matmul_pitched.cu"
#undef matmul
#undef matmul_kernel
#undef row

#define matmul run23
#define matmul_kernel lab23
#define row row23
#include "solutions/23_matmul_shared_row/matmul_shared_row.cu"
#undef matmul
#undef matmul_kernel
#undef row
#undef THREADS

#define xnor_matmul run24
#define xnor_kernel lab24
#define pack_rows_kernel lab24_rows
#define pack_columns_kernel lab24_columns
#include "solutions/24_xnor/xnor.cu"
#undef xnor_matmul
#undef xnor_kernel

#define xnor_matmul run25
#define xnor_kernel lab25
#define row row25
#include "solutions/25_xnor_shared_row/xnor_shared_row.cu"
#undef xnor_matmul
#undef xnor_kernel
#undef row

#define xnor_matmul run26
#define xnor_kernel lab26
#include "solutions/26_xnor_tiled/xnor_tiled.cu"
#undef xnor_matmul
#undef xnor_kernel
#undef TILE

#define xnor_matmul run27
#define product lab27
#include "solutions/27_xnor_no_conflicts/xnor_no_conflicts.cu"
#undef xnor_matmul
#undef product

#define transpose run31
#define transpose_kernel lab31
#include "solutions/31_transpose_rows/transpose_rows.cu"
#undef transpose
#undef transpose_kernel

#define transpose run32
#define transpose_kernel lab32
#include "solutions/32_transpose_columns/transpose_columns.cu"
#undef transpose
#undef transpose_kernel

#define transpose run33
#define transpose_kernel lab33
#include "solutions/33_transpose_shared/transpose_shared.cu"
#undef transpose
#undef transpose_kernel
#undef TILE

#define transpose run34
#define transpose_kernel lab34
#include "solutions/34_transpose_blocks/transpose_blocks.cu"
#undef transpose
#undef transpose_kernel

#define transpose run35
#define transpose_kernel lab35
#undef WARPS
#include "solutions/35_transpose_padded/transpose_padded.cu"
#undef transpose
#undef transpose_kernel

#define CHECK(call)                                            \
    do {                                                       \
        cudaError_t e_ = (cudaError_t)(call);                  \
        if (e_ != cudaSuccess) {                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, \
                    cudaGetErrorString(e_));                   \
            exit(1);                                           \
        }                                                      \
    } while (0)

enum { FLOATS = 1 << 18 }; /* more than any of the matrices has */

static float *a, *b, *c;

static void transpose_all(int rows, int cols)
{
    CHECK(run31(a, b, rows, cols));
    CHECK(run32(a, b, rows, cols));
    CHECK(run33(a, b, rows, cols));
    CHECK(run34(a, b, rows, cols));
    CHECK(run35(a, b, rows, cols));
}

static void multiply_pitched(int m, int k, int n)
{
    float *x = (float *)calloc(FLOATS, sizeof *x);
    float *y = (float *)malloc(FLOATS * sizeof *y);

    CHECK(run22(x, x, y, m, k, n));
    free(x);
    free(y);
}

static void multiply_all(int m, int k, int n)
{
    const unsigned *a_bits = (unsigned *)a, *b_bits = (unsigned *)b;
    int *sums = (int *)c;

    CHECK(run21(a, b, c, m, k, n));
    multiply_pitched(m, k, n);
    CHECK(run23(a, b, c, m, k, n));
    CHECK(pack_rows(a, (unsigned *)c, m, k));
    CHECK(pack_columns(b, (unsigned *)c, k, n));
    CHECK(run24(a_bits, b_bits, sums, m, k, n));
    CHECK(run25(a_bits, b_bits, sums, m, k, n));
    CHECK(run26(a_bits, b_bits, sums, m, k, n));
    CHECK(run27(a_bits, b_bits, sums, m, k, n));
}

int main()
{
    CHECK(cudaMalloc(&a, FLOATS * sizeof *a));
    CHECK(cudaMalloc(&b, FLOATS * sizeof *b));
    CHECK(cudaMalloc(&c, FLOATS * sizeof *c));
    CHECK(cudaMemset(a, 0, FLOATS * sizeof *a));
    CHECK(cudaMemset(b, 0, FLOATS * sizeof *b));
    multiply_all(64, 1024, 64);
    multiply_all(57, 1000, 57);
    multiply_pitched(40, 36, 100);
    transpose_all(256, 384);
    transpose_all(200, 328);
    transpose_all(100, 70);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    return 0;
}
