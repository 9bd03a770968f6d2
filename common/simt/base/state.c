/*
 * state.c - see state.h.
 *
 * state.h and runner.h say of each variable who sets it; here they only live.
 */
#include "base/state.h"
#include "base/ops.h"
#include "runner.h"

#include <stdlib.h>
#include <unwind.h>

bool simt_check_mode;
__thread bool simt_running;
int simt_broken;
const struct simt_ops *simt_ops;
bool simt_dry;
unsigned simt_refusals, simt_callers, simt_parted;
uint32_t simt_shape[6];
uint64_t simt_launched, simt_threads, simt_copied;
size_t simt_handles;
struct simt_asking simt_asking;

bool simt_in_kernel(void)
{
    return simt_running;
}

bool simt_has_bit(const char *mask, int device)
{
    return !mask || (strtoul(mask, NULL, 0) >> device & 1);
}

bool simt_refuses(int device)
{
    return simt_has_bit(getenv("SIMT_REFUSE_DEVICES"), device);
}

int simt_turn(const char *variable, int device, int n[])
{
    const char *which = getenv(variable);

    if (!which || !simt_refuses(device))
        return -1;
    return __atomic_add_fetch(&n[device], 1, __ATOMIC_RELAXED) - atoi(which);
}

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *at, void *n)
{
    int *const used = n;

    if (*used == SIMT_FRAMES)
        return _URC_END_OF_STACK;
    simt_asking.frame[(*used)++] = (const void *)_Unwind_GetIP(at);
    return _URC_NO_REASON;
}

int simt_refusal(int error)
{
    const char *other = getenv("SIMT_REFUSE_ERROR");
    int used = 0;

    if (!simt_asking.frame[0])
        _Unwind_Backtrace(note_frame, &used);
    __atomic_fetch_add(&simt_refusals, 1, __ATOMIC_RELAXED);
    return other ? atoi(other) : error;
}
