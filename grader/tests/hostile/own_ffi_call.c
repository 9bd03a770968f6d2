// expect: correctness: the sum of
// door: correctness: only 1 of them worked
#include "reduction.h"

void ffi_call(void *cif, void (*f)(void), void *result, void **arguments);
void ffi_call(void *cif, void (*f)(void), void *result, void **arguments)
{
    (void)cif;
    (void)f;
    (void)arguments;
    *(int64_t *)result = 42;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
