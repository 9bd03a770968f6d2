/*
 * late.h - whether a call has had its time, and what it did with it. Other
 * programs, and more threads than cores, can make right code slow by the clock,
 * so the time that counts is the process's own:
 *   - processor time: of the thread that had the most, or of all threads
 * divided by the cores, whichever is more; and
 *   - the time in which all its threads slept. Nobody else can be to blame for
 *     that: a deadlock is found as fast on a busy machine as on an idle one.
 * By the clock it is waited for LATE_PATIENCE times as long, and no longer.
 *
 * Pure: readings go in, so that the tests can make up their own.
 */
#ifndef LATE_H
#define LATE_H

#include <stdbool.h>

enum {
    LATE_PATIENCE = 8,    /* times the limit, by the clock */
    LATE_MANY_A_CORE = 8, /* threads */
};

/* What a process has had since a call began; all times in seconds. */
struct late_reading {
    bool known; /* false: its threads cannot be looked at here */
    double wall;
    double cpu, cpu_most; /* of all threads together; of one */
    double delay_all;     /* ready without a core, of all threads together */
    double asleep;        /* all threads were */
    int workers;          /* threads that did a good part of the work */
    int team;             /* threads that it was asked to use */
    int cores;            /* that it may use */
};

enum late {
    LATE_NOT,     /* there is time left */
    LATE_LOOPS,   /* it computed all the time: no end, or far too slow */
    LATE_WAITS,   /* its threads slept: for each other, or for nothing */
    LATE_CROWD,   /* very many threads for each core computed all the time. If
                   * they wait for each other in loops, each takes the turn of
                   * those that it waits for: nobody can tell that from a loop
                   * without end */
    LATE_STARVED, /* it was waited for, and did not get its time */
};

/* The time that counts; by the clock, where nothing else is known. */
double late_own_time(const struct late_reading *r);

enum late late_is(const struct late_reading *r, double limit);

#endif
