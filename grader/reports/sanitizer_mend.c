/*
 * sanitizer_mend.c - see sanitizer_mend.h. First the directives around a line
 * and what a variable is, then one function for each sort of place: each
 * answers false where it is another one, and the first that fits has the say.
 */
#define _GNU_SOURCE
#include "reports/sanitizer_mend.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "reports/around.h"

/* What is known of a place. */
struct place_of {
    const struct report *r;
    const struct access *a; /* both sides */
    const struct around *text;
    const struct access *reads, *changes; /* null: both write */
    char base[NAME_SIZE];                 /* "s" of "s.sum", "p" of "p->x" */
    bool scalar;                          /* the name is that of a variable */
    struct span region;                   /* of `omp parallel` around it */
    int region_line;
    bool openmp;
};

/* ---- directives --------------------------------------------------------- */

struct directive {
    int from, to; /* tokens; from is its # */
    struct span body;
};

/* The next `#pragma omp` at or behind token k, with the statement under it. */
static bool next_directive(const struct around *a, int k, struct directive *d)
{
    for (; k < a->s.n; k++) {
        const struct token *t = &a->s.t[k];
        int word;

        if (!t->directive || !token_is(t, "#"))
            continue;
        word = tokens_next(&a->s, k);
        if (!token_is(&a->s.t[word], "pragma") ||
            !token_is(&a->s.t[tokens_next(&a->s, word)], "omp"))
            continue;
        d->from = k;
        for (d->to = k; d->to + 1 < a->s.n && a->s.t[d->to + 1].directive;
             d->to++)
            ;
        int body = tokens_next(&a->s, d->to);
        while (body < a->s.n && a->s.t[body].directive)
            body = tokens_next(&a->s, body);
        d->body = (struct span){body, body};
        if (body < a->s.n)
            d->body.to = around_statement_end(a, body);
        return true;
    }
    return false;
}

static bool says(const struct around *a, const struct directive *d,
                 const char *word)
{
    for (int k = d->from; k <= d->to; k++)
        if (token_is(&a->s.t[k], word))
            return true;
    return false;
}

static bool has(const struct around *a, struct span s, int line)
{
    return s.from >= 0 && around_line(a, s.from) <= line &&
           line <= around_line(a, s.to);
}

/* The last directive with this word that stands around the line. */
static bool directive_around(const struct around *a, int line, const char *word,
                             struct directive *found)
{
    struct directive d;
    bool any = false;

    for (int k = 0; next_directive(a, k, &d); k = d.to + 1)
        if (says(a, &d, word) && has(a, d.body, line)) {
            *found = d;
            any = true;
        }
    return any;
}

/* ---- the text of the place ---------------------------------------------- */

static bool line_of(const struct place_of *p, const struct access *a,
                    char *line, size_t size)
{
    return a->spot.line && !a->spot.rough &&
           source_line(p->r->source, a->spot.line, line, (int)size);
}

/* Behind the name in its line; null if it is not there. */
static const char *behind_name(const char *line, const char *name)
{
    const size_t n = strlen(name);

    for (const char *p = n ? strstr(line, name) : NULL; p;
         p = strstr(p + 1, name))
        if ((p == line || !token_in_name(p[-1])) && !token_in_name(p[n]))
            return p + n + strspn(p + n, " )");
    return NULL;
}

enum change { NONE, ADDS, TAKES_NUMBER, MAXIMUM, MINIMUM, SETS };

static enum change compares(const char *text, const char *name)
{
    const char *p = strstr(text, "if"), *at = strstr(text, name);
    const char *sign = p ? strpbrk(p, "<>") : NULL;

    if (strstr(text, "max("))
        return MAXIMUM;
    if (strstr(text, "min("))
        return MINIMUM;
    if (!sign || !at || at < p || strpbrk(sign + 1 + (sign[1] == '='), "<>&|"))
        return NONE;
    return (at > sign) == (*sign == '>') ? MAXIMUM : MINIMUM;
}

/* What the line does to the name. */
static enum change change_of(const struct place_of *p, const struct access *a)
{
    char line[1024], before[1024];
    const char *start, *behind;
    enum change change;

