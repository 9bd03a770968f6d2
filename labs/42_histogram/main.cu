/* The program of lab 42: the most frequent characters of a text, as the device
 * and as the CPU count them. */
#include "histogram.h"

#include "common/program/histogram_main.h"

/* The character that is there most often and less often than the last one. */
static int next_most(const unsigned *bins, unsigned char *shown)
{
    int most = 0;

    for (int c = 0; c < BINS; c++)
        if (!shown[c] && (shown[most] || bins[c] > bins[most]))
            most = c;
    shown[most] = 1;
    return most;
}

int main(void)
{
    unsigned want[BINS], got[BINS], *d_bins;
    unsigned char shown[BINS] = {0};
    unsigned char *d_text = make_text(TEXT_BYTES, want);

    check(cudaMalloc(&d_bins, sizeof got), "cudaMalloc");
    check(cudaMemset(d_bins, 0x55, sizeof got), "cudaMemset");
    check((cudaError_t)histogram(d_text, TEXT_BYTES, d_bins), "histogram");

    int wrong = wrong_bins(d_bins, want, got);

    printf("%d bytes of text. The most frequent characters:\n", TEXT_BYTES);
    printf("          device       CPU\n");
    for (int k = 0; k < 12; k++) {
        int c = next_most(want, shown);

        printf("  '%c' %10u%10u  ", c, got[c], want[c]);
        for (unsigned x = 0; x < want[c]; x += TEXT_BYTES / 200)
            putchar('#');
        printf("%s\n", got[c] == want[c] ? "" : "  <- not the same");
    }
    if (wrong)
        printf("%d of %d bins are wrong.\n", wrong, BINS);
    else
        printf("All %d bins are right.\n", BINS);
    cudaFree(d_text);
    cudaFree(d_bins);
    return wrong != 0;
}
