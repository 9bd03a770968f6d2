/*
 * bench_dot.cu - dot products on a GPU against what memory can deliver: the
 * references of labs 45 and 46, other shapes of the latter, and cuBLAS:
 *
 *   nvcc -O3 -arch=native -Ilabs/45_dot_mutex -Ilabs/46_dot_shuffle \
 *       -o bench_dot grader/tests/cu/bench_dot.cu -lcublas
 *   ./bench_dot [PAIRS]
 *
 * The ceiling is the fastest of some kernels that read both arrays, four floats
 * at a time, and fold them. Each figure: batches of launches of the ceiling and
 * of the kernel in turn; GB/s is the median of the batches and counts every
 * byte once, the fraction is the median over the pairs of batches. Sizes below
 * 2^28 go through two arrays of 2^28 piece by piece, so that nothing is found
 * in a cache. All results are exact and compared first. For lab 45 it is
 * counted how often the lock was taken, and how often in vain.
 */
#define dot dot_mutex
#define dot_kernel dot_mutex_kernel
#include "../../../solutions/45_dot_mutex/dot_mutex.cu"
#undef dot
#undef dot_kernel
#undef THREADS
#define dot dot_shuffle
#include "../../../solutions/46_dot_shuffle/dot_shuffle.cu"

#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

#include "bench.h"

enum { MOST = 1 << 28, MAX_PAIRS = 99 };

static const int sizes[] = {MOST, 1 << 26, 3 << 24, 1 << 24, 1 << 20};

static int processors;

/* ---- kernels that only read --------------------------------------------- */
template <int K>
__global__ void read_kernel(const float4 *a, const float4 *b, int quads,
                            float *out)
{
    int stride = gridDim.x * blockDim.x;
    float4 fold = {0, 0, 0, 0};

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads;
         i += K * stride)
        for (int k = 0; k < K; k++)
            if (K == 1 || i + k * stride < quads) {
                float4 x = a[i + k * stride], y = b[i + k * stride];

                fold.x += x.x + y.x;
                fold.y += x.y + y.y;
                fold.z += x.z + y.z;
                fold.w += x.w + y.w;
            }
    if (fold.x + fold.y + fold.z + fold.w == 0.125f) /* never */
        *out = 1;
}

/* So many blocks on each multiprocessor; 0: none that reads twice. */
template <int K, int PER, int BLOCK>
static int read_all(const float *a, const float *b, int n, float *c)
{
    int blocks = PER ? PER * processors : (n / 4 + K * BLOCK - 1) / (K * BLOCK);

    read_kernel<K>
        <<<blocks, BLOCK>>>((const float4 *)a, (const float4 *)b, n / 4, c);
    return cudaGetLastError();
}

/* ---- lab 46 in other shapes --------------------------------------------- */
template <int K, int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    shape_kernel(const float4 *a, const float4 *b, int quads, float *c)
{
    __shared__ float part[BLOCK / 32];
    int tid = threadIdx.x, stride = gridDim.x * BLOCK;
    int i = blockIdx.x * BLOCK + tid;
    float sum = 0;

    for (; i < quads - (K - 1) * stride; i += K * stride) {
        float4 x[K], y[K];

        for (int k = 0; k < K; k++) {
            x[k] = a[i + k * stride];
            y[k] = b[i + k * stride];
        }
        for (int k = 0; k < K; k++)
            sum += dot4(x[k], y[k]);
    }
    for (; i < quads; i += stride)
        sum += dot4(a[i], b[i]);
    sum = warp_sum(sum);
    if (tid % 32 == 0)
        part[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = warp_sum(tid < BLOCK / 32 ? part[tid] : 0);
        if (tid == 0)
            atomicAdd(c, sum);
    }
}

template <int K, int PER, int BLOCK>
static int shape(const float *a, const float *b, int n, float *c)
{
    int blocks = PER ? PER * processors : (n / 4 + K * BLOCK - 1) / (K * BLOCK);
    cudaError_t error = cudaMemsetAsync(c, 0, sizeof *c);

    if (error != cudaSuccess)
        return error;
    shape_kernel<K, BLOCK>
        <<<blocks, BLOCK>>>((const float4 *)a, (const float4 *)b, n / 4, c);
    return cudaGetLastError();
}

