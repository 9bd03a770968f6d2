/*
 * sanitizer_read.c - see sanitizer_raw.h: find a report in the text, cut it
 * into lines and stacks, look the stacks up.
 */
#define _GNU_SOURCE
#include "reports/sanitizer_raw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "machine/race_tools.h"

/* Bytes of one report that we look at. */
enum { MAX_BODY = 256 * 1024 };

/* ---- where a report is -------------------------------------------------- */

static const struct {
    const char *mark; /* the head is what follows */
    enum tool tool;
} marks[] = {
    {"WARNING: ThreadSanitizer: ", THREADS},
    {"ERROR: AddressSanitizer: ", MEMORY},
    {"ERROR: ThreadSanitizer: ", MEMORY},
    {"ERROR: LeakSanitizer: ", LEAK},
    {": runtime error: ", UNDEFINED},
    {"Sanitizer: hard rss limit exhausted", TOO_MUCH},
    {"Sanitizer failed to allocate ", TOO_MUCH},
};

enum tool report_start(const char *line, const char *end, const char **head)
{
    /* most lines are none: look for the two words first */
    if (!memmem(line, (size_t)(end - line), "Sanitizer", 9) &&
        !memmem(line, (size_t)(end - line), "runtime error", 13))
        return NO_REPORT;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t n = strlen(marks[i].mark);
        const char *at = memmem(line, (size_t)(end - line), marks[i].mark, n);
        if (!at)
            continue;
        /* the shadow did not fit under `ulimit -v`: our fault */
        if (marks[i].tool == TOO_MUCH &&
            memmem(at, (size_t)(end - at), " at address ", 12))
            continue;
        *head = at + n;
        return marks[i].tool;
    }
    return NO_REPORT;
}

/* The end of the report whose first line ends at `line`. */
static const char *report_end(const char *line, enum tool tool)
{
    const char *start = line, *head;

    if (tool == UNDEFINED || tool == TOO_MUCH)
        return line;
    while (*line && line - start < MAX_BODY) {
        const char *next = line + (*line == '\n');
        const char *end = next + strcspn(next, "\n");
        if (report_start(next, end, &head) != NO_REPORT)
            break;
        line = end;
        if (strncmp(next, "SUMMARY: ", 9) == 0)
            break;
    }
    return line - start > MAX_BODY ? start + MAX_BODY : line;
}

/* ---- its lines and stacks ----------------------------------------------- */

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* A frame: "    #1 0x55d0 (/path/asan+0x3b69) (BuildId: 12)". */
static bool parse_frame(const char *line, const char *program,
                        struct frame *frame)
{
    static const char *const runtimes[] = {"libomp", "libarcher", "libgomp"};
    const char *name = last_component(program);
    size_t length = strlen(name);
    const char *p = line + strspn(line, " ");
    const char *plus = NULL;

    if (*p != '#' || !isdigit((unsigned char)p[1]))
        return false;
    memset(frame, 0, sizeof *frame);
    /* the module's path can hold anything, "+0x" too: take the last one */
    for (const char *q = p; (q = strstr(q, "+0x")); q++)
        plus = q;
    if (!plus)
        return true;
    if ((size_t)(plus - p) > length &&
        memcmp(plus - length, name, length) == 0 &&
        strchr("(/", plus[-(ptrdiff_t)length - 1])) {
        frame->where = PROGRAM;
        frame->offset = strtoul(plus + 3, NULL, 16);
        return true;
    }
    const char *module = plus;
    while (module > p && !strchr("(/", module[-1]))
        module--;
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
        if (strncmp(module, runtimes[i], strlen(runtimes[i])) == 0)
            frame->where = OPENMP;
    return true;
}

