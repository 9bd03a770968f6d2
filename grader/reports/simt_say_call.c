/*
 * simt_say_call.c - see simt_say.h: calls of the host, what it leaves behind,
 * and what ends a program or a kernel.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "reports/around.h"
#include "reports/freed.h"

/* ---- calls -------------------------------------------------------------- */

/* What to add to the device's words, by what is in them. */
static const struct simt_advice of_calls[] = {
    {"is host memory and the source is device memory, where the direction says "
     "host to",
     N_("Are the two pointers exchanged? The destination is the first "
        "argument, the source the second. If they are right, say "
        "cudaMemcpyDeviceToHost.")},
    {"is device memory and the source is host memory, where the direction says "
     "device to",
     N_("Are the two pointers exchanged? The destination is the first "
        "argument, the source the second. If they are right, say "
        "cudaMemcpyHostToDevice.")},
    {"is host memory and the source is device memory",
     N_("Say cudaMemcpyDeviceToHost.")},
    {"is device memory and the source is host memory",
     N_("Say cudaMemcpyHostToDevice.")},
    {"is host memory and the source is host memory",
     N_("Memory of the device is where the pointer points that cudaMalloc() "
        "has set.")},
    {"is device memory and the source is device memory",
     N_("To copy within the device, say cudaMemcpyDeviceToDevice; otherwise "
        "one of the two must be an array of the host.")},
    {"memory of the host that",
     N_("What malloc() returned is freed with free().")},
    {" 18446744073", /* 2 to the power of 64, less a few */
     N_("So many bytes are a number below 0 that was made a size: what is "
        "subtracted there, and what if nothing is left?")},
    {"cudaMemcpy2D",
     N_("Of the two pitches one belongs to each pointer: is the array's own "
        "given there? Rows without gaps are as far apart as they are long. "
        "And all of it is in bytes.")},
    {"that has only",
     N_("The size is in bytes: elements times sizeof one of them, the same as "
        "was allocated.")},
    {"only a part of the source was ever written",
     N_("That is fine if the rest is not looked at.")},
    {"of the source was never written",
     N_("No copy and no kernel has stored anything there: look whether the "
        "kernel ran, and whether its threads write every element.")},
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
        finding_add(f, "%s",
                    _("The function is told how many blocks there are to be: "
                      "launch exactly `blocks`, also where so many are not "
                      "needed."));
    else
        finding_add(f, "%s",
                    _("Is there nothing to be done? Then launch nothing. Or is "
                      "it a quotient of two whole numbers? That is rounded "
                      "down, before ceil() could see it: (n + block - 1) / "
                      "block rounds up."));
}

/* The device's own words, which know the figures: "cudaFree() gets ...",
 * "cudaMemcpy(): the source is ...", "add is launched with ...". */
void simt_say_text(const struct simt_raw *raw, struct finding *f)
{
    char where[240];
    const char *text = *raw->text ? raw->text : _("this call is wrong.");
    const char *colon = strstr(text, "(): ");
    bool stop = text[strlen(text) - 1] == '.';

    simt_where(f, &raw->at, where, sizeof where);
    if (colon && colon == text + strcspn(text, " (:"))
        finding_add(f, _("In %.*s() at %s, %s%s"), (int)(colon - text), text,
                    where, colon + 4, stop ? "" : ".");
    else if (raw->at.place.line)
        finding_add(f, _("At %s, %s%s"), where, text, stop ? "" : ".");
    else
        finding_add(f, "%s%s", text, stop ? "" : ".");
    if (strstr(text, "a grid has at least 1"))
        say_blocks(raw, f);
    simt_advise(f, text, of_calls, sizeof of_calls / sizeof *of_calls);
    if (*raw->error)
        finding_add(f, _("The call returns %s."), raw->error);
}

