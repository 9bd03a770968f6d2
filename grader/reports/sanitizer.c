/*
 * sanitizer.c - see sanitizer.h. The story: find a report in the text and cut
 * it into lines and stacks, look the stacks up, then say it in words: races,
 * misused threads and locks, memory errors, leaks, undefined behaviour.
 *
 * The text comes from a process that the student controls. Every number in it
 * may be wrong and every line cut off; the worst that follows is an odd
 * sentence about the student's own program.
 */
#define _GNU_SOURCE
#include "reports/sanitizer.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lvalue.h"
#include "base/say.h"
#include "base/source.h"
#include "base/symbolize.h"
#include "machine/race_tools.h"

enum {
    MAX_REPORTS = 40,      /* looked at; a program can print thousands */
    MAX_BODY = 256 * 1024, /* bytes of one report that we look at */
    MAX_STACKS = 24,
    MAX_FRAMES = 16,
    NAME_SIZE = 80,
    QUOTE_SIZE = 120
};

struct frame {
    enum { ELSEWHERE, PROGRAM, OPENMP } where;
    unsigned long offset; /* in the program */
};

struct stack {
    const char *label; /* the line above: "Write of size 4 at ..." */
    int n;
    struct frame frame[MAX_FRAMES];
    struct spot spot; /* the student's innermost line */
    bool openmp;      /* the OpenMP runtime did this, not the student */
};

enum tool { NO_REPORT, THREADS, MEMORY, LEAK, UNDEFINED, TOO_MUCH };

struct report {
    enum tool tool;
    const char *head; /* what is wrong: "data race (pid=12)" */
    const char *source;
    char *body, *end; /* lines, each with a 0 at its end */
    int n_stacks;
    struct stack stack[MAX_STACKS];
};

/* ---- finding reports ---------------------------------------------------- */

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

/* Which report starts in this line; *head gets where its mark ends. */
static enum tool report_start(const char *line, const char *end,
                              const char **head)
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

/* The report's line with `text` in it, at that text; or NULL. */
static const char *find_text(const struct report *r, const char *text)
{
    for (char *line = r->body; line < r->end; line += strlen(line) + 1) {
        const char *at = strstr(line, text);
        if (at)
            return at;
    }
    return NULL;
}

/* The first stack whose label holds `text`, or NULL. */
static const struct stack *find_stack(const struct report *r, const char *text)
{
    for (int i = 0; i < r->n_stacks; i++)
        if (strstr(r->stack[i].label, text))
            return &r->stack[i];
    return NULL;
}

/* ---- pieces of sentences ------------------------------------------------ */

static void set_place(struct finding *f, const struct report *r,
                      const struct spot *spot)
{
    if (!spot->found || spot->line == 0)
        return;
    snprintf(f->place.file, sizeof f->place.file, "%s", r->source);
    f->place.line = spot->line;
    f->place.column = spot->rough ? 0 : spot->column;
}

/* The line's code without its indentation, cut if it is long; "" if the file
 * or the line is not there. */
static void quote_line(const struct report *r, const struct spot *spot,
                       char *quote, size_t size)
{
    char line[1024];
    char *code = line;
    size_t n;

    *quote = '\0';
    if (!spot->line || !source_line(r->source, spot->line, line, sizeof line))
        return;
    code += strspn(code, " \t");
    n = strlen(code);
    while (n > 0 && isspace((unsigned char)code[n - 1]))
        n--;
    if (n < size) {
        snprintf(quote, size, "%.*s", (int)n, code);
        return;
    }
    n = size - 4;
    while (n > 0 && ((unsigned char)code[n] & 0xC0) == 0x80)
        n--; /* not in the middle of a UTF-8 character */
    snprintf(quote, size, "%.*s...", (int)n, code);
}

static void name_variable(const struct report *r, const struct spot *spot,
                          bool reading, char *name, size_t size)
{
    char line[1024];

    if (spot->rough || !source_line(r->source, spot->line, line, sizeof line) ||
        !lvalue_at(line, spot->column, reading, name, size))
        *name = '\0';
}

/* What most sentences start and end with: "Line 21" and ": `p[n]`". */
struct scene {
    char who[64];
    char code[QUOTE_SIZE + 8];
};

enum code { WHOLE_LINE, LOADED, STORED };

