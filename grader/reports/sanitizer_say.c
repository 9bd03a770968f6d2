/*
 * sanitizer_say.c - see sanitizer_say.h: misused threads and locks, memory
 * errors, leaks, undefined behaviour. Races are in sanitizer_race.c.
 */
#define _GNU_SOURCE
#include "reports/sanitizer_say.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lvalue.h"
#include "base/said.h"
#include "base/source.h"
#include "base/tokens.h"
#include "reports/around.h"
#include "reports/freed.h"

/* ---- pieces of sentences ------------------------------------------------ */

void report_place(struct finding *f, const struct report *r,
                  const struct spot *spot)
{
    if (!spot->found || spot->line == 0)
        return;
    snprintf(f->place.file, sizeof f->place.file, "%s", r->source);
    f->place.line = spot->line;
    f->place.column = spot->rough ? 0 : spot->column;
}

void report_quote(const struct report *r, const struct spot *spot, char *quote,
                  size_t size)
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

void report_variable(const struct report *r, const struct spot *spot,
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
        said_put(s.who, sizeof s.who, "%s", SAY(part_your_program));
    else if (spot->rough)
        said_put(s.who, sizeof s.who, SAY(part_code_near_line), spot->line);
    else
        said_put(s.who, sizeof s.who, SAY(part_line_first), spot->line);
    if (code != WHOLE_LINE)
        report_variable(r, spot, code == LOADED, quote, NAME_SIZE);
    if (!*quote && !spot->rough)
        report_quote(r, spot, quote, sizeof quote);
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

/* ---- faults that need no more than a sentence of their own -------------- */

/* By how the report's head starts or what it holds; the first that fits. */
static const struct fault {
    const char *mark;
    const char *reads;  /* or what it does at all */
    const char *writes; /* NULL: the same */
} faults[] = {
    /* ThreadSanitizer */
    {"thread leak", SAY(thread_never_joined), NULL},
    {"double lock of a mutex", SAY(mutex_double_lock), NULL},
    {"unlock of an unlocked mutex", SAY(mutex_unlock_not_held), NULL},
    {"destroy of a locked mutex", SAY(mutex_destroyed_while_locked), NULL},
    {"use of an invalid mutex", SAY(mutex_not_initialized), NULL},
    {"lock-order-inversion", SAY(lock_order_inversion), NULL},
    /* AddressSanitizer */
    {"-use-after-free", SAY(use_after_free_read), SAY(use_after_free_write)},
    /* the kit marks what lies around its buffers like this */
    {"use-after-poison", SAY(out_of_bounds_read_argument),
     SAY(out_of_bounds_write_argument)},
    {"-buffer-", SAY(out_of_bounds_read), SAY(out_of_bounds_write)},
    /* begins inside, as gcc 13 sees a memset() */
    {"unknown-crash", SAY(out_of_bounds_read), SAY(out_of_bounds_write)},
    {"stack-use-after-", SAY(use_after_scope_read), SAY(use_after_scope_write)},
    {"attempting double-free", SAY(double_free), NULL},
    {"attempting free on address", SAY(invalid_free), NULL},
    {"stack-overflow", SAY(stack_overflow), NULL},
    {"-param-overlap", SAY(overlapping_copy), NULL},
    {"negative-size-param", SAY(negative_size_passed), NULL},
    {"requested allocation size", SAY(out_of_memory), NULL},
    {"parameters overflow", SAY(out_of_memory), NULL},
    {"out of memory", SAY(out_of_memory), NULL},
    {"out-of-memory", SAY(out_of_memory), NULL},
    {"FPE on ", SAY(division_by_zero), NULL},
    {"SEGV on ", SAY(unallocated_address_read), SAY(unallocated_address_write)},
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
    const struct stack *made = report_stack(r, "allocated by ");
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
        said_put(what, sizeof what, SAY(part_variable_bytes_declared), g.name,
                 g.size, g.line);
    else if (*g.name)
        said_put(what, sizeof what, SAY(part_variable_bytes), g.name, g.size);
    else if (g.line)
        said_put(what, sizeof what, SAY(part_memory_block_allocated), g.size,
                 g.line);
    else
        said_put(what, sizeof what, SAY(part_memory_block_bytes), g.size);

    if (g.distance == 0)
        finding_add(f, SAY(wrong_byte_directly_after_end), what);
    else if (g.distance > 0)
        finding_add(f, SAY(wrong_byte_after_end), g.distance, what);
    else
        finding_add(f, SAY(wrong_byte_before_start), -g.distance, what);
    if (access <= 0 || g.size % access != 0 || g.distance % access != 0)
        return;
    if (g.distance < 0)
        finding_add(f, SAY(index_in_elements), access, g.distance / access);
    else
        finding_add(f, SAY(index_in_elements_with_last), access,
                    (g.size + g.distance) / access, g.size / access - 1);
}

/* ---- misused threads, locks and memory ---------------------------------- */

void report_say_fault(const struct report *r, struct finding *f)
{
    static const struct stack none;
    const struct stack *top = r->n_stacks ? &r->stack[0] : &none;
    const struct fault *fault = find_fault(r->head);
    const char *label = top->label ? top->label : "";
    bool writes = strcasestr(label, "write of size ") ||
                  report_line(r, "WRITE of size ") ||
                  report_line(r, "caused by a WRITE ");
    bool touches = fault && fault->writes;
    struct scene s = look_at(r, &top->spot,
                             touches ? (writes ? STORED : LOADED) : WHOLE_LINE);

    report_place(f, r, &top->spot);
    if (report_line(r, "pc points to the zero page")) {
        finding_add(f, SAY(null_pointer_called), s.who, s.code);
    } else if (report_line(r, "address points to the zero page")) {
        finding_add(f, SAY(null_pointer_used), s.who, s.code);
    } else if (fault) {
        finding_add(f, writes && fault->writes ? fault->writes : fault->reads,
                    s.who, s.code);
    } else {
        /* ours to explain one day; the name can at least be searched for */
        int n = (int)strcspn(r->head, "(:");
        while (n > 0 && isspace((unsigned char)r->head[n - 1]))
            n--;
        finding_add(f, SAY(other_sanitizer_error), s.who, n < 100 ? n : 100,
                    r->head, s.code);
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
        const struct stack *freed = report_stack(r, "freed by ");
        if (!freed && r->tool == THREADS && r->n_stacks > 1)
            freed = &r->stack[1]; /* TSan takes free() for a write */
        add_line(f, SAY(freed_at_line), freed);
        if (r->tool == THREADS && strstr(r->head, "use-after"))
            finding_add(f, "%s", SAY(maybe_out_of_bounds));
    }
    if (strstr(r->head, "destroy of a locked mutex"))
        add_line(f, SAY(mutex_locked_at_line), report_stack(r, "and:"));
    if (strstr(r->head, "lock-order-inversion") && r->n_stacks > 1)
        add_line(f, SAY(lock_order_inversion_other_line), &r->stack[1]);
    if (strstr(r->head, "requested allocation size"))
        finding_add(
            f, SAY(out_of_memory_requested_size),
            (double)strtoull(r->head + strcspn(r->head, "0"), NULL, 16) / 1e6);
}

/* ---- leaks, and more than there is ------------------------------------- */

const struct stack *report_leak(const struct report *r)
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

/* " Line 40 frees it, but ..." of what a line puts into a variable, or "". */
static void why_not_freed(const struct report *r, const struct spot *spot,
                          char *why, size_t size)
{
    char line[1024], name[NAME_SIZE];
    const char *sign, *p;

    *why = '\0';
    if (!spot->line || !source_line(r->source, spot->line, line, sizeof line) ||
        !(sign = strchr(line, '=')))
        return;
    while (sign > line && sign[-1] == ' ')
        sign--;
    for (p = sign; p > line && (token_in_name(p[-1]) || p[-1] == '.' ||
                                p[-1] == '>' || !strncmp(p - 1, "->", 2));)
        p--;
    snprintf(name, sizeof name, "%.*s", (int)(sign - p), p);
    freed_say(r->source, spot->line, name, "free", why, size);
}

void report_say_leak(const struct report *r, struct finding *f)
{
    char why[300];
    const struct stack *leak = report_leak(r);
    struct scene s = look_at(r, &leak->spot, WHOLE_LINE);
    long bytes = number_after(leak->label, " leak of ");
    long blocks = number_after(leak->label, "byte(s) in ");

    report_place(f, r, &leak->spot);
    /* what leaks here is the thread's stack */
    if (strstr(s.code, "pthread_create"))
        finding_add(f, SAY(thread_never_joined), s.who, s.code);
    else if (blocks > 1)
        finding_add(f, SAY(leak_blocks), s.who, blocks, bytes, s.code);
    else
        finding_add(f, SAY(leak_bytes), s.who, bytes, s.code);
    why_not_freed(r, &leak->spot, why, sizeof why);
    if (*why)
        finding_add(f, "%s", why + 1);
}

void report_say_too_much(const struct report *r, struct finding *f)
{
    static const struct spot nowhere;
    struct scene s = look_at(r, &nowhere, WHOLE_LINE);
    long limit = number_after(r->head, "(");

    if (strstr(r->head, "Mb vs ") && limit > 0)
        finding_add(f, SAY(out_of_memory_limit), limit);
    else
        finding_add(f, SAY(out_of_memory), s.who, s.code);
}

/* ---- undefined behaviour ------------------------------------------------ */

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

/* Those that need no more than a sentence; the first that fits. */
static const struct {
    const char *mark, *sentence;
    enum code code; /* what it quotes */
} undefined[] = {
    {"shift exponent ", SAY(shift_by_negative), WHOLE_LINE},
    {"left shift of ", SAY(shift_overflow_signed), WHOLE_LINE},
    {"null pointer passed as argument", SAY(null_pointer_passed), WHOLE_LINE},
    {"null pointer", SAY(null_pointer_used), STORED},
    {"division by zero", SAY(division_by_zero), WHOLE_LINE},
    {"insufficient space", SAY(out_of_bounds_read), STORED},
    {"variable length array bound", SAY(array_size_below_one), WHOLE_LINE},
};

/* False if it is none of those. */
static bool say_undefined_alone(const struct report *r, const struct spot *spot,
                                struct finding *f)
{
    for (size_t i = 0; i < sizeof undefined / sizeof *undefined; i++)
        if (strstr(r->head, undefined[i].mark)) {
            struct scene s = look_at(r, spot, undefined[i].code);
            finding_add(f, undefined[i].sentence, s.who, s.code);
            return true;
        }
    return false;
}

/* How long the array of `name[i]` is whose length is not known before the
 * program runs: as it is declared, and where that number comes from. */
static void say_length(const struct report *r, const struct spot *spot,
                       struct finding *f)
{
    char name[NAME_SIZE], length[NAME_SIZE], line[QUOTE_SIZE] = "";
    struct spot setting = *spot;
    struct around a;
    int declared = -1, set = -1, from;

    report_variable(r, spot, false, name, sizeof name);
    name[strcspn(name, "[")] = '\0';
    if (!*name || !around_read(&a, r->source))
        return;
    const struct tokens s = a.s;
    const struct span body = around_function(&a, spot->line);
    from = body.from < 0 ? s.n : around_name(&a, body);
    for (int k = from; k < s.n && s.t[k].line < spot->line; k++) {
        const int open = tokens_next(&s, k), before = tokens_last(&s, k);
        static const char *const no[] = {"return", "else",   "do",
                                         "case",   "sizeof", "goto"};
        bool type = true;

        if (token_is(&s.t[k], name) && open < s.n && before >= 0 &&
            token_is(&s.t[open], "[") && tokens_match(&s, open) > open &&
            !token_is(&s.t[tokens_next(&s, tokens_match(&s, open))], "[") &&
            s.t[before].kind == TOKEN_NAME) {
            for (size_t i = 0; i < sizeof no / sizeof *no; i++)
                type = type && !token_is(&s.t[before], no[i]);
            declared = type ? k : declared;
        }
    }
    if (declared >= 0) {
        const int open = tokens_next(&s, declared);
        char *part = tokens_original(&s, open + 1, tokens_match(&s, open));

        snprintf(length, sizeof length, "%s",
                 part && strlen(part) < sizeof length ? part : "...");
        free(part);
        for (int k = from; k < declared; k++)
            if (token_is(&s.t[k], length) &&
                token_is(&s.t[tokens_next(&s, k)], "="))
                set = k;
        finding_add(f, SAY(array_length_declared), s.t[declared].line, name,
                    length);
    }
    if (set >= 0) {
        setting.line = s.t[set].line;
        report_quote(r, &setting, line, sizeof line);
        finding_add(f, SAY(array_length_set), setting.line, line);
    }
    if (strstr(line, "omp_get_num_procs"))
        finding_add(f, SAY(threads_exceed_processors));
    around_free(&a);
}

/* "index -1 out of bounds for type 'int [10]'" */
static void say_index(const struct report *r, const struct spot *spot,
                      const char *type, struct finding *f)
{
    const struct scene s = look_at(r, spot, STORED);
    const long number = number_after(type, "[");
    char value[NAME_SIZE];

    between(r->head, "index ", " out of", value, sizeof value);
    finding_add(f, SAY(out_of_bounds_index), s.who, value, type, s.code);
    if (number > 0)
        finding_add(f, SAY(index_range), number - 1);
    else
        say_length(r, spot, f);
}

void report_say_undefined(const struct report *r, struct finding *f)
{
    const struct spot spot = undefined_spot(r);
    const struct scene s = look_at(r, &spot, WHOLE_LINE);
    const char *head = r->head;
    char type[NAME_SIZE], value[NAME_SIZE];
    long number;

    report_place(f, r, &spot);
    between(head, "type '", "'", type, sizeof type);
    if (strstr(head, "signed integer overflow: ")) {
        between(head, "overflow: ", " cannot", value, sizeof value);
        finding_add(f, SAY(signed_overflow), s.who, value, type, s.code);
    } else if (strstr(head, "negation of ")) {
        between(head, "negation of ", " cannot", value, sizeof value);
        finding_add(f, SAY(signed_overflow_by_negation), s.who, value, type,
                    s.code);
    } else if ((number = number_after(head, "shift exponent ")) >= 0) {
        finding_add(f, SAY(shift_too_wide), s.who, number, type, s.code);
    } else if (strstr(head, "index ") && strstr(head, " out of bounds")) {
        say_index(r, &spot, type, f);
    } else if (strstr(head, "outside the range of representable")) {
        finding_add(f, SAY(conversion_out_of_range), s.who,
                    (int)strcspn(head, " "), head, type, s.code);
    } else if (strstr(head, "misaligned address")) {
        const struct scene use = look_at(r, &spot, STORED);
        finding_add(f, SAY(misaligned_address), use.who, type,
                    number_after(head, "requires "), use.code);
    } else if (!say_undefined_alone(r, &spot, f)) {
        finding_add(f, SAY(undefined_behavior), s.who, s.code, head);
    }
}
