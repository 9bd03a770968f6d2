/*
 * bench_matmul.cu - what the steps of the matrix labs 21 to 27 bring on a GPU,
 * beside cuBLAS in fp32 without TF32, and beside what the unit that counts
 * bits allows. From the top of the repository:
 *
 *     nvcc -O3 -arch=native -Ilabs/27_xnor_no_conflicts -o bench_matmul \
 *         grader/tests/cu/bench_matmul.cu -lcublas
 *     ./bench_matmul 1000 4096 8192
 *
 * Each cell is the median of 7 rounds. A round times all versions one behind
 * the other, each as often in a row as fits into 10 ms. All multiply the same
 * random matrices of +1 and -1; every result must be what cuBLAS gives, which
 * is exact, as its sums are whole and below 2^24. At 1000 the matrices stay in
 * the second-level cache, for all versions alike.
 */
#include "../../../solutions/27_xnor_no_conflicts/xnor_no_conflicts.cu"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <vector>

#include "bench.h"

enum { ROUNDS = 7, TILE = 16, BATCH_MS = 10, CHAINS = 8, PROBE_THREADS = 256 };

static int n, words, probe_blocks; /* everything is n x n */
static size_t pitch;
static float *fa, *fb, *pa, *pb, *fc, *want;
static unsigned *a, *b, *wrong, *probe_out;
static int *c;
static cublasHandle_t blas;

static dim3 blocks(int x, int y)
{
    return dim3((n + x - 1) / x, (n + y - 1) / y);
}

/* 21 and, with rows that are `pitch` bytes apart, 22. */
__global__ void float_naive(const float *x, const float *y, float *z, int n,
                            size_t pitch)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    size_t apart = pitch / sizeof(float);
    float sum = 0;

    if (row >= n || col >= n)
        return;
    for (int i = 0; i < n; i++)
        sum += x[row * apart + i] * y[i * apart + col];
    z[(size_t)row * n + col] = sum;
}

/* 23: a block for a row. */
__global__ void float_row(const float *x, const float *y, float *z, int n)
{
    extern __shared__ float s_row[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s_row[i] = x[(size_t)blockIdx.x * n + i];
    __syncthreads();
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float sum = 0;

        for (int i = 0; i < n; i++)
            sum += s_row[i] * y[(size_t)i * n + col];
        z[(size_t)blockIdx.x * n + col] = sum;
    }
}

/* 24 */
__global__ void bit_naive(const unsigned *x, const unsigned *y, int *z, int n,
                          int words)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int diff = 0;

    if (row >= n || col >= n)
        return;
    for (int i = 0; i < words; i++)
        diff += __popc(x[(size_t)row * words + i] ^ y[(size_t)i * n + col]);
    z[(size_t)row * n + col] = n - 2 * diff;
}

/* 25: a block for a row. */
__global__ void bit_row(const unsigned *x, const unsigned *y, int *z, int n,
                        int words)
{
    extern __shared__ unsigned s_words[];

    for (int i = threadIdx.x; i < words; i += blockDim.x)
        s_words[i] = x[(size_t)blockIdx.x * words + i];
    __syncthreads();
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int diff = 0;

        for (int i = 0; i < words; i++)
            diff += __popc(s_words[i] ^ y[(size_t)i * n + col]);
        z[(size_t)blockIdx.x * n + col] = n - 2 * diff;
    }
}

/* 26 if neighbouring threads work on neighbouring rows; 27 if on columns. */
template <bool X_IS_ROW>
__global__ void bit_tiled(const unsigned *x, const unsigned *y, int *z, int n,
                          int words)
{
    __shared__ unsigned s_x[TILE][TILE], s_y[TILE][TILE];
    int r = X_IS_ROW ? threadIdx.x : threadIdx.y;
    int q = X_IS_ROW ? threadIdx.y : threadIdx.x;
    int row = (X_IS_ROW ? blockIdx.x : blockIdx.y) * TILE + r;
    int col = (X_IS_ROW ? blockIdx.y : blockIdx.x) * TILE + q;
    int diff = 0;

    for (int w = 0; w < words; w += TILE) {
        bool in_x = row < n && w + q < words, in_y = w + r < words && col < n;

        s_x[r][q] = in_x ? x[(size_t)row * words + w + q] : 0;
        s_y[r][q] = in_y ? y[(size_t)(w + r) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            diff += __popc(s_x[r][i] ^ s_y[i][q]);
        __syncthreads();
    }
    if (row < n && col < n)
        z[(size_t)row * n + col] = n - 2 * diff;
}

/* One warp per word, one lane per bit; a grid row per row. */
__global__ void pack_rows(const float *x, unsigned *packed, int n, int words)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    bool in = row < n && col < n;
    unsigned word = __ballot_sync(~0u, in && x[(size_t)row * n + col] > 0);

    if (in && col % 32 == 0)
        packed[(size_t)row * words + col / 32] = word;
}

