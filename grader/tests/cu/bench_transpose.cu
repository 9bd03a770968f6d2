/*
 * bench_transpose.cu - the steps of labs 31 to 35 and the reference of lab 35
 * against a float4 copy of as many bytes, on a GPU:
 *
 *   nvcc -O3 -arch=native -Ilabs/35_transpose_padded -o bench_transpose \
 *       grader/tests/cu/bench_transpose.cu -lcublas
 *   ./bench_transpose [PAIRS]
 *
 * Each figure: batches of launches of the copy and of the kernel in turn, on
 * three pairs of buffers in rotation (more than any L2 holds) with random
 * numbers; GB/s counts every byte once read and once written and is the median
 * of the batches, the fraction the median over the pairs of batches. Every
 * result is compared first.
 */
#include "../../../solutions/35_transpose_padded/transpose_padded.cu"

#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

#include "bench.h"

enum { SETS = 3, MAX_PAIRS = 99 };

static const int sizes[][2] = {
    {4096, 4096}, {8192, 8192}, {16384, 16384}, {8191, 8193}, {10007, 7919},
};

/* ---- the ceiling ------------------------------------------------------- */
__global__ void copy_kernel(const float4 *a, float4 *b, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i];
}

static int copy(const float *a, float *b, int rows, int cols)
{
    size_t n = (size_t)rows * cols / 4;

    copy_kernel<<<(n + 255) / 256, 256>>>((const float4 *)a, (float4 *)b, n);
    return cudaGetLastError();
}

/* What it costs when neither the reads nor the writes begin on sectors. */
__global__ void off_kernel(const float *a, float *b, size_t n)
{
    size_t first = blockIdx.x * (size_t)1024 + threadIdx.x;
    float v[4];

    for (int k = 0; k < 4; k++)
        if (first + 256 * k + 3 < n)
            v[k] = a[first + 256 * k + 1];
    for (int k = 0; k < 4; k++)
        if (first + 256 * k + 3 < n)
            b[first + 256 * k + 3] = v[k];
}

static int copy_off(const float *a, float *b, int rows, int cols)
{
    size_t n = (size_t)rows * cols;

    off_kernel<<<(n + 1023) / 1024, 256>>>(a, b, n);
    return cudaGetLastError();
}

/* ---- the steps: BX x BY threads, x along a's rows or a's columns ------- */
template <bool along_i>
__global__ void naive_kernel(const float *a, float *b, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = along_i ? x : y, j = along_i ? y : x;

    if (i < rows && j < cols)
        b[(size_t)j * rows + i] = a[(size_t)i * cols + j];
}

template <bool along_i, int BX, int BY>
static int naive(const float *a, float *b, int rows, int cols)
{
    int nx = along_i ? rows : cols, ny = along_i ? cols : rows;

    naive_kernel<along_i>
        <<<dim3((nx + BX - 1) / BX, (ny + BY - 1) / BY), dim3(BX, BY)>>>(
            a, b, rows, cols);
    return cudaGetLastError();
}

/*
 * Through a tile of SIDE x SIDE, its rows PAD longer, by 32 x BY threads.
 * A thread loads all it has to load before it stores any of it.
 * along_i: blocks that follow one another write next to one another.
 */
template <int SIDE, int PAD, int BY, bool along_i>
__global__ void tile_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[SIDE][SIDE + PAD];
    float v[SIDE / BY][SIDE / 32];
    int i0 = SIDE * (along_i ? blockIdx.x : blockIdx.y);
    int j0 = SIDE * (along_i ? blockIdx.y : blockIdx.x);

    for (int k = 0; k < SIDE; k += BY)
        for (int c = 0; c < SIDE; c += 32) {
            int y = k + threadIdx.y, x = c + threadIdx.x;

            if (i0 + y < rows && j0 + x < cols)
                v[k / BY][c / 32] = a[(size_t)(i0 + y) * cols + j0 + x];
        }
    for (int k = 0; k < SIDE; k += BY)
        for (int c = 0; c < SIDE; c += 32)
            tile[k + threadIdx.y][c + threadIdx.x] = v[k / BY][c / 32];
    __syncthreads();
    for (int k = 0; k < SIDE; k += BY)
        for (int c = 0; c < SIDE; c += 32) {
            int y = k + threadIdx.y, x = c + threadIdx.x;

            if (j0 + y < cols && i0 + x < rows)
                b[(size_t)(j0 + y) * rows + i0 + x] = tile[x][y];
        }
}

