/*
 * histogram_main.h - what the programs of the histogram labs (42 and 43) have
 * in common: a text of 5.6 MB on the device, and the comparison with what the
 * CPU counts.
 */
#ifndef COMMON_HISTOGRAM_MAIN_H
#define COMMON_HISTOGRAM_MAIN_H

#include "common/program/device_memory.h"
#include "common/text.h"

#include <string.h>

#define BINS 128

#ifdef SIMT_CHECK /* make explain: each access takes its time */
enum { COUNTED = 1 };
#else
enum { COUNTED = 0 };
#endif
enum { TEXT_BYTES = COUNTED ? 200000 : 5638519 }; /* as long as the article's */

/* A text of n bytes on the device, and what the CPU counts in it. Every
 * thousandth byte is not ASCII, as in a text with a few foreign words. */
static unsigned char *make_text(int n, unsigned *want)
{
    unsigned char *text = (unsigned char *)malloc(n);

    write_text(text, n, 42);
    for (int i = 999; i < n; i += 1000)
        text[i] = 128 + i / 1000 % 128;
    memset(want, 0, BINS * sizeof *want);
    for (int i = 0; i < n; i++)
        if (text[i] < BINS)
            want[text[i]]++;
    unsigned char *d_text = on_device(text, n, "copy of the text");
    free(text);
    return d_text;
}

/* Copies the bins back; returns how many are not what the CPU counted. */
static int wrong_bins(const unsigned *d_bins, const unsigned *want,
                      unsigned *got)
{
    int wrong = 0;

    check(cudaMemcpy(got, d_bins, BINS * sizeof *got, cudaMemcpyDeviceToHost),
          "copy of the bins");
    for (int c = 0; c < BINS; c++)
        wrong += got[c] != want[c];
    return wrong;
}

#endif
