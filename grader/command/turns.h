/*
 * turns.h - work in several processes at once, reported as if it had been done
 * one after the other: what each prints appears in the order in which they
 * were begun.
 *
 * Between grade_begin() and grade_end() only: a signal that waits there ends
 * the processes.
 */
#ifndef TURNS_H
#define TURNS_H

#include <stdio.h>
#include <sys/types.h>

#define TURNS_MAX 64

/* Exit code of a turn that did not end by itself. */
enum { TURN_LOST = 255 };

struct turns {
    int at_once;                          /* how many may run */
    void (*ended)(void *owner, int code); /* called for each, as they end */
    void *owner;
    /* The rest belongs to turns.c; begin with zeros. */
    struct {
        pid_t pid;  /* 0: ended */
        FILE *says; /* what it printed */
    } turn[TURNS_MAX];
    int n, n_running;
};

/*
 * Call work(arg) in a process of its own; what it returns, 0 to 254, comes to
 * ended(). Waits for a free place first. 0, or -1 with a message if no process
 * could be made.
 */
int turns_take(struct turns *t, int (*work)(void *arg), void *arg);

/* As many as there are cores; with a GPU half as many, since they share it. */
int turns_at_once(void);

/* Wait until all have ended and everything is printed. */
void turns_end(struct turns *t);

#endif
