/*
 * long_array.h - arrays of more elements than there is memory for. Used by the
 * runner. LONG_PERIOD elements lie in the memory that both sides see, and are
 * mapped again and again behind each other; what remains of n at the end is a
 * mapping of its own. Before and behind it lie addresses that belong to
 * nobody, as many as a negative or a lost int can reach: who comes there is
 * told so at once, with the index.
 */
#ifndef LONG_ARRAY_H
#define LONG_ARRAY_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "student/protocol.h"

static struct {
    int n;
    uint32_t number; /* of the call */
    struct long_array {
        char *begin; /* of all addresses */
        size_t bytes;
        char *first; /* element 0 */
        int64_t size;
        int argument;
    } array[MAX_ARGS];
} long_arrays;

/* All threads that come here stay here; the judge hears of the first. */
static void on_long_touch(int number, siginfo_t *info, void *context)
{
    static int told;
    static struct reply reply;
    char *touched = info->si_addr;

    (void)number, (void)context;
    for (int i = 0; i < long_arrays.n; i++) {
        const struct long_array *a = &long_arrays.array[i];
        int64_t at = touched - a->first;

        if (touched < a->begin || touched >= a->begin + a->bytes)
            continue;
        if (__atomic_exchange_n(&told, 1, __ATOMIC_RELAXED) == 0) {
            reply.number = long_arrays.number;
            reply.type = REPLY_OUTSIDE;
            reply.came = a->argument;
            reply.got[0].i = (at - (at < 0 ? a->size - 1 : 0)) / a->size;
            send(FD_CONTROL, &reply, sizeof reply, MSG_NOSIGNAL);
        }
        for (;;)
            pause();
    }
    signal(SIGSEGV, SIG_DFL); /* a crash of the student's own */
}

/* Map argument k of the request; it then points there. 0, or -1 with errno. */
static int map_long(struct request *r, int k, char *const *arena)
{
    struct wire_value *v = &r->arg[k];
    struct long_array *a = &long_arrays.array[long_arrays.n];
    const size_t all = (size_t)(v->n * v->size);
    const size_t part = (size_t)(LONG_PERIOD * v->size);
    const size_t nobody = (size_t)v->size << 31;
    const int fd = v->region == REGION_IN ? FD_IN : FD_OUT;
    const int protection =
        v->region == REGION_IN ? PROT_READ : PROT_READ | PROT_WRITE;

    a->argument = k;
    a->size = v->size;
    a->bytes = nobody + all + nobody;
    a->begin = mmap(NULL, a->bytes, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a->begin == MAP_FAILED)
        return -1;
    a->first = a->begin + nobody;
    long_arrays.n++;
    for (size_t at = 0; at < all; at += part) {
        bool whole = all - at >= part;

        if (mmap(a->first + at, whole ? part : all - at, protection,
                 MAP_SHARED | MAP_FIXED, fd,
                 v->i + (off_t)(whole ? 0 : part)) == MAP_FAILED)
            return -1;
    }
    v->i = a->first - arena[v->region];
    return 0;
}

static void unmap_long(void)
{
    if (!long_arrays.n)
        return;
    for (int i = 0; i < long_arrays.n; i++)
        munmap(long_arrays.array[i].begin, long_arrays.array[i].bytes);
    long_arrays.n = 0;
    signal(SIGSEGV, SIG_DFL);
}

/* All long arrays of the request. False, with the reply saying so, if there is
 * no room. */
static bool map_all_long(struct request *r, char *const *arena,
                         struct reply *reply)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};

    long_arrays.number = r->number;
    for (int k = 0; k < r->n_args; k++)
        if (r->arg[k].n && map_long(r, k, arena) != 0) {
            reply->type = REPLY_NO_ROOM;
            snprintf(reply->name, sizeof reply->name, "%s", strerror(errno));
            unmap_long();
            return false;
        }
    if (long_arrays.n) {
        action.sa_sigaction = on_long_touch;
        sigaction(SIGSEGV, &action, NULL);
    }
    return true;
}

#endif
