// expect: build: begins with a #
/* The same as the preprocessor writes it, broken over two lines. */
#include "reduction.h"

# /* a comment */ \
1 "grader/student/runner.c" 3
int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
