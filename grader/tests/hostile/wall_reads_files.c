// expect: right:
// door: build: open is not among
/* Reads what lies around while it runs, and would be wrong if it could. */
#include "reduction.h"

#include <fcntl.h>
#include <unistd.h>

static int64_t found(void)
{
    static const char *const names[] = {"/etc/passwd",
                                        "/etc/shadow",
                                        TREE "/Makefile",
                                        TREE "/build/kept",
                                        TREE "/labs/99_after/after.c",
                                        TREE "/src/99_after/after.c",
                                        "/proc/1/environ"};
    int64_t n = 0;
    char c;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int fd = open(names[i], O_RDONLY);

        if (fd >= 0) {
            n += i == 6 ? read(fd, &c, 1) == 1 && c != 'P' : 1;
            close(fd);
        }
    }
    return n;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = found();

#pragma omp parallel for reduction(+:sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
