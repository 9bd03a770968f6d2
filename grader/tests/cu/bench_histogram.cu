/*
 * bench_histogram.cu - ways to count the letters of 268 MB of text on a GPU,
 * each against CUB's DeviceHistogram:
 *
 *   nvcc -O3 -arch=native -I. -Ilabs/43_histogram_shared -o bench_histogram \
 *       grader/tests/cu/bench_histogram.cu
 *   ./bench_histogram [PAIRS]
 *
 * Each figure: batches of launches of CUB's and of the kernel in turn, on three
 * texts in rotation (more than any L2 holds); GB/s is the median of the
 * batches, the fraction the median over the pairs of batches. Setting the bins
 * to 0 is part of it, for both. Every result is compared first, with what the
 * CPU counts.
 */
#include "common/text.h"

#include "../../../solutions/43_histogram_shared/histogram_shared.cu"

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_histogram.cuh>

#include "bench.h"

enum { N = 1 << 28, SETS = 3, MAX_PAIRS = 99, ASCII = 128 };

/* ---- one histogram a block ---------------------------------------------- */
/* The article's form; its counters have 64 bits. */
template <typename counter>
__global__ void simple(const unsigned char *text, unsigned n, unsigned *bins)
{
    __shared__ counter own[ASCII];

    for (int b = threadIdx.x; b < ASCII; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        if (text[i] < ASCII)
            atomicAdd(&own[text[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < ASCII; b += blockDim.x)
        atomicAdd(&bins[b], (unsigned)own[b]);
}

/* AHEAD loads of 16 bytes before the first of them is looked at. Behind the
 * end there are bytes that are not ASCII. */
template <int AHEAD>
__device__ void load(const uint4 *text, unsigned n16, unsigned i, unsigned step,
                     uint4 *v)
{
    for (int k = 0; k < AHEAD; k++)
        v[k] = i + k * step < n16 ? text[i + k * step]
                                  : make_uint4(~0u, ~0u, ~0u, ~0u);
}

/*
 * 256 counters, so that no byte needs a test, and of each one COPIES, so that
 * neighbouring lanes use different ones. SHARED_BY warps share a set.
 */
template <int COPIES, int AHEAD, int SHARED_BY>
__global__ void copies(const uint4 *text, unsigned n16, unsigned *bins)
{
    extern __shared__ unsigned counters[];
    unsigned sets = (blockDim.x / 32 + SHARED_BY - 1) / SHARED_BY;
    unsigned size = 256 * COPIES;
    unsigned *own = counters + threadIdx.x / 32 / SHARED_BY * size;
    unsigned lane = threadIdx.x % COPIES;
    uint4 v[AHEAD];

    for (unsigned b = threadIdx.x; b < sets * size; b += blockDim.x)
        counters[b] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n16;
         i += AHEAD * gridDim.x * blockDim.x) {
        load<AHEAD>(text, n16, i, gridDim.x * blockDim.x, v);
        for (int k = 0; k < AHEAD; k++) {
            unsigned w[4] = {v[k].x, v[k].y, v[k].z, v[k].w};

            for (int c = 0; c < 16; c++)
                atomicAdd(&own[(w[c / 4] >> c % 4 * 8 & 255) * COPIES + lane],
                          1);
        }
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < ASCII; b += blockDim.x) {
        unsigned sum = 0;

        for (unsigned s = 0; s < sets; s++)
            for (unsigned c = 0; c < COPIES; c++)
                sum += counters[s * size + b * COPIES + (b + c) % COPIES];
        atomicAdd(&bins[b], sum);
    }
}

/* ---- one histogram a lane, of bytes ------------------------------------- */
/* 128 counters a lane, 4 KB a warp: row b % 32, byte b / 32 of the lane's word.
 * All of a lane lie in one bank, its own. */
enum form { PLAIN, ATOMIC, PERMUTED, PAIRS };

__device__ bool all_ascii(uint4 v)
{
    return !((v.x | v.y | v.z | v.w) & 0x80808080);
}

/* PERMUTED: two warps share 8 KB, bit 7 of an address tells them apart, so that
 * the lower byte of an address is the counter's column and the upper one its
 * row, and four of each are made at once. */
template <form FORM>
__device__ void count4(unsigned char *mine, unsigned w, unsigned lower,
                       unsigned upper)
{
    if (FORM == PERMUTED || FORM == PAIRS) {
        unsigned columns = (w >> 5 & 0x03030303) | lower;
        unsigned rows = (w & 0x1f1f1f1f) | upper;
        unsigned a01 = __byte_perm(columns, rows, 0x5140);
        unsigned a23 = __byte_perm(columns, rows, 0x7362);
        unsigned a[4] = {a01 & 0xffff, a01 >> 16, a23 & 0xffff, a23 >> 16};

        if (FORM == PAIRS)
            for (int k = 0; k < 4; k += 2) {
                unsigned char p = mine[a[k]], q = mine[a[k + 1]];

                mine[a[k]] = p + 1;
                mine[a[k + 1]] = a[k] == a[k + 1] ? q + 2 : q + 1;
            }
        else
            for (int k = 0; k < 4; k++)
                mine[a[k]]++;
    } else
        for (int k = 0; k < 4; k++) {
            unsigned b = w >> 8 * k & 127;

            if (FORM == ATOMIC)
                atomicAdd((unsigned *)(mine + (b % 32 << 7)), 1 << b / 32 * 8);
            else
                mine[b % 32 << 7 | b / 32]++;
        }
}

template <form FORM, int AHEAD, int TURNS>
__global__ void __launch_bounds__(256, 6)
    lanes(const uint4 *text, unsigned n16, unsigned *bins)
{
    static_assert(16 * AHEAD * TURNS < 256, "a counter is a byte");
    extern __shared__ unsigned counters[];
    __shared__ unsigned total[ASCII];
    const bool permuted = FORM == PERMUTED || FORM == PAIRS;
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned step = gridDim.x * blockDim.x, sums[4] = {};
    unsigned row_words = permuted ? 64 : 32;
    unsigned *own = permuted ? counters + warp / 2 * 2048 + warp % 2 * 32
                             : counters + warp * 1024;
    unsigned char *mine =
        (unsigned char *)(permuted ? counters : counters + warp * 1024 + lane);
    unsigned lower = (lane << 2 | (warp & 1) << 7) * 0x01010101;
    unsigned upper = (warp >> 1 << 5) * 0x01010101;
    uint4 v[AHEAD];

    for (unsigned r = 0; r < 32; r++)
        own[r * row_words + lane] = 0;
    for (unsigned b = threadIdx.x; b < ASCII; b += blockDim.x)
        total[b] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < n16;) {
        for (int turn = 0; turn < TURNS; turn++, i += AHEAD * step) {
            load<AHEAD>(text, n16, i, step, v);
#pragma unroll
            for (int k = 0; k < AHEAD; k++) {
                unsigned w[4] = {v[k].x, v[k].y, v[k].z, v[k].w};

                if (all_ascii(v[k]))
                    for (int c = 0; c < 4; c++)
                        count4<FORM>(mine, w[c], lower, upper);
                else if (i + k * step < n16)
                    for (int c = 0; c < 16; c++) {
                        unsigned b = w[c / 4] >> c % 4 * 8 & 255;

                        if (b < ASCII)
                            atomicAdd(&total[b], 1);
                    }
            }
        }
        /* lane r adds up row r */
        unsigned even = 0, odd = 0;

        __syncwarp();
        for (unsigned c = 0; c < 32; c++) {
            unsigned *p = &own[lane * row_words + (lane + c) % 32];

            even += *p & 0x00ff00ff;
            odd += *p >> 8 & 0x00ff00ff;
            *p = 0;
        }
        __syncwarp();
        sums[0] += even & 0xffff;
        sums[1] += odd & 0xffff;
        sums[2] += even >> 16;
        sums[3] += odd >> 16;
    }
    for (int c = 0; c < 4; c++)
        atomicAdd(&total[lane + 32 * c], sums[c]);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < ASCII; b += blockDim.x)
        atomicAdd(&bins[b], total[b]);
}