    if (!line_of(p, a, line, sizeof line) ||
        !(behind = behind_name(line, a->name)))
        return NONE;
    start = line + strspn(line, " \t{+-");
    if (!strncmp(behind, "++", 2) || !strncmp(behind, "--", 2) ||
        !strncmp(behind, "+=", 2) || !strncmp(behind, "-=", 2))
        return !strncmp(start, a->name, strlen(a->name)) ||
                       strstr(line, "; i++)")
                   ? ADDS
               : strchr("+-", *behind) && behind[1] != '='
                   ? (strpbrk(line, "=[(") ? TAKES_NUMBER : ADDS)
                   : ADDS;
    if (*behind != '=' || behind[1] == '=')
        return NONE;
    if ((change = compares(line, a->name)) != NONE)
        return change;
    if (behind_name(behind, a->name))
        return strchr(behind, '+') ? ADDS : NONE;
    if (a->spot.line > 1 &&
        source_line(p->r->source, a->spot.line - 1, before, sizeof before) &&
        (change = compares(before, a->name)) != NONE)
        return change;
    return SETS;
}

/* The line of the function where the variable is declared before the region; 0:
 * it is not, or again within. */
static int declared_outside(const struct place_of *p)
{
    const struct around *a = p->text;
    const struct span f = around_function(a, p->a[0].spot.line);
    int found = 0;

    for (int k = f.from; k >= 0 && k < f.to; k++) {
        const struct token *t = &a->s.t[k];
        int before;

        if (t->directive || !token_is(t, p->base))
            continue;
        before = tokens_last(&a->s, k);
        if (t->line < p->region_line && !found)
            found = t->line;
        else if (t->line > p->region_line && before >= 0 &&
                 !a->s.t[before].directive &&
                 a->s.t[before].kind == TOKEN_NAME &&
                 !token_is(&a->s.t[before], "return") &&
                 !token_is(&a->s.t[before], "sizeof") &&
                 !token_is(&a->s.t[before], "else"))
            return 0;
    }
    return found;
}

static bool is_static(const struct place_of *p)
{
    const struct around *a = p->text;
    const struct span f = around_function(a, p->a[0].spot.line);

    for (int k = f.from; k >= 0 && k < f.to; k++) {
        if (!token_is(&a->s.t[k], "static"))
            continue;
        for (int i = k; i < f.to && !token_is(&a->s.t[i], ";") &&
                        !token_is(&a->s.t[i], "=");
             i++)
            if (token_is(&a->s.t[i], p->base))
                return true;
    }
    return false;
}

/* ---- places ------------------------------------------------------------- */

/* pthread_create(..., &t) in a loop that goes on to change t. */
static bool say_address(const struct place_of *p, struct finding *f)
{
    const struct around *a = p->text;

    for (int k = 0; k < a->s.n; k++) {
        const int open = tokens_next(&a->s, k);
        struct span loop;

        if (!token_is(&a->s.t[k], "pthread_create") || open >= a->s.n ||
            a->match[open] < open)
            continue;
        loop = around_loop(a, a->s.t[k].line, a->s.t[k].line);
        for (int i = open; i < a->match[open]; i++) {
            const int name = tokens_next(&a->s, i);
            const int behind = tokens_next(&a->s, name);

            if (!token_is(&a->s.t[i], "&") ||
                !token_is(&a->s.t[name], p->base) ||
                !token_is(&a->s.t[behind], ")") ||
                !(has(a, loop, p->a[0].spot.line) ||
                  has(a, loop, p->a[1].spot.line)))
                continue;
            finding_add(f, SAY(shared_thread_argument), p->base,
                        a->s.t[k].line);
            return true;
        }
    }
    return false;
}

static bool say_static(const struct place_of *p, struct finding *f)
{
    if (!p->scalar || !is_static(p))
        return false;
    finding_add(f, SAY(shared_static_variable), p->base);
    return true;
}

