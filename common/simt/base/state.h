/*
 * state.h - what runs now, what the judge has asked the device to do, and what
 * it has counted for the judge. Variables that all rooms may look at; each says
 * who sets it.
 */
#ifndef SIMT_BASE_STATE_H
#define SIMT_BASE_STATE_H

#include "runner.h"
#include "simt.h"

/* Set before main() where a file was compiled for check mode. */
extern bool simt_check_mode;

/* Whether this operating system thread runs device threads: launch.c sets it
 * for the one that launches, fast mode for the others. */
extern __thread bool simt_running SIMT_TLS;

/* The error of a kernel that runs and will break, of which the host hears when
 * it waits; 0: none. */
extern int simt_broken;

/* ---- what the judge asks for ----------------------------------------- */

/* simt_dry: see runner.h. */

/* SIMT_REFUSE_LAUNCH=k and the like, in `variable`: the k-th launch, copy, ...
 * of a device fails, where it would be done. Counts in n[device]; negative
 * before k's turn, or if nothing is to be refused, 0 when it is there, positive
 * after it. SIMT_REFUSE_DEVICES=mask: only of devices with a bit of it. */
int simt_turn(const char *variable, int device, int n[]);
bool simt_refuses(int device);                   /* by that mask */
bool simt_has_bit(const char *mask, int device); /* null: of all */

/* The error of a call that is refused: this one, or the number that
 * SIMT_REFUSE_ERROR says. Counts it. */
int simt_refusal(int error);

/* ---- what it is told ------------------------------------------------- */

/* More is in runner.h: simt_refusals, simt_launched, ... */
/* Bytes, by cudaMemcpy() and its relatives; in check mode also by kernels from
 * and to memory that the host can use as well. */
extern uint64_t simt_copied;

#endif