static struct scene look_at(const struct report *r, const struct spot *spot,
                            enum code code)
{
    struct scene s;
    char quote[QUOTE_SIZE] = "";

    if (!spot->line)
        snprintf(s.who, sizeof s.who, "%s", _("Your program"));
    else if (spot->rough)
        snprintf(s.who, sizeof s.who, _("The code near line %d"), spot->line);
    else
        snprintf(s.who, sizeof s.who, _("Line %d"), spot->line);
    if (code != WHOLE_LINE)
        name_variable(r, spot, code == LOADED, quote, NAME_SIZE);
    if (!*quote && !spot->rough)
        quote_line(r, spot, quote, sizeof quote);
    snprintf(s.code, sizeof s.code, *quote ? ": `%s`" : "%s", quote);
    return s;
}

/* "at line 9" for a stack further down in the report, added to `format`. */
static void add_line(struct finding *f, const char *format,
                     const struct stack *stack)
{
    if (stack && stack->spot.line && !stack->spot.rough)
        finding_add(f, format, stack->spot.line);
}

/* The number after `text` in `line`, or -1; also -1 if it is more than any
 * real size, so that sums cannot overflow. */
#define LARGEST (1L << 47)
static long number_after(const char *line, const char *text)
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

static const char null_pointer[] =
    N_("%s uses a null pointer%s. Look where the pointer gets its value.");
static const char out_of_memory[] =
    N_("%s asks for more memory than there is%s. Check how the size is "
       "computed, and that a loop does not allocate without end.");
static const char never_joined[] =
    N_("%s starts a thread that nobody waits for%s. Call pthread_join for "
       "every thread that you create.");
static const char divides_by_zero[] = N_("%s divides by zero%s.");

/* ---- races -------------------------------------------------------------- */

struct access {
    bool writes, atomic, locked;
    int thread; /* 0: the main thread */
    struct spot spot;
    char name[NAME_SIZE];
};

/* Read "Previous atomic write of size 4 at 0x7b by thread T2 (mutexes: ...)".
 * False if the label is none of these. */
static bool parse_access(const struct report *r, const struct stack *stack,
                         struct access *a)
{
    const char *label = stack->label;
    long thread = number_after(label, " by thread T");

    memset(a, 0, sizeof *a);
    a->writes = strcasestr(label, "write of size ");
    if (!a->writes && !strcasestr(label, "read of size "))
        return false;
    a->atomic = strcasestr(label, "atomic ");
    a->locked = strstr(label, "(mutexes: ");
    a->thread = thread > 0 && thread < INT_MAX ? (int)thread : 0;
    a->spot = stack->spot;
    name_variable(r, &a->spot, !a->writes, a->name, sizeof a->name);
    return true;
}

/* How much we can tell of this side. */
static int knows(const struct access *a)
{
    bool line = a->spot.line && !a->spot.rough;

    return *a->name ? 2 : line;
}

static const char *thread_name(int thread, bool first, char *name, size_t size)
{
    if (thread == 0)
        return first ? _("The main thread") : _("the main thread");
    snprintf(name, size, first ? _("Thread %d") : _("thread %d"), thread);
    return name;
}

/* " at line 9", with the code where no variable could be named. */
static void where_is(const struct report *r, const struct access *a,
                     char *where, size_t size)
{
    char quote[QUOTE_SIZE];

    *where = '\0';
    if (a->spot.rough || !a->spot.line)
        return;
    quote_line(r, &a->spot, quote, sizeof quote);
    if (*a->name || !*quote)
        snprintf(where, size, _(" at line %d"), a->spot.line);
    else
        snprintf(where, size, _(" at line %d (`%s`)"), a->spot.line, quote);
}

static void what_it_does(const struct access *a, const char *object, char *does,
                         size_t size)
{
    if (a->writes)
        snprintf(does, size,
                 a->atomic ? _("changes %s atomically") : _("writes %s"),
                 object);
    else
        snprintf(does, size,
                 a->atomic ? _("reads %s atomically") : _("reads %s"), object);
}

