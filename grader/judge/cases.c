/*
 * cases.c - what the checks try, see judge.h: numbers of threads, sizes, and
 * random values, from the grading's seed or, where knowing them would be worth
 * points, from the system.
 */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <sys/random.h>

#include "base/random.h"
#include "judge/decisive.h"
#include "judge/state.h"
#include "machine/ulimits.h"

const int judge_threads[] = {1, 2, 3, 4, 7, 0};
const int judge_some_threads[] = {2, 3, 7, 0};
enum { SIZES = 17, OF_THE_CODE = 12 };
size_t judge_sizes[SIZES + OF_THE_CODE] = {
    0, 1, 2, 3, 7, 8, 31, 32, 33, 127, 128, 129, 1000, 1023, 1024, 1025, 4099};
int judge_n_sizes = SIZES;

/* Draw up to `most` of the sizes that the code decides by, first those behind
 * which it may go another way (n > 1000), then n == 1000 and n < 1000. Returns
 * how many. */
static int draw_decisive(int64_t low, int64_t high, size_t *drawn, int most)
{
    int64_t size[DECISIVE_MAX], behind[DECISIVE_MAX], *from = behind;
    const int all = decisive_sizes(judge.source, low, high, size);
    int left = 0, rest = 0, n = 0;

    for (int i = 0; i < all; i++)
        if (i + 1 < all && size[i + 1] == size[i] + 1)
            size[rest++] = size[i];
        else
            behind[left++] = size[i];
    while (n < most && left + rest > 0) {
        if (left == 0) {
            from = size;
            left = rest;
            rest = 0;
        }
        const int k = (int)judge_between(0, left - 1);

        drawn[n++] = (size_t)from[k];
        from[k] = from[--left];
    }
    return n;
}

void cases_begin(void)
{
    enum { MOST = 70000 };
    uint64_t x = judge.seed;

    for (int k = 0; k < 4; k++)
        judge.random[k] = random_next(&x);
    judge_n_sizes += draw_decisive(4, MOST, judge_sizes + SIZES, OF_THE_CODE);
}

const size_t *judge_decisive(size_t low, size_t high, int most)
{
    static size_t size[OF_THE_CODE + 1];

    ck_assert_msg(most <= OF_THE_CODE, "judge_decisive() of %d", most);
    size[draw_decisive((int64_t)low, (int64_t)high, size, most)] = 0;
    return size;
}

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

/* ---- races --------------------------------------------------------------- */

/* Of the teams: which has many calls, and which many elements. */
static int busy_team, large_team;

const int *judge_race_teams(void)
{
    enum { SMALL = 7, TEAMS = SMALL + 3 };
    static int team[TEAMS + 1];
    size_t decisive;

    for (int i = 0; i < SMALL; i++)
        team[i] = i + 2;
    team[SMALL] = (int)judge_between(SMALL + 2, 16);
    team[SMALL + 1] = (int)judge_between(17, 129);
    if (draw_decisive(130, 250, &decisive, 1)) /* a table for 160 */
        team[SMALL + 2] = (int)decisive;
    else
        team[SMALL + 2] = (int)judge_between(130, 150);
    for (int i = TEAMS - 1; i > 1; i--) { /* Fisher and Yates; 2 stays first */
        const int k = (int)judge_between(1, i), kept = team[i];

        team[i] = team[k];
        team[k] = kept;
    }
    busy_team = (int)judge_between(2, SMALL + 1);
    large_team = (int)judge_between(2, SMALL + 1);
    return team;
}

const size_t *judge_race_sizes(int team, size_t most)
{
    enum { CALLS = 30, MOST_CALLS = 1000 };
    static size_t size[MOST_CALLS + 7];
    const bool small_first = judge_random() & 1;
    int64_t of_the_code[DECISIVE_MAX];
    const int decisive =
        decisive_sizes(judge.source, CALLS, MOST_CALLS, of_the_code);
    /* Code that counts its calls counts up to one of its numbers. */
    const int calls = decisive ? (int)of_the_code[decisive - 1] + 2 : CALLS;
    int n = 2;

    size[small_first] = (size_t)judge_between(700, 1300);
    size[!small_first] = (size_t)judge_between(71, 129);
    for (int i = 0; team == busy_team && i < calls; i++)
        size[n++] = (size_t)judge_between(71, 1300);
    if (team == large_team) {
        size[n++] = judge_large(most);
        size[n++] = judge_just_below(most);
    }
    size[n] = 0;
    return size;
}

size_t judge_large(size_t most)
{
    enum { MOST = 32 << 20 }; /* what a detector has memory for */
    const size_t far = most * 8 > MOST ? MOST : most * 8;
    size_t size;

    if (draw_decisive((int64_t)most / 4 * 3, (int64_t)far, &size, 1))
        return size;
    return (size_t)judge_between((int64_t)most / 4 * 3, (int64_t)most);
}

size_t judge_just_below(size_t most)
{
    return most - (size_t)judge_between(0, 999);
}

/* ---- random values ------------------------------------------------------- */

uint64_t judge_secret(void)
{
    uint64_t bits;

    if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
        own_trouble("getrandom");
    return bits;
}

void random_anew(void)
{
    for (int k = 0; k < 4; k++)
        judge.random[k] = judge_secret();
}

/* xoshiro256**, Blackman and Vigna 2018. From a dozen of its numbers all that
 * come can be worked out, hence random_anew(). */
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
