/*
 * interrupt.h - signals that end a program wait while work folders exist, so
 * that none of these stays behind. Who works there asks now and then whether
 * one waits, and ends what it has begun.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* From now on they wait: Ctrl-C, kill, a terminal that closes. One that is
 * ignored (nohup) goes on being ignored. *old is the mask to set again in the
 * end, which may end us. */
void interrupt_hold(sigset_t *old);

/* Does one wait? */
bool interrupt_waits(void);

#endif
