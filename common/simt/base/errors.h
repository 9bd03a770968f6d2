/*
 * errors.h - the errors that calls and kernels leave behind.
 *
 * Of each thread of the host the last one is kept for cudaGetLastError(). An
 * error of a kernel that broke is sticky: it is the program's, every later call
 * returns it, until cudaDeviceReset(). A kernel's own calls have an error of
 * their own, which the host does not see.
 * Source: CUDA Runtime API, section "Error Handling".
 */
#ifndef SIMT_BASE_ERRORS_H
#define SIMT_BASE_ERRORS_H

#include "include/driver_types.h" /* enum cudaError */
#include "kinds.h"
#include "simt.h"

const char *simt_error_name(int error);   /* "cudaErrorInvalidValue" */
const char *simt_error_string(int error); /* "invalid argument" */

/* Keep an error (0: none) that the caller returns to the program. Returns it,
 * or the sticky one. */
int simt_error(int error);
int simt_sticky_error(int error);

/* The last one; `forget`: and from now on there is none. */
int simt_last_error(bool forget);
/* cudaDeviceReset(): none is left, sticky or not. */
void simt_forget_errors(void);

/* How often the host has called what waits for the device. Here nothing is left
 * to wait for; check mode looks whether the host has waited. */
extern unsigned simt_waits;
void simt_host_waits(void); /* one more; a kernel's error comes out */
extern void (*simt_at_wait)(void); /* print.c's; null: nothing was launched */
/* Calls what was put off (streams.c's); null: nothing ever was. */
extern void (*simt_call_functions)(void);

/* A host function was used wrongly: keeps the error, reports a finding (in
 * check mode) at `site`, returns the error. `kind` and the text as in
 * docs/cpu-device.md. */
int simt_misuse(int error, enum simt_kind kind, const void *site,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same of a launch that does not come about. */
int simt_misused_launch(const struct simt_launch *launch, int error,
                        const void *site, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* For simt_asking (runner.h): a launch is refused with this error, which is
 * kept and returned; the host asks for the last error, and takes it away or not;
 * it waits. */
int simt_launch_refused(int error, const struct simt_launch *launch);
void simt_asks(const void *site, bool takes);
void simt_only_waits(const void *site);

/* Who reports such findings: check mode; null in fast mode. Of a launch
 * `launch` is not null. */
extern void (*simt_tell_misuse)(int error, enum simt_kind kind,
                                const void *site,
                                const struct simt_launch *launch,
                                const char *text);

#endif