static void say_race(const struct report *r, struct finding *f)
{
    struct access a[2] = {{0}};
    char object[2][NAME_SIZE + 40], does[2][NAME_SIZE + 80];
    char where[2][QUOTE_SIZE + 40], name[2][40];
    int n = 0;

    for (int i = 0; i < r->n_stacks && n < 2; i++)
        n += parse_access(r, &r->stack[i], &a[n]);
    /* Tell first the side that we know a name for, or at least a line. */
    if (n == 2 && knows(&a[1]) > knows(&a[0])) {
        struct access swap = a[0];
        a[0] = a[1];
        a[1] = swap;
    }
    if (n == 0) {
        finding_add(
            f, "%s",
            _("Two threads use the same memory, at least one of them writes "
              "it, and nothing orders the two."));
        return;
    }
    set_place(f, r, &a[0].spot);
    if (n == 2 && f->place.line == 0)
        set_place(f, r, &a[1].spot);

    snprintf(object[0], sizeof object[0], *a[0].name ? "`%s`" : "%s",
             *a[0].name ? a[0].name : _("memory"));
    where_is(r, &a[0], where[0], sizeof where[0]);
    what_it_does(&a[0], object[0], does[0], sizeof does[0]);
    const char *first = thread_name(a[0].thread, true, name[0], sizeof name[0]);
    if (n == 1) {
        finding_add(
            f,
            _("%s %s%s while another thread uses it too, and nothing orders "
              "the two."),
            first, does[0], where[0]);
        return;
    }

    const char *same_memory = _("the same memory");
    const char *second =
        thread_name(a[1].thread, false, name[1], sizeof name[1]);
    bool same_name = strcmp(a[0].name, a[1].name) == 0 || a[1].spot.rough;
    bool same_line = *where[0] && a[0].spot.line == a[1].spot.line;
    if (a[0].writes && a[1].writes && a[0].atomic == a[1].atomic && same_name &&
        (same_line || a[1].spot.rough)) {
        /* symmetrical: the lower number comes first, as people count */
        bool swap = a[1].thread < a[0].thread;
        first = thread_name(a[swap].thread, true, name[0], sizeof name[0]);
        second = thread_name(a[!swap].thread, false, name[1], sizeof name[1]);
        finding_add(
            f,
            _("%s and %s both write %s%s, and nothing orders the two writes, "
              "so one of them can get lost."),
            first, second, *a[0].name ? object[0] : same_memory, where[0]);
    } else {
        if (same_name && *a[0].name)
            snprintf(object[1], sizeof object[1], "%s", _("it"));
        else if (*a[1].name)
            snprintf(object[1], sizeof object[1], _("the same memory as `%s`"),
                     a[1].name);
        else
            snprintf(object[1], sizeof object[1], "%s", same_memory);
        what_it_does(&a[1], object[1], does[1], sizeof does[1]);
        if (same_line && !a[1].spot.rough)
            snprintf(where[1], sizeof where[1], "%s", _(" at the same line"));
        else
            where_is(r, &a[1], where[1], sizeof where[1]);
        finding_add(f, _("%s %s%s while %s %s%s, and nothing orders the two."),
                    first, does[0], where[0], second, does[1], where[1]);
    }
    if (f->place.line && knows(&a[0]) == 0)
        finding_add(f, _("It happens near line %d."), f->place.line);
    if (a[0].atomic != a[1].atomic)
        finding_add(
            f, "%s",
            _("Only one of the two is atomic. If it needs what all have "
              "written, put a barrier between them; else make both "
              "atomic."));
    if (a[0].locked && a[1].locked)
        finding_add(f, "%s", _("Both hold a lock, but not the same one."));
}

/* ---- faults that need no more than a sentence of their own --------------- */

