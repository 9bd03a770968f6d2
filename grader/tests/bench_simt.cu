/*
 * bench_simt.cu - what fast mode costs: kernels against OpenMP loops that do
 * the same work, in interleaved pairs, median of the ratios; and the prices of
 * single things, which hold on an idle machine only.
 *
 *     simtcc -O2 -Xcompiler -fopenmp bench_simt.cu -o bench && ./bench [PAIRS]
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 1000, TILE = 16, LONG = 1 << 24, PAIRS_MAX = 99 };

static float *a, *b, *c, *want;
static int worse;

__global__ void naive(const float *x, const float *y, float *z, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < n && col < n) {
        float sum = 0;

        for (int k = 0; k < n; k++)
            sum += x[row * n + k] * y[k * n + col];
        z[row * n + col] = sum;
    }
}

__global__ void tiled(const float *x, const float *y, float *z, int n)
{
    __shared__ float s_x[TILE][TILE], s_y[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += TILE) {
        bool in_x = row < n && k + threadIdx.x < n;
        bool in_y = col < n && k + threadIdx.y < n;

        s_x[threadIdx.y][threadIdx.x] = in_x ? x[row * n + k + threadIdx.x] : 0;
        s_y[threadIdx.y][threadIdx.x] =
            in_y ? y[(k + threadIdx.y) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += s_x[threadIdx.y][i] * s_y[i][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n)
        z[row * n + col] = sum;
}

__global__ void add(const float *x, const float *y, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        z[i] = x[i] + y[i];
}

__global__ void add_int(const int *x, const int *y, int *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        z[i] = x[i] + y[i];
}

__global__ void barriers(int n)
{
    for (int i = 0; i < n; i++)
        __syncthreads();
}

__global__ void shuffles(int n, unsigned *out)
{
    unsigned x = threadIdx.x;

    for (int i = 0; i < n; i++)
        x += __shfl_xor_sync(~0u, x, 1);
    out[threadIdx.x] = x;
}

__global__ void empty()
{
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void product_loop(void)
{
#pragma omp parallel for
    for (int row = 0; row < N; row++)
        for (int col = 0; col < N; col++) {
            float sum = 0;

            for (int k = 0; k < N; k++)
                sum += a[row * N + k] * b[k * N + col];
            want[row * N + col] = sum;
        }
}

static void add_loop(void)
{
#pragma omp parallel for
    for (int i = 0; i < LONG; i++)
        want[i] = a[i] + b[i];
}

static void add_int_loop(void)
{
    const int *x = (const int *)a, *y = (const int *)b;
    int *z = (int *)want;

#pragma omp parallel for
    for (int i = 0; i < LONG; i++)
        z[i] = x[i] + y[i];
}

static void run_naive(void)
{
    naive<<<dim3(63, 63), dim3(16, 16)>>>(a, b, c, N);
}

static void run_tiled(void)
{
    tiled<<<dim3(63, 63), dim3(TILE, TILE)>>>(a, b, c, N);
}

static void run_add(void)
{
    add<<<LONG / 256, 256>>>(a, b, c, LONG);
}

static void run_add_int(void)
{
    add_int<<<LONG / 256, 256>>>((int *)a, (int *)b, (int *)c, LONG);
}

static double time_of(void (*f)(void))
{
    double began = seconds();

    f();
    return seconds() - began;
}

static int compare(const void *p, const void *q)
{
    double x = *(const double *)p, y = *(const double *)q;

    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, compare);
    return x[n / 2];
}

static void against(const char *what, void (*kernel)(void), void (*loop)(void),
                    size_t values, double goal, int pairs)
{
    double ratio[PAIRS_MAX], mine[PAIRS_MAX], other[PAIRS_MAX], r;

    memset(c, 0, values * sizeof *c);
    kernel();
    loop();
    if (memcmp(c, want, values * sizeof *c)) {
        printf("%s: wrong result\n", what);
        exit(1);
    }
    for (int i = 0; i < pairs; i++) {
        if (i % 2)
            mine[i] = time_of(kernel);
        other[i] = time_of(loop);
        if (i % 2 == 0)
            mine[i] = time_of(kernel);
        ratio[i] = mine[i] / other[i];
    }
    r = median(ratio, pairs);
    worse |= r > goal;
    printf("%-28s %8.2f ms %8.2f ms   ratio %5.2f  goal %4.1f%s\n", what,
           median(mine, pairs) * 1e3, median(other, pairs) * 1e3, r, goal,
           r > goal ? "  MISSED" : "");
}

/* The shortest of several times, per piece. */
template <class F>
static void price(const char *what, double pieces, double goal, F f)
{
    double best = 1e9;

    for (int i = 0; i < 20; i++) {
        double began = seconds(), t;

        f();
        t = seconds() - began;
        best = t < best ? t : best;
    }
    best *= 1e9 / pieces;
    worse |= best > goal;
    printf("%-28s %8.2f ns  goal %.0f%s\n", what, best, goal,
           best > goal ? "  MISSED" : "");
}

int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 5;
    unsigned *out;

    pairs = pairs < 1 ? 1 : pairs > PAIRS_MAX ? PAIRS_MAX : pairs;
    if (cudaMalloc(&out, 1024 * sizeof *out) ||
        cudaMallocManaged(&a, LONG * sizeof *a) ||
        cudaMallocManaged(&b, LONG * sizeof *b) ||
        cudaMallocManaged(&c, LONG * sizeof *c) ||
        cudaMallocManaged(&want, LONG * sizeof *want))
        return 1;
    for (int i = 0; i < LONG; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    printf("%-28s %11s %11s\n", "", "kernel", "OpenMP loop");
    against("vector add, 2^24 float", run_add, add_loop, LONG, 1.5, 3 * pairs);
    against("vector add, 2^24 int", run_add_int, add_int_loop, LONG, 1.5,
            3 * pairs);
    against("product 1000^3, naive", run_naive, product_loop, N * N, 1.3,
            pairs);
    against("product 1000^3, tiled 16x16", run_tiled, product_loop, N * N, 4,
            pairs);
    price("switch, 32 threads", 32 * 20000, 15,
          [&] { barriers<<<1, 32>>>(20000); });
    price("switch, 256 threads", 256 * 2000, 15,
          [&] { barriers<<<1, 256>>>(2000); });
    price("switch, 1024 threads", 1024 * 500, 15,
          [&] { barriers<<<1, 1024>>>(500); });
    price("shuffle, 256 threads", 256 * 2000, 15,
          [&] { shuffles<<<1, 256>>>(2000, out); });
    price("launch, 1 block", 100, 10000, [] {
        for (int i = 0; i < 100; i++)
            empty<<<1, 256>>>();
    });
    price("launch, 16 blocks", 100, 10000, [] {
        for (int i = 0; i < 100; i++)
            empty<<<16, 256>>>();
    });
    price("block, of 100,000", 100000, 100, [] { empty<<<100000, 1>>>(); });
    return worse;
}