/* part[thread % SLOTS] */
static bool say_remainder(const struct place_of *p, struct finding *f)
{
    const char *bracket = strchr(p->a[0].name, '[');

    if (!bracket || !strchr(bracket, '%') ||
        strcmp(p->a[0].name, p->a[1].name) != 0)
        return false;
    finding_add(f, "%s", SAY(shared_element_by_remainder));
    return true;
}

/* The first line from..to of the function that has the variable; 0: none. */
static int uses_it(const struct place_of *p, int from, int to)
{
    return around_first(p->text,
                        around_function(p->text, p->changes->spot.line), from,
                        to, (const char *[]){p->base, NULL});
}

/* The counter of a loop that all threads go through: "for (i = 0; ...; i++)".
 */
static bool say_counter(const struct place_of *p, struct finding *f)
{
    const struct around *a = p->text;
    const int line = p->changes->spot.line;
    const struct span loop = around_loop(a, line, line);
    int open, k;

    if (!p->scalar || !p->openmp || loop.from < 0 ||
        !token_is(&a->s.t[loop.from], "for"))
        return false;
    open = tokens_next(&a->s, loop.from);
    for (k = open; k < a->match[open] && !token_is(&a->s.t[k], "="); k++)
        ;
    if (k >= a->match[open] ||
        !token_is(&a->s.t[tokens_last(&a->s, k)], p->base) ||
        tokens_last(&a->s, tokens_last(&a->s, k)) != open)
        return false;
    finding_add(f, SAY(shared_loop_counter), p->base, around_line(a, loop.from),
                p->base);
    return true;
}

/* An element for each thread, by its number: then there are too few. */
static bool say_few_elements(const struct place_of *p, struct finding *f)
{
    const struct around *a = p->text;
    const struct span in = around_function(a, p->changes->spot.line);
    const char *bracket = strchr(p->changes->name, '[');
    char inside[NAME_SIZE + 2];

    if (!bracket || strcmp(p->a[0].name, p->a[1].name) != 0)
        return false;
    for (int k = in.from; k >= 0 && k < in.to; k++) {
        const int sign = tokens_next(&a->s, k);

        snprintf(inside, sizeof inside, "[%.*s]", (int)a->s.t[k].length,
                 a->s.t[k].at);
        if (a->s.t[k].kind != TOKEN_NAME || strcmp(inside, bracket) != 0 ||
            !token_is(&a->s.t[sign], "=") ||
            !token_is(&a->s.t[tokens_next(&a->s, sign)], "omp_get_thread_num"))
            continue;
        finding_add(f, SAY(duplicate_thread_number), p->changes->name,
                    (int)a->s.t[k].length, a->s.t[k].at);
        return true;
    }
    return false;
}

/* Whether the index is made with a variable that has the thread's number. */
static bool by_number(const struct place_of *p, const struct access *access)
{
    const struct around *a = p->text;
    const struct span in = around_function(a, access->spot.line);
    const char *bracket = strchr(access->name, '[');
    char name[NAME_SIZE];

    for (int k = in.from; bracket && k >= 0 && k < in.to; k++) {
        const int sign = tokens_next(&a->s, k);

        if (a->s.t[k].kind != TOKEN_NAME || !token_is(&a->s.t[sign], "=") ||
            !token_is(&a->s.t[tokens_next(&a->s, sign)], "omp_get_thread_num"))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)a->s.t[k].length,
                 a->s.t[k].at);
        if (behind_name(bracket, name))
            return true;
    }
    return false;
}

/* part[id] = ...; then somebody takes the part[t] of others. */
static bool say_each_then_all(const struct place_of *p, struct finding *f)
{
    const bool first = by_number(p, &p->a[0]), second = by_number(p, &p->a[1]);
    const struct access *own = first ? &p->a[0] : &p->a[1];
    const struct access *all = first ? &p->a[1] : &p->a[0];
    const size_t n = strcspn(own->name, "[");

    if (!p->openmp || first == second || !own->writes ||
        !strchr(all->name, '[') || strcspn(all->name, "[") != n ||
        strncmp(own->name, all->name, n) != 0 ||
        own->spot.line >= all->spot.line ||
        around_loop(p->text, own->spot.line, all->spot.line).from >= 0)
        return false;
    finding_add(f, SAY(needs_barrier_own_then_other), own->name, own->spot.line,
                all->name, all->spot.line);
    return true;
}