/* By how the report's head starts or what it holds; the first that fits. */
static const struct fault {
    const char *mark;
    const char *reads;  /* or what it does at all */
    const char *writes; /* NULL: the same */
} faults[] = {
    /* ThreadSanitizer */
    {"thread leak", never_joined, NULL},
    {"double lock of a mutex", N_("%s locks a mutex that is locked already%s."),
     NULL},
    {"unlock of an unlocked mutex",
     N_("%s unlocks a mutex that this thread has not locked%s."), NULL},
    {"destroy of a locked mutex",
     N_("%s destroys a mutex that is still locked%s."), NULL},
    {"use of an invalid mutex",
     N_("%s uses a mutex that was never initialized or is destroyed "
        "already%s."),
     NULL},
    {"lock-order-inversion",
     N_("%s takes a second lock while it holds a first one, and elsewhere the "
        "two are taken in the other order%s. Two threads can then wait for "
        "each other forever: take locks in the same order everywhere."),
     NULL},
    /* AddressSanitizer */
    {"-use-after-free", N_("%s reads memory that is freed already%s."),
     N_("%s writes to memory that is freed already%s.")},
    /* the kit marks what lies around its buffers like this */
    {"use-after-poison",
     N_("%s reads outside the array that your function was given%s. Check the "
        "first and the last index."),
     N_("%s writes outside the array that your function was given%s. Check "
        "the first and the last index.")},
    {"-buffer-", N_("%s reads outside the array%s."),
     N_("%s writes outside the array%s.")},
    /* begins inside, as gcc 13 sees a memset() */
    {"unknown-crash", N_("%s reads outside the array%s."),
     N_("%s writes outside the array%s.")},
    {"stack-use-after-",
     N_("%s reads a local variable whose function or block has ended%s."),
     N_("%s writes to a local variable whose function or block has "
        "ended%s.")},
    {"attempting double-free", N_("%s frees memory that is freed already%s."),
     NULL},
    {"attempting free on address",
     N_("%s frees what malloc did not return%s. Pass free() exactly the "
        "pointer that malloc gave, and never an array of another kind."),
     NULL},
    {"stack-overflow",
     N_("%s finds the stack full%s. Either a function calls itself without "
        "end, or a local array is too large: use malloc for that. Or "
        "something was written past the end of a local array: see what else "
        "is found."),
     NULL},
    {"-param-overlap",
     N_("%s copies between two areas that overlap%s. Use memmove, or copy "
        "into another array."),
     NULL},
    {"negative-size-param",
     N_("%s passes a negative size to a library function%s."), NULL},
    {"requested allocation size", out_of_memory, NULL},
    {"parameters overflow", out_of_memory, NULL},
    {"out of memory", out_of_memory, NULL},
    {"out-of-memory", out_of_memory, NULL},
    {"FPE on ", divides_by_zero, NULL},
    {"SEGV on ",
     N_("%s reads at an address where you have no memory%s. The pointer was "
        "never set, or an index is far outside its array."),
     N_("%s writes at an address where you have no memory%s. The pointer was "
        "never set, or an index is far outside its array.")},
};

static const struct fault *find_fault(const char *head)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strstr(head, faults[i].mark))
            return &faults[i];
    return NULL;
}

/* ---- where a bad address lies ------------------------------------------- */

struct region {
    long size;     /* of the block or variable, in bytes */
    long distance; /* of the first wrong byte: past its end, or before its
                      start if negative */
    char name[NAME_SIZE];
    int line; /* where it was allocated or declared; 0 if unknown */
};

/* "0x60 is located 4 bytes to the right of 40-byte region" or, since LLVM 16
 * and gcc 13, "4 bytes after 40-byte region"; and the same for "global
 * variable 'table' defined in ... of size 40". */
static bool parse_region(const char *line, struct region *g)
{
    const char *at = strstr(line, " is located ");
    const char *variable = strstr(line, "global variable '");
    bool before = strstr(line, "to the left of ") || strstr(line, " before ");

    if (!at || strstr(line, " inside of "))
        return false;
    memset(g, 0, sizeof *g);
    g->distance = number_after(at, " is located ");
    if (variable) {
        variable += strlen("global variable '");
        snprintf(g->name, sizeof g->name, "%.*s", (int)strcspn(variable, "'"),
                 variable);
        g->size = number_after(variable, " of size ");
    } else if (strstr(line, "-byte region")) {
        const char *number = strstr(line, "-byte region");
        while (number > line && isdigit((unsigned char)number[-1]))
            number--;
        g->size = strtol(number, NULL, 10);
    }
    if (g->distance < 0 || g->size <= 0 || g->size > LARGEST)
        return false;
    if (before)
        g->distance = -g->distance;
    return true;
}

/* "    [144, 184) 'loc' (line 18) <== Memory access at offset 184 overflows
 * this variable" */
static bool parse_local(const char *line, struct region *g)
{
    const char *arrow = strstr(line, "<== Memory access at offset ");
    const char *quote = strchr(line, '\'');
    long from = number_after(line, "["), to = number_after(line, ", ");
    long offset = number_after(line, "at offset ");
    long declared = number_after(line, "(line ");

    if (!arrow || !quote || from < 0 || to <= from || offset < 0 ||
        !strstr(arrow, "flows this variable"))
        return false;
    memset(g, 0, sizeof *g);
    quote++;
    snprintf(g->name, sizeof g->name, "%.*s", (int)strcspn(quote, "'"), quote);
    g->size = to - from;
    /* "partially overflows" starts inside and ends beyond */
    g->distance = offset < from ? offset - from : offset - to;
    if (offset >= from && offset < to)
        g->distance = 0;
    g->line = declared > 0 && declared < INT_MAX ? (int)declared : 0;
    return true;
}

