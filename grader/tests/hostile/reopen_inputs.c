// expect: correctness: the sum of
// door: build: open is not among what an answer may use
/* Tries to get the read-only inputs writable, by every door. */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int fd = open("/proc/self/fd/4", O_RDWR);
    size_t page = (size_t)a & ~(size_t)4095;

    if (mprotect((void *)page, 1 << 20, PROT_READ | PROT_WRITE) == 0)
        memset((int32_t *)a, 0, n * sizeof *a);
    for (int k = 0; k < 2; k++) {
        int door = k ? fd : 4;
        char zero[4096] = {0};
        char *m = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, door,
                       0);
        if (m != MAP_FAILED)
            memset(m, 0, 1 << 20);
        for (int i = 0; i < 256; i++)
            if (pwrite(door, zero, sizeof zero, i * 4096L) < 0)
                break;
        if (ftruncate(door, 0) == 0)
            return -1;
    }
    return 0;
}
