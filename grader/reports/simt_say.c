/*
 * simt_say.c - see simt_raw.h. Which function says which kind of finding, and
 * what all of them have.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <stdio.h>
#include <string.h>

#include "base/said.h"

static void say_unknown(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f, SAY(other_device_report), raw->word, line);
    if (*raw->text)
        finding_add(f, "%s", raw->text);
}

/* Which check a kind belongs to, and what says it. */
static const struct {
    enum check_kind kind;
    simt_say_fn *say; /* null: unknown */
} kinds[SIMT_KIND_COUNT] = {
    [SIMT_KIND_OUT_OF_BOUNDS] = {KIND_MEMORY, simt_say_out_of_bounds},
    [SIMT_KIND_USE_AFTER_FREE] = {KIND_MEMORY, simt_say_use_after_free},
    [SIMT_KIND_UNWRITTEN] = {KIND_MEMORY, simt_say_unwritten},
    [SIMT_KIND_UNWRITTEN_PART] = {KIND_MEMORY, simt_say_text},
    [SIMT_KIND_RACE] = {KIND_RACE, simt_say_race},
    [SIMT_KIND_ORDER] = {KIND_RACE, simt_say_order},
    [SIMT_KIND_OVERLAP] = {KIND_RACE, simt_say_overlap},
    [SIMT_KIND_LOOSE] = {KIND_RACE, simt_say_loose},
    [SIMT_KIND_UNWAITED_COPY] = {KIND_RACE, simt_say_unwaited_copy},
    [SIMT_KIND_BARRIER] = {KIND_RACE, simt_say_barrier},
    [SIMT_KIND_DEADLOCK] = {KIND_RACE, simt_say_deadlock},
    [SIMT_KIND_LOCK_ORDER] = {KIND_RACE, simt_say_lock_order},
    [SIMT_KIND_ENDLESS] = {KIND_RACE, simt_say_endless},
    [SIMT_KIND_WARP_MASK] = {KIND_RACE, simt_say_warp_mask},
    [SIMT_KIND_MATRIX] = {KIND_MEMORY, simt_say_matrix},
    [SIMT_KIND_HOST_ACCESS] = {KIND_MEMORY, simt_say_host_access},
    [SIMT_KIND_DEVICE_ACCESS] = {KIND_MEMORY, simt_say_device_access},
    [SIMT_KIND_READ_ONLY] = {KIND_MEMORY, simt_say_read_only},
    [SIMT_KIND_OTHER_LOCAL] = {KIND_MEMORY, simt_say_other_local},
    [SIMT_KIND_MISALIGNED] = {KIND_MEMORY, simt_say_misaligned},
    [SIMT_KIND_STALE] = {KIND_RACE, simt_say_ldg},
    [SIMT_KIND_COPY] = {KIND_MEMORY, simt_say_text},
    [SIMT_KIND_LAUNCH] = {KIND_MEMORY, simt_say_text},
    [SIMT_KIND_FREE] = {KIND_MEMORY, simt_say_text},
    [SIMT_KIND_EVENT] = {KIND_MEMORY, simt_say_text},
    [SIMT_KIND_UNSEEN_ERROR] = {KIND_MEMORY, simt_say_unseen_error},
    [SIMT_KIND_LEAK] = {KIND_MEMORY, simt_say_leak},
    [SIMT_KIND_NOT_DESTROYED] = {KIND_MEMORY, simt_say_not_destroyed},
    [SIMT_KIND_STACK_OVERFLOW] = {KIND_MEMORY, simt_say_stack_overflow},
    [SIMT_KIND_CRASH] = {KIND_MEMORY, simt_say_crash},
    [SIMT_KIND_SHIFT] = {KIND_MEMORY, simt_say_shift},
    [SIMT_KIND_CAST] = {KIND_MEMORY, simt_say_cast},
    [SIMT_KIND_ASSERT] = {KIND_MEMORY, simt_say_assert},
    [SIMT_KIND_TRAP] = {KIND_MEMORY, simt_say_trap},
    [SIMT_KIND_NO_GRID_SYNC] = {KIND_MEMORY, simt_say_no_grid_sync},
    [SIMT_KIND_NO_ROOM] = {KIND_MEMORY, simt_say_no_room},
};

/* Where a function is at fault that several may call. */
static void say_caller(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_party caller = {.place = raw->at.caller};
    char line[100], call[100];

    if (!raw->at.caller.line || !raw->at.place.line)
        return;
    simt_line_of(f, &raw->at, line, sizeof line);
    simt_line_of(f, &caller, call, sizeof call);
    finding_add(f,
                raw->kernel[0] ? SAY(reached_by_call_kernel)
                               : SAY(reached_by_call_program),
                line, call);
}

void simt_say(const struct simt_raw *raw, struct finding *f)
{
    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "%s", raw->word);
    f->status = STATUS_FAIL;
    f->place = raw->at.place;
    if (raw->at.rough || !f->place.line)
        f->place.column = 0;
    if (!f->place.line && raw->has_other && raw->other.place.line)
        f->place = raw->other.place;
    if (raw->kind == SIMT_KIND_LEAK && raw->object.made.place.line)
        f->place = raw->object.made.place;
    f->kind = KIND_MEMORY;
    if (!kinds[raw->kind].say) {
        say_unknown(raw, f);
        return;
    }
    f->kind = kinds[raw->kind].kind;
    kinds[raw->kind].say(raw, f);
    say_caller(raw, f);
}