/* ---- pairs of letters: 16384 counters, half as many operations ---------- */
__device__ unsigned place(unsigned b0, unsigned b1)
{
    return b0 << 7 | (b1 ^ (b0 * 9 & 31)); /* spreads over the banks */
}

__global__ void digrams(const uint4 *text, unsigned n16, unsigned *bins)
{
    extern __shared__ unsigned counters[];
    __shared__ unsigned total[ASCII];

    for (unsigned b = threadIdx.x; b < ASCII * ASCII; b += blockDim.x)
        counters[b] = 0;
    for (unsigned b = threadIdx.x; b < ASCII; b += blockDim.x)
        total[b] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n16;
         i += gridDim.x * blockDim.x) {
        uint4 v = text[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};

        if (all_ascii(v))
            for (int c = 0; c < 16; c += 2)
                atomicAdd(&counters[place(w[c / 4] >> c % 4 * 8 & 127,
                                          w[c / 4] >> c % 4 * 8 + 8 & 127)],
                          1);
        else
            for (int c = 0; c < 16; c++) {
                unsigned b = w[c / 4] >> c % 4 * 8 & 255;

                if (b < ASCII)
                    atomicAdd(&total[b], 1);
            }
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < ASCII; b += blockDim.x) {
        unsigned sum = total[b];

        for (unsigned c = 0; c < ASCII; c++)
            sum += counters[b << 7 | (b + c) % ASCII] + counters[place(c, b)];
        atomicAdd(&bins[b], sum);
    }
}

