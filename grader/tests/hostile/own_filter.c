// expect: race: nothing orders the two writes
// door: build: _exit is not among what an answer may use
/* Has a race, and a filter of its own for system calls: write() to the
 * detector's descriptor shall do nothing, and say that all is well. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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

static void leave(void)
{
    _exit(0);
}

static void swallow_reports(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 6, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 9),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog all = {sizeof code / sizeof *code, code};

    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all);
    atexit(leave);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    static int done;

    if (!done++)
        swallow_reports();
    return sum_with_race(a, n);
}
