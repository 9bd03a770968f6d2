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
#include "base/say.h"
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
        snprintf(s.who, sizeof s.who, "%s", _("Your program"));
    else if (spot->rough)
        snprintf(s.who, sizeof s.who, _("The code near line %d"), spot->line);
    else
        snprintf(s.who, sizeof s.who, _("Line %d"), spot->line);
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

static const char null_pointer[] =
    N_("%s uses a null pointer%s. Look where the pointer gets its value.");
static const char out_of_memory[] =
    N_("%s asks for more memory than there is%s. Check how the size is "
       "computed, and that a loop does not allocate without end.");
static const char never_joined[] =
    N_("%s starts a thread that nobody waits for%s. Call pthread_join for "
       "every thread that you create.");
static const char divides_by_zero[] = N_("%s divides by zero%s.");
static const char reads_outside[] = N_("%s reads outside the array%s.");
static const char writes_outside[] = N_("%s writes outside the array%s.");

/* ---- faults that need no more than a sentence of their own -------------- */

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
    {"-buffer-", reads_outside, writes_outside},
    /* begins inside, as gcc 13 sees a memset() */
    {"unknown-crash", reads_outside, writes_outside},
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
        finding_add(f, _("%s calls a function through a null pointer%s."),
                    s.who, s.code);
    } else if (report_line(r, "address points to the zero page")) {
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
        const struct stack *freed = report_stack(r, "freed by ");
        if (!freed && r->tool == THREADS && r->n_stacks > 1)
            freed = &r->stack[1]; /* TSan takes free() for a write */
        add_line(f, _("It was freed at line %d."), freed);
        if (r->tool == THREADS && strstr(r->head, "use-after"))
            finding_add(f, "%s",
                        _("Or is the index outside of its own array, in "
                          "memory that was another one's? The check of memory "
                          "sees that."));
    }
    if (strstr(r->head, "destroy of a locked mutex"))
        add_line(f, _("It was locked at line %d."), report_stack(r, "and:"));
    if (strstr(r->head, "lock-order-inversion") && r->n_stacks > 1)
        add_line(f, _("The other order is at line %d."), &r->stack[1]);
    if (strstr(r->head, "requested allocation size"))
        finding_add(
            f, _("It asked for %.0f MB."),
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
        finding_add(f,
                    _("Your program uses more than %ld MB, which is not "
                      "allowed here. Look for a loop that allocates without "
                      "end."),
                    limit);
    else
        finding_add(f, gettext(out_of_memory), s.who, s.code);
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
    {"shift exponent ", N_("%s shifts by a negative number of bits%s."),
     WHOLE_LINE},
    {"left shift of ",
     N_("%s shifts bits out of a signed number%s. Use an unsigned type."),
     WHOLE_LINE},
    {"null pointer passed as argument",
     N_("%s passes a null pointer to a function that does not allow one%s."),
     WHOLE_LINE},
    {"null pointer", null_pointer, STORED},
    {"division by zero", divides_by_zero, WHOLE_LINE},
    {"insufficient space", reads_outside, STORED},
    {"variable length array bound",
     N_("%s makes an array with less than one element%s."), WHOLE_LINE},
};

/* False if it is none of those. */
static bool say_undefined_alone(const struct report *r, const struct spot *spot,
                                struct finding *f)
{
    for (size_t i = 0; i < sizeof undefined / sizeof *undefined; i++)
        if (strstr(r->head, undefined[i].mark)) {
            struct scene s = look_at(r, spot, undefined[i].code);
            finding_add(f, gettext(undefined[i].sentence), s.who, s.code);
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
        finding_add(f, _("Line %d gives `%s` `%s` elements."),
                    s.t[declared].line, name, length);
    }
    if (set >= 0) {
        setting.line = s.t[set].line;
        report_quote(r, &setting, line, sizeof line);
        finding_add(f, _("How many that is, line %d says: `%s`."), setting.line,
                    line);
    }
    if (strstr(line, "omp_get_num_procs"))
        finding_add(f, _("A team may have more threads than there are "
                         "processors."));
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
    finding_add(f, _("%s uses index %s of an array of type `%s`%s."), s.who,
                value, type, s.code);
    if (number > 0)
        finding_add(f, _("Its indices go from 0 to %ld."), number - 1);
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
        finding_add(f,
                    _("%s computes %s, which does not fit into the type "
                      "`%s`%s. Compute in a larger type."),
                    s.who, value, type, s.code);
    } else if (strstr(head, "negation of ")) {
        between(head, "negation of ", " cannot", value, sizeof value);
        finding_add(f,
                    _("%s negates %s, and the result does not fit into the "
                      "type `%s`%s."),
                    s.who, value, type, s.code);
    } else if ((number = number_after(head, "shift exponent ")) >= 0) {
        finding_add(f,
                    _("%s shifts by %ld bits, but the type `%s` does not have "
                      "that many%s."),
                    s.who, number, type, s.code);
    } else if (strstr(head, "index ") && strstr(head, " out of bounds")) {
        say_index(r, &spot, type, f);
    } else if (strstr(head, "outside the range of representable")) {
        finding_add(f,
                    _("%s converts the value %.*s to the type `%s`, which "
                      "cannot hold it%s."),
                    s.who, (int)strcspn(head, " "), head, type, s.code);
    } else if (strstr(head, "misaligned address")) {
        const struct scene use = look_at(r, &spot, STORED);
        finding_add(f,
                    _("%s uses an address as a pointer to `%s` that is not a "
                      "multiple of %ld%s."),
                    use.who, type, number_after(head, "requires "), use.code);
    } else if (!say_undefined_alone(r, &spot, f)) {
        finding_add(f,
                    _("%s does what the C language leaves undefined%s "
                      "(%.200s)."),
                    s.who, s.code, head);
    }
}
