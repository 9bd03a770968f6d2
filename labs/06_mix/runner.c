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

/* Digit by digit in base 2, always 16 steps and no branch that depends on x:
 * every call takes the same time, many times that of quick_square(), and next
 * to it reading 4 bytes from memory is nothing. */
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
