/*
 * exchange.h - requests to a process that takes them, its replies, and the time
 * that it had in between.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "judge/state.h"
#include "machine/late.h"

/* Read the hello that a program begins with, and the pid that the kernel
 * attaches to it. False if none came within so many seconds of its own time,
 * see machine/late.h. */
bool exchange_hello(struct sandbox *s, double seconds);

enum outcome { CALL_DONE, CALL_GONE, CALL_LATE, CALL_FLOOD, CALL_GARBAGE };

struct timing {
    bool sample;       /* read run delays every few ms during the call */
    double begin;      /* measure_now() */
    double wall;       /* seconds */
    struct usage used; /* if sampled */
    int threads;       /* of the process; 0 if not sampled */
    int busy;          /* of these, used a millisecond of CPU time */
    double blind;      /* the longest time between two readings, seconds */
};

/* Let the peer run, send the request, wait for its reply at most `limit`
 * seconds, stop the peer again. */
enum outcome judge_exchange(struct peer *p, const struct request *q,
                            struct reply *reply, double limit,
                            struct timing *t);

/* A limit is in seconds that the student's code had, see machine/late.h. */
void wait_begin(void);

/* Has `pid` had its seconds since `begin`? To be asked every 100 ms or so. */
bool wait_is_over(pid_t pid, double begin, double limit);

/* Why it was over, and the seconds of processor time that it had by then. */
enum late wait_why(double *cpu);

/* The seconds that it had since `begin`; of the last judge_exchange(), too. */
double wait_counted(double begin);

#endif
