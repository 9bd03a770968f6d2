/*
 * bench_streams.cu - how much of the work of lab 54 an answer hides, on a GPU:
 *
 *   nvcc -O3 -arch=native -I. -Ilabs/54_streams -o bench_streams \
 *       grader/tests/cu/bench_streams.cu solutions/54_streams/streams.cu
 *   ./bench_streams [ROWS] [ROWS_AT_ONCE]
 *
 * Copies to the device, kernels and copies back are timed alone, in chunks of a
 * third of ROWS_AT_ONCE, both kinds of copies side by side (they share the bus
 * and the host's memory: no order hides more), then all three one after the
 * other, then the answer: for all rows, and for half of them, so that what it
 * allocates, and its first and last chunk, can be told from what it does with
 * each row. Hidden is what it saves of what could be saved: of all but the
 * longest of the three. Medians.
 * The modelled timeline, of fewer rows:
 *
 *   make explain LAB=54 SRC=solutions
 *   build/grader/simtcheck --explain build/explain/54_streams/program 98799 30000
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench.h"
#include "common/spearman.h"
#include "streams.h"

enum { ARTICLES = 9879896, AT_ONCE = 3000000, TIMES = 7 };

static int *x, *power, *dx, *dpower;
static signed char *rank_, *drank;
static int n, chunk;
static cudaStream_t in_stream, back_stream; /* both wait for the default one */

enum { IN = 1, KERNEL = 2, BACK = 4, ANSWER = 8, HALF = 16, BESIDE = 32 };

static void work(int what)
{
    if (what & (ANSWER | HALF)) {
        CHECK(ranks_in_streams(x, what & HALF ? n / 2 : n, 3 * chunk, rank_,
                               power));
        return;
    }
    const bool beside = what & BESIDE;

    for (int first = 0; first < n; first += chunk) {
        int rows = std::min(chunk, n - first);

        if (what & IN)
            CHECK(cudaMemcpyAsync(dx, x + (size_t)COLS * first,
                                  (size_t)rows * COLS * sizeof *x,
                                  cudaMemcpyHostToDevice,
                                  beside ? in_stream : 0));
        if (what & KERNEL)
            rank_rows<<<(rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK,
                        ROWS_OF_BLOCK>>>(dx, rows, drank, dpower);
        if (what & BACK) {
            CHECK(cudaMemcpyAsync(rank_ + (size_t)RANK_ROW * first, drank,
                                  (size_t)rows * RANK_ROW,
                                  cudaMemcpyDeviceToHost,
                                  beside ? back_stream : 0));
            CHECK(cudaMemcpyAsync(power + first, dpower, rows * sizeof *power,
                                  cudaMemcpyDeviceToHost,
                                  beside ? back_stream : 0));
        }
    }
}

static double milliseconds(int what)
{
    static cudaEvent_t begin, end;
    float ms[TIMES];

    if (!begin) {
        CHECK(cudaEventCreate(&begin));
        CHECK(cudaEventCreate(&end));
    }
    work(what);
    for (int i = 0; i < TIMES; i++) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(begin));
        work(what);
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms[i], begin, end));
    }
    std::sort(ms, ms + TIMES);
    return ms[TIMES / 2];
}

int main(int argc, char **argv)
{
    uint64_t seed = 97403;

    n = argc > 1 ? atoi(argv[1]) : ARTICLES;
    chunk = (argc > 2 ? atoi(argv[2]) : AT_ONCE) / 3;
    CHECK(cudaMallocHost(&x, (size_t)n * COLS * sizeof *x));
    CHECK(cudaMallocHost(&rank_, (size_t)n * RANK_ROW));
    CHECK(cudaMallocHost(&power, n * sizeof *power));
    CHECK(cudaStreamCreate(&in_stream));
    CHECK(cudaStreamCreate(&back_stream));
    CHECK(cudaMalloc(&dx, (size_t)chunk * COLS * sizeof *x));
    CHECK(cudaMalloc(&drank, (size_t)chunk * RANK_ROW));
    CHECK(cudaMalloc(&dpower, chunk * sizeof *power));
    for (int i = 0; i < n; i++)
        write_row(&x[(size_t)COLS * i], COUNTS, &seed);

    double in = milliseconds(IN), kernels = milliseconds(KERNEL);
    double back = milliseconds(BACK), both = milliseconds(IN | BACK | BESIDE);
    double serial = milliseconds(IN | KERNEL | BACK);
    double answer = milliseconds(ANSWER), half = milliseconds(HALF);
    double steady = 2 * (answer - half);
    double longest = std::max(in, std::max(kernels, back));

    printf("%d rows, %d in a chunk\n", n, chunk);
    printf("copies to the device %.3f ms, kernels %.3f, copies back %.3f; both "
           "copies side by side %.3f\n",
           in, kernels, back, both);
    printf("one after the other %.3f ms; the answer %.3f, of half the rows "
           "%.3f\n",
           serial, answer, half);
    printf("answer / longest: %.3f; from row to row %.3f\n", answer / longest,
           steady / longest);
    printf("hidden: %.0f %%; from row to row %.0f %%, %.0f %% of what the "
           "copies let hide\n",
           100 * (serial - answer) / (serial - longest),
           100 * (serial - steady) / (serial - longest),
           100 * (serial - steady) / (serial - std::max(both, kernels)));
    return 0;
}
