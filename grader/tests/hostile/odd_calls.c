// expect: correctness: the sum of
// door: build: syscall is not among what an answer may use
/* Calls that no lab needs: faults that wait for it, input and output behind
 * the filter's back, another's turn at the disk, a parent that may end alone,
 * a last name in the kernel's memory. Right only if one of them is had. */
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    unsigned long context = 0;
    int had = 0;
    int64_t sum = 0;

    had += syscall(SYS_userfaultfd, 1) >= 0;
    had += syscall(SYS_io_setup, 8, &context) == 0;
    had += syscall(SYS_ioprio_set, 1, 0, 3 << 13) == 0;
    had += syscall(SYS_inotify_init1, 0) >= 0;
    had += syscall(SYS_memfd_create, "mine", 0) >= 0;
    had += syscall(SYS_splice, 0, NULL, 1, NULL, 0, 0) == 0;
    had += syscall(SYS_personality, 0x0400000) >= 0;
    had += prctl(PR_SET_PDEATHSIG, 0) == 0;
    had += prctl(PR_SET_DUMPABLE, 0) == 0;
    had += prctl(PR_SET_TIMERSLACK, 1000000000) == 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return had ? sum : sum + 1;
}