/* How far outside, and outside of what. `access` is the bytes of the one
 * element that the student's own code touched, or 0. */
static void say_region(const struct report *r, struct finding *f, long access)
{
    struct region g = {0}, other;
    const struct stack *made = find_stack(r, "allocated by ");
    char what[NAME_SIZE + 80];

    /* Globals: ASan lists all that are near; the nearest is meant. */
    for (char *line = r->body; line < r->end; line += strlen(line) + 1)
        if ((parse_region(line, &other) || parse_local(line, &other)) &&
            (!g.size || labs(other.distance) < labs(g.distance)))
            g = other;
    if (!g.size)
        return;
    if (!*g.name && made && !made->spot.rough)
        g.line = made->spot.line;

    if (*g.name && g.line)
        snprintf(what, sizeof what,
                 _("`%s`, which has %ld bytes and is declared at line %d"),
                 g.name, g.size, g.line);
    else if (*g.name)
        snprintf(what, sizeof what, _("`%s`, which has %ld bytes"), g.name,
                 g.size);
    else if (g.line)
        snprintf(what, sizeof what,
                 _("a block of %ld bytes that was allocated at line %d"),
                 g.size, g.line);
    else
        snprintf(what, sizeof what, _("a block of %ld bytes"), g.size);

    if (g.distance == 0)
        finding_add(
            f, _("The first wrong byte lies directly after the end of %s."),
            what);
    else if (g.distance > 0)
        finding_add(
            f, _("The first wrong byte lies %ld bytes after the end of %s."),
            g.distance, what);
    else
        finding_add(
            f, _("The first wrong byte lies %ld bytes before the start of %s."),
            -g.distance, what);
    if (access <= 0 || g.size % access != 0 || g.distance % access != 0)
        return;
    if (g.distance < 0)
        finding_add(f,
                    _("Counted in elements of %ld bytes, that is index %ld."),
                    access, g.distance / access);
    else
        finding_add(
            f,
            _("Counted in elements of %ld bytes, that is index %ld, and the "
              "last one is %ld."),
            access, (g.size + g.distance) / access, g.size / access - 1);
}

/* ---- misused threads, locks and memory ---------------------------------- */

static void say_fault(const struct report *r, struct finding *f)
{
    static const struct stack none;
    const struct stack *top = r->n_stacks ? &r->stack[0] : &none;
    const struct fault *fault = find_fault(r->head);
    const char *label = top->label ? top->label : "";
    bool writes = strcasestr(label, "write of size ") ||
                  find_text(r, "WRITE of size ") ||
                  find_text(r, "caused by a WRITE ");
    bool touches = fault && fault->writes;
    struct scene s = look_at(r, &top->spot,
                             touches ? (writes ? STORED : LOADED) : WHOLE_LINE);

    set_place(f, r, &top->spot);
    if (find_text(r, "pc points to the zero page")) {
        finding_add(f, _("%s calls a function through a null pointer%s."),
                    s.who, s.code);
    } else if (find_text(r, "address points to the zero page")) {
        finding_add(f, gettext(null_pointer), s.who, s.code);
    } else if (fault) {
        finding_add(
            f, gettext(writes && fault->writes ? fault->writes : fault->reads),
            s.who, s.code);
    } else {
        /* ours to explain one day; the name can at least be searched for */
        int n = (int)strcspn(r->head, "(:");
        while (n > 0 && isspace((unsigned char)r->head[n - 1]))
            n--;
        finding_add(f,
                    _("%s makes an error that the sanitizer calls \"%.*s\"%s."),
                    s.who, n < 100 ? n : 100, r->head, s.code);
    }

    if (strstr(r->head, "-buffer-") || strstr(r->head, "unknown-crash")) {
        /* memset and the like: their sizes are no element's size */
        bool own = top->n > 0 && top->frame[0].where == PROGRAM;
        long access = number_after(label, " of size ");
        bool element = access == 1 || access == 2 || access == 4 ||
                       access == 8 || access == 16;
        say_region(r, f, own && element ? access : 0);
    }
    if (strstr(r->head, "free")) {
        const struct stack *freed = find_stack(r, "freed by ");
        if (!freed && r->tool == THREADS && r->n_stacks > 1)
            freed = &r->stack[1]; /* TSan takes free() for a write */
        add_line(f, _("It was freed at line %d."), freed);
    }
    if (strstr(r->head, "destroy of a locked mutex"))
        add_line(f, _("It was locked at line %d."), find_stack(r, "and:"));
    if (strstr(r->head, "lock-order-inversion") && r->n_stacks > 1)
        add_line(f, _("The other order is at line %d."), &r->stack[1]);
    if (strstr(r->head, "requested allocation size"))
        finding_add(
            f, _("It asked for %.0f MB."),
            (double)strtoull(r->head + strcspn(r->head, "0"), NULL, 16) / 1e6);
}

