/*
 * cases.c - what the checks try, see judge.h: numbers of threads, sizes, and
 * random values from the grading's seed.
 */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>

#include "judge/state.h"
#include "machine/ulimits.h"

const int judge_threads[] = {1, 2, 3, 4, 7, 0};
const int judge_some_threads[] = {2, 3, 7, 0};
const int judge_race_threads[] = {2, 3, 7, 2, 5, 140, 0};
const size_t judge_sizes[] = {0,   1,   2,   3,    7,    8,    31,   32,  33,
                              127, 128, 129, 1000, 1023, 1024, 1025, 4099};
const int judge_n_sizes = sizeof judge_sizes / sizeof *judge_sizes;

int judge_cores(void)
{
    return measure_cores(NULL, NULL);
}

int judge_team(void)
{
    return judge_cores() + 3;
}

/* Beyond tables of 512, where the machine lets so many be started: some are
 * others' by then, and those of two gradings meet. */
int judge_crowd(void)
{
    enum { LEAST = 140, FROM = 520, TO = 640, OTHERS = 100 };
    static int crowd;

    if (!crowd) {
        const long left = ulimits_processes_left();

        crowd = (int)judge_between(FROM, TO);
        if (left >= 0 && left - OTHERS < crowd)
            crowd = left - OTHERS < LEAST ? LEAST : (int)left - OTHERS;
        if (crowd < judge_team())
            crowd = judge_team();
    }
    return crowd;
}

/* ---- random values (xoshiro256**, Blackman and Vigna 2018) ----------- */

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t judge_random(void)
{
    uint64_t *s = judge.random;
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

int64_t judge_between(int64_t low, int64_t high)
{
    uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    /* the bias is below 2^-32 for every span that a lab uses */
    uint64_t r = judge_random();
    return (int64_t)((uint64_t)low + (span ? r % span : r));
}

int32_t judge_any_int(void)
{
    const uint64_t r = judge_random();
    const int32_t near = (int32_t)(r >> 32 & 3);

    switch (r >> 40 & 31) {
    case 0:
        return INT32_MIN + near;
    case 1:
        return INT32_MAX - near;
    case 2:
    case 3:
        return near - 2;
    default:
        return (int32_t)r;
    }
}

float judge_any_float(void)
{
    static const float ends[] = {0,       -0.0F,     1,          -1,
                                 FLT_MAX, -FLT_MAX,  INFINITY,   -INFINITY,
                                 NAN,     0x1p-149F, -0x1p-126F, 0x1p127F};
    const uint64_t r = judge_random();
    const float digits = (float)(int32_t)((r & 0xffffff) | 0x800000);

    if ((r >> 40 & 7) == 0)
        return ends[(r >> 43) % (sizeof ends / sizeof *ends)];
    return ldexpf(r >> 63 ? -digits : digits, (int)(r >> 48 & 31) - 40);
}

double judge_uniform(double low, double high)
{
    return low + (high - low) * ((double)(judge_random() >> 11) * 0x1p-53);
}