static bool say_added(const struct place_of *p, struct finding *f)
{
    const enum change change = change_of(p, p->changes);
    const bool element = strchr(p->changes->name, '[');

    if (change == TAKES_NUMBER && p->openmp)
        finding_add(f, "%s", SAY(read_add_needs_atomic_capture));
    else if (change == TAKES_NUMBER || (change == ADDS && !p->openmp))
        finding_add(f, "%s", SAY(read_add_needs_mutex));
    else if (change == ADDS && element)
        finding_add(f, SAY(needs_atomic_for_element), p->changes->spot.line);
    else if (change == ADDS && p->scalar && p->region_line &&
             uses_it(p, p->changes->spot.line + 1,
                     around_line(p->text, p->region.to)))
        finding_add(f, SAY(needs_atomic_for_variable), p->base,
                    p->changes->spot.line);
    else if (change == ADDS && p->scalar && p->region_line)
        finding_add(f, SAY(needs_reduction), p->base, p->base, p->region_line);
    else if (change == ADDS)
        finding_add(f, "%s", SAY(needs_private_partial_sum));
    else
        return false;
    return true;
}

static bool say_largest(const struct place_of *p, struct finding *f)
{
    const enum change change = change_of(p, p->changes);
    const char *word = change == MAXIMUM ? "max" : "min";

    if ((change != MAXIMUM && change != MINIMUM) || !p->openmp)
        return false;
    if (p->scalar && p->region_line)
        finding_add(f, SAY(compare_store_needs_reduction), p->base, word,
                    p->base, p->region_line);
    else
        finding_add(f, "%s", SAY(compare_store_needs_critical));
    return true;
}

/* old = sum; sum = old + x */
static bool say_two_steps(const struct place_of *p, struct finding *f)
{
    const int line = p->changes->spot.line;
    const struct span in = around_braces(p->text, line);
    int read;

    if (!p->scalar || !p->region_line || change_of(p, p->changes) != SETS ||
        p->a[1].spot.line != p->a[0].spot.line)
        return false;
    read = around_first(p->text, in, around_line(p->text, in.from), line - 1,
                        (const char *[]){p->base, NULL});
    if (!read || read <= p->region_line)
        return false;
    finding_add(f, SAY(read_write_needs_critical), read, line);
    return true;
}

/* A variable that each thread sets for itself, but there is only one. */
static bool say_shared(const struct place_of *p, struct finding *f)
{
    char line[1024];
    int declared;

    if (!p->scalar || !p->region_line || change_of(p, p->changes) != SETS ||
        !(declared = declared_outside(p)) ||
        !line_of(p, p->changes, line, sizeof line))
        return false;
    const bool single =
        strstr(behind_name(line, p->base), "= omp_get_num_threads();");
    if (!single &&
        (uses_it(p, p->region_line, p->changes->spot.line - 1) ||
         uses_it(p, around_line(p->text, p->region.to) + 1, INT_MAX)))
        return false;
    if (single)
        finding_add(f, SAY(needs_single), p->changes->spot.line);
    else
        finding_add(f, SAY(declared_outside_needs_private), p->base, declared,
                    p->region_line, p->base);
    return true;
}

/* f(line, ...): an array that all threads share, and a function that writes it.
 */
static bool say_given(const struct place_of *p, struct finding *f)
{
    const struct around *a = p->text;
    const int line = p->changes->spot.line;
    struct place_of of = *p;

    if (!p->region_line || p->a[1].spot.line != p->a[0].spot.line)
        return false;
    for (int k = 0; k < a->s.n; k++) {
        const int before = tokens_last(&a->s, k);
        int behind = tokens_next(&a->s, k), declared;

        if (a->s.t[k].line != line || a->s.t[k].kind != TOKEN_NAME ||
            a->s.t[k].directive ||
            !(token_is(&a->s.t[before], "(") ||
              token_is(&a->s.t[before], "&")) ||
            !(token_is(&a->s.t[behind], ",") || token_is(&a->s.t[behind], ")")))
            continue;
        snprintf(of.base, sizeof of.base, "%.*s", (int)a->s.t[k].length,
                 a->s.t[k].at);
        if (!(declared = declared_outside(&of)))
            continue;
        finding_add(f, SAY(declared_outside_needs_local), of.base, declared,
                    p->region_line);
        return true;
    }
    return false;
}

