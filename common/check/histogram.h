/*
 * histogram.h - what the histogram labs (42 and 43) check in common: the right
 * counts for texts of all sizes and kinds. A lab's check.c defines
 * histogram_call() and includes this.
 */
#ifndef COMMON_HISTOGRAM_H
#define COMMON_HISTOGRAM_H

#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "judge/judge.h"

enum { BINS = 128 };

enum text_kind {
    ASCII,      /* words */
    FOREIGN,    /* words, and every 20th byte or so is not ASCII */
    ONE_LETTER, /* all bytes are the same character */
    ANY_BYTE,   /* 0 .. 255, each as often */
    NO_ASCII    /* 128 .. 255 */
};

/* Fills text; returns how many bytes of it are ASCII. */
static int make_text(unsigned char *text, int n, enum text_kind kind,
                     int32_t *want)
{
    unsigned char letter = (unsigned char)judge_between(0, BINS - 1);
    int ascii = 0;

    write_text(text, (size_t)n, judge_random());
    memset(want, 0, BINS * sizeof *want);
    for (int i = 0; i < n; i++) {
        if (kind == ONE_LETTER)
            text[i] = letter;
        else if (kind == ANY_BYTE)
            text[i] = (unsigned char)judge_between(0, 255);
        else if (kind == NO_ASCII ||
                 (kind == FOREIGN && judge_between(0, 19) == 0))
            text[i] = (unsigned char)judge_between(BINS, 255);
        if (text[i] < BINS) {
            want[text[i]]++;
            ascii++;
        }
    }
    return ascii;
}

/* Are just the first bins right, one for each thread of a block, and the others
 * too small? */
static bool only_first(const int32_t *want, const unsigned *bins,
                       uint32_t threads)
{
    int kept = 0, lost = 0;

    for (int b = 0; b < BINS; b++) {
        if ((uint32_t)b < threads && (int32_t)bins[b] != want[b])
            return false;
        if ((uint32_t)b >= threads && want[b] ? bins[b] >= (unsigned)want[b]
                                              : bins[b] != (unsigned)want[b])
            return false;
        kept += (uint32_t)b < threads && want[b];
        lost += (uint32_t)b >= threads && want[b];
    }
    return kept && lost;
}

/* ": as if ...", where a part at the end of the text explains all that is wrong
 * with the counts; "". */
static const char *as_if(const unsigned char *text, int n, const int32_t *want,
                         const unsigned *bins)
{
    static char said[120];
    const uint32_t *shape = judge_launch_shape();
    int32_t last[BINS] = {0};

    *said = '\0';
    if (!memcmp(want, bins, BINS * sizeof *want))
        return said;
    if (judge_uses("atomicInc("))
        return _("; atomicInc() begins again with 0 where it comes to its "
                 "second argument");
    if (shape[4] == 1 && shape[5] == 1 && only_first(want, bins, shape[3])) {
        said_put(said, sizeof said,
                 _("; right are the bins below %u, the number of threads in a "
                   "block, and the others are too small"),
                 shape[3]);
        return said;
    }
    for (int r = 1; r <= n && r <= 64 && !*said; r++) {
        const unsigned char c = text[n - r];
        int64_t times = 1;
        int kinds = 0;
        bool fits = true;

        if (c < BINS)
            last[c]++;
        for (int b = 0; b < BINS && fits; b++) {
            const int64_t more = (int64_t)bins[b] - want[b];

            if (last[b] && kinds++ == 0)
                times = 1 + more / last[b];
            fits = last[b] ? more == (times - 1) * last[b] : more == 0;
        }
        /* one character alone may be wrong for any reason */
        if (!fits || times < 0 || times == 1 || (kinds < 2 && n > 1))
            continue;
        /* nor one byte, where its bin has no thread */
        if (n == 1 && times == 0 && c >= shape[3])
            continue;
        if (times == 0)
            said_put(said, sizeof said,
                     r == 1 ? _(": as if the last %d byte was not counted")
                            : _(": as if the last %d bytes were not counted"),
                     r);
        else
            said_put(said, sizeof said,
                     r == 1
                         ? _(": as if the last %d byte counted %lld times%s")
                         : _(": as if the last %d bytes counted %lld times%s"),
                     r, (long long)times,
                     times == shape[0] && shape[1] == 1 && shape[2] == 1
                         ? _(", once in each block")
                         : "");
    }
    return said;
}

/* The lab's: call the student's function on a text of n bytes, and look at the
 * error that it returns. */
struct grid {
    int blocks, threads; /* 0: the student chooses */
};
static void histogram_call(const unsigned char *text, int n, unsigned *bins,
                           struct grid grid);

/* Returns how many bytes are ASCII. */
static int count_once(int n, enum text_kind kind, struct grid grid)
{
    const char *const names[] = {
        [ASCII] = _("words"),
        [FOREIGN] = _("words, some bytes not ASCII"),
        [ONE_LETTER] = _("one letter again and again"),
        [ANY_BYTE] = _("bytes of all kinds"),
        [NO_ASCII] = _("no byte is ASCII"),
    };
    int32_t want[BINS];

    judge_clear();
    unsigned char *text = judge_in((size_t)n);
    unsigned *bins = judge_out(BINS * sizeof *bins);
    int ascii = make_text(text, n, kind, want);
    histogram_call(text, n, bins, grid);
    if (grid.blocks)
        judge_equal_i32(want, (const int32_t *)bins, BINS, "d_bins",
                        _("n = %d (%s), blocks = %d, threads = %d%s"), n,
                        names[kind], grid.blocks, grid.threads,
                        as_if(text, n, want, bins));
    else
        judge_equal_i32(want, (const int32_t *)bins, BINS, "d_bins",
                        _("n = %d (%s)%s"), n, names[kind],
                        as_if(text, n, want, bins));
    return ascii;
}

/* Twice, where the lanes of a warp part at an `if` and then read on at
 * different times. Threads that take a piece each need 32 times as many. */
static void reads_once_or_twice(int many, struct grid grid)
{
    judge_start(BUILD_CHECK, 1);
    count_once(3, ASCII, grid); /* few ones, too */
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 1,
                   _("reading %d bytes"), 3);
    count_once(many, ASCII, grid);
    judge_at_least(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, many / 32,
                   _("reading %d bytes"), many);
    judge_copies_at_most(many / 4, _("counting %d bytes"), many);
    judge_at_most(COUNT_SECTORS, SPACE_GLOBAL, OP_READ, 2 * many / 32,
                  _("reading %d bytes"), many);
}

#endif
