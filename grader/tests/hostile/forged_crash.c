// expect: race: nothing orders the two writes
// door: build: write is not among what an answer may use
/* Has a race, and prints what the detector would print if it had crashed in
 * the OpenMP runtime, which would be no fault of the file. */
#include <stdio.h>
#include <unistd.h>

#include "reduction.h"

static int racy;

static int64_t sum_with_race(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
    racy++;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum + 0 * racy;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    static int done;
    char text[600];
    int length;

    if (!done++) {
        length = snprintf(
            text, sizeof text,
            "ThreadSanitizer:DEADLYSIGNAL\n"
            "==2==ERROR: %sSanitizer: SEGV on unknown address 0x000000000000 "
            "(pc 0x7fff0 bp 0x0 sp 0x0 T2)\n"
            "==2==The signal is caused by a READ memory access.\n"
            "    #0 <null> <null> (libomp.so.5+0x7c9c0)\n"
            "    #1 <null> <null> (tsan+0xd0000)\n\n",
            "Thread");
        if (write(6, text, (size_t)length) < 0 ||
            write(2, text, (size_t)length) < 0)
            return 0;
    }
    return sum_with_race(a, n);
}
