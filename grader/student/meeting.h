/*
 * meeting.h - how many threads does a call put to work? Used by the runner, on
 * arrays of the host. Before the call all its arrays are closed. A thread that
 * comes to one waits at the door until as many others have come as the judge
 * wants. If they do not, a part of the array is opened, so that the thread
 * meets the next door a little later: whoever shares the work in any way, with
 * a schedule, tasks or by hand, has others at work in the meantime. In the end
 * all is opened, and the call goes on as ever.
 *
 * No clock decides where the work is divided beforehand, for the call cannot
 * end without all threads having come. Where threads take what is there next,
 * they have MEETING_SECONDS to do so.
 */
#ifndef MEETING_H
#define MEETING_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "student/protocol.h"

enum { DOORS = 32, DOOR_NAPS = 40, NAP_NS = 500 * 1000 };
#define MEETING_SECONDS 1.5

static struct {
    int wanted, came;
    uint32_t number; /* of the call */
    int64_t end;     /* when all is opened, ns; 0: nobody has come yet */
    int n;
    struct area {
        char *begin, *end;
        size_t part; /* behind one door */
        int protection;
    } area[MAX_BUFFERS];
} meeting;

static int64_t meeting_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void open_all(void)
{
    for (int i = 0; i < meeting.n; i++) {
        const struct area *a = &meeting.area[i];
        mprotect(a->begin, (size_t)(a->end - a->begin), a->protection);
    }
}

static void wait_at_door(const struct area *a, char *touched)
{
    static __thread uint32_t came_to; /* the call that this thread came to */
    const struct timespec nap = {0, NAP_NS};
    int64_t none = 0;
    int64_t end = meeting_clock() + (int64_t)(MEETING_SECONDS * 1e9);
    char *door =
        a->begin + (size_t)(touched - a->begin) / a->part * a->part;

    __atomic_compare_exchange_n(&meeting.end, &none, end, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (came_to != meeting.number) {
        came_to = meeting.number;
        __atomic_add_fetch(&meeting.came, 1, __ATOMIC_RELAXED);
    }
    /* Naps are counted: a file that has a clock of its own ends, too. */
    for (int i = 0; i < DOOR_NAPS; i++) {
        if (__atomic_load_n(&meeting.came, __ATOMIC_RELAXED) >=
                meeting.wanted ||
            meeting_clock() >=
                __atomic_load_n(&meeting.end, __ATOMIC_RELAXED)) {
            open_all();
            return;
        }
        nanosleep(&nap, NULL);
    }
    mprotect(door, a->end - door < (ptrdiff_t)a->part ? (size_t)(a->end - door)
                                                      : a->part,
             a->protection);
}

static void on_touch(int number, siginfo_t *info, void *context)
{
    char *touched = info->si_addr;
    int before = errno;

    (void)number, (void)context;
    for (int i = 0; i < meeting.n; i++) {
        const struct area *a = &meeting.area[i];
        if (touched >= a->begin && touched < a->end) {
            wait_at_door(a, touched);
            errno = before;
            return;
        }
    }
    signal(SIGSEGV, SIG_DFL); /* a crash of the student's own */
}

/* Close the arrays of a request that wants to know; small ones stay open. */
static void close_doors(const struct request *r, char *const *arena)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    meeting.wanted = r->threads;
    meeting.number = r->number;
    meeting.came = meeting.n = 0;
    meeting.end = 0;
    if (!r->threads)
        return;
    action.sa_sigaction = on_touch;
    sigaction(SIGSEGV, &action, NULL);
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        size_t offset = ((size_t)b->offset + page - 1) / page * page;
        size_t end = (size_t)(b->offset + b->bytes);
        size_t pages = end > offset ? (end - offset) / page : 0;
        char *begin = arena[b->region] + offset;

        if (pages >= DOORS && mprotect(begin, pages * page, PROT_NONE) == 0)
            meeting.area[meeting.n++] = (struct area){
                begin, begin + pages * page,
                (pages + DOORS - 1) / DOORS * page,
                b->region == REGION_IN ? PROT_READ : PROT_READ | PROT_WRITE};
    }
}

/* After the call: all is open again. Returns how many threads came, or -1 if
 * there was no door for them. */
static int open_doors(void)
{
    if (!meeting.n)
        return -1;
    open_all();
    signal(SIGSEGV, SIG_DFL);
    return meeting.came;
}

#endif
