/*
 * errors.c - see errors.h. `sticky` is written by the thread that runs a kernel
 * or waits for one, and only cudaDeviceReset() makes it 0 again; `last` belongs
 * to each thread of the host.
 */
#include "base/errors.h"
#include "base/state.h"

#include <stdarg.h>
#include <stdio.h>

static int sticky;
static __thread int last;
static __thread int last_in_kernel;
static bool taken; /* by who asked first, and no other error came since */
unsigned simt_waits;
void (*simt_at_wait)(void);
void (*simt_tell_misuse)(int error, enum simt_kind kind, const void *site,
                         const struct simt_launch *launch, const char *text);

int simt_error(int error)
{
    static __thread bool known;

    if (simt_running) {
        if (error)
            last_in_kernel = error;
        return error;
    }
    if (!known)
        __atomic_fetch_add(&simt_callers, 1, __ATOMIC_RELAXED);
    known = true;
    if (sticky)
        return sticky;
    if (error) {
        last = error;
        taken = false;
    }
    return error;
}

int simt_sticky_error(int error)
{
    sticky = last = error;
    return error;
}

int simt_last_error(bool forget)
{
    int *kept = simt_running ? &last_in_kernel : &last;
    const int error = sticky && !simt_running ? sticky : *kept;

    if (forget)
        *kept = 0;
    return error;
}

void simt_take_error(void)
{
    simt_last_error(true);
}

void simt_forget_errors(void)
{
    simt_broken = sticky = last = 0;
}

void (*simt_call_functions)(void);

void simt_host_waits(void)
{
    if (simt_call_functions)
        simt_call_functions();
    simt_waits++;
    if (simt_at_wait)
        simt_at_wait();
    if (simt_broken && !sticky)
        sticky = last = simt_broken;
}

static int tell(int error, enum simt_kind kind, const void *site,
                const struct simt_launch *launch, const char *format,
                va_list args)
{
    char text[512];

    if (simt_tell_misuse) {
        vsnprintf(text, sizeof text, format, args);
        simt_tell_misuse(error, kind, site, launch, text);
    }
    return simt_error(error);
}

int simt_misuse(int error, enum simt_kind kind, const void *site,
                const char *format, ...)
{
    va_list args;

    va_start(args, format);
    error = tell(error, kind, site, NULL, format, args);
    va_end(args);
    return error;
}

int simt_misused_launch(const struct simt_launch *launch, int error,
                        const void *site, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    error = tell(error, SIMT_KIND_LAUNCH, site, launch, format, args);
    va_end(args);
    return simt_launch_refused(error, launch);
}

/* ---- who asked ------------------------------------------------------- */

int simt_launch_refused(int error, const struct simt_launch *launch)
{
    if (!simt_running && !simt_asking.launch)
        simt_asking.launch = launch->line;
    return simt_error(error);
}

void simt_asks(const void *site, bool takes)
{
    if (simt_running)
        return;
    if (!simt_asking.launch) {
        simt_asking.before = site;
    } else if (!simt_asking.after) {
        simt_asking.after = site;
        taken = takes;
    } else if (!simt_asking.again && taken) {
        simt_asking.again = site;
    }
}

void simt_only_waits(const void *site)
{
    if (simt_asking.launch && !simt_asking.after && !simt_asking.wait)
        simt_asking.wait = site;
}

/* ---- names ----------------------------------------------------------- */

static const struct {
    int number;
    const char *name, *text;
} errors[] = {
#define X(name, number, text) {number, #name, text},
    SIMT_ERRORS(X)
#undef X
};

const char *simt_error_name(int error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error)
            return errors[i].name;
    }
    return "unrecognized error code";
}

const char *simt_error_string(int error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error)
            return errors[i].text;
    }
    return "unrecognized error code";
}
