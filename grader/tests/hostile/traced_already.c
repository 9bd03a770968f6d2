// expect: memory: never freed
// door: build: readlink is not among what an answer may use
/* Loses memory, and has a tracer already, so that nobody else can stop it and
 * look for leaks. */
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int known;
    char path[4096] = "";
    char *lost = malloc(100);
    int64_t sum = 0;

    if (!known++ && readlink("/proc/self/exe", path, sizeof path - 1) > 0 &&
        strcmp(strrchr(path, '/'), "/asan") == 0)
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    memset(lost, 1, 100);
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