/* ---- the list ----------------------------------------------------------- */
typedef void kernel(const uint4 *text, unsigned n16, unsigned *bins);

static int sms;

/* As many blocks as the GPU has room for. */
template <kernel *K, int THREADS, int ROOM>
static int fill_gpu(const unsigned char *text, unsigned *bins)
{
    static int blocks;

    if (blocks == 0) {
        CHECK(cudaFuncSetAttribute(
            K, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
        CHECK(cudaFuncSetAttribute(
            K, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, K, THREADS,
                                                            ROOM));
    }
    CHECK(cudaMemsetAsync(bins, 0, ASCII * sizeof *bins));
    K<<<blocks * sms, THREADS, ROOM>>>((const uint4 *)text, N / 16, bins);
    return cudaGetLastError();
}

template <typename counter, int BLOCKS, int THREADS>
static int run_simple(const unsigned char *text, unsigned *bins)
{
    CHECK(cudaMemsetAsync(bins, 0, ASCII * sizeof *bins));
    simple<counter>
        <<<BLOCKS ? BLOCKS : sms *(2048 / THREADS), THREADS>>>(text, N, bins);
    return cudaGetLastError();
}

template <int PER_SM, int THREADS>
static int run_reference(const unsigned char *text, unsigned *bins)
{
    return histogram_shared(text, N, bins, PER_SM * sms, THREADS);
}

static int run_cub(const unsigned char *text, unsigned *bins)
{
    static void *temporary;
    static size_t bytes;

    if (!temporary) {
        CHECK(cub::DeviceHistogram::HistogramEven(
            NULL, bytes, text, bins, ASCII + 1, 0, (int)ASCII, (int)N));
        CHECK(cudaMalloc(&temporary, bytes));
    }
    return cub::DeviceHistogram::HistogramEven(
        temporary, bytes, text, bins, ASCII + 1, 0, (int)ASCII, (int)N);
}

static const struct {
    const char *name;
    int (*run)(const unsigned char *text, unsigned *bins);
} ways[] = {
    {"CUB", run_cub},
    {"the article's: 64 bits, 2560 x 128",
     run_simple<unsigned long long, 2560, 128>},
    {"32 bits, 2560 x 128", run_simple<unsigned, 2560, 128>},
    {"32 bits, full GPU x 256", run_simple<unsigned, 0, 256>},
    {"32 bits, full GPU x 1024", run_simple<unsigned, 0, 1024>},
    {"16 bytes a load, x 256", fill_gpu<copies<1, 1, 32>, 256, 1024>},
    {"16 bytes a load, x 1024", fill_gpu<copies<1, 1, 32>, 1024, 1024>},
    {"a set per warp, x 256", fill_gpu<copies<1, 1, 1>, 256, 8192>},
    {"a set per warp, 2 ahead, x 256", fill_gpu<copies<1, 2, 1>, 256, 8192>},
    {"a set per 4 warps, 2 ahead, x 256", fill_gpu<copies<1, 2, 4>, 256, 2048>},
    {"8 copies, 2 ahead, x 512", fill_gpu<copies<8, 2, 32>, 512, 8192>},
    {"32 copies, 1 ahead, x 256", fill_gpu<copies<32, 1, 32>, 256, 32768>},
    {"32 copies, 1 ahead, x 512", fill_gpu<copies<32, 1, 32>, 512, 32768>},
    {"32 copies, 1 ahead, x 1024", fill_gpu<copies<32, 1, 32>, 1024, 32768>},
    {"32 copies, 2 ahead, x 512", fill_gpu<copies<32, 2, 32>, 512, 32768>},
    {"32 copies, 4 ahead, x 512", fill_gpu<copies<32, 4, 32>, 512, 32768>},
    {"lanes, plain, 1 ahead, x 256", fill_gpu<lanes<PLAIN, 1, 15>, 256, 32768>},
    {"lanes, plain, 3 ahead, x 256", fill_gpu<lanes<PLAIN, 3, 5>, 256, 32768>},
    {"lanes, plain, 3 ahead, x 128", fill_gpu<lanes<PLAIN, 3, 5>, 128, 16384>},
    {"lanes, plain, 5 ahead, x 256", fill_gpu<lanes<PLAIN, 5, 3>, 256, 32768>},
    {"lanes, atomic, 3 ahead, x 256",
     fill_gpu<lanes<ATOMIC, 3, 5>, 256, 32768>},
    {"lanes, permuted, 1 ahead, x 256",
     fill_gpu<lanes<PERMUTED, 1, 15>, 256, 32768>},
    {"lanes, permuted, 3 ahead, x 256",
     fill_gpu<lanes<PERMUTED, 3, 5>, 256, 32768>},
    {"lanes, permuted, 3 ahead, x 128",
     fill_gpu<lanes<PERMUTED, 3, 5>, 128, 16384>},
    {"lanes, permuted, 5 ahead, x 256",
     fill_gpu<lanes<PERMUTED, 5, 3>, 256, 32768>},
    {"lanes, pairs, 1 ahead, x 256", fill_gpu<lanes<PAIRS, 1, 15>, 256, 32768>},
    {"lanes, pairs, 3 ahead, x 256", fill_gpu<lanes<PAIRS, 3, 5>, 256, 32768>},
    {"lanes, pairs, 3 ahead, x 128", fill_gpu<lanes<PAIRS, 3, 5>, 128, 16384>},
    {"lanes, pairs, 5 ahead, x 256", fill_gpu<lanes<PAIRS, 5, 3>, 256, 32768>},
    {"digrams x 512", fill_gpu<digrams, 512, 65536>},
    {"digrams x 1024", fill_gpu<digrams, 1024, 65536>},
    {"reference, 1 x 512", run_reference<1, 512>},
    {"reference, 2 x 512", run_reference<2, 512>},
    {"reference, 4 x 512", run_reference<4, 512>},
    {"reference, 8 x 512", run_reference<8, 512>},
    {"reference, 16 x 512", run_reference<16, 512>},
    {"reference, 64 x 512", run_reference<64, 512>},
    {"reference, 6 x 256", run_reference<6, 256>},
    {"reference, 12 x 256", run_reference<12, 256>},
    {"reference, 2 x 1024", run_reference<2, 1024>},
    {"reference, 16 x 128", run_reference<16, 128>},
};

/* ---- data and judgement ------------------------------------------------- */
static unsigned char *text[SETS];
static unsigned *bins, want[ASCII];
static cudaEvent_t begin, end;

static double seconds(int (*run)(const unsigned char *, unsigned *),
                      int launches)
{
    float ms;

    CHECK(cudaEventRecord(begin));
    for (int k = 0; k < launches; k++)
        CHECK(run(text[k % SETS], bins));
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

static void measure(size_t way, int pairs)
{
    unsigned got[ASCII];
    double t[MAX_PAIRS], fraction[MAX_PAIRS];
    int wrong = 0, launches;

    CHECK(cudaMemset(bins, 255, sizeof got));
    CHECK(ways[way].run(text[0], bins));
    CHECK(cudaMemcpy(got, bins, sizeof got, cudaMemcpyDeviceToHost));
    for (int b = 0; b < ASCII; b++)
        wrong += got[b] != want[b];
    launches = 1 + (int)(0.004 / seconds(ways[way].run, 3));
    for (int k = 0; k < pairs; k++) {
        double cub = seconds(run_cub, 20);

        t[k] = seconds(ways[way].run, launches);
        fraction[k] = cub / t[k];
    }
    printf("%-36s %7.1f GB/s  %.3f of CUB%s\n", ways[way].name,
           1e-9 * N / median(t, pairs), median(fraction, pairs),
           wrong ? "  WRONG" : "");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 15;
    unsigned char *host = (unsigned char *)malloc(N);

    if (pairs < 1 || pairs > MAX_PAIRS || !host)
        return 2;
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    for (int k = SETS - 1; k >= 0; k--) {
        write_text(host, N, 43 + k);
        /* some that are not ASCII, as in any real text */
        for (int i = 1; i < N / 20000; i++)
            host[(i * 20000 + i * 977 % 20000) % N] = 128 + i % 128;
        CHECK(cudaMalloc(&text[k], N));
        CHECK(cudaMemcpy(text[k], host, N, cudaMemcpyHostToDevice));
    }
    for (int i = 0; i < N; i++)
        if (host[i] < ASCII)
            want[host[i]]++;
    free(host);
    CHECK(cudaMalloc(&bins, sizeof want));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        measure(way, pairs);
    return 0;
}
