/*
 * simt_say.c - see simt_raw.h. Which function says which kind of finding, and
 * what all of them have.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <stdio.h>
#include <string.h>

#include "base/say.h"

static void say_unknown(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f, _("The CPU device reports \"%s\" at %s."), raw->kind, line);
    if (*raw->text)
        finding_add(f, "%s", raw->text);
}

static const struct {
    const char *name;
    enum check_kind kind;
    void (*say)(const struct simt_raw *raw, struct finding *f);
} kinds[] = {
    {"out_of_bounds", KIND_MEMORY, simt_say_out_of_bounds},
    {"use_after_free", KIND_MEMORY, simt_say_use_after_free},
    {"unwritten", KIND_MEMORY, simt_say_unwritten},
    {"unwritten_part", KIND_MEMORY, simt_say_text},
    {"race", KIND_RACE, simt_say_race},
    {"order", KIND_RACE, simt_say_order},
    {"overlap", KIND_RACE, simt_say_overlap},
    {"loose", KIND_RACE, simt_say_loose},
    {"unwaited_copy", KIND_RACE, simt_say_unwaited_copy},
    {"barrier", KIND_RACE, simt_say_barrier},
    {"deadlock", KIND_RACE, simt_say_deadlock},
    {"endless", KIND_RACE, simt_say_endless},
    {"warp_mask", KIND_RACE, simt_say_warp_mask},
    {"matrix", KIND_MEMORY, simt_say_matrix},
    {"host_access", KIND_MEMORY, simt_say_host_access},
    {"device_access", KIND_MEMORY, simt_say_device_access},
    {"read_only", KIND_MEMORY, simt_say_read_only},
    {"other_local", KIND_MEMORY, simt_say_other_local},
    {"misaligned", KIND_MEMORY, simt_say_misaligned},
    {"copy", KIND_MEMORY, simt_say_text},
    {"launch", KIND_MEMORY, simt_say_text},
    {"free", KIND_MEMORY, simt_say_text},
    {"unseen_error", KIND_MEMORY, simt_say_unseen_error},
    {"leak", KIND_MEMORY, simt_say_leak},
    {"not_destroyed", KIND_MEMORY, simt_say_not_destroyed},
    {"stack_overflow", KIND_MEMORY, simt_say_stack_overflow},
    {"crash", KIND_MEMORY, simt_say_crash},
    {"shift", KIND_MEMORY, simt_say_shift},
    {"assert", KIND_MEMORY, simt_say_assert},
    {"trap", KIND_MEMORY, simt_say_trap},
    {"no_grid_sync", KIND_MEMORY, simt_say_no_grid_sync},
    {"no_room", KIND_MEMORY, simt_say_no_room},
};

/* Where a function is at fault that several may call. */
static void say_caller(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_site caller = {.place = raw->at.caller};
    char line[100], call[100];

    if (!raw->at.caller.line || !raw->at.place.line)
        return;
    simt_line_of(f, &raw->at, line, sizeof line);
    simt_line_of(f, &caller, call, sizeof call);
    finding_add(f,
                raw->kernel[0]
                    ? _("The kernel comes to %s by the call at %s.")
                    : _("The program comes to %s by the call at %s."),
                line, call);
}

void simt_say(const struct simt_raw *raw, struct finding *f)
{
    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "%s", raw->kind);
    f->status = STATUS_FAIL;
    f->place = raw->at.place;
    if (raw->at.rough || !f->place.line)
        f->place.column = 0;
    if (!f->place.line && raw->has_other && raw->other.place.line)
        f->place = raw->other.place;
    if (!strcmp(raw->kind, "leak") && raw->object.made.place.line)
        f->place = raw->object.made.place;
    f->kind = KIND_MEMORY;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(raw->kind, kinds[i].name)) {
            f->kind = kinds[i].kind;
            kinds[i].say(raw, f);
            say_caller(raw, f);
            return;
        }
    say_unknown(raw, f);
}
