/*
 * keeper.h - what we have started dies with us, even if we are killed and
 * cannot clean up (kill -9, no memory left).
 *
 * The kernel tells a child that its parent has died (PR_SET_PDEATHSIG), but
 * not the child's own children: gcc would be gone, and cc1 go on. So between
 * us and a program that starts others stands a keeper: the leader of their
 * process group, which waits for both.
 */
#ifndef KEEPER_H
#define KEEPER_H

#include <sys/types.h>

/* In a child just forked: it is killed when `parent`, whose child it is, dies.
 * exec keeps that, fork does not. */
void keeper_die_with(pid_t parent);

/*
 * The same for all that the child will start, unless that leaves the process
 * group. Returns in a grandchild, with no signal blocked; the child itself
 * leads their new group, kills it when `parent` dies, and ends with the
 * grandchild's exit code, or 128 + the signal that killed it.
 */
void keeper_stand(pid_t parent);

#endif
