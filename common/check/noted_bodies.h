/*
 * noted_bodies.h - what the bodies of lab 02 write down (its runner.c), for its
 * check.c to look at. It belongs to the judge: the contract is parallel_no_omp.h.
 * The judge fills in the first half and zeros the second before each call.
 *
 * The student's code gets no pointer to any of it. The arg of a body is a
 * number that is no address; where the notes lie, note_in() has told the bodies
 * before. Each note is sealed with a secret of the call, so that one that no
 * body wrote is no note.
 */
#ifndef NOTED_BODIES_H
#define NOTED_BODIES_H

#include <stddef.h>
#include <stdint.h>

/* The next calls note in `notes`, one of the structs below. `token` is the
 * `arg` that they must get. */
void note_in(void *notes, uint64_t token, uint64_t secret);

static inline uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* Of one call body(i, arg) by a thread. */
static inline uint64_t seal_of(uint64_t secret, uint64_t i, int32_t thread)
{
    return stir(stir(secret ^ i) ^ (uint32_t)thread);
}

struct visits {
    /* in */
    uint64_t n;   /* right indices are 0 .. n-1 */
    int64_t call; /* another number for every call of parallel_for() */
    int32_t team; /* meet_visit(): threads to wait for */
    /* out */
    int64_t first;     /* when body was called first, ns */
    int64_t all_came;  /* meet_visit(): when the last one came, ns since then */
    int32_t total;     /* calls of body, done */
    int32_t outside;   /* of those, with an index that is not below n */
    int32_t other_arg; /* calls with an arg that is not the token */
    int32_t met;       /* meet_visit(): threads that came so far */
    int32_t apart;     /* of those, waited in vain for the others; the first: */
    int32_t started;   /* ... so many threads there were then, ... */
    int32_t by_caller; /* ... and it was the one that called parallel_for() */
    int32_t caller_came;
    struct visit {
        int32_t times;  /* calls with this index */
        int32_t thread; /* who called last */
        uint64_t seals; /* of all of them, added up */
    } at[];
};

/* Bodies for parallel_for() that note in a struct visits. The two slow ones
 * wait only in the first moments after the first call, so that they do not take
 * ages if someone calls them one after the other. */
void count_visit(size_t i, void *arg);
void slow_visit(size_t i, void *arg); /* waits, then counts */
/* Computes for MEETING_WORK ns, waits for `team` threads, counts. When all have
 * come, they stay together for meeting_stay() ns: long enough to be seen by the
 * judge, who looks every few ms. */
void meet_visit(size_t i, void *arg);
#define MEETING_WORK 1100000
static inline int64_t meeting_stay(int team)
{
    return 20000000 + team * INT64_C(150000);
}

/* A body for very many indices; notes in a struct marks. */
struct marks {
    uint64_t n;     /* in: right indices are 0 .. n-1 */
    int32_t missed; /* out: calls with an index that is not below n */
    uint8_t at[];   /* out: marks of the calls with this index, added up */
};
void mark_visit(size_t i, void *arg);
static inline uint8_t mark_of(uint64_t secret, uint64_t i)
{
    return (uint8_t)(stir(secret ^ i) | 1);
}

/* A body for more indices than there is time for; notes in a struct tally. */
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

/* In between malloc() gives nothing, or some, and no thread has room for a
 * stack. */
void no_more_memory(void);
void no_more_stacks(void);
void memory_again(void);

/* A body that computes; notes in a struct chains. Nobody knows the end of a
 * chain who has not gone all its steps, nor any step without the secret. There
 * are four chains to an index, as many as keep a core busy: who goes the steps
 * of several indices at the same time is no faster. */
struct chains {
    uint64_t seed;  /* in: another one for every call */
    uint64_t end[]; /* out */
};
enum { CHAINS = 4, CHAIN_STEPS = 550 };
void chain(size_t i, void *arg);
uint64_t chain_end(uint64_t key, size_t i); /* key: secret ^ seed */

/* Threads of this process, the caller included; waits up to a second for the
 * others to be gone, because one that was joined may take a moment. */
int32_t threads_alive(void);

#endif
