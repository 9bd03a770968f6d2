/*
 * meeting.h - how many threads does a call put to work, and how much do they
 * have to do? Used by the runner, on arrays of the host. Before the call all
 * its arrays are closed. A thread that comes to one waits at the door until as
 * many others have come as the judge wants. If they do not, a part of the array
 * is opened, so that the thread meets the next door a little later: whoever
 * shares the work in any way, with a schedule, tasks or by hand, has others at
 * work in the meantime. In the end all is opened, and the call goes on as ever.
 *
 * No clock decides where the work is divided beforehand, for the call cannot
 * end without all threads having come. Where threads take what is there next,
 * they have MEETING_SECONDS to do so.
 *
 * Once all have come it is counted what each of them goes through: a thread has
 * only the WINDOW pages open that it came to last, so it meets every page of
 * its part, and who touches one for show has touched one. A thread that is
 * beyond an even share waits a little, so that others take what is there next.
 */
#ifndef MEETING_H
#define MEETING_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "student/protocol.h"

enum {
    DOORS = 32,
    DOOR_NAPS = 40,
    NAP_NS = 500 * 1000,
    WINDOW = 12,       /* an instruction, and a loop, may need several */
    MOST_THREADS = 64, /* whose pages are counted, and */
    MOST_PAGES = 1 << 15,
    MANY_TIMES = 8, /* of all pages: who jumps about is not counted */
    LONG_NAPS = 40  /* of a thread that is ahead, four naps each */
};
#define MEETING_SECONDS 1.5

static struct {
    int wanted, came;
    int waiting, together; /* at doors now, and the most there ever were */
    uint32_t number; /* of the call */
    int64_t end;     /* when all is opened, ns; 0: nobody has come yet */
    int n;
    struct area {
        char *begin, *end;
        size_t part; /* behind one door */
        int protection;
        size_t page; /* the number of its first */
    } area[MAX_BUFFERS];
    size_t pages;              /* of all areas */
    int doors, opened;         /* all; one after the other */
    int counting;              /* 1: what each thread goes through */
    size_t touched;            /* so often has one come to a page since then */
    int threads;               /* that have */
    size_t gone[MOST_THREADS]; /* so many pages has each gone through */
    unsigned char seen[MOST_THREADS][MOST_PAGES / 8];
} meeting;

/* What a thread has open, and whose pages it counts. */
static __thread struct {
    uint32_t call;
    int self, next, naps;
    struct {
        const struct area *area;
        char *page;
    } open[WINDOW];
} walker;

static int64_t meeting_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void protect_all(bool open)
{
    for (int i = 0; i < meeting.n; i++) {
        const struct area *a = &meeting.area[i];
        mprotect(a->begin, (size_t)(a->end - a->begin),
                 open ? a->protection : PROT_NONE);
    }
}

