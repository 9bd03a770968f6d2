/*
 * simt_names.c - see simt_names.h. First brackets, arguments and lvalues of a
 * line, then which of them an access is about, then allocations.
 */
#define _GNU_SOURCE
#include "reports/simt_names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lvalue.h"
#include "base/source.h"
#include "base/tokens.h"

void simt_clean(const char *text, char *out, int size)
{
    int n = 0;

    for (; *text && n < size - 1; text++)
        out[n++] = (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text;
    /* not in the middle of a UTF-8 character */
    if (*text)
        while (n > 0 && ((unsigned char)*text & 0xC0) == 0x80)
            text--, n--;
    out[n] = '\0';
}

void simt_base_of(const char *lvalue, char *base, size_t size)
{
    const char *p = lvalue + strspn(lvalue, "*&( "), *cast;
    int n = 0;

    /* "((float *)((char *)c + i))": behind the last cast */
    while (*lvalue == '(' && (cast = strstr(p, "*)")) &&
           cast < p + strcspn(p, "[)"))
        p = cast + 2 + strspn(cast + 2, "*&( ");
    while (token_in_name(p[n]))
        n++;
    snprintf(base, size, "%.*s", n, p);
}

/* Where the bracket that closes at p was opened; p if nowhere. */
static const char *opening(const char *line, const char *p)
{
    int depth = 0;

    for (const char *q = p; q >= line; q--) {
        depth += *q == ']' || *q == ')';
        depth -= *q == '[' || *q == '(';
        if (depth == 0)
            return q;
    }
    return p;
}

/* Past the expression at p: to the comma, semicolon or bracket that ends it. */
static const char *expression_end(const char *p)
{
    int depth = 0;

    for (; *p; p++) {
        depth += *p == '(' || *p == '[' || *p == '{';
        depth -= *p == ')' || *p == ']' || *p == '}';
        if (depth < 0 || (depth == 0 && (*p == ',' || *p == ';')))
            break;
    }
    return p;
}

/* The argument of this number, from 1, of the call whose "(" is at p, as what
 * it points to: "bins[b]" for "(&bins[b], 1)". */
static bool pointed_to(const char *p, int number, char *name, size_t size)
{
    for (; number > 1; number--)
        if (*(p = expression_end(p + 1)) != ',')
            return false;
    const char *start = p + 1 + strspn(p + 1, " ");
    const char *end = expression_end(start);
    bool address = *start == '&', simple = true;

    start += address;
    while (end > start && end[-1] == ' ')
        end--;
    for (const char *q = start; q < end; q++)
        simple = simple && token_in_name(*q);
    if (end == start || (size_t)(end - start) + 4 > size)
        return false;
    snprintf(name, size,
             address  ? "%.*s"
             : simple ? "*%.*s"
                      : "*(%.*s)",
             (int)(end - start), start);
    return true;
}

/* The one lvalue between two places of the line that can be in memory: about
 * `base` if that is given, else with an index or a member, "a[i]" or
 * "((int2 *)a)[i]". False if there are several. */
static bool only_lvalue(const char *line, const char *from, const char *to,
                        const char *base, char *name, size_t size)
{
    static const char *const builtin[] = {"threadIdx", "blockIdx", "blockDim",
                                          "gridDim"};
    char one[NAME], start[NAME];

    *name = '\0';
    for (const char *p = from; p < to; p++) {
        bool skip = false;
        bool cast = !*base && *p == '[' && p > line && p[-1] == ')';

        if (!cast && (!token_in_name(*p) || isdigit((unsigned char)*p) ||
                      (p > line && token_in_name(p[-1]))))
            continue;
        if (!lvalue_at(line, (int)(p - line) + 1, true, one, sizeof one))
            continue;
        simt_base_of(one, start, sizeof start);
        for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
            skip = skip || !strcmp(start, builtin[i]);
        if (skip || (*base ? strcmp(start, base) != 0 : !strpbrk(one, "[.>")))
            continue;
        if (*name && strcmp(one, name))
            return false;
        snprintf(name, size, "%s", one);
    }
    return *name;
}

/* Where what is read at p may begin: behind the "=" that the line's statement
 * sets something by, as what it sets is not read; else at the line's start. */
static const char *behind_set(const char *line, const char *p)
{
    const char *from = line;

    for (const char *q = line + 1; q <= p; q++) {
        if (strchr(";{}", *q))
            from = line;
        else if (*q == '=' && q[1] != '=' && !strchr("=!<>+-*/%&|^", q[-1]))
            from = q + 1;
    }
    /* "h[i] = 0": nothing is read there, so it is something else. */
    for (const char *q = from; *q && *q != ';'; q++)
        if (token_in_name(*q) && !isdigit((unsigned char)*q))
            return from;
    return line;
}

/* The line, and as much of the next ones as it takes to come behind argument
 * `number` of the call whose "(" is at `call`. */
static void whole_call(const struct place *place, int number, char *line,
                       size_t size, char *call)
{
    char more[1024];

    for (int i = 1; i < 8; i++) {
        char *comment = strstr(call, "//");

        if (comment)
            *comment = '\0';
        const char *end = expression_end(call + 1);
        for (int k = 1; k < number && *end == ','; k++)
            end = expression_end(end + 1);
        const size_t n = strlen(line);
        if (*end ||
            !source_line(place->file, place->line + i, more, sizeof more))
            return;
        snprintf(line + n, size - n, " %s", more + strspn(more, " \t"));
    }
}

/* What the call takes whose name ends at `end`,
 * where the device says which argument it is. */
static bool name_numbered(const struct simt_party *s, char *line, size_t size,
                          const char *end, char *name, size_t name_size)
{
    /* "std::memcpy(" is told by its first word */
    while (*end == ':' || token_in_name(*end))
        end++;
    if (!s->argument || *end != '(')
        return false;
    whole_call(&s->place, s->argument, line, size, line + (end - line));
    if (!pointed_to(end, s->argument, name, name_size))
        *name = '\0';
    return true;
}

/* What a call takes whose name begins at `word`, and its arguments at `call`.
 * False if the access is not theirs. */
static bool name_argument(const struct simt_party *s, const char *line,
                          const char *word, const char *call, const char *base,
                          char *name, size_t size)
{
    /* "atomicAdd(&sum, a[i])": what is only read is a later argument */
    if (!strcmp(s->op, "read") && !strncmp(word, "atomic", 6)) {
        const char *first = expression_end(call + 1);
        if (!only_lvalue(line, first, expression_end(call), base, name, size))
            *name = '\0';
        return true;
    }
    /* The fragment is not in memory; what is behind it is. */
    if (!strncmp(word, "load_matrix_sync", 16)) {
        *name = '\0';
        return true;
    }
    if (!strcmp(s->op, "atomic") || call[1] == '&') {
        if (!pointed_to(call, 1, name, size))
            *name = '\0';
        return true;
    }
    return false;
}

void simt_name_access(const struct simt_party *s, const char *base, char *name,
                      size_t size)
{
    bool reads = !strcmp(s->op, "read");
    char line[1024], start[NAME], other[NAME];

    *name = '\0';
    if (s->rough || !s->place.column ||
        !source_line(s->place.file, s->place.line, line, sizeof line) ||
        (size_t)s->place.column > strlen(line))
        return;

    const char *p = line + s->place.column - 1;
    const char *word = p, *end = p;
    if (*p == ']' || *p == ')')
        p = opening(line, p);
    while (word > line && token_in_name(word[-1]))
        word--;
    while (token_in_name(*end))
        end++;
    end += strspn(end, " ");
    if (*p == '(' && p > line && token_in_name(p[-1]))
        end = p;
    if (name_numbered(s, line, sizeof line, end, name, size))
        return;
    if (*end == '(' && name_argument(s, line, word, end, base, name, size))
        return;
    /* "float v = a[i]": the name is not what is read, it is what is set */
    bool sets = reads && *end == '=' && end[1] != '=';
    bool found =
        !sets && lvalue_at(line, (int)(p - line) + 1, reads, name, size);
    if (found) {
        simt_base_of(name, start, sizeof start);
        /* an element is told by its bracket, whatever pointer it is by */
        if (!*base || !strcmp(start, base) ||
            (reads && line[s->place.column - 1] == ']'))
            return;
    }
    if (sets || (*p == '=' && reads)) {
        const char *from = sets ? end + 1 : p + 1;
        if (only_lvalue(line, from, expression_end(from), base, other,
                        sizeof other)) {
            snprintf(name, size, "%s", other);
            return;
        }
    }
    const char *from = reads ? behind_set(line, p) : line;
    if ((*base || reads) && only_lvalue(line, from, line + strlen(line), base,
                                        other, sizeof other)) {
        snprintf(name, size, "%s", other);
        return;
    }
    /* it may be a pointer to the variable; but what is set is not read */
    if (!found)
        *name = '\0';
}

const char *simt_name_allocation(const struct simt_party *made, char *name,
                                 size_t size)
{
    const char *frees = "cudaFree";
    char line[1024];
    int n = 0;

    *name = '\0';
    if (!source_line(made->place.file, made->place.line, line, sizeof line))
        return frees;
    const char *p = strstr(line, "cudaMalloc");
    if (!p)
        p = strstr(line, "cudaHostAlloc");
    if (!p && (strstr(line, "malloc(") || strstr(line, "new ")))
        return NULL;
    if (p && (!strncmp(p, "cudaMallocHost", 14) || !strncmp(p, "cudaHost", 8)))
        frees = "cudaFreeHost";
    p = p ? strchr(p, '&') : NULL;
    if (!p || strstr(p, "cudaMalloc")) /* which of two? */
        return frees;
    for (int depth = 0; /* "d_a", and "lane[k].rank" as well */
         token_in_name(p[1 + n]) || p[1 + n] == '.' || p[1 + n] == '[' ||
         (depth && p[1 + n] == ']') || !strncmp(&p[1 + n], "->", 2) ||
         !strncmp(&p[n], "->", 2);
         n++)
        depth += (p[1 + n] == '[') - (p[1 + n] == ']');
    snprintf(name, size, "%.*s", n, p + 1);
    return frees;
}

void simt_making_call(const struct simt_party *made, char *call, size_t size)
{
    char line[1024];
    const char *p;
    int n = 0;

    snprintf(call, size, "cudaMalloc");
    if (!source_line(made->place.file, made->place.line, line, sizeof line))
        return;
    p = strstr(line, "cudaMalloc");
    while (p && token_in_name(p[n]))
        n++;
    if (p && !strstr(p + n, "cudaMalloc"))
        snprintf(call, size, "%.*s", n, p);
}

int64_t simt_number_of_vector(const struct simt_party *s)
{
    static const struct {
        const char *name;
        int64_t bytes;
    } types[] = {{"char", 1}, {"short", 2}, {"int", 4},   {"longlong", 8},
                 {"long", 8}, {"float", 4}, {"double", 8}};
    char line[1024];
    int64_t bytes = 0;

    if (!source_line(s->place.file, s->place.line, line, sizeof line))
        return 0;
    for (const char *p = line; *p; p++) {
        if (!token_in_name(*p) || (p > line && token_in_name(p[-1])))
            continue;
        const char *word = *p == 'u' ? p + 1 : p;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            const size_t n = strlen(types[i].name);

            if (strncmp(word, types[i].name, n) || word[n] < '2' ||
                word[n] > '4' || token_in_name(word[n + 1]))
                continue;
            if (bytes && bytes != types[i].bytes)
                return 0;
            bytes = types[i].bytes;
        }
    }
    return bytes;
}

void simt_quote(const struct simt_party *s, char *text, int size)
{
    char line[1024];

    *text = '\0';
    if (s->rough || !s->place.line ||
        !source_line(s->place.file, s->place.line, line, sizeof line))
        return;
    char *code = line + strspn(line, " \t");
    size_t n = strlen(code);
    const char *comment = strstr(code, "//");
    if (comment > code && isspace((unsigned char)comment[-1]))
        n = (size_t)(comment - code);
    while (n > 0 && isspace((unsigned char)code[n - 1]))
        n--;
    code[n] = '\0';
    simt_clean(code, text, size);
    if (strlen(text) < n)
        memcpy(text + strlen(text) - 3, "...", 4);
}
