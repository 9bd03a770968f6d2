/*
 * Linked into the student's process, and into the judge's for the speed check:
 * operations that the judge knows, and a way to try an operation on an array.
 */
#include "mix.h"

int64_t zero(int32_t x);
int64_t one(int32_t x);
int64_t itself(int32_t x);
int64_t minus_itself(int32_t x);
int64_t quick_square(int32_t x);
int64_t slow_root(int32_t x);
void set_key(int64_t key);
int64_t quick(int32_t x);
int64_t slow(int32_t x);
int64_t counted(int32_t x);
int32_t times_counted(void);
void apply(operation *f, const int32_t *x, int64_t *result, size_t n);

int64_t zero(int32_t x)
{
    (void)x;
    return 0;
}

int64_t one(int32_t x)
{
    (void)x;
    return 1;
}

int64_t itself(int32_t x)
{
    return x;
}

int64_t minus_itself(int32_t x)
{
    return -(int64_t)x;
}

/* What quick() and slow() give nobody knows who has not called them: with the
 * operations of the lab one thread could use another formula, and be as fast as
 * several. */
static uint64_t secret;

void set_key(int64_t key)
{
    secret = (uint64_t)key;
}

/* One result of 64 is odd, and which ones is secret. If half of them were, an
 * answer with a branch on that would lose more time by guessing wrong than by
 * the way it shares the work. */
static int64_t result_of(uint64_t y)
{
    return (int64_t)((y >> 32 & ~UINT64_C(1)) | (y >> 58 == 0));
}

int64_t quick(int32_t x)
{
    return result_of(((uint32_t)x ^ secret) * UINT64_C(0x9E3779B97F4A7C15));
}

/* Always 11 steps and no branch: every call takes the same time, many times
 * that of quick(), and next to it reading 4 bytes from memory is nothing. */
int64_t slow(int32_t x)
{
    uint64_t y = (uint32_t)x ^ secret;

    for (int step = 0; step < 11; step++)
        y = (y ^ y >> 29) * UINT64_C(0xBF58476D1CE4E5B9) + secret;
    return result_of(y);
}

static int32_t times;

int64_t counted(int32_t x)
{
    __atomic_fetch_add(&times, 1, __ATOMIC_RELAXED);
    return x;
}

/* Since it was asked last. */
int32_t times_counted(void)
{
    return __atomic_exchange_n(&times, 0, __ATOMIC_RELAXED);
}

int64_t quick_square(int32_t x)
{
    return (int64_t)x * x;
}

/* Digit by digit in base 2. */
int64_t slow_root(int32_t x)
{
    uint32_t rest = (uint32_t)x, result = 0;

    for (uint32_t bit = 1u << 30; bit; bit >>= 2) {
        uint32_t trial = result + bit;
        uint32_t fits = -(uint32_t)(rest >= trial);
        rest -= trial & fits;
        result = (result >> 1) + (bit & fits);
    }
    return result;
}

void apply(operation *f, const int32_t *x, int64_t *result, size_t n)
{
    for (size_t i = 0; i < n; i++)
        result[i] = f(x[i]);
}
