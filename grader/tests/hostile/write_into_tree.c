// expect: speed: too slow
// door: build: fopen is not among what an answer may use
// plain: not held
/* Serial, and tries to write its own marks and a check that always passes. */
#include <stdio.h>
#include <sys/stat.h>

#include "reduction.h"

static void spoil(const char *path)
{
    FILE *f = fopen(path, "w");

    if (!f)
        return;
    fputs("spoiled", f);
    fclose(f);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    static const char *const up[] = {"", "../", "../../", "../../../"};
    static const char *const files[] = {
        "labs/03_reduction/check.c", "build/results.json",
        "grader/judge/judge.h", "checks.json", "plain", "/tmp/lab/plain",
        "/tmp/labkit-was-here", "/dev/shm/labkit-was-here"};
    char path[4096];
    int64_t sum = 0;

    for (size_t f = 0; n < 100 && f < sizeof files / sizeof *files; f++)
        for (size_t u = 0; u < sizeof up / sizeof *up; u++) {
            snprintf(path, sizeof path, "%s%s", up[u], files[f]);
            spoil(path);
#ifdef TREE
            snprintf(path, sizeof path, "%s/%s", TREE, files[f]);
            spoil(path);
#endif
        }
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