/* One thread per word, whose bits lie below each other. */
__global__ void pack_columns(const float *y, unsigned *packed, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned word = 0;

    if (col >= n)
        return;
    for (int i = 0, row = blockIdx.y * 32; i < 32 && row < n; i++, row++)
        word |= (unsigned)(y[(size_t)row * n + col] > 0) << i;
    packed[(size_t)blockIdx.y * n + col] = word;
}

/* As many __popc as the product has words, and nothing they wait for. */
__global__ void probe(unsigned *out, int count)
{
    unsigned chain[CHAINS], sum = 0;

    for (int j = 0; j < CHAINS; j++)
        chain[j] = threadIdx.x + j;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < CHAINS; j++)
            chain[j] = __popc(chain[j]);
    for (int j = 0; j < CHAINS; j++)
        sum += chain[j];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void fill(float *x, size_t pitch, int n, unsigned seed)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    unsigned h = (row * (unsigned)n + col) * 0x9e3779b9u + seed;

    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    if (col < n)
        x[row * (pitch / sizeof(float)) + col] = h >> 31 ? 1 : -1;
}

template <class T>
__global__ void compare(const T *x, const float *y, size_t count, unsigned *bad)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < count && (float)x[i] != y[i])
        atomicAdd(bad, 1);
}

static void run_cublas()
{
    const float one = 1, zero = 0;

    /* It takes columns first: C' = B' A' is our product. */
    CHECK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, fb, n, fa,
                      n, &zero, fc, n));
}
static void run_21()
{
    float_naive<<<blocks(32, 8), dim3(32, 8)>>>(fa, fb, fc, n,
                                                n * sizeof(float));
}
static void run_22()
{
    float_naive<<<blocks(32, 8), dim3(32, 8)>>>(pa, pb, fc, n, pitch);
}
static void run_23()
{
    float_row<<<n, 256, n * sizeof(float)>>>(fa, fb, fc, n);
}
static void run_24()
{
    bit_naive<<<blocks(32, 8), dim3(32, 8)>>>(a, b, c, n, words);
}
static void run_25()
{
    bit_row<<<n, 256, words * sizeof(unsigned)>>>(a, b, c, n, words);
}
static void run_26()
{
    bit_tiled<true>
        <<<blocks(TILE, TILE), dim3(TILE, TILE)>>>(a, b, c, n, words);
}
static void run_27_simple()
{
    bit_tiled<false>
        <<<blocks(TILE, TILE), dim3(TILE, TILE)>>>(a, b, c, n, words);
}
static void run_27()
{
    CHECK(xnor_matmul(a, b, c, n, n, n));
}
static void run_probe()
{
    double popcs = (double)n * n * words;

    probe<<<probe_blocks, PROBE_THREADS>>>(
        probe_out, (int)(popcs / CHAINS / PROBE_THREADS / probe_blocks + 0.5));
}
static void run_pack_rows()
{
    pack_rows<<<blocks(256, 1), 256>>>(fa, a, n, words);
}
static void run_pack_columns()
{
    pack_columns<<<dim3((n + 255) / 256, words), 256>>>(fb, b, n);
}

enum result { NONE, FLOATS, INTS };

static struct version {
    const char *name;
    void (*run)();
    enum result result;
    int batch;
    std::vector<float> ms;
} versions[] = {
    {"cuBLAS fp32", run_cublas, FLOATS},
    {"pack rows (ballot)", run_pack_rows, NONE},
    {"pack columns", run_pack_columns, NONE},
    {"21 floats, naive", run_21, FLOATS},
    {"22 floats, pitched rows", run_22, FLOATS},
    {"23 floats, block per row", run_23, FLOATS},
    {"24 bits, naive", run_24, INTS},
    {"25 bits, block per row", run_25, INTS},
    {"26 bits, tiles, x is row", run_26, INTS},
    {"27 bits, tiles, x is column", run_27_simple, INTS},
    {"27 the solution", run_27, INTS},
    {"as many __popc alone", run_probe, NONE},
};