/* All threads have come, or there is no time left for them to come. */
static void end_meeting(bool all)
{
    int none = 0;

    if (all && meeting.wanted <= MOST_THREADS && meeting.pages <= MOST_PAGES &&
        __atomic_compare_exchange_n(&meeting.counting, &none, 1, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        protect_all(false);
    else if (!none)
        protect_all(true);
}

/* The thread comes to a page: it is opened, and another one closed. */
static void go_through(const struct area *a, char *touched)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t in = (size_t)(touched - a->begin) / page, k = a->page + in;
    const struct timespec nap = {0, 4 * NAP_NS};
    size_t gone;

    if (walker.call != meeting.number) {
        memset(&walker, 0, sizeof walker);
        walker.call = meeting.number;
        walker.self = __atomic_fetch_add(&meeting.threads, 1, __ATOMIC_RELAXED);
    }
    if (walker.self >= MOST_THREADS ||
        __atomic_fetch_add(&meeting.touched, 1, __ATOMIC_RELAXED) >
            MANY_TIMES * meeting.pages) {
        __atomic_store_n(&meeting.counting, -1, __ATOMIC_RELAXED);
        protect_all(true);
        return;
    }
    if (!(meeting.seen[walker.self][k / 8] & 1 << k % 8)) {
        meeting.seen[walker.self][k / 8] |= (unsigned char)(1 << k % 8);
        gone = ++meeting.gone[walker.self];
        if (gone * (size_t)meeting.wanted > meeting.pages &&
            gone * 4 * (size_t)meeting.wanted % meeting.pages <
                4 * (size_t)meeting.wanted &&
            walker.naps++ < LONG_NAPS)
            nanosleep(&nap, NULL);
    }
    if (walker.open[walker.next].area)
        mprotect(walker.open[walker.next].page, page, PROT_NONE);
    walker.open[walker.next].area = a;
    walker.open[walker.next].page = a->begin + in * page;
    mprotect(walker.open[walker.next].page, page, a->protection);
    walker.next = (walker.next + 1) % WINDOW;
    /* somebody has given up in the meantime */
    if (__atomic_load_n(&meeting.counting, __ATOMIC_RELAXED) < 0)
        protect_all(true);
}

/* One more waits at a door. */
static void note_waiting(void)
{
    const int now = __atomic_add_fetch(&meeting.waiting, 1, __ATOMIC_RELAXED);
    int most = __atomic_load_n(&meeting.together, __ATOMIC_RELAXED);

    while (most < now &&
           !__atomic_compare_exchange_n(&meeting.together, &most, now, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

static void wait_at_door(const struct area *a, char *touched)
{
    static __thread uint32_t came_to; /* the call that this thread came to */
    const struct timespec nap = {0, NAP_NS};
    int64_t none = 0;
    int64_t end = meeting_clock() + (int64_t)(MEETING_SECONDS * 1e9);
    char *door = a->begin + (size_t)(touched - a->begin) / a->part * a->part;

    __atomic_compare_exchange_n(&meeting.end, &none, end, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (came_to != meeting.number) {
        came_to = meeting.number;
        __atomic_add_fetch(&meeting.came, 1, __ATOMIC_RELAXED);
    }
    note_waiting();
    /* Naps are counted: a file that has a clock of its own ends, too. */
    for (int i = 0; i < DOOR_NAPS; i++) {
        const bool all =
            __atomic_load_n(&meeting.came, __ATOMIC_RELAXED) >= meeting.wanted;

        if (all || meeting_clock() >=
                       __atomic_load_n(&meeting.end, __ATOMIC_RELAXED)) {
            __atomic_sub_fetch(&meeting.waiting, 1, __ATOMIC_RELAXED);
            end_meeting(all);
            return;
        }
        nanosleep(&nap, NULL);
    }
    __atomic_sub_fetch(&meeting.waiting, 1, __ATOMIC_RELAXED);
    mprotect(door,
             a->end - door < (ptrdiff_t)a->part ? (size_t)(a->end - door)
                                                : a->part,
             a->protection);
    /* One that goes through all of it before the work is shared meets nobody
     * there: the others may come in the next round. */
    if (__atomic_add_fetch(&meeting.opened, 1, __ATOMIC_RELAXED) %
            meeting.doors ==
        0)
        protect_all(false);
}

static void on_touch(int number, siginfo_t *info, void *context)
{
    char *touched = info->si_addr;
    int before = errno;

    (void)number, (void)context;
    for (int i = 0; i < meeting.n; i++) {
        const struct area *a = &meeting.area[i];
        if (touched >= a->begin && touched < a->end) {
            if (__atomic_load_n(&meeting.counting, __ATOMIC_ACQUIRE) == 1)
                go_through(a, touched);
            else
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
    meeting.waiting = meeting.together = 0;
    meeting.end = 0;
    if (!r->threads)
        return;
    meeting.counting = meeting.threads = 0;
    meeting.doors = meeting.opened = 0;
    meeting.pages = meeting.touched = 0;
    memset(meeting.gone, 0, sizeof meeting.gone);
    memset(meeting.seen, 0, sizeof meeting.seen);
    action.sa_sigaction = on_touch;
    sigaction(SIGSEGV, &action, NULL);
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        size_t offset = ((size_t)b->offset + page - 1) / page * page;
        size_t end = (size_t)(b->offset + b->bytes);
        size_t pages = end > offset ? (end - offset) / page : 0;
        char *begin = arena[b->region] + offset;

        if (pages >= DOORS && mprotect(begin, pages * page, PROT_NONE) == 0) {
            meeting.area[meeting.n++] = (struct area){
                begin, begin + pages * page, (pages + DOORS - 1) / DOORS * page,
                b->region == REGION_IN ? PROT_READ : PROT_READ | PROT_WRITE,
                meeting.pages};
            meeting.pages += pages;
            meeting.doors +=
                (int)((pages - 1) / ((pages + DOORS - 1) / DOORS) + 1);
        }
    }
}

/* After that: of 100 pages, how many the busiest thread has gone through, and
 * all others together. */
static void say_shares(struct reply *reply)
{
    size_t most = 0, all = 0;

    if (meeting.counting != 1)
        return;
    for (int i = 0; i < MOST_THREADS; i++) {
        all += meeting.gone[i];
        if (meeting.gone[i] > most)
            most = meeting.gone[i];
    }
    reply->most = (int32_t)(100 * most / meeting.pages);
    reply->others = (int32_t)(100 * (all - most) / meeting.pages);
}

/* After the call: all is open again. Returns how many threads came, or -1 if
 * there was no door for them. */
static int open_doors(struct reply *reply)
{
    if (!meeting.n)
        return -1;
    protect_all(true);
    reply->together = meeting.together;
    say_shares(reply);
    signal(SIGSEGV, SIG_DFL);
    return meeting.came;
}

#endif
