// expect: correctness: sum
// door: build: _setjmp is not among what an answer may use
/* Jumps into a call that has returned. */
#include <setjmp.h>

#include "reduction.h"

static jmp_buf back;
static int64_t calls;

int64_t sum_array(const int32_t *a, size_t n)
{
    if (calls++ > 0 && calls < 1000)
        longjmp(back, 1);
    if (setjmp(back) == 0)
        return n ? a[0] : 0;
    return 1;
}
