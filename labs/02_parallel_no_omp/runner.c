/*
 * runner.c - bodies for the student's parallel_for(). Never instrumented: a
 * race that a detector finds is in the student's own lines. The counts are
 * atomic, so that a second visit is counted and not lost.
 */
#define _GNU_SOURCE
#include "common/check/noted_bodies.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void nap(long ns)
{
    struct timespec t = {0, ns};
    nanosleep(&t, NULL);
}

static void *notes;
static uint64_t token, secret;
static pid_t caller; /* the thread that will call parallel_for() */

void note_in(void *where, uint64_t new_token, uint64_t new_secret)
{
    notes = where;
    token = new_token;
    secret = new_secret;
    caller = gettid();
}

static int64_t read_clock(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Nanoseconds since the first time that someone asked. */
static int64_t since_first(struct visits *v)
{
    int64_t now = read_clock(CLOCK_MONOTONIC), none = 0;

    if (__atomic_compare_exchange_n(&v->first, &none, now, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return 0;
    return now - none;
}

static int32_t add_one(int32_t *count)
{
    return __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
}

/* Threads of this process; -1: it cannot be told. */
static int32_t threads_now(void)
{
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *entry;
    int32_t n = 0;

    if (!tasks)
        return -1;
    while ((entry = readdir(tasks)))
        n += entry->d_name[0] != '.';
    closedir(tasks);
    return n;
}

void count_visit(size_t i, void *arg)
{
    struct visits *v = notes;
    int32_t me = (int32_t)gettid();

    if ((uint64_t)(uintptr_t)arg != token)
        add_one(&v->other_arg);
    if (i < v->n) {
        add_one(&v->at[i].times);
        __atomic_store_n(&v->at[i].thread, me, __ATOMIC_RELAXED);
        __atomic_add_fetch(&v->at[i].seals, seal_of(secret, i, me),
                           __ATOMIC_RELAXED);
    } else {
        add_one(&v->outside);
    }
    add_one(&v->total);
}

void slow_visit(size_t i, void *arg)
{
    while (since_first(notes) < 300000000)
        nap(5000000);
    count_visit(i, arg);
}

static void come_to(struct visits *v)
{
    int64_t begin = read_clock(CLOCK_THREAD_CPUTIME_ID);

    while (read_clock(CLOCK_THREAD_CPUTIME_ID) - begin < MEETING_WORK)
        continue;
    int64_t now = since_first(v);
    if (add_one(&v->met) == v->team)
        __atomic_store_n(&v->all_came, now, __ATOMIC_RELAXED);
}

static int32_t who_came(struct visits *v)
{
    return __atomic_load_n(&v->met, __ATOMIC_RELAXED);
}

void meet_visit(size_t i, void *arg)
{
    static __thread int64_t came; /* the call that this thread came to last */
    struct visits *v = notes;
    long pause = 200000 + v->team * 25000;

    if (came != v->call) {
        came = v->call;
        if (gettid() == caller)
            v->caller_came = 1;
        come_to(v);
    }
    /* A large team takes longer to come, and must not keep the cores busy with
     * looking. Naps are counted, not the clock: where others have the cores,
     * each takes longer. After the first that was in vain nobody waits. */
    for (int64_t napped = 0; who_came(v) < v->team &&
                             !__atomic_load_n(&v->apart, __ATOMIC_RELAXED) &&
                             napped < 2000000000 + v->team * INT64_C(2500000);
         napped += pause)
        nap(pause);
    if (who_came(v) < v->team && add_one(&v->apart) == 1) {
        v->started = threads_now();
        v->by_caller = gettid() == caller;
    }
    if (who_came(v) >= v->team)
        while (since_first(v) <
               __atomic_load_n(&v->all_came, __ATOMIC_RELAXED) +
                   meeting_stay(v->team))
            nap(pause);
    count_visit(i, arg);
}

void mark_visit(size_t i, void *arg)
{
    struct marks *m = notes;

    if (i >= m->n || (uint64_t)(uintptr_t)arg != token)
        add_one(&m->missed);
    else
        __atomic_add_fetch(&m->at[i], mark_of(secret, i), __ATOMIC_RELAXED);
}

void tally_visit(size_t i, void *arg)
{
    struct tally *t = notes;

    (void)arg;
    if (i < t->n) {
        __atomic_add_fetch(&t->calls, 1, __ATOMIC_RELAXED);
        if (i < TALLY_FIRST)
            add_one(&t->times[i]);
    } else {
        __atomic_store_n(&t->stray, i, __ATOMIC_RELAXED);
        __atomic_store_n(&t->outside, 1, __ATOMIC_RELAXED);
    }
}

static int32_t nulls;

void null_visit(size_t i, void *arg)
{
    (void)i;
    if (!arg)
        add_one(&nulls);
}

int32_t null_visits(void)
{
    return __atomic_exchange_n(&nulls, 0, __ATOMIC_RELAXED);
}

/* What no_more_memory() has taken: each piece points to the one before. */
static void *taken;
enum { A_FEW_PARTS = 1 << 16 }; /* bytes */
static struct rlimit usual;

void no_more_memory(void)
{
    struct rlimit none;

    getrlimit(RLIMIT_AS, &usual);
    none = (struct rlimit){0, usual.rlim_max};
    setrlimit(RLIMIT_AS, &none);
    /* Small pieces of each size, because malloc() keeps them by size. */
    for (size_t size = 1 << 20; size > 0; size -= size > 4096 ? size / 2 : 8)
        for (void **p; (p = malloc(size)); taken = p)
            *p = taken;
}

/* In between malloc() has some, and no thread has room for a stack; in a
 * process that has not started one before, whose stack would be used again. */
void no_more_stacks(void)
{
    struct rlimit none;
    void *volatile some = malloc(A_FEW_PARTS); /* or it is optimized away */

    free(some);
    getrlimit(RLIMIT_AS, &usual);
    none = (struct rlimit){0, usual.rlim_max};
    setrlimit(RLIMIT_AS, &none);
}

void memory_again(void)
{
    setrlimit(RLIMIT_AS, &usual);
    while (taken) {
        void *next = *(void **)taken;

        free(taken);
        taken = next;
    }
}

uint64_t chain_end(uint64_t key, size_t i)
{
    uint64_t x[CHAINS], end = 0;

    for (int k = 0; k < CHAINS; k++)
        x[k] = stir(key + CHAINS * i + (uint64_t)k);
    for (int step = 0; step < CHAIN_STEPS; step++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = (x[k] ^ x[k] >> 29) * UINT64_C(6364136223846793005) + key;
    for (int k = 0; k < CHAINS; k++)
        end ^= x[k];
    return end;
}

void chain(size_t i, void *arg)
{
    struct chains *c = notes;

    if ((uint64_t)(uintptr_t)arg == token)
        c->end[i] = chain_end(secret ^ c->seed, i);
}

int32_t threads_alive(void)
{
    int32_t n = threads_now();

    for (int tries = 0; tries < 1000 && n > 1; tries++) {
        nap(1000000);
        n = threads_now();
    }
    return n;
}