template <int SIDE, int PAD, int BY, bool along_i>
static int tiled(const float *a, float *b, int rows, int cols)
{
    int ni = (rows + SIDE - 1) / SIDE, nj = (cols + SIDE - 1) / SIDE;
    dim3 grid = along_i ? dim3(ni, nj) : dim3(nj, ni);

    tile_kernel<SIDE, PAD, BY, along_i>
        <<<grid, dim3(32, BY)>>>(a, b, rows, cols);
    return cudaGetLastError();
}

static cublasHandle_t handle;

static int sgeam(const float *a, float *b, int rows, int cols)
{
    const float one = 1, zero = 0;

    return cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &one, a,
                       cols, &zero, b, rows, b, rows);
}

typedef int kernel(const float *a, float *b, int rows, int cols);

static const struct {
    const char *name;
    kernel *run;
} steps[] = {
    {"float4 copy", copy},
    {"copy, off by 1 and 3", copy_off},
    {"31 x along i, 32x32", naive<true, 32, 32>},
    {"32 x along j, 32x32", naive<false, 32, 32>},
    {"33 tile 32x32", tiled<32, 0, 32, false>},
    {"34 x along i, 8x32", naive<true, 8, 32>},
    {"34 x along i, 4x32", naive<true, 4, 32>},
    {"34 x along i, 16x16", naive<true, 16, 16>},
    {"35 tile 32x33, 32x8", tiled<32, 1, 8, false>},
    {"35 + blocks along i", tiled<32, 1, 8, true>},
    {"35 + tile 64x65, 32x16", tiled<64, 1, 16, true>},
    {"35 the reference", transpose},
    {"cublasSgeam", sgeam},
};

/* ---- data and judgement ------------------------------------------------- */
__device__ float number(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return (x ^ x >> 16) * 0x1p-32f;
}

__global__ void fill(float *a, unsigned n)
{
    for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < n;
         x += gridDim.x * blockDim.x)
        a[x] = number(x);
}

__global__ void count_wrong(const float *b, unsigned rows, unsigned cols,
                            unsigned *wrong)
{
    for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < rows * cols;
         x += gridDim.x * blockDim.x)
        if (b[x] != number(x % rows * cols + x / rows))
            atomicAdd(wrong, 1);
}

static float *a[SETS], *b[SETS];
static cudaEvent_t begin, end;

static double seconds(kernel *run, int rows, int cols, int launches)
{
    float ms;

    CHECK(cudaEventRecord(begin));
    for (int k = 0; k < launches; k++)
        CHECK(run(a[k % SETS], b[k % SETS], rows, cols));
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    return ms / 1e3 / launches;
}

static int compare(const void *x, const void *y)
{
    double p = *(const double *)x, q = *(const double *)y;

    return (p > q) - (p < q);
}

static double median(double *x, int n)
{
    qsort(x, n, sizeof *x, compare);
    return x[n / 2];
}

static void measure(const char *name, kernel *run, int rows, int cols,
                    int pairs)
{
    double gb = 8e-9 * rows * cols, t[MAX_PAIRS], fraction[MAX_PAIRS];
    int launches = 3 + 4 / gb; /* some milliseconds of copying */
    unsigned *wrong, n;

    CHECK(cudaMalloc(&wrong, sizeof *wrong));
    CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    CHECK(cudaMemset(b[0], 255, sizeof(float) * rows * cols));
    CHECK(run(a[0], b[0], rows, cols));
    if (run != copy && run != copy_off)
        count_wrong<<<2048, 256>>>(b[0], rows, cols, wrong);
    CHECK(cudaMemcpy(&n, wrong, sizeof n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(wrong));
    seconds(copy, rows, cols, launches);
    seconds(run, rows, cols, 3);
    for (int k = 0; k < pairs; k++) {
        double ceiling = seconds(copy, rows, cols, launches);

        t[k] = seconds(run, rows, cols, launches);
        fraction[k] = ceiling / t[k];
    }
    printf("%5d x %5d  %-22s %5.0f GB/s  %.3f%s\n", rows, cols, name,
           gb / median(t, pairs), median(fraction, pairs), n ? "  WRONG" : "");
}

int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 15;
    size_t most = (size_t)16384 * 16384;

    if (pairs < 1 || pairs > MAX_PAIRS)
        return 2;
    for (int k = 0; k < SETS; k++) {
        CHECK(cudaMalloc(&a[k], most * sizeof(float)));
        CHECK(cudaMalloc(&b[k], most * sizeof(float)));
        fill<<<2048, 256>>>(a[k], most);
    }
    CHECK(cublasCreate(&handle));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
            measure(steps[k].name, steps[k].run, sizes[s][0], sizes[s][1],
                    pairs);
    return 0;
}
