/* The program of lab 43: counts a text with 1, 2, 4, ... blocks, and shows how
 * long each takes. Arguments, all optional: one number of blocks (0: all of
 * them), threads a block, millions of bytes. */
#include "histogram_shared.h"

#include "common/program/histogram_main.h"

/* The fastest of some runs, in milliseconds. */
static double fastest(const unsigned char *d_text, int n, unsigned *d_bins,
                      int blocks, int threads)
{
    cudaEvent_t begin, end;
    float best = 0;

    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    for (int k = 0; k < (COUNTED ? 1 : 3); k++) {
        float ms;

        check(cudaEventRecord(begin), "cudaEventRecord");
        check((cudaError_t)histogram_shared(d_text, n, d_bins, blocks, threads),
              "histogram_shared");
        check(cudaEventRecord(end), "cudaEventRecord");
        check(cudaEventSynchronize(end), "cudaEventSynchronize");
        check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
        if (k == 0 || ms < best)
            best = ms;
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return best;
}

int main(int argc, char **argv)
{
    int only = argc > 1 ? atoi(argv[1]) : COUNTED ? 16 : 0;
    int threads = argc > 2 ? atoi(argv[2]) : 128;
    int n = argc > 3 ? 1000000 * atoi(argv[3]) : TEXT_BYTES;
    unsigned want[BINS], got[BINS], *d_bins;
    unsigned char *d_text = make_text(n, want);
    int wrong = 0, steps = 0, best = 0;
    int blocks[32];
    double ms[32], most = 0;

    check(cudaMalloc(&d_bins, sizeof got), "cudaMalloc");
    /* until there is hardly a kilobyte for each */
    for (int b = 1; b <= 65535 && n / b >= 1000; b *= 2)
        blocks[steps++] = b;
    if (only > 0) {
        blocks[0] = only;
        steps = 1;
    }
    for (int k = 0; k < steps; k++) {
        check(cudaMemset(d_bins, 0x55, sizeof got), "cudaMemset");
        ms[k] = fastest(d_text, n, d_bins, blocks[k], threads);
        if (wrong == 0 && (wrong = wrong_bins(d_bins, want, got)))
            printf("With %d blocks of %d threads, %d of %d bins are wrong.\n",
                   blocks[k], threads, wrong, BINS);
        best = ms[k] < ms[best] ? k : best;
        most = ms[k] > most ? ms[k] : most;
    }
    printf("%d bytes of text, blocks of %d threads\n", n, threads);
    printf("blocks  bytes for each  additions to d_bins      ms\n");
    for (int k = 0; k < steps; k++) {
        printf("%6d  %14d  %19lld  %6.2f  ", blocks[k], n / blocks[k],
               (long long)BINS * blocks[k], ms[k]);
        for (int x = 0; x < 25 * ms[k] / most; x++)
            putchar('#');
        printf("%s\n", k == best && steps > 1 ? " <- fastest" : "");
    }
    cudaFree(d_text);
    cudaFree(d_bins);
    return wrong != 0;
}