/* ---- leaks -------------------------------------------------------------- */

/* The stack to talk about: the first of the student's, else the first that is
 * not the OpenMP runtime's own; or NULL. */
static const struct stack *find_leak(const struct report *r)
{
    const struct stack *found = NULL;

    for (int i = 0; i < r->n_stacks; i++) {
        const struct stack *stack = &r->stack[i];
        if (!strstr(stack->label, " leak of ") || stack->openmp)
            continue;
        if (stack->spot.found)
            return stack;
        if (!found)
            found = stack;
    }
    return found;
}

static void say_leak(const struct report *r, struct finding *f)
{
    const struct stack *leak = find_leak(r);
    struct scene s = look_at(r, &leak->spot, WHOLE_LINE);
    long bytes = number_after(leak->label, " leak of ");
    long blocks = number_after(leak->label, "byte(s) in ");

    set_place(f, r, &leak->spot);
    /* what leaks here is the thread's stack */
    if (strstr(s.code, "pthread_create"))
        finding_add(f, gettext(never_joined), s.who, s.code);
    else if (blocks > 1)
        finding_add(
            f,
            _("%s allocates %ld blocks, %ld bytes in all, that are never "
              "freed%s."),
            s.who, blocks, bytes, s.code);
    else
        finding_add(f, _("%s allocates %ld bytes that are never freed%s."),
                    s.who, bytes, s.code);
}

/* ---- undefined behaviour ------------------------------------------------ */

/* "FILE:LINE:COLUMN" before the head, if FILE is the student's. The line may
 * start with what the student printed. If several threads come to one error at
 * once, the column may be missing. */
static struct spot undefined_spot(const struct report *r)
{
    struct spot spot = {0};
    char file[PATH_MAX];
    const char *end = r->head - strlen(": runtime error: ");
    int number[2], n_numbers = 0;

    for (; n_numbers < 2; n_numbers++) {
        const char *p = end;
        while (p > r->body && isdigit((unsigned char)p[-1]))
            p--;
        if (p == end || p == r->body || p[-1] != ':' || end - p > 9)
            break;
        number[n_numbers] = atoi(p);
        end = p - 1;
    }
    if (n_numbers == 0)
        return spot;
    snprintf(file, sizeof file, "%.*s", (int)(end - r->body), r->body);
    size_t n = strlen(file), m = strlen(r->source);
    if (!same_file(file, r->source) &&
        (n < m || strcmp(file + n - m, r->source) != 0))
        return spot;
    spot.found = true;
    spot.line = number[n_numbers - 1];
    spot.column = n_numbers == 2 ? number[0] : 0;
    return spot;
}

/* The part of the head between two texts. "" if it is not there. */
static void between(const char *head, const char *from, const char *to,
                    char *part, size_t size)
{
    const char *start = strstr(head, from);
    const char *end = start ? strstr(start + strlen(from), to) : NULL;

    *part = '\0';
    if (!end)
        return;
    start += strlen(from);
    snprintf(part, size, "%.*s", (int)(end - start), start);
}

/* True if an AddressSanitizer report that follows tells the same better. */
static bool is_vague(const struct report *r)
{
    return r->tool == UNDEFINED && (strstr(r->head, "insufficient space") ||
                                    strstr(r->head, "misaligned address"));
}

