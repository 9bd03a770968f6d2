/*
 * Linked into the student's process: the work of a thread, which brings the
 * amount that the judge has chosen, at once or late, and notes who called it.
 */
#define _GNU_SOURCE
#include <omp.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "atomic_barrier.h"
#include "common/teams.h"

enum { MOST = 1024 };
static struct {
    int64_t amount;
    int32_t late_us, calls, caller;
} slot[MOST];
static int32_t strays;
/* So many threads wait for each other in the work, for a while; how many are in
 * it, and the most there were. */
static int32_t meet, inside, together;

int64_t bring_amount(int thread);
void prepare(int n, const int64_t hidden[], int64_t key,
             const int32_t late_us[]);
int read_calls(int n, int32_t calls[], int32_t caller[]);
void meet_at_work(int n);
int met_at_work(void);

static void wait_for_others(void)
{
    const struct timespec nap = {0, 10 * 1000 * 1000};
    const int32_t now = __atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED);

    if (now > __atomic_load_n(&together, __ATOMIC_RELAXED))
        __atomic_store_n(&together, now, __ATOMIC_RELAXED);
    for (int i = 0;
         i < 30 && __atomic_load_n(&together, __ATOMIC_RELAXED) < meet; i++)
        nanosleep(&nap, NULL);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
}

/* The work. No locks and no order between threads: a lock here would hide a
 * race in the code that calls it. */
int64_t bring_amount(int thread)
{
    if (thread < 0 || thread >= MOST) {
        __atomic_fetch_add(&strays, 1, __ATOMIC_RELAXED);
        return 0;
    }
    if (slot[thread].late_us) {
        struct timespec t = {0, slot[thread].late_us * 1000L};
        nanosleep(&t, NULL);
    }
    if (meet)
        wait_for_others();
    __atomic_fetch_add(&slot[thread].calls, 1, __ATOMIC_RELAXED);
    slot[thread].caller = (int32_t)syscall(SYS_gettid);
    return slot[thread].amount;
}

/* What the threads 0 .. n-1 will bring, hidden by the key, and how late. */
void prepare(int n, const int64_t hidden[], int64_t key,
             const int32_t late_us[])
{
    for (int k = 0; k < n && k < MOST; k++) {
        slot[k].amount = hidden[k] ^ key;
        slot[k].late_us = late_us[k];
    }
}

/* How often and by which thread of the system work(0) .. work(n-1) were
 * called; returns how many calls had another number. Forgets it all. */
int read_calls(int n, int32_t calls[], int32_t caller[])
{
    int others = strays;

    strays = 0;
    for (int k = 0; k < MOST; k++) {
        if (k < n) {
            calls[k] = slot[k].calls;
            caller[k] = slot[k].caller;
        } else {
            others += slot[k].calls;
        }
        slot[k].calls = 0;
    }
    return others;
}

/* In the next calls n threads wait for each other. Returns how many were in the
 * work at one time; that is over then. */
void meet_at_work(int n)
{
    meet = n;
    inside = together = 0;
}

int met_at_work(void)
{
    meet = 0;
    return together;
}
