/*
 * where.c - linked into the student's process, of OpenMP labs: each thread to
 * which the judge sends WHERE_SIGNAL says where it is. The judge does so where
 * code does not come back, before it ends the process.
 *
 * Each thread writes one line into FD_REPORT: WHERE_BEGIN (protocol.h), "main"
 * or "other", its number in its team (-1: it is in none), the function of a
 * library that its own code has called (-: none, ?: one whose name is not
 * known, as after a tail call), and return addresses, innermost first, as
 * offsets in this program. What is told is as true as what a student's code
 * lets through; it decides nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#include "student/protocol.h"

extern char __executable_start[], etext[];
extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));

enum { DEPTH = 12 };

struct stack {
    unsigned long offset[DEPTH];
    int n;
    int outside;   /* frames of libraries between ours and those */
    void *library; /* an address in the last one of them */
};

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *c, void *to)
{
    struct stack *s = to;
    int exact = 0;
    char *at = (char *)_Unwind_GetIPInfo(c, &exact);

    if (!exact)
        at--;
    if (at < __executable_start || at >= etext) {
        s->outside += s->n == 0;
        s->library = s->n == 0 ? at : s->library;
    } else if (s->outside) { /* before, it is this file's own */
        s->offset[s->n++] = (unsigned long)(at - __executable_start);
    }
    return s->n < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void tell(int signal)
{
    struct stack s = {.n = 0};
    Dl_info info = {0};
    char line[WHERE_LINE];
    int used;

    (void)signal;
    _Unwind_Backtrace(add_frame, &s);
    /* The first one outside is where the signal came from. */
    if (s.outside > 1)
        dladdr(s.library, &info);
    used = snprintf(line, sizeof line, "%s %s %d %.60s", WHERE_BEGIN,
                    gettid() == getpid() ? "main" : "other",
                    omp_get_level && omp_get_level() > 0 ? omp_get_thread_num()
                                                         : -1,
                    info.dli_sname  ? info.dli_sname
                    : s.outside > 1 ? "?"
                                    : "-");
    for (int i = 0; i < s.n && used < (int)sizeof line - 20; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, " %lx",
                         s.offset[i]);
    line[used++] = '\n';
    if (write(FD_REPORT, line, (size_t)used) < 0)
        return; /* then the judge does not know */
}

__attribute__((constructor)) static void where_begin(void)
{
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};

    sigaction(WHERE_SIGNAL, &action, NULL);
}
