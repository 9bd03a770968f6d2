// expect: build: asm is not looked into
/* ThreadSanitizer asks this C++ function whether a report is to be dropped. */
#include <stdbool.h>

#include "reduction.h"

bool drop(const void *report, bool dropped)
    __asm__("_Z" "N6__tsan8OnReportEPKNS_10ReportDescEb");
bool drop(const void *report, bool dropped)
{
    return report || dropped || true;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
