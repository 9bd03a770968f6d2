/*
 * sanitizer.c - see sanitizer.h. Which of the reports in a text is told: the
 * first that has a line of the student's. sanitizer_read.c reads them,
 * sanitizer_say.c and sanitizer_race.c say them in words.
 */
#define _GNU_SOURCE
#include "reports/sanitizer.h"

#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "reports/sanitizer_say.h"

/* Looked at; a program can print thousands. */
enum { MAX_REPORTS = 40 };

/* True if an AddressSanitizer report that follows tells the same better. */
static bool is_vague(const struct report *r)
{
    return r->tool == UNDEFINED && (strstr(r->head, "insufficient space") ||
                                    strstr(r->head, "misaligned address"));
}

/* Not the student's: what the OpenMP runtime does inside looks like races and
 * misused locks where its own happens-before is not known to TSan. */
static bool is_runtimes_own(const struct report *r)
{
    if (r->tool == LEAK)
        return !report_leak(r);
    if (r->tool != THREADS)
        return false;
    for (int i = 0; i < r->n_stacks && i < 2; i++)
        if (r->stack[i].openmp)
            return true;
    return false;
}

/* The program crashed inside the OpenMP runtime or the tool that it tells what
 * it does, or on the kit's way there, where the student's line has no call of
 * them: `#pragma omp taskwait depend(...)` is right and crashes libarcher of
 * LLVM 14. A null pointer for omp_set_lock() is the student's own. */
static bool runtime_crashed(const struct report *r)
{
    const struct stack *top = &r->stack[0];
    char code[QUOTE_SIZE];

    if (r->tool != MEMORY || r->n_stacks == 0 ||
        !strstr(r->head, " on unknown address") ||
        !report_line(r, "ERROR: ThreadSanitizer: "))
        return false;
    report_quote(r, &top->spot, code, sizeof code);
    return top->openmp && !strstr(code, "omp_");
}

static void describe(const struct report *r, struct finding *f)
{
    f->kind = r->tool == THREADS ? KIND_RACE : KIND_MEMORY;
    f->status = STATUS_FAIL;
    f->message[0] = '\0';
    memset(&f->place, 0, sizeof f->place);
    if (runtime_crashed(r)) {
        f->kind = KIND_RACE;
        f->status = STATUS_UNTOLD;
        report_place(f, r, &r->stack[0].spot);
        finding_add(f, "%s", SAY(untold_race_detector_crashed));
        return;
    }
    switch (r->tool) {
    case THREADS:
        if (strncmp(r->head, "data race", 9) == 0)
            report_say_race(r, f);
        else
            report_say_fault(r, f);
        break;
    case LEAK:
        report_say_leak(r, f);
        break;
    case UNDEFINED:
        report_say_undefined(r, f);
        break;
    case TOO_MUCH:
        report_say_too_much(r, f);
        break;
    default:
        report_say_fault(r, f);
    }
}

bool sanitizer_report(const char *text, const char *program, const char *source,
                      struct finding *f)
{
    struct finding found = *f;
    bool any = false, placed = false, vague = false;
    struct report *r = malloc(sizeof *r);
    const char *end = text, *head;

    /* Take the first report with a line of the student's; one without counts
     * only if there is no other. */
    for (int n = 0; r && *end && n < MAX_REPORTS && !(placed && !vague);) {
        const char *line = end + (*end == '\n');
        end = line + strcspn(line, "\n");
        enum tool tool = report_start(line, end, &head);
        if (tool == NO_REPORT || (vague && tool != MEMORY))
            continue;
        n++;
        if (!report_read(r, line, program, source))
            break;
        if (!is_runtimes_own(r)) {
            describe(r, &found);
            if (!any || found.place.line) {
                *f = found;
                placed = found.place.line != 0;
                vague = is_vague(r);
                any = true;
            }
        }
        free(r->body);
    }
    free(r);
    return any;
}
