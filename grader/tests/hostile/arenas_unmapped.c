// expect: correctness: crashed in sum_array()
// door: build: munmap is not among what an answer may use
#include <sys/mman.h>

#include "../../grader/student/protocol.h"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    size_t page = (size_t)a & ~(size_t)4095;

    munmap((void *)page, ARENA_BYTES / 2);
    return n ? a[0] : 0;
}
