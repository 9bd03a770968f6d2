/*
 * runner.h - what the kit's runner (grader/student/) asks of the device that it
 * is linked with. No student's program needs any of it.
 *
 * Rules of use:
 * - Who may be linked without the device defines SIMT_OPTIONAL first, and asks
 *   whether a name's address is null. The device's own files do not: what they
 *   define would become weak.
 * - Before a call: forget the last one's buffers (simt_unregister_all(),
 *   simt_host_array()), name the new ones, and set the numbers. They are read
 *   when the call has come back.
 */
#ifndef SIMT_RUNNER_H
#define SIMT_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef SIMT_OPTIONAL
#define SIMT_ASKED extern __attribute__((weak))
#else
#define SIMT_ASKED extern
#endif

/* ---- the judge's buffers --------------------------------------------- */

/* A file's first `bytes` in the device's range of addresses, on pages of their
 * own, out of the host's reach. Null with errno. */
SIMT_ASKED void *simt_reserve(int fd, size_t bytes, bool read_only);

/* An allocation within it, until simt_unregister_all(). `initialized`: all of
 * it has been written. It must share no page with another one. */
SIMT_ASKED void simt_register(void *p, size_t bytes, bool read_only,
                              bool initialized);

/* The same for an array of the host: it is pinned memory. */
SIMT_ASKED void simt_register_pinned(void *p, size_t bytes);

SIMT_ASKED void simt_unregister_all(void);

/* An array of the host, so that a copy that goes on behind its end is an error.
 * Null: there is none any more. */
SIMT_ASKED void simt_host_array(const void *p, size_t bytes);

/* ---- how it is to do a call ------------------------------------------ */

SIMT_ASKED bool simt_dry; /* kernels and copies are looked at, not done */

/* As cudaGetLastError(), but nobody has asked for it. */
SIMT_ASKED void simt_take_error(void);

/* ---- what a call did ------------------------------------------------- */

/* To be set to 0 before it. */
SIMT_ASKED uint64_t simt_launched; /* the most blocks of one of its launches */
SIMT_ASKED uint32_t simt_shape[6]; /* of that: the grid's x, y, z, a block's */
SIMT_ASKED uint64_t simt_threads;  /* of all its launches */
SIMT_ASKED unsigned simt_parted;   /* __activemask()s that named some lanes
                                    * only */

/* Also to be set to 0 before it: where the first call came from that was
 * refused, and who asked for the error of the first launch that was. Addresses
 * in the program, null: there was none. */
enum { SIMT_FRAMES = 6 };
struct simt_asking {
    const void *frame[SIMT_FRAMES]; /* behind that call, the innermost first */
    int launch;         /* its line, 0: none was refused, or not known */
    const void *before; /* the last cudaGetLastError() before it */
    const void *after;  /* the first one behind it; cudaPeekAtLastError() too */
    const void *again;  /* the next one behind that, if that one was no Peek */
    const void *wait;   /* behind it, and before that, the first
                         * cudaDeviceSynchronize() or -StreamSynchronize() */
};
SIMT_ASKED struct simt_asking simt_asking;

/* Since the program began. */
SIMT_ASKED unsigned simt_refusals; /* so often something was refused */
SIMT_ASKED unsigned simt_callers;  /* threads of the host that have called it */
SIMT_ASKED size_t simt_handles;    /* bytes that its streams and events have of
                                    * malloc() now */

/* Bytes of its devices' memory that it has now. */
SIMT_ASKED size_t simt_held(void);

/* So many copies to the host have not arrived. */
SIMT_ASKED unsigned simt_unwaited(void);

/* Whether we are in a kernel: where one was left by longjmp(), too. */
SIMT_ASKED bool simt_in_kernel(void);

/* In check mode alone: this call is over. It closes the call's part of the
 * report. */
SIMT_ASKED void simt_report_mark(uint32_t number);

#endif
