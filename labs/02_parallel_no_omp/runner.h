/*
 * runner.h - what the bodies in runner.c write down, for check.c to look at.
 * The judge fills in the first half and zeros the second before each call.
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <stddef.h>
#include <stdint.h>

struct visits {
    /* in */
    uint64_t n;   /* right indices are 0 .. n-1 */
    int64_t call; /* another number for every call of parallel_for() */
    int32_t team; /* meet_visit(): threads to wait for */
    /* out */
    int64_t first;   /* when body was called first, ns */
    int32_t total;   /* calls of body, done */
    int32_t outside; /* of those, with an index that is not below n */
    int32_t met;     /* meet_visit(): threads that came so far */
    int32_t apart;   /* of those, waited in vain for the others */
    struct visit {
        int32_t times;  /* calls with this index */
        int32_t thread; /* who called last */
    } at[];
};

/* Bodies for parallel_for(); arg is a struct visits. The two slow ones wait
 * only in the first moments after the first call, so that they do not take
 * ages if someone calls them one after the other. */
void count_visit(size_t i, void *arg);
void slow_visit(size_t i, void *arg); /* waits, then counts */
void meet_visit(size_t i, void *arg); /* waits for `team` threads, counts */

/* A body for very many indices; arg is a struct marks. */
struct marks {
    uint64_t n;     /* in: right indices are 0 .. n-1 */
    int32_t missed; /* out: calls with an index that is not below n */
    uint8_t at[];   /* out: calls with this index, 255 at most */
};
void mark_visit(size_t i, void *arg);

/* A body for more indices than there is time for; arg is a struct tally. */
enum { TALLY_FIRST = 64 };
struct tally {
    uint64_t n;      /* in: right indices are 0 .. n-1 */
    uint64_t calls;  /* out: with a right index */
    uint64_t stray;  /* out: an index that is not below n ... */
    int32_t outside; /* ... if there was one */
    int32_t times[TALLY_FIRST]; /* out: calls with the first indices */
};
void tally_visit(size_t i, void *arg);

/* A body for arg = null; null_visits() tells how many calls with that there
 * were since it was asked last. */
void null_visit(size_t i, void *arg);
int32_t null_visits(void);

/* Bytes that malloc() has handed out in this process and not got back. */
int64_t bytes_in_use(void);

/* In between malloc() gives nothing, and no thread has room for a stack. */
void no_more_memory(void);
void memory_again(void);

/* A body that computes; arg is a struct chains. CHAIN_STEPS steps of a
 * generator whose end can be known without taking the steps. */
struct chains {
    uint64_t seed;
    uint64_t end[]; /* out */
};
#define CHAIN_STEPS 2000
#define CHAIN_FACTOR UINT64_C(6364136223846793005)
#define CHAIN_ADD UINT64_C(1442695040888963407)
void chain(size_t i, void *arg);

/* Threads of this process, the caller included; waits up to a second for the
 * others to be gone, because one that was joined may take a moment. */
int32_t threads_alive(void);

#endif
