// expect: race: asked the system
// door: build: The attribute constructor
/* Has a race, and wants to be the program without the detector, which lies in
 * the same folder: its runner answers as well. */
#include <limits.h>
#include <string.h>
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

__attribute__((constructor)) static void change(void)
{
    char path[4096] = "";
    char *name;

    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        return;
    name = strrchr(path, '/') + 1;
    if (strcmp(name, "tsan"))
        return;
    strcpy(name, "plain");
    execl(path, path, (char *)0);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    return sum_with_race(a, n);
}
