/*
 * simt_say_call.c - see simt_say.h: calls of the host, what it leaves behind,
 * and what ends a program or a kernel.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "reports/around.h"
#include "reports/freed.h"

/* ---- calls -------------------------------------------------------------- */

/* What to add to the device's words, by what is in them. */
static const struct simt_advice of_calls[] = {
    {"is host memory and the source is device memory, where the direction says "
     "host to",
     SAY(copy_swapped_or_to_host)},
    {"is device memory and the source is host memory, where the direction says "
     "device to",
     SAY(copy_swapped_or_to_device)},
    {"is host memory and the source is device memory",
     SAY(copy_direction_to_host)},
    {"is device memory and the source is host memory",
     SAY(copy_direction_to_device)},
    {"is host memory and the source is host memory",
     SAY(copy_needs_device_memory)},
    {"is device memory and the source is device memory",
     SAY(copy_within_device)},
    {"memory of the host that", SAY(host_memory_needs_free)},
    {" 18446744073", /* 2 to the power of 64, less a few */
     SAY(negative_size_converted)},
    {"cudaMemcpy2D", SAY(copy_pitches_maybe_wrong)},
    {"that has only", SAY(size_in_bytes_call)},
    {"only a part of the source was ever written",
     SAY(uninitialized_part_maybe_fine)},
    {"of the source was never written", SAY(uninitialized_source)},
};

/* Whether the launch lies in a function that is given how many blocks there are
 * to be, and takes another number. */
static bool own_number_of_blocks(const struct simt_raw *raw)
{
    struct around a;
    struct span in;
    bool given = false, taken = false, changed = false;

    if (!raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    in = around_function(&a, raw->at.place.line);
    for (int k = in.from < 0 ? in.to : around_name(&a, in); k < in.to; k++) {
        const int next = tokens_next(&a.s, k), last = tokens_last(&a.s, k);

        if (!token_is(&a.s.t[k], "blocks"))
            continue;
        given |= k < in.from;
        changed |= given && token_is(&a.s.t[next], "=");
        taken |= token_is(&a.s.t[last], "<<<") && token_is(&a.s.t[next], ",");
    }
    around_free(&a);
    return given && (changed || !taken);
}

static void say_blocks(const struct simt_raw *raw, struct finding *f)
{
    if (own_number_of_blocks(raw))
        finding_add(f, "%s", SAY(launch_needs_given_blocks));
    else
        finding_add(f, "%s", SAY(launch_of_zero_blocks));
}

/* The device's own words, which know the figures: "cudaFree() gets ...",
 * "cudaMemcpy(): the source is ...", "add is launched with ...". */
void simt_say_text(const struct simt_raw *raw, struct finding *f)
{
    char where[240];
    const char *text = *raw->text ? raw->text : SAY(part_call_is_wrong);
    const char *colon = strstr(text, "(): ");
    bool stop = text[strlen(text) - 1] == '.';

    simt_where(f, &raw->at, where, sizeof where);
    if (colon && colon == text + strcspn(text, " (:"))
        finding_add(f, SAY(call_error_in_function), (int)(colon - text), text,
                    where, colon + 4, stop ? "" : ".");
    else if (raw->at.place.line)
        finding_add(f, SAY(call_error_at_place), where, text, stop ? "" : ".");
    else
        finding_add(f, "%s%s", text, stop ? "" : ".");
    if (strstr(text, "a grid has at least 1"))
        say_blocks(raw, f);
    simt_advise(f, text, of_calls, sizeof of_calls / sizeof *of_calls);
    if (*raw->error)
        finding_add(f, SAY(call_error_returned), raw->error);
}

void simt_say_unseen_error(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    size_t n = strcspn(raw->text, ".");
    char error[400];

    said_put(error, sizeof error, "%s%s%.*s%s",
             *raw->error ? raw->error : SAY(part_an_error), n ? " (" : "",
             (int)n, raw->text, n ? ")" : "");
    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->at.place.line)
        finding_add(f, SAY(call_error_unchecked_at_place), line, error);
    else
        finding_add(f, SAY(call_error_unchecked), error);
    finding_add(f, "%s", SAY(call_errors_need_check));
}

/* ---- left behind -------------------------------------------------------- */

void simt_say_leak(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_party *made =
        raw->object.made.place.line ? &raw->object.made : &raw->at;
    char line[100], name[NAME], why[300];
    const char *frees = simt_name_allocation(made, name, sizeof name);

    simt_line_of(f, made, line, sizeof line);
    if (!frees) {
        finding_add(f, SAY(leak_in_kernel), line, raw->index);
        return;
    }
    freed_say(made->place.file, made->place.line, name, frees, why, sizeof why);
    if (*name && raw->index > 1)
        finding_add(f, SAY(leak_variable_many_times), name, line, raw->index);
    else if (*name)
        finding_add(f, SAY(leak_variable), raw->object.bytes, name, line);
    else
        finding_add(f, SAY(leak_bytes_allocated_at), raw->object.bytes, line);
    if (*why)
        finding_add(f, "%s", why + 1);
    else
        finding_add(f, SAY(leak_needs_free_call), frees, name);
}

void simt_say_not_destroyed(const struct simt_raw *raw, struct finding *f)
{
    const bool event = !strcmp(raw->text, "event");
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->index > 1)
        finding_add(f, event ? SAY(leak_events) : SAY(leak_streams), raw->index,
                    line);
    else
        finding_add(f, event ? SAY(leak_event) : SAY(leak_stream), line);
}

/* ---- the end ------------------------------------------------------------ */

void simt_say_crash(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], why[100] = "";

    simt_line_of(f, &raw->at, line, sizeof line);
    if (*raw->text)
        snprintf(why, sizeof why, " (%.90s)", raw->text);
    if (raw->at.device)
        finding_add(f, SAY(crash_in_kernel), why, simt_kernel_of(raw), w.thread,
                    w.block, line);
    else
        finding_add(f, SAY(crash_on_host), why, line);
    finding_add(f, "%s",
                strstr(raw->text, "loating") ? SAY(crash_division_by_zero)
                                             : SAY(crash_pointers_or_indices));
}

void simt_say_stack_overflow(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f, SAY(stack_overflow_in_kernel), w.thread, w.block, line);
}

void simt_say_shift(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f, SAY(shift_out_of_range_kernel), w.thread, w.block, raw->text,
                raw->index, line);
    finding_add(f, SAY(shift_result_undefined), raw->text, raw->text);
}

void simt_say_cast(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], number[32] = "", gpu[24] = "", here[24] = "", type[80] = "";

    simt_line_of(f, &raw->at, line, sizeof line);
    sscanf(raw->text, "%31s %23s %23s %79[^\n]", number, gpu, here, type);
    finding_add(f, SAY(conversion_out_of_range_kernel), w.thread, w.block,
                number, line, type);
    finding_add(f, SAY(conversion_result_undefined), gpu, here, type);
}

void simt_say_assert(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], code[CODE];

    simt_line_of(f, &raw->at, line, sizeof line);
    simt_quote(&raw->at, code, sizeof code);
    finding_add(f, SAY(assertion_failed), line, w.thread, w.block,
                *code ? ": `" : "", code, *code ? "`" : "");
}

void simt_say_trap(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f, SAY(trap_in_kernel), w.thread, w.block, line);
}

/* A limit of the kit's, and no mistake of the student's. */
void simt_say_no_room(const struct simt_raw *raw, struct finding *f)
{
    f->status = STATUS_UNTOLD;
    finding_add(f, SAY(untold_no_room_for_threads), raw->text);
}