/* a[i] = a[i - 1] + ... */
static bool say_neighbour(const struct place_of *p, struct finding *f)
{
    const char *one = p->a[0].name, *two = p->a[1].name;
    const size_t n = strcspn(one, "[");

    const int line[2] = {p->a[0].spot.line, p->a[1].spot.line};
    const struct span loop = around_loop(p->text, line[0], line[1]);

    if (!one[n] || strcspn(two, "[") != n || strncmp(one, two, n) != 0 ||
        !strcmp(one, two))
        return false;
    if (line[0] != line[1] && loop.from < 0 && p->reads)
        finding_add(f, SAY(needs_barrier_between_lines), p->reads->spot.line,
                    p->changes->spot.line);
    else
        finding_add(f, SAY(needs_barrier_or_second_array), one, two);
    return true;
}

/* What stands between the two lines is no barrier. */
static bool say_no_wait(const struct place_of *p, struct finding *f)
{
    const int line[2] = {p->a[0].spot.line, p->a[1].spot.line};
    const int low = line[0] < line[1] ? line[0] : line[1];
    const int high = line[0] < line[1] ? line[1] : line[0];
    const struct around *a = p->text;
    struct directive d;
    bool said = false;

    for (int k = 0; !said && next_directive(a, k, &d); k = d.to + 1) {
        const int at = around_line(a, d.from);

        if (!has(a, d.body, low) || has(a, d.body, high))
            continue;
        if (says(a, &d, "nowait"))
            finding_add(f, SAY(needs_barrier_after_nowait), at,
                        around_line(a, d.body.to), high);
        else if (says(a, &d, "master") || says(a, &d, "masked"))
            finding_add(f, SAY(needs_barrier_after_master),
                        says(a, &d, "master") ? "master" : "masked", at, high);
        else
            continue;
        said = true;
    }
    return said;
}

/* if (!done) { done = 1; ... } */
static bool say_looked(const struct place_of *p, struct finding *f)
{
    char line[1024];

    if (!p->reads || strcmp(p->reads->name, p->changes->name) != 0 ||
        p->reads->spot.line >= p->changes->spot.line ||
        around_function(p->text, p->reads->spot.line).from !=
            around_function(p->text, p->changes->spot.line).from ||
        !line_of(p, p->reads, line, sizeof line) ||
        !(strstr(line, "if (") || strstr(line, "while (")))
        return false;
    finding_add(f,
                p->openmp ? SAY(check_change_needs_critical)
                          : SAY(check_change_needs_mutex),
                p->reads->spot.line, p->changes->spot.line);
    return true;
}

/* seen[key] = 1 */
static bool say_constant(const struct place_of *p, struct finding *f)
{
    char line[1024];
    const char *value;

    if (!p->openmp || change_of(p, p->changes) != SETS ||
        strcmp(p->a[0].name, p->a[1].name) != 0 ||
        !line_of(p, p->changes, line, sizeof line))
        return false;
    value = behind_name(line, p->changes->name) + 1;
    value += strspn(value, " ");
    if (!isdigit((unsigned char)*value) && strncmp(value, "true;", 5) != 0)
        return false;
    finding_add(f, SAY(same_value_needs_atomic_write), p->changes->spot.line);
    return true;
}

/* ---- all of them -------------------------------------------------------- */

/* Each thread of the region goes through all of a loop: "for (i = 0; ...; i++)"
 * and the element is that of i. */