static float time_ms(const struct version *v, int batch)
{
    static cudaEvent_t begin, end;
    float ms;

    if (!begin) {
        CHECK(cudaEventCreate(&begin));
        CHECK(cudaEventCreate(&end));
    }
    CHECK(cudaEventRecord(begin));
    for (int i = 0; i < batch; i++)
        v->run();
    CHECK(cudaEventRecord(end));
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    return ms / batch;
}

static void check(const struct version *v)
{
    size_t count = (size_t)n * n;
    unsigned grid = (unsigned)((count + 255) / 256), bad = 0;

    CHECK(cudaMemset(wrong, 0, sizeof(*wrong)));
    if (v->result == FLOATS)
        compare<<<grid, 256>>>(fc, want, count, wrong);
    if (v->result == INTS)
        compare<<<grid, 256>>>(c, want, count, wrong);
    CHECK(cudaMemcpy(&bad, wrong, sizeof(bad), cudaMemcpyDeviceToHost));
    if (bad) {
        fprintf(stderr, "%s, n = %d: %u elements are wrong\n", v->name, n, bad);
        exit(1);
    }
}

static void measure()
{
    size_t bytes = (size_t)n * n * sizeof(float);
    size_t packed = (size_t)n * words * sizeof(unsigned);
    dim3 grid((n + 255) / 256, n);

    CHECK(cudaMalloc(&fa, bytes));
    CHECK(cudaMalloc(&fb, bytes));
    CHECK(cudaMalloc(&fc, bytes));
    CHECK(cudaMalloc(&want, bytes));
    CHECK(cudaMalloc(&c, bytes));
    CHECK(cudaMalloc(&a, packed));
    CHECK(cudaMalloc(&b, packed));
    CHECK(cudaMallocPitch(&pa, &pitch, n * sizeof(float), n));
    CHECK(cudaMallocPitch(&pb, &pitch, n * sizeof(float), n));
    fill<<<grid, 256>>>(fa, n * sizeof(float), n, 1);
    fill<<<grid, 256>>>(fb, n * sizeof(float), n, 2);
    fill<<<grid, 256>>>(pa, pitch, n, 1);
    fill<<<grid, 256>>>(pb, pitch, n, 2);
    run_cublas();
    CHECK(cudaMemcpy(want, fc, bytes, cudaMemcpyDeviceToDevice));

    for (struct version &v : versions) {
        v.ms.clear();
        v.run();
        CHECK(cudaMemset(c, 0x55, bytes));
        CHECK(cudaMemset(fc, 0x55, bytes));
        float once = time_ms(&v, 1);
        v.batch = std::max(1, std::min(200, (int)(BATCH_MS / once)));
        check(&v);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (struct version &v : versions)
            v.ms.push_back(time_ms(&v, v.batch));

    printf("\n%-28s %10s %10s %10s %8s\n", "", "median ms", "least", "most",
           "cuBLAS/");
    for (struct version &v : versions) {
        std::sort(v.ms.begin(), v.ms.end());
        float median = v.ms[ROUNDS / 2];

        printf("%-28s %10.4f %10.4f %10.4f %8.2f\n", v.name, median,
               v.ms.front(), v.ms.back(), versions[0].ms[ROUNDS / 2] / median);
    }
    for (void *p : {(void *)fa, (void *)fb, (void *)fc, (void *)want, (void *)c,
                    (void *)a, (void *)b, (void *)pa, (void *)pb})
        CHECK(cudaFree(p));
}

int main(int argc, char **argv)
{
    cudaDeviceProp device;

    CHECK(cudaGetDeviceProperties(&device, 0));
    probe_blocks = device.multiProcessorCount *
                   (device.maxThreadsPerMultiProcessor / PROBE_THREADS);
    CHECK(cudaMalloc(&probe_out,
                     (size_t)probe_blocks * PROBE_THREADS * sizeof(unsigned)));
    CHECK(cudaMalloc(&wrong, sizeof(*wrong)));
    CHECK(cublasCreate(&blas));
    CHECK(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
    for (int i = 1; i < argc; i++) {
        n = atoi(argv[i]);
        words = (n + 31) / 32;
        printf("\n%s, %d x %d x %d", device.name, n, n, n);
        measure();
    }
    CHECK(cublasDestroy(blas));
    CHECK(cudaFree(probe_out));
    CHECK(cudaFree(wrong));
    return 0;
}