/* A float per thread and load, as in labs 12 and 45. */
__global__ void plain_kernel(const float *a, const float *b, int n, float *c)
{
    int stride = gridDim.x * blockDim.x;
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += a[i] * b[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) /* an atomic for each warp */
        atomicAdd(c, sum);
}

template <int PER>
static int plain(const float *a, const float *b, int n, float *c)
{
    cudaError_t error = cudaMemsetAsync(c, 0, sizeof *c);

    if (error != cudaSuccess)
        return error;
    plain_kernel<<<PER ? PER * processors : (n + 255) / 256, 256>>>(a, b, n, c);
    return cudaGetLastError();
}

/* ---- lab 45, and what happens at its lock -------------------------------- */
template <int BLOCKS>
static int with_lock(const float *a, const float *b, int n, float *c)
{
    return dot_mutex(a, b, n, c, BLOCKS);
}

__device__ unsigned long long taken, in_vain;

__global__ void counting_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * 256 + tid; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    part[tid] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0) {
        unsigned long long tries = 0;

        while (atomicCAS(&mutex, 0, 1) != 0)
            tries++;
        __threadfence();
        *c += part[0];
        taken++;
        in_vain += tries;
        unlock(&mutex);
    }
}

static void count_at_lock(const float *a, const float *b, int n, float *c,
                          int blocks)
{
    unsigned long long zero = 0, t, v;

    CHECK(cudaMemcpyToSymbol(taken, &zero, sizeof zero));
    CHECK(cudaMemcpyToSymbol(in_vain, &zero, sizeof zero));
    CHECK(cudaMemset(c, 0, sizeof *c));
    counting_kernel<<<blocks, 256>>>(a, b, n, c);
    CHECK(cudaMemcpyFromSymbol(&t, taken, sizeof t));
    CHECK(cudaMemcpyFromSymbol(&v, in_vain, sizeof v));
    printf("%9d  45, %5d blocks: lock taken %llu times, tried in vain %llu\n",
           n, blocks, t, v);
}

static cublasHandle_t handle;

static int sdot(const float *a, const float *b, int n, float *c)
{
    return cublasSdot(handle, n, a, 1, b, 1, c);
}

typedef int kernel(const float *a, const float *b, int n, float *c);

struct step {
    const char *name;
    kernel *run;
};

static const struct step readers[] = {
    {"read, 1 load, all blocks", read_all<1, 0, 256>},
    {"read, 1 load, 512 threads", read_all<1, 0, 512>},
    {"read, 4 loads, all blocks", read_all<4, 0, 256>},
    {"read, 1 load, 8 a processor", read_all<1, 8, 256>},
    {"read, 2 loads, 8 a processor", read_all<2, 8, 256>},
    {"read, 4 loads, 4 a processor", read_all<4, 4, 256>},
    {"read, 4 loads, 16 a processor", read_all<4, 16, 256>},
};

static const struct step steps[] = {
    {"46 the reference", dot_shuffle},
    {"46 256 x 4, 2 a processor", shape<4, 2, 256>},
    {"46 256 x 4, 6 a processor", shape<4, 6, 256>},
    {"46 256 x 4, 12 a processor", shape<4, 12, 256>},
    {"46 256 x 4, 32 a processor", shape<4, 32, 256>},
    {"46 256 x 4, all blocks", shape<4, 0, 256>},
    {"46 256 x 2, 8 a processor", shape<2, 8, 256>},
    {"46 256 x 2, 32 a processor", shape<2, 32, 256>},
    {"46 256 x 8, 4 a processor", shape<8, 4, 256>},
    {"46 256 x 1, 8 a processor", shape<1, 8, 256>},
    {"46 512 x 4, 2 a processor", shape<4, 2, 512>},
    {"46 512 x 4, 8 a processor", shape<4, 8, 512>},
    {"46 1024 x 2, 2 a processor", shape<2, 2, 1024>},
    {"46 1024 x 4, 1 a processor", shape<4, 1, 1024>},
    {"floats, 8 a processor", plain<8>},
    {"floats, a number a thread", plain<0>},
    {"45 with 64 blocks", with_lock<64>},
    {"45 with 264 blocks", with_lock<264>},
    {"45 with 640 blocks", with_lock<640>},
    {"45 with 1056 blocks", with_lock<1056>},
    {"45 with 4096 blocks", with_lock<4096>},
    {"45 with 16384 blocks", with_lock<16384>},
    {"45 with 65535 blocks", with_lock<65535>},
    {"cublasSdot", sdot},
};