/* Cut the report's lines and collect its stacks. */
static void parse_stacks(struct report *r, const char *program)
{
    struct stack *stack = NULL;
    const char *above = r->head;

    for (char *line = r->body, *next; line < r->end; line = next) {
        struct frame frame;
        char *text = line + strspn(line, " \t");
        next = line + strlen(line) + 1;
        if (!parse_frame(line, program, &frame)) {
            if (!*text)
                continue;
            above = text;
            /* TSan opens each part with "...:", even where it has lost the
             * stack; a race is still told with one side only. */
            stack = NULL;
            if (text[strlen(text) - 1] != ':' || r->n_stacks == MAX_STACKS)
                continue;
        } else if (strncmp(text, "#0 ", 3) == 0 && stack && stack->n) {
            stack = NULL;
        }
        if (!stack && r->n_stacks < MAX_STACKS) {
            stack = &r->stack[r->n_stacks++];
            stack->label = above;
        }
        if (stack && *text == '#' && stack->n < MAX_FRAMES)
            stack->frame[stack->n++] = frame;
    }
}

/* Find the student's line in every stack, all with one run of the tool. */
static void look_up_stacks(struct report *r, const char *symbolizer,
                           const char *program)
{
    unsigned long offset[MAX_STACKS * MAX_FRAMES] = {0};
    struct spot spot[MAX_STACKS * MAX_FRAMES];
    int n = 0;

    for (int i = 0; i < r->n_stacks; i++)
        for (int k = 0; k < r->stack[i].n; k++)
            if (r->stack[i].frame[k].where == PROGRAM)
                offset[n++] = r->stack[i].frame[k].offset;
    /* Without a symbolizer the sentence names no line. */
    if (symbolize(symbolizer, program, r->source, offset, n, spot) != 0)
        return;

    n = 0;
    for (int i = 0; i < r->n_stacks; i++) {
        struct stack *stack = &r->stack[i];
        bool known = false;
        for (int k = 0; k < stack->n; k++) {
            /* Inside of it is nobody's code but the sanitizer's. */
            if (stack->frame[k].where == OPENMP && !known)
                stack->openmp = true;
            if (stack->frame[k].where != PROGRAM)
                continue;
            known = known || spot[n].known;
            if (!stack->spot.found) {
                stack->spot = spot[n];
            } else if (!stack->spot.line && spot[n].line) {
                /* at least where it was called, or its region begins */
                stack->spot = spot[n];
                stack->spot.rough = true;
            }
            n++;
        }
    }
}

bool report_read(struct report *r, const char *line, const char *program,
                 const char *source)
{
    static struct race_tools tools; /* looked for once: it runs clang */
    const char *end = line + strcspn(line, "\n"), *head = end;
    enum tool tool = report_start(line, end, &head);
    size_t size = (size_t)(report_end(end, tool) - line);

    if (!*tools.symbolizer)
        race_tools_find(&tools);
    memset(r, 0, sizeof *r);
    r->body = strndup(line, size);
    if (!r->body)
        return false;
    r->tool = tool;
    r->source = source;
    r->end = r->body + size;
    r->head = r->body + (head - line);
    for (char *p = r->body; p < r->end; p++)
        if (*p == '\n')
            *p = '\0';
    parse_stacks(r, program);
    look_up_stacks(r, tools.symbolizer, program);
    return true;
}

/* ---- asking a report ----------------------------------------------------- */

const char *report_line(const struct report *r, const char *text)
{
    for (char *line = r->body; line < r->end; line += strlen(line) + 1) {
        const char *at = strstr(line, text);
        if (at)
            return at;
    }
    return NULL;
}

const struct stack *report_stack(const struct report *r, const char *text)
{
    for (int i = 0; i < r->n_stacks; i++)
        if (strstr(r->stack[i].label, text))
            return &r->stack[i];
    return NULL;
}
long number_after(const char *line, const char *text)
{
    const char *at = line ? strstr(line, text) : NULL;
    char *end;
    long value;

    if (!at)
        return -1;
    at += strlen(text);
    value = strtol(at, &end, 0);
    return end > at && value <= LARGEST ? value : -1;
}