void simt_say_unseen_error(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    size_t n = strcspn(raw->text, ".");
    char error[400];

    snprintf(error, sizeof error, "%s%s%.*s%s",
             *raw->error ? raw->error : _("an error"), n ? " (" : "", (int)n,
             raw->text, n ? ")" : "");
    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->at.place.line)
        finding_add(
            f, _("The call at %s failed with %s, and the program never asked."),
            line, error);
    else
        finding_add(f, _("A call failed with %s, and the program never asked."),
                    error);
    finding_add(f, "%s",
                _("Look at what each cuda function returns, and call "
                  "cudaGetLastError() after each launch."));
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
        finding_add(f,
                    _("What a kernel allocates at %s is never freed, %" PRId64
                      " times. It outlives the kernel: a kernel gives it back, "
                      "with free() or delete."),
                    line, raw->index);
        return;
    }
    freed_say(made->place.file, made->place.line, name, frees, why, sizeof why);
    if (*name && raw->index > 1)
        finding_add(f,
                    _("`%s`, allocated at %s, is never freed, and that happens "
                      "%" PRId64 " times."),
                    name, line, raw->index);
    else if (*name)
        finding_add(f,
                    _("The %" PRId64 " bytes of `%s`, allocated at %s, are "
                      "never freed."),
                    raw->object.bytes, name, line);
    else
        finding_add(f,
                    _("%" PRId64 " bytes that are allocated at %s are never "
                      "freed."),
                    raw->object.bytes, line);
    if (*why)
        finding_add(f, "%s", why + 1);
    else
        finding_add(f, _("Call %s(%s)."), frees, name);
}

void simt_say_not_destroyed(const struct simt_raw *raw, struct finding *f)
{
    const bool event = !strcmp(raw->text, "event");
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->index > 1)
        finding_add(
            f,
            event ? _("%" PRId64 " events that are created at %s are never "
                      "destroyed. Call cudaEventDestroy() for each.")
                  : _("%" PRId64 " streams that are created at %s are never "
                      "destroyed. Call cudaStreamDestroy() for each."),
            raw->index, line);
    else
        finding_add(
            f,
            event ? _("The event that is created at %s is never destroyed. "
                      "Call cudaEventDestroy().")
                  : _("The stream that is created at %s is never destroyed. "
                      "Call cudaStreamDestroy()."),
            line);
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
        finding_add(
            f,
            _("The program crashes%s in the kernel `%s`: thread %s of block "
              "%s was last seen at %s."),
            why, simt_kernel_of(raw), w.thread, w.block, line);
    else
        finding_add(f, _("The program crashes%s on the host, at or after %s."),
                    why, line);
    finding_add(f, "%s",
                strstr(raw->text, "loating")
                    ? _("It divides by zero, with integers.")
                    : _("Look at the pointers and indices there."));
}

void simt_say_stack_overflow(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(
        f,
        _("Thread %s of block %s has filled its stack at %s. Either a function "
          "calls itself without end, or a local array is too large."),
        w.thread, w.block, line);
}

void simt_say_shift(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f,
                _("Thread %s of block %s shifts a number of %s bits by %" PRId64
                  " at %s."),
                w.thread, w.block, raw->text, raw->index, line);
    finding_add(
        f,
        _("C++ leaves open what comes out if that is not below %s, nor below "
          "0: "
          "a GPU shifts all bits out, a processor takes the rest of a division "
          "by %s."),
        raw->text, raw->text);
}

void simt_say_cast(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], number[32] = "", gpu[24] = "", here[24] = "", type[80] = "";

    simt_line_of(f, &raw->at, line, sizeof line);
    sscanf(raw->text, "%31s %23s %23s %79[^\n]", number, gpu, here, type);
    finding_add(f,
                _("Thread %s of block %s makes %s an integer at %s, but `%s` "
                  "has no such value."),
                w.thread, w.block, number, line, type);
    finding_add(f,
                _("C++ leaves open what comes out: on a GPU it is %s, here it "
                  "was %s. Bring the number into the range of `%s` first."),
                gpu, here, type);
}

void simt_say_assert(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], code[CODE];

    simt_line_of(f, &raw->at, line, sizeof line);
    simt_quote(&raw->at, code, sizeof code);
    finding_add(
        f,
        _("The assertion at %s does not hold in thread %s of block %s%s%s%s."),
        line, w.thread, w.block, *code ? ": `" : "", code, *code ? "`" : "");
}

void simt_say_trap(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(f,
                _("Thread %s of block %s ends the kernel at %s with __trap()."),
                w.thread, w.block, line);
}

/* A limit of the kit's, and no mistake of the student's. */
void simt_say_no_room(const struct simt_raw *raw, struct finding *f)
{
    f->status = STATUS_UNTOLD;
    finding_add(
        f,
        _("Could not be told: %s that wait at once have room in check mode "
          "here, as the system lets a program have too little data (`ulimit "
          "-d`). The error is not yours, and no points are lost."),
        raw->text);
}
