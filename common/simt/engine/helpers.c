/*
 * helpers.c - the operating system threads that help to run a launch. See
 * fast.h for how they are called.
 *
 * Who has nothing to do looks for a short while whether there is something
 * again, and then sleeps: kernels are often launched one after the other, and
 * the machine's other programs want its cores, too. And a launch waits for
 * those only who have come in time to take part in it: a helper that gets no
 * core holds up nobody.
 *
 * What always holds: `busy` is whose launch has the helpers. While it has them,
 * `state` is OPEN and counts those that take part; without OPEN nobody joins,
 * and at 0 the launch is over.
 */
#define _GNU_SOURCE
#include "engine/fast.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OPEN (1u << 31)

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
static int helpers = -1; /* that were started; -1: not yet */
static void (*job)(void *, int);
static void *argument;
static _Atomic uint32_t call; /* changes with each launch that asks for help */
static _Atomic uint32_t sleepers, state;

static void futex(_Atomic uint32_t *at, int what, uint32_t value)
{
    syscall(SYS_futex, at, what | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static inline void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Until *at is no longer `value`. */
static void wait_while(_Atomic uint32_t *at, uint32_t value,
                       _Atomic uint32_t *sleeping)
{
    const int64_t until = fast_nanoseconds() + SPIN_NS;

    do
        for (int i = 0; i < 64; i++) {
            if (atomic_load(at) != value)
                return;
            relax();
        }
    while (fast_nanoseconds() < until);
    if (sleeping)
        atomic_fetch_add(sleeping, 1);
    while (atomic_load(at) == value)
        futex(at, FUTEX_WAIT, value);
    if (sleeping)
        atomic_fetch_sub(sleeping, 1);
}

static bool join(int *number)
{
    uint32_t now = atomic_load(&state);

    do
        if (!(now & OPEN))
            return false;
    while (!atomic_compare_exchange_weak(&state, &now, now + 1));
    *number = (int)(now & ~OPEN) + 1;
    return true;
}

static void *help(void *none)
{
    uint32_t seen = 0;
    int number;

    (void)none;
    for (;;) {
        wait_while(&call, seen, &sleepers);
        seen = atomic_load(&call);
        if (!join(&number))
            continue;
        job(argument, number);
        if (atomic_fetch_sub(&state, 1) == 1)
            futex(&state, FUTEX_WAKE, 1);
    }
    return NULL;
}

/* A fork has no helpers. */
static void forget(void)
{
    helpers = -1;
    sleepers = call = state = 0;
    pthread_mutex_init(&busy, NULL);
}

static void start(void)
{
    static bool forks;
    pthread_attr_t detached;
    sigset_t all, old;
    pthread_t thread;

    if (!forks)
        pthread_atfork(NULL, NULL, forget);
    forks = true;
    helpers = 0;
    sigfillset(&all);
    /* those of crashes are for whoever crashes */
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    while (helpers + 1 < simt_workers() &&
           pthread_create(&thread, &detached, help, NULL) == 0)
        helpers++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&detached);
}

int helpers_take(void)
{
    if (simt_workers() == 1 || pthread_mutex_trylock(&busy))
        return 1;
    if (helpers < 0)
        start();
    if (helpers == 0)
        pthread_mutex_unlock(&busy);
    return helpers + 1;
}

void helpers_give_back(int workers)
{
    if (workers > 1)
        pthread_mutex_unlock(&busy);
}

void helpers_run(void (*f)(void *, int), void *with)
{
    uint32_t left;

    job = f;
    argument = with;
    atomic_store(&state, OPEN);
    atomic_fetch_add(&call, 1);
    if (atomic_load(&sleepers))
        futex(&call, FUTEX_WAKE, INT_MAX);
    f(with, 0);
    left = atomic_fetch_and(&state, ~OPEN) & ~OPEN;
    while (left) {
        wait_while(&state, left, NULL);
        left = atomic_load(&state);
    }
}

void helpers_meet(struct meeting *m, int workers)
{
    const uint32_t round = atomic_load(&m->round);

    if (atomic_fetch_add(&m->came, 1) + 1 == (uint32_t)workers) {
        atomic_store(&m->came, 0);
        atomic_fetch_add(&m->round, 1);
        futex(&m->round, FUTEX_WAKE, INT_MAX);
    } else {
        wait_while(&m->round, round, NULL);
    }
}