static void say_undefined(const struct report *r, struct finding *f)
{
    const struct spot spot = undefined_spot(r);
    const struct scene line = look_at(r, &spot, WHOLE_LINE);
    const struct scene use = look_at(r, &spot, STORED);
    const char *head = r->head;
    char type[NAME_SIZE], value[NAME_SIZE];
    long number;

    set_place(f, r, &spot);
    between(head, "type '", "'", type, sizeof type);
    if (strstr(head, "signed integer overflow: ")) {
        between(head, "overflow: ", " cannot", value, sizeof value);
        finding_add(
            f,
            _("%s computes %s, which does not fit into the type `%s`%s. "
              "Compute in a larger type."),
            line.who, value, type, line.code);
    } else if (strstr(head, "negation of ")) {
        between(head, "negation of ", " cannot", value, sizeof value);
        finding_add(
            f,
            _("%s negates %s, and the result does not fit into the type "
              "`%s`%s."),
            line.who, value, type, line.code);
    } else if ((number = number_after(head, "shift exponent ")) >= 0) {
        finding_add(
            f,
            _("%s shifts by %ld bits, but the type `%s` does not have that "
              "many%s."),
            line.who, number, type, line.code);
    } else if (strstr(head, "shift exponent ")) {
        finding_add(f, _("%s shifts by a negative number of bits%s."), line.who,
                    line.code);
    } else if (strstr(head, "left shift of ")) {
        finding_add(
            f,
            _("%s shifts bits out of a signed number%s. Use an unsigned "
              "type."),
            line.who, line.code);
    } else if (strstr(head, "null pointer passed as argument")) {
        finding_add(
            f,
            _("%s passes a null pointer to a function that does not allow "
              "one%s."),
            line.who, line.code);
    } else if (strstr(head, "null pointer")) {
        finding_add(f, gettext(null_pointer), use.who, use.code);
    } else if (strstr(head, "index ") && strstr(head, " out of bounds")) {
        /* "index -1 out of bounds for type 'int [10]'" */
        number = number_after(type, "[");
        between(head, "index ", " out of", value, sizeof value);
        finding_add(f, _("%s uses index %s of an array of type `%s`%s."),
                    use.who, value, type, use.code);
        if (number > 0)
            finding_add(f, _("Its indices go from 0 to %ld."), number - 1);
    } else if (strstr(head, "division by zero")) {
        finding_add(f, gettext(divides_by_zero), line.who, line.code);
    } else if (strstr(head, "outside the range of representable")) {
        finding_add(
            f,
            _("%s converts the value %.*s to the type `%s`, which cannot hold "
              "it%s."),
            line.who, (int)strcspn(head, " "), head, type, line.code);
    } else if (strstr(head, "misaligned address")) {
        finding_add(
            f,
            _("%s uses an address as a pointer to `%s` that is not a multiple "
              "of %ld%s."),
            use.who, type, number_after(head, "requires "), use.code);
    } else if (strstr(head, "insufficient space")) {
        finding_add(f, gettext(find_fault("-buffer-")->reads), use.who,
                    use.code);
    } else if (strstr(head, "variable length array bound")) {
        finding_add(f, _("%s makes an array with less than one element%s."),
                    line.who, line.code);
    } else {
        finding_add(
            f, _("%s does what the C language leaves undefined%s (%.200s)."),
            line.who, line.code, head);
    }
}

/* ---- the whole ---------------------------------------------------------- */

/* Not the student's: what the OpenMP runtime does inside looks like races and
 * misused locks where its own happens-before is not known to TSan. */
static bool is_runtimes_own(const struct report *r)
{
    if (r->tool == LEAK)
        return !find_leak(r);
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
        !find_text(r, "ERROR: ThreadSanitizer: "))
        return false;
    quote_line(r, &top->spot, code, sizeof code);
    return top->openmp && !strstr(code, "omp_");
}