/* ---- data and judgement ------------------------------------------------- */

/* 1 and -1 against -1, 0 and 1: all sums are exact. */
__device__ int number(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return (x ^ x >> 16) >> 8;
}

__global__ void fill(float *a, float *b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < MOST;
         i += gridDim.x * blockDim.x) {
        int r = number(i);

        a[i] = r & 1 ? 1 : -1;
        b[i] = (r >> 1) % 3 - 1;
    }
}

__global__ void exact(int n, unsigned long long *sum)
{
    long long mine = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        int r = number(i);

        mine += (r & 1 ? 1 : -1) * ((r >> 1) % 3 - 1);
    }
    atomicAdd(sum, mine);
}

static float *a, *b, *c;
static cudaEvent_t begin, end;

static double seconds(kernel *run, int n, int launches)
{
    float ms;

    CHECK(cudaEventRecord(begin));
    for (int k = 0; k < launches; k++) {
        size_t at = (size_t)(k % (MOST / n)) * n;

        CHECK(run(a + at, b + at, n, c));
    }
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

/* Beside the ceiling; returns the fraction. */
static double measure(struct step s, kernel *ceiling, double want, int n,
                      int pairs)
{
    double gb = 8e-9 * n, t[MAX_PAIRS], fraction[MAX_PAIRS], middle;
    int launches = 2 + 8 / gb; /* some milliseconds of reading */
    int of_this;               /* fewer, if each takes long */
    float got;

    if (launches > 500)
        launches = 500;
    CHECK(cudaMemset(c, 255, sizeof *c));
    CHECK(s.run(a, b, n, c));
    CHECK(cudaMemcpy(&got, c, sizeof got, cudaMemcpyDeviceToHost));
    seconds(ceiling, n, launches);
    of_this = 1 + (int)(0.02 / seconds(s.run, n, 1));
    if (of_this > launches)
        of_this = launches;
    for (int k = 0; k < pairs; k++) {
        double best = seconds(ceiling, n, launches);

        t[k] = seconds(s.run, n, of_this);
        fraction[k] = best / t[k];
    }
    middle = median(fraction, pairs);
    printf("%9d  %-30s %5.0f GB/s  %.3f%s\n", n, s.name, gb / median(t, pairs),
           middle, want == want && got != want ? "  WRONG" : "");
    return middle;
}

int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 15;

    if (pairs < 1 || pairs > MAX_PAIRS)
        return 2;
    CHECK(
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMalloc(&a, MOST * sizeof(float)));
    CHECK(cudaMalloc(&b, MOST * sizeof(float)));
    CHECK(cudaMalloc(&c, sizeof(float)));
    fill<<<2048, 256>>>(a, b);
    CHECK(cublasCreate(&handle));
    CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    for (int n : sizes) {
        kernel *ceiling = readers[0].run;
        double best = 0;
        unsigned long long *sum;
        long long want;

        CHECK(cudaMalloc(&sum, sizeof *sum));
        CHECK(cudaMemset(sum, 0, sizeof *sum));
        exact<<<2048, 256>>>(n, sum);
        CHECK(cudaMemcpy(&want, sum, sizeof want, cudaMemcpyDeviceToHost));
        CHECK(cudaFree(sum));
        for (struct step s : readers) {
            double fraction = measure(s, readers[0].run, 0. / 0., n, pairs);

            if (fraction > best) {
                best = fraction;
                ceiling = s.run;
            }
        }
        for (struct step s : readers)
            if (s.run == ceiling)
                printf("%9d  the ceiling: %s\n", n, s.name);
        for (struct step s : steps)
            measure(s, ceiling, want, n, pairs);
        for (int blocks : {64, 640, 4096, 65535})
            count_at_lock(a, b, n, c, blocks);
    }
    return 0;
}