static bool say_not_shared(const struct place_of *p, struct finding *f)
{
    static const char *const sharing[] = {"for",      "single",   "master",
                                          "masked",   "sections", "task",
                                          "taskloop", "critical", NULL};
    const struct around *a = p->text;
    const int line = p->changes->spot.line;
    const struct span loop = around_loop(a, line, line);
    const char *bracket = strchr(p->changes->name, '[');
    char inside[NAME_SIZE + 2];
    struct directive d;
    int k;

    if (p->region.from < 0 || loop.from < 0 || !bracket ||
        !has(a, p->region, around_line(a, loop.from)) ||
        around_line(a, loop.from) <= p->region_line ||
        !token_is(&a->s.t[loop.from], "for"))
        return false;
    for (size_t i = 0; sharing[i]; i++)
        if (directive_around(a, line, sharing[i], &d))
            return false;
    for (k = loop.from; k < loop.to && !token_is(&a->s.t[k], "="); k++)
        ;
    const struct token *name = &a->s.t[tokens_last(&a->s, k)];
    snprintf(inside, sizeof inside, "[%.*s]", (int)name->length, name->at);
    const int start = tokens_next(&a->s, k);
    if (strcmp(bracket, inside) != 0 || !token_is(&a->s.t[start], "0") ||
        !token_is(&a->s.t[tokens_next(&a->s, start)], ";"))
        return false;
    for (k = start; k < a->match[tokens_next(&a->s, loop.from)]; k++)
        if (token_is(&a->s.t[k], "++"))
            break;
    if (!token_is(&a->s.t[k], "++"))
        return false;
    finding_add(f, SAY(loop_needs_omp_for), around_line(a, loop.from));
    return true;
}

/* "struct part part = {...};": the line declares what it sets. */
static void declared_name(const struct place_of *p, char *name, size_t size)
{
    const struct around *a = p->text;

    for (int k = 0; k < a->s.n; k++) {
        const int last = tokens_last(&a->s, k);

        if (a->s.t[k].line != p->changes->spot.line || a->s.t[k].directive ||
            !token_is(&a->s.t[k], "="))
            continue;
        if (last >= 0 && a->s.t[last].kind == TOKEN_NAME)
            snprintf(name, size, "%.*s", (int)a->s.t[last].length,
                     a->s.t[last].at);
        return;
    }
}

static void read_place(struct place_of *p)
{
    const struct access *a = p->a;
    struct directive d;
    const char *name;
    size_t n = 0;

    p->changes = a[0].writes ? &a[0] : &a[1];
    p->reads = a[0].writes == a[1].writes ? NULL : a[0].writes ? &a[1] : &a[0];
    name = p->changes->name;
    name += strspn(name, "*(& ");
    while (token_in_name(name[n]))
        n++;
    snprintf(p->base, sizeof p->base, "%.*s", (int)n, name);
    if (!*p->base)
        declared_name(p, p->base, sizeof p->base);
    p->scalar = *p->base && !strcmp(p->base, p->changes->name);
    p->region = (struct span){-1, -1};
    p->openmp = next_directive(p->text, 0, &d);
    if (directive_around(p->text, p->changes->spot.line, "parallel", &d)) {
        p->region = d.body;
        p->region_line = around_line(p->text, d.from);
    }
}

bool report_mend_race(const struct report *r, const struct access a[2],
                      struct finding *f)
{
    /* Of these the first alone is about an atomic change. */
    static bool (*const place[])(const struct place_of *, struct finding *) = {
        say_no_wait,   say_address,       say_not_shared,   say_static,
        say_remainder, say_counter,       say_few_elements, say_largest,
        say_looked,    say_each_then_all, say_added,        say_neighbour,
        say_two_steps, say_shared,        say_constant,     say_given};
    const size_t n =
        a[0].atomic || a[1].atomic ? 1 : sizeof place / sizeof *place;
    struct around text;
    struct place_of p = {.r = r, .a = a, .text = &text};
    bool said = false;

    if (!a[0].spot.line || !a[1].spot.line || a[0].spot.rough ||
        a[1].spot.rough || !around_read(&text, r->source))
        return false;
    read_place(&p);
    for (size_t i = 0; i < n && !said; i++)
        said = (*p.base || place[i] == say_given) && place[i](&p, f);
    around_free(&text);
    return said;
}