static void describe(const struct report *r, struct finding *f)
{
    static const struct spot nowhere;
    struct scene s;
    long limit;

    f->kind = r->tool == THREADS ? KIND_RACE : KIND_MEMORY;
    f->status = STATUS_FAIL;
    f->message[0] = '\0';
    memset(&f->place, 0, sizeof f->place);
    if (runtime_crashed(r)) {
        f->kind = KIND_RACE;
        f->status = STATUS_UNTOLD;
        set_place(f, r, &r->stack[0].spot);
        finding_add(
            f, "%s",
            _("Could not be told: the race detector itself crashed where your "
              "code calls OpenMP. The error is not yours, and no points are "
              "lost."));
        return;
    }
    switch (r->tool) {
    case THREADS:
        if (strncmp(r->head, "data race", 9) == 0)
            say_race(r, f);
        else
            say_fault(r, f);
        break;
    case LEAK:
        say_leak(r, f);
        break;
    case UNDEFINED:
        say_undefined(r, f);
        break;
    case TOO_MUCH:
        limit = number_after(r->head, "(");
        s = look_at(r, &nowhere, WHOLE_LINE);
        if (strstr(r->head, "Mb vs ") && limit > 0)
            finding_add(
                f,
                _("Your program uses more than %ld MB, which is not allowed "
                  "here. Look for a loop that allocates without end."),
                limit);
        else
            finding_add(f, gettext(out_of_memory), s.who, s.code);
        break;
    default:
        say_fault(r, f);
    }
}

bool sanitizer_report(const char *text, const char *program, const char *source,
                      struct finding *f)
{
    static struct race_tools tools; /* looked for once: it runs clang */
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
        if (!*tools.symbolizer)
            race_tools_find(&tools);

        memset(r, 0, sizeof *r);
        size_t size = (size_t)(report_end(end, tool) - line);
        r->body = strndup(line, size);
        if (!r->body)
            break;
        r->tool = tool;
        r->source = source;
        r->end = r->body + size;
        r->head = r->body + (head - line);
        for (char *p = r->body; p < r->end; p++)
            if (*p == '\n')
                *p = '\0';
        parse_stacks(r, program);
        look_up_stacks(r, tools.symbolizer, program);
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

/*
 * ========= Invalid __global__ write of size 4 bytes
 * =========     at add(float *, int)+0x90 in vector_add.cu:9
 * =========     by thread (32,0,0) in block (3,0,0)
 * =========     Access to 0x7f4ee1c00190 is out of bounds
 */
bool memcheck_report(const char *text, const char *source, struct finding *f)
{
    const char *name = strrchr(source, '/'), *what, *by, *why, *host;
    char space[16], op[16], who[100];
    unsigned t[3], b[3];
    size_t length;
    int bytes;
    bool misaligned;

    name = name ? name + 1 : source;
    what = strstr(text, "= Invalid __");
    by = what ? strstr(what, "by thread (") : NULL;
    why = by ? strchr(by, '\n') : NULL;
    if (!why ||
        sscanf(what, "= Invalid __%15[a-z]__ %15s of size %d", space, op,
               &bytes) != 3 ||
        sscanf(by, "by thread (%u,%u,%u) in block (%u,%u,%u)", t, t + 1, t + 2,
               b, b + 1, b + 2) != 6)
        return false;
    length = strcspn(++why, "\n");
    misaligned = memmem(why, length, "misaligned", 10);
    if (!misaligned && !memmem(why, length, "out of bounds", 13))
        return false;
    f->kind = KIND_MEMORY;
    f->status = STATUS_FAIL;
    memset(&f->place, 0, sizeof f->place);
    host = strstr(by, "Saved host backtrace");
    for (const char *p = what;
         !f->place.line && (p = strstr(p, name)) && (!host || p < host); p++)
        if (strchr("/ ", p[-1]) && p[strlen(name)] == ':') {
            snprintf(f->place.file, sizeof f->place.file, "%s", source);
            f->place.line = atoi(p + strlen(name) + 1);
        }
    snprintf(who, sizeof who, "(%u, %u, %u) of block (%u, %u, %u)", t[0], t[1],
             t[2], b[0], b[1], b[2]);
    if (misaligned)
        finding_say(f,
                    _("On the GPU, thread %s uses %d bytes at an address that "
                      "is no multiple of %d."),
                    who, bytes, bytes);
    else
        finding_say(f,
                    !strcmp(op, "read")
                        ? _("On the GPU, thread %s reads %d bytes that lie "
                            "outside of %s. Is its index too large, or below "
                            "0?")
                        : _("On the GPU, thread %s writes %d bytes that lie "
                            "outside of %s. Is its index too large, or below "
                            "0?"),
                    who, bytes,
                    !strcmp(space, "shared")  ? _("its block's shared memory")
                    : !strcmp(space, "local") ? _("its own variables")
                                              : _("every array of the device"));
    return true;
}
