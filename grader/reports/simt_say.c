/*
 * simt_say.c - a finding of the CPU device as sentences for a beginner: which
 * thread did what at which line, what is wrong with it, what to do. First
 * names out of the source's text, then pieces of sentences, then one function
 * per kind of finding.
 */
#define _GNU_SOURCE
#include "reports/simt_raw.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lvalue.h"
#include "base/say.h"
#include "base/source.h"
#include "base/symbolize.h"

enum { NAME = 80, CODE = 100 };

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

/* ---- names -----------------------------------------------------------------
 */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The variable that an lvalue starts with: "p" of "*p", "a" of "a[i].x" and of
 * "((int2 *)a)[i]". */
static void base_of(const char *lvalue, char *base, size_t size)
{
    const char *p = lvalue + strspn(lvalue, "*&( "), *cast = strstr(p, "*)");
    int n = 0;

    if (*lvalue == '(' && cast && cast < p + strcspn(p, "[)"))
        p = cast + 2 + strspn(cast + 2, "*&( ");

    while (in_word(p[n]))
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

/* The first argument of the call whose "(" is at p, as what it points to:
 * "bins[b]" for "(&bins[b], 1)". */
static bool pointed_to(const char *p, char *name, size_t size)
{
    const char *start = p + 1 + strspn(p + 1, " ");
    const char *end = expression_end(start);
    bool address = *start == '&', simple = true;

    start += address;
    while (end > start && end[-1] == ' ')
        end--;
    for (const char *q = start; q < end; q++)
        simple = simple && in_word(*q);
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

        if (!cast && (!in_word(*p) || isdigit((unsigned char)*p) ||
                      (p > line && in_word(p[-1]))))
            continue;
        if (!lvalue_at(line, (int)(p - line) + 1, true, one, sizeof one))
            continue;
        base_of(one, start, sizeof start);
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
        if (in_word(*q) && !isdigit((unsigned char)*q))
            return from;
    return line;
}

/*
 * What the access is about, as the source says it: "c[i]"; "" if the text
 * does not tell. gcc's columns are at the closing bracket of an element, at
 * the "=" or the declared name where a plain copy is made, and at the name of
 * an inlined function. `base`: the variable's name if it is known, else "".
 */
static void name_access(const struct simt_site *s, const char *base, char *name,
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
    while (word > line && in_word(word[-1]))
        word--;
    while (in_word(*end))
        end++;
    end += strspn(end, " ");
    if (*p == '(' && p > line && in_word(p[-1]))
        end = p;
    /* "atomicAdd(&sum, a[i])": what is only read is a later argument */
    if (*end == '(' && reads && !strncmp(word, "atomic", 6)) {
        const char *first = expression_end(end + 1);
        if (!only_lvalue(line, first, expression_end(end), base, name, size))
            *name = '\0';
        return;
    }
    if (*end == '(' && (!strcmp(s->op, "atomic") || end[1] == '&')) {
        if (!pointed_to(end, name, size))
            *name = '\0';
        return;
    }
    /* "float v = a[i]": the name is not what is read, it is what is set */
    bool sets = reads && *end == '=' && end[1] != '=';
    bool found =
        !sets && lvalue_at(line, (int)(p - line) + 1, reads, name, size);
    if (found) {
        base_of(name, start, sizeof start);
        if (!*base || !strcmp(start, base))
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

/* "d_a" where its line has "cudaMalloc(&d_a, ...)". Returns what frees it. */
static const char *name_allocation(const struct simt_site *made, char *name,
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
    if (p && (!strncmp(p, "cudaMallocHost", 14) || !strncmp(p, "cudaHost", 8)))
        frees = "cudaFreeHost";
    p = p ? strchr(p, '&') : NULL;
    if (!p || strstr(p, "cudaMalloc")) /* which of two? */
        return frees;
    for (int depth = 0; /* "d_a", and "lane[k].rank" as well */
         in_word(p[1 + n]) || p[1 + n] == '.' || p[1 + n] == '[' ||
         (depth && p[1 + n] == ']') || !strncmp(&p[1 + n], "->", 2) ||
         !strncmp(&p[n], "->", 2);
         n++)
        depth += (p[1 + n] == '[') - (p[1 + n] == ']');
    snprintf(name, size, "%.*s", n, p + 1);
    return frees;
}

/* ---- pieces of sentences ---------------------------------------------------
 */

/* "5", or "(5, 3)" where there is more than one dimension. */
static const char *tuple(const unsigned v[3], const unsigned *dim, char *text,
                         size_t size)
{
    const unsigned *look = dim ? dim : v;
    unsigned least = dim ? 1 : 0;

    if (look[2] > least)
        snprintf(text, size, "(%u, %u, %u)", v[0], v[1], v[2]);
    else if (look[1] > least)
        snprintf(text, size, "(%u, %u)", v[0], v[1]);
    else
        snprintf(text, size, "%u", v[0]);
    return text;
}

struct who {
    char thread[40], block[40];
};

static struct who who_is(const struct simt_raw *raw, const struct simt_site *s)
{
    struct who w = {.thread = ""};

    tuple(s->thread, raw->has_dim ? raw->block : NULL, w.thread,
          sizeof w.thread);
    tuple(s->block, raw->has_dim ? raw->grid : NULL, w.block, sizeof w.block);
    return w;
}

/* "line 14", with the file if it is not the finding's own. */
static void line_of(const struct finding *f, const struct simt_site *s,
                    char *text, size_t size)
{
    const char *name = strrchr(s->place.file, '/');

    name = name ? name + 1 : s->place.file;
    if (!s->place.line)
        snprintf(text, size, "%s", _("a line that is not known"));
    else if (!same_file(s->place.file, f->place.file))
        snprintf(text, size, _("line %d of %.60s"), s->place.line, name);
    else
        snprintf(text, size, _("line %d"), s->place.line);
}

/* "Thread 5 of block 0 writes `c[i]` at line 14", or, on the host, "Line 40 of
 * the host's code writes `c[i]`". The start of most sentences. */
struct scene {
    char text[400];
    char name[NAME]; /* c[i], or "" */
    char base[NAME]; /* c, or "" */
    char line[100];
};

static const char *verb_of(const struct simt_site *s)
{
    if (!strcmp(s->op, "write"))
        return _("writes");
    if (!strcmp(s->op, "atomic"))
        return _("changes");
    return !strcmp(s->op, "read") ? _("reads") : _("uses");
}

static struct scene look_at(const struct simt_raw *raw, const struct finding *f)
{
    const struct simt_site *s = &raw->at;
    struct who w = who_is(raw, s);
    struct scene v = {.name = ""};
    char what[NAME + 40];

    name_access(s, raw->object.name, v.name, sizeof v.name);
    base_of(v.name, v.base, sizeof v.base);
    if (*v.name)
        snprintf(what, sizeof what, "`%s`", v.name);
    else if (*raw->object.name)
        snprintf(what, sizeof what, "`%s`", raw->object.name);
    else if (s->bytes > 1)
        snprintf(what, sizeof what, _("%" PRId64 " bytes"), s->bytes);
    else
        snprintf(what, sizeof what, "%s", s->bytes ? _("1 byte") : _("memory"));
    line_of(f, s, v.line, sizeof v.line);
    if (s->device)
        snprintf(v.text, sizeof v.text, _("Thread %s of block %s %s %s at %s"),
                 w.thread, w.block, verb_of(s), what, v.line);
    else
        snprintf(v.text, sizeof v.text, _("The host %s %s at %s"), verb_of(s),
                 what, v.line);
    return v;
}

/* Bytes of an element: as reported, else those of the access; 0 if only a
 * part of an element was accessed. */
static int64_t element_of(const struct simt_raw *raw, const char *lvalue)
{
    size_t n = strlen(lvalue);

    if (n > 0 && lvalue[n - 1] != ']' && strpbrk(lvalue, ".>"))
        return 0;
    if (raw->object.element > 0)
        return raw->object.element;
    return raw->at.bytes > 0 ? raw->at.bytes : 1;
}

static bool in_shared(const struct simt_raw *raw)
{
    return !strcmp(raw->space, "shared");
}

/* What the object is called: "`tile`"; "the array". */
static void object_name(const struct simt_raw *raw, const struct scene *v,
                        char *text, size_t size)
{
    char made[NAME];

    name_allocation(&raw->object.made, made, sizeof made);
    if (*raw->object.name)
        snprintf(text, size, "`%s`", raw->object.name);
    else if (*v->base && strchr(v->name, '['))
        snprintf(text, size, "`%s`", v->base);
    else if (*made)
        snprintf(text, size, "`%s`", made);
    else
        snprintf(text, size, "%s", _("the array"));
}

/* "1000 elements, allocated at line 31" */
static void object_size(const struct simt_raw *raw, const struct finding *f,
                        int64_t element, char *text, size_t size)
{
    int64_t bytes = raw->object.bytes;
    char line[100], count[60];

    if (bytes == 1 && element != 1)
        snprintf(count, sizeof count, "%s", _("1 byte"));
    else if (!element || bytes % element)
        snprintf(count, sizeof count, _("%" PRId64 " bytes"), bytes);
    else if (bytes == element)
        snprintf(count, sizeof count, "%s", _("1 element"));
    else
        snprintf(count, sizeof count, _("%" PRId64 " elements"),
                 bytes / element);
    if (raw->object.made.place.line) {
        line_of(f, &raw->object.made, line, sizeof line);
        snprintf(text, size, _("%s, allocated at %s"), count, line);
    } else if (in_shared(raw)) {
        snprintf(text, size, _("%s in shared memory"), count);
    } else {
        snprintf(text, size, "%s", count);
    }
}

/* "one element past the end of", "3 elements before the start of" */
static void distance(const struct simt_raw *raw, int64_t element, char *text,
                     size_t size)
{
    int64_t offset = raw->object.offset, bytes = raw->object.bytes;
    bool whole = element && offset % element == 0 && bytes % element == 0;

    if (offset < 0 && whole && offset == -element)
        snprintf(text, size, "%s", _("one element before the start of"));
    else if (offset < 0 && whole)
        snprintf(text, size, _("%" PRId64 " elements before the start of"),
                 -offset / element);
    else if (offset < 0)
        snprintf(text, size, _("%" PRId64 " bytes before the start of"),
                 -offset);
    else if (offset < bytes)
        snprintf(text, size,
                 _("and the last %" PRId64 " of its bytes lie past the end of"),
                 offset + raw->at.bytes - bytes);
    else if (whole && offset == bytes)
        snprintf(text, size, "%s", _("one element past the end of"));
    else if (whole)
        snprintf(text, size, _("%" PRId64 " elements past the end of"),
                 (offset - bytes) / element + 1);
    else if (offset == bytes)
        snprintf(text, size, "%s", _("directly past the end of"));
    else
        snprintf(text, size, _("%" PRId64 " bytes past the end of"),
                 offset - bytes);
}

/* The line's code without its indentation, cut if it is long; "" if unknown.
 */
static void quote(const struct simt_site *s, char *text, int size)
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

static const char *kernel_of(const struct simt_raw *raw)
{
    return *raw->kernel ? raw->kernel : _("the kernel");
}

static const char check_index[] =
    N_("Compare the index with the number of elements before you use it.");

static void say_text(const struct simt_raw *raw, struct finding *f);

/* ---- memory ----------------------------------------------------------------
 */

/* The bytes of a number in the vectors that a line names, "float4"; 0: none, or
 * of several sizes. */
static int64_t number_of_vector(const struct simt_site *s)
{
    static const struct {
        const char *name;
        int64_t bytes;
    } types[] = {{"char", 1}, {"short", 2}, {"int", 4},     {"longlong", 8},
                 {"long", 8}, {"float", 4}, {"double", 8}};
    char line[1024];
    int64_t bytes = 0;

    if (!source_line(s->place.file, s->place.line, line, sizeof line))
        return 0;
    for (const char *p = line; *p; p++) {
        if (!in_word(*p) || (p > line && in_word(p[-1])))
            continue;
        const char *word = *p == 'u' ? p + 1 : p;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            const size_t n = strlen(types[i].name);

            if (strncmp(word, types[i].name, n) || word[n] < '2' ||
                word[n] > '4' || in_word(word[n + 1]))
                continue;
            if (bytes && bytes != types[i].bytes)
                return 0;
            bytes = types[i].bytes;
        }
    }
    return bytes;
}

enum { WIDEST = 16 }; /* bytes that a thread can take at once */

/* An access begins inside and ends outside: the array has too few bytes, or too
 * few are left for so wide an access. */
static void say_cut_short(const struct simt_raw *raw, struct finding *f)
{
    const int64_t number = number_of_vector(&raw->at);

    if (number && raw->at.bytes > number)
        finding_add(f, _("This takes %" PRId64 " numbers at once: are so many left?"),
            raw->at.bytes / number);
    else if (in_shared(raw))
        finding_add(f, "%s",
            _("The third argument between <<< and >>> is in bytes: "
              "elements times sizeof one of them."));
    else if (raw->object.made.place.line && raw->at.bytes < WIDEST)
        finding_add(f, "%s",
            _("cudaMalloc() takes bytes: elements times sizeof one of "
              "them."));
    else
        finding_add(f, _("This takes %" PRId64 " bytes at once: are so many left?"),
            raw->at.bytes);
}

static void say_out_of_bounds(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);
    char object[NAME + 4], size[200], far[100];
    int64_t n = 0, element = element_of(raw, v.name);

    if (raw->has_index) {
        /* "float[16]" or, of gcc, "float [16]" */
        const char *bracket = strchr(raw->array, '[');
        if (bracket)
            n = strtoll(bracket + 1, NULL, 10);
        if (n > 0)
            finding_add(f,
                _("%s with index %" PRId64 "; indices go from 0 to %" PRId64
                  " there (`%s`)."),
                v.text, raw->index, n - 1, raw->array);
        else
            finding_add(f, _("%s with index %" PRId64 ", which is outside the array."),
                v.text, raw->index);
        if (raw->note)
            finding_add(f, "%s",
                _("That is outside of its row but is still within the whole "
                  "array, so no other variable is touched."));
        return;
    }
    if (!raw->object.known) {
        finding_add(f,
            _("%s, where nothing is allocated: the pointer was never set, or "
              "the index is far outside its array."),
            v.text);
        return;
    }
    if (in_shared(raw) && raw->object.bytes == 0) {
        finding_add(f,
            _("%s, but this launch has no dynamic shared memory: its size in "
              "bytes is the third argument between <<< and >>>."),
            v.text);
        return;
    }
    object_name(raw, &v, object, sizeof object);
    object_size(raw, f, element, size, sizeof size);
    distance(raw, element, far, sizeof far);
    finding_add(f, "%s, %s %s (%s).", v.text, far, object, size);
    if (element && raw->object.offset >= raw->object.bytes &&
        raw->object.offset % element == 0 && raw->object.bytes % element == 0)
        finding_add(f,
            _("It would be element %" PRId64 ", and the last one is "
              "%" PRId64 "."),
            raw->object.offset / element, raw->object.bytes / element - 1);
    if (raw->object.offset >= 0 && raw->object.offset < raw->object.bytes)
        say_cut_short(raw, f);
    else
        finding_add(f, "%s", gettext(check_index));
}

static void say_use_after_free(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);
    char line[100];

    if (raw->object.freed.place.line) {
        line_of(f, &raw->object.freed, line, sizeof line);
        finding_add(f, _("%s, but that memory was freed at %s."), v.text, line);
    } else {
        finding_add(f, _("%s, but that memory is freed already."), v.text);
    }
    finding_add(f, "%s",
        _("Call cudaFree() after the last kernel and the last copy that use "
          "it."));
}

/* Which call has made the allocation, as its line says. */
static void making_call(const struct simt_site *made, char *call, size_t size)
{
    char line[1024];
    const char *p;
    int n = 0;

    snprintf(call, size, "cudaMalloc");
    if (!source_line(made->place.file, made->place.line, line, sizeof line))
        return;
    p = strstr(line, "cudaMalloc");
    while (p && in_word(p[n]))
        n++;
    if (p && !strstr(p + n, "cudaMalloc"))
        snprintf(call, size, "%.*s", n, p);
}

static void say_unwritten(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);
    char object[NAME + 4], line[100], which[NAME + 200] = "", call[NAME];
    int64_t element = element_of(raw, v.name);

    /* Of a vector the beginning may be written. */
    if (raw->object.known && raw->object.offset > 0 && element &&
        raw->object.offset % element)
        element = number_of_vector(&raw->at);
    object_name(raw, &v, object, sizeof object);
    if (!raw->at.device && *raw->text) {
        say_text(raw, f);
        return;
    }
    if (raw->object.known && raw->object.offset >= 0 && element &&
        raw->object.offset % element == 0)
        snprintf(which, sizeof which, _(" (element %" PRId64 " of %s)"),
                 raw->object.offset / element, object);
    else if (raw->object.known && raw->object.offset > 0)
        snprintf(which, sizeof which, _(" (from byte %" PRId64 " of %s on)"),
                 raw->object.offset, object);
    if (in_shared(raw)) {
        finding_add(f,
            _("%s before any thread of the block has written it%s. Shared "
              "memory starts with garbage: write every element before it is "
              "read, and put a __syncthreads() between."),
            v.text, which);
        return;
    }
    finding_add(f, _("%s, but nothing was ever written there%s."), v.text, which);
    line_of(f, &raw->object.made, line, sizeof line);
    making_call(&raw->object.made, call, sizeof call);
    if (raw->object.made.place.line)
        finding_add(f,
            _("It was allocated at %s, and %s() does not clear memory: copy "
              "the data in, or clear it with cudaMemset(), first."),
            line, call);
    else
        finding_add(f, "%s",
            _("Memory starts with garbage: copy the data in, or clear it, "
              "first."));
}

static void say_host_access(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);

    if (*raw->text) {
        finding_add(f,
            _("%s, but nothing has waited for %s%s to end, which %s it. Call "
              "cudaDeviceSynchronize() first."),
            v.text, raw->text, strncmp(raw->text, "cuda", 4) ? "" : "()",
            strcmp(raw->at.op, "read") ? _("uses") : _("writes"));
        return;
    }
    finding_add(f,
        _("%s, but that is memory of the device, which the host cannot "
          "touch."),
        v.text);
    if (!strcmp(raw->at.op, "read"))
        finding_add(f, "%s",
            _("Copy it to the host first: cudaMemcpy(..., "
              "cudaMemcpyDeviceToHost)."));
    else
        finding_add(f, "%s",
            _("Fill an array of the host and copy it to the device: "
              "cudaMemcpy(..., cudaMemcpyHostToDevice)."));
}

static void say_shift(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    finding_add(f,
        _("Thread %s of block %s shifts a number of %s bits by %" PRId64
          " at %s."),
        w.thread, w.block, raw->text, raw->index, line);
    finding_add(f,
        _("C++ leaves open what comes out if that is not below %s, nor below 0: "
          "a GPU shifts all bits out, a processor takes the rest of a division "
          "by %s."),
        raw->text, raw->text);
}

/* "cudaMemcpyAsync() at line 7", "the kernel add, launched at line 9" */
static void work_name(const struct finding *f, const struct simt_site *s,
                      const char *what, char *text, size_t size)
{
    char line[100];

    line_of(f, s, line, sizeof line);
    snprintf(text, size,
             strcmp(s->op, "launch") ? _("%s() at %s")
                                     : _("the kernel %s, launched at %s"),
             what, line);
}

static void say_overlap(const struct simt_raw *raw, struct finding *f)
{
    char first[400], second[400], memory[100];

    work_name(f, &raw->other, raw->array, first, sizeof first);
    work_name(f, &raw->at, raw->text, second, sizeof second);
    if (*raw->object.name)
        snprintf(memory, sizeof memory, "`%s`", raw->object.name);
    else if (raw->object.made.place.line)
        snprintf(memory, sizeof memory, _("the memory from line %d"),
                 raw->object.made.place.line);
    else
        snprintf(memory, sizeof memory, "%s", _("the same memory"));
    finding_add(f,
        _("Two streams at once: %s, and %s, may be done at the same time, as "
          "nothing orders them. Both touch byte %" PRId64 " of %s, and one of "
          "them changes it."),
        first, second, raw->object.offset, memory);
    finding_add(f, "%s",
        _("Use one stream for both, or let the second one's stream wait: "
          "cudaEventRecord() behind the first, cudaStreamWaitEvent() before "
          "the second."));
}

static void say_loose(const struct simt_raw *raw, struct finding *f)
{
    char what[400];

    work_name(f, &raw->at, raw->text, what, sizeof what);
    finding_add(f,
        _("Not waited for: %s. It may still be at work when your function has "
          "returned, and later: its stream was made with "
          "cudaStreamNonBlocking, so that the caller's work in the default "
          "stream does not wait for it. cudaStreamSynchronize() waits; the "
          "default stream, or one from cudaStreamCreate(), needs no waiting."),
        what);
}

static void say_unwaited_copy(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    finding_add(f,
        _("Not waited for: thread %s of block %s copies asynchronously at %s "
          "and never waits. The copy goes on beside the thread, so what it "
          "brings may not be there yet when it is read, barrier or not. "
          "cg::wait(), or __pipeline_wait_prior(), waits."),
        w.thread, w.block, line);
}

static void say_device_access(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);

    if (strstr(raw->text, "null pointer"))
        finding_add(f,
            _("%s, but that pointer is null: nothing was allocated for it, or "
              "the cudaMalloc() failed."),
            v.text);
    else if (strstr(raw->text, "another device"))
        finding_add(f,
            _("%s, but that is memory of another device. cudaMalloc() takes "
              "it from the device that is current: cudaSetDevice() comes "
              "before it, and the same before the launch."),
            v.text);
    else if (*raw->object.name)
        finding_add(f,
            _("%s, but `%s` is a variable of the host. Declare it "
              "__device__, or pass its value to the kernel."),
            v.text, raw->object.name);
    else
        finding_add(f,
            _("%s, but that is memory of the host, which a kernel cannot "
              "touch. Allocate it with cudaMalloc(), copy the data there, and "
              "pass that pointer to `%s`; a global variable has to be "
              "declared __device__."),
            v.text, kernel_of(raw));
}

static void say_read_only(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);

    if (!strcmp(raw->space, "constant"))
        finding_add(f,
            _("%s, but it is __constant__: kernels can only read it. The host "
              "sets it with cudaMemcpyToSymbol()."),
            v.text);
    else
        finding_add(f,
            _("%s, but that is an input, which the kernel must leave as it "
              "is."),
            v.text);
}

static void say_other_local(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);

    finding_add(f,
        _("%s, but that is a local variable of another thread. On a GPU every "
          "thread has its own: use a __shared__ variable for what threads "
          "share."),
        v.text);
}

static void say_misaligned(const struct simt_raw *raw, struct finding *f)
{
    struct scene v = look_at(raw, f);

    finding_add(f,
        _("%s as %" PRId64 " bytes at once, at an address that is not a "
          "multiple of %" PRId64 "."),
        v.text, raw->at.bytes, raw->at.bytes);
    if (raw->object.known)
        finding_add(f, _("It is %" PRId64 " bytes from the start of its array."),
            raw->object.offset);
    finding_add(f, "%s",
        _("Look at the index before the pointer was cast, and at the length "
          "of a row."));
}

static void say_leak(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_site *made =
        raw->object.made.place.line ? &raw->object.made : &raw->at;
    char line[100], name[NAME];
    const char *frees = name_allocation(made, name, sizeof name);

    line_of(f, made, line, sizeof line);
    if (*name && raw->index > 1)
        finding_add(f,
            _("`%s`, allocated at %s, is never freed, and that happens %" PRId64
              " times. Call %s(%s)."),
            name, line, raw->index, frees, name);
    else if (*name)
        finding_add(f,
            _("The %" PRId64 " bytes of `%s`, allocated at %s, are never "
              "freed. Call %s(%s)."),
            raw->object.bytes, name, line, frees, name);
    else
        finding_add(f,
            _("%" PRId64 " bytes that are allocated at %s are never freed. "
              "Call %s()."),
            raw->object.bytes, line, frees);
}

static void say_not_destroyed(const struct simt_raw *raw, struct finding *f)
{
    const bool event = !strcmp(raw->text, "event");
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    if (raw->index > 1)
        finding_add(f,
            event ? _("%" PRId64 " events that are created at %s are never "
                      "destroyed. Call cudaEventDestroy() for each.")
                  : _("%" PRId64 " streams that are created at %s are never "
                      "destroyed. Call cudaStreamDestroy() for each."),
            raw->index, line);
    else
        finding_add(f,
            event ? _("The event that is created at %s is never destroyed. "
                      "Call cudaEventDestroy().")
                  : _("The stream that is created at %s is never destroyed. "
                      "Call cudaStreamDestroy()."),
            line);
}

static void say_stack_overflow(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    finding_add(f,
        _("Thread %s of block %s has filled its stack at %s. Either a function "
          "calls itself without end, or a local array is too large."),
        w.thread, w.block, line);
}

static void say_crash(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100], why[100] = "";

    line_of(f, &raw->at, line, sizeof line);
    if (*raw->text)
        snprintf(why, sizeof why, " (%.90s)", raw->text);
    if (raw->at.device)
        finding_add(f,
            _("The program crashes%s in the kernel `%s`: thread %s of block "
              "%s was last seen at %s."),
            why, kernel_of(raw), w.thread, w.block, line);
    else
        finding_add(f, _("The program crashes%s on the host, at or after %s."), why,
            line);
    finding_add(f, "%s",
        strstr(raw->text, "loating")
            ? _("It divides by zero, with integers.")
            : _("Look at the pointers and indices there."));
}

/* ---- order -----------------------------------------------------------------
 */

/* What two sides of a race touch, if the source tells: "`s[4]`". */
static void race_object(const struct simt_raw *raw, char name[2][NAME],
                        char *text, size_t size)
{
    const struct simt_site *side[2] = {&raw->at, &raw->other};
    bool array[2];

    for (int i = 0; i < 2; i++) {
        char base[NAME];
        name_access(side[i], raw->object.name, name[i], NAME);
        base_of(name[i], base, sizeof base);
        const char *bracket = strchr(name[i], '[');
        /* one index, nothing before or after it: the element's number is that
         * of the source */
        array[i] = bracket && *raw->object.name &&
                   strcmp(base, raw->object.name) == 0 &&
                   (size_t)(bracket - name[i]) == strlen(base) &&
                   !strchr(bracket + 1, '[') &&
                   bracket[strlen(bracket) - 1] == ']';
    }
    int64_t element = element_of(raw, name[0]);
    if (array[0] && array[1] && raw->object.offset >= 0 && element &&
        raw->object.offset % element == 0)
        snprintf(text, size, "`%s[%" PRId64 "]`", raw->object.name,
                 raw->object.offset / element);
    else if (*name[0] && !strcmp(name[0], name[1]))
        snprintf(text, size, "`%s`", name[0]);
    else if (*raw->object.name && raw->object.bytes == element)
        snprintf(text, size, "`%s`", raw->object.name);
    else
        *text = '\0';
}

static bool writes(const struct simt_site *s)
{
    return strcmp(s->op, "read") != 0;
}

static bool same_tuple(const unsigned a[3], const unsigned b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool same_line(const struct place *a, const struct place *b)
{
    return a->line && a->line == b->line && !strcmp(a->file, b->file);
}

/* "Threads 3 and 4 of block 0", "Thread 0 of block 0 and thread 0 of block 1".
 */
static void both(const struct simt_raw *raw, bool swap, char *text, size_t size)
{
    const struct simt_site *a = swap ? &raw->other : &raw->at;
    const struct simt_site *b = swap ? &raw->at : &raw->other;
    struct who wa = who_is(raw, a), wb = who_is(raw, b);

    if (same_tuple(a->block, b->block))
        snprintf(text, size, _("Threads %s and %s of block %s"), wa.thread,
                 wb.thread, wa.block);
    else
        snprintf(text, size,
                 _("Thread %s of block %s and thread %s of block %s"),
                 wa.thread, wa.block, wb.thread, wb.block);
}

/* Whether the thread of `other` comes before that of `at` as people count. */
static bool other_first(const struct simt_raw *raw)
{
    for (int i = 2; i >= 0; i--)
        if (raw->at.block[i] != raw->other.block[i])
            return raw->other.block[i] < raw->at.block[i];
    for (int i = 2; i >= 0; i--)
        if (raw->at.thread[i] != raw->other.thread[i])
            return raw->other.thread[i] < raw->at.thread[i];
    return false;
}

static const char *does(const struct simt_site *s)
{
    if (!strcmp(s->op, "atomic"))
        return _("changes it atomically");
    return writes(s) ? _("writes it") : _("reads it");
}

/* ": line 22 writes it (thread 4), line 25 reads it (thread 3)" */
static void race_lines(const struct simt_raw *raw, const struct finding *f,
                       char name[2][NAME], bool named, char *text, size_t size)
{
    const struct simt_site *side[2] = {&raw->at, &raw->other};
    char part[2][300], line[100];
    int first = 0;

    /* in the order of the lines; else the write first */
    if (raw->other.place.line &&
        (!raw->at.place.line || raw->other.place.line < raw->at.place.line))
        first = 1;
    for (int i = 0; i < 2; i++) {
        const struct simt_site *s = side[i ^ first];
        struct who w = who_is(raw, s);
        bool one_block = same_tuple(raw->at.block, raw->other.block);

        line_of(f, s, line, sizeof line);
        if (named || !*name[i ^ first])
            snprintf(part[i], sizeof part[i],
                     one_block ? _("%s %s (thread %s)")
                               : _("%s %s (thread %s of block %s)"),
                     line, does(s), w.thread, w.block);
        else
            snprintf(part[i], sizeof part[i],
                     one_block ? _("%s %s `%s` (thread %s)")
                               : _("%s %s `%s` (thread %s of block %s)"),
                     line, verb_of(s), name[i ^ first], w.thread, w.block);
    }
    snprintf(text, size, "%s, %s", part[0], part[1]);
}

/* `x += 1` by two threads: the source names the same on both sides. */
static bool is_update(const struct simt_raw *raw, char name[2][NAME])
{
    return writes(&raw->at) != writes(&raw->other) && *name[0] &&
           !strcmp(name[0], name[1]);
}

/* Whether the word stands in the file where it happened: such programs order
 * threads by locks and flags of their own. */
static bool uses(const struct simt_raw *raw, const char *word)
{
    char *text = source_read(raw->at.place.file, true, NULL);
    bool found = text && strstr(text, word);

    free(text);
    return found;
}

/* Whether somewhere in that file the answer of this function is used, as by who
 * asks whether it is the last to come. */
static bool uses_answer(const struct simt_raw *raw, const char *function)
{
    char *text = source_read(raw->at.place.file, true, NULL), before = ';';
    size_t n = strlen(function);
    bool found = false;

    for (const char *p = text; p && *p && !found; p++) {
        found = !strncmp(p, function, n) && strchr("=(,!<>&|?+-[", before);
        if (!isspace((unsigned char)*p))
            before = *p;
    }
    free(text);
    return found;
}

/* raw->at has read under a lock what raw->other has written under it. */
static void say_no_acquire(const struct simt_raw *raw, struct finding *f,
                           const char *object)
{
    struct who at = who_is(raw, &raw->at), other = who_is(raw, &raw->other);
    char line[2][100];

    line_of(f, &raw->at, line[0], sizeof line[0]);
    line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(f,
        _("Thread %s of block %s reads %s at %s under a lock, with no "
          "__threadfence() behind the taking of the lock. So it may read what "
          "was there before thread %s of block %s had the lock (%s)."),
        at.thread, at.block, object, line[0], other.thread, other.block,
        line[1]);
    finding_add(f, "%s",
        _("Put a __threadfence() behind the loop that takes the lock, before "
          "anything is read that it guards."));
}

static void say_race(const struct simt_raw *raw, struct finding *f)
{
    bool one_block = same_tuple(raw->at.block, raw->other.block);
    bool line = same_line(&raw->at.place, &raw->other.place);
    bool mixed =
        !strcmp(raw->at.op, "atomic") != !strcmp(raw->other.op, "atomic");
    /* A plain store meets atomic operations: to set what they change. */
    bool stored =
        !strcmp(raw->at.op, "write") || !strcmp(raw->other.op, "write");
    /* Two atomics only race if they are those of single blocks. */
    bool in_block =
        !strcmp(raw->at.op, "atomic") && !strcmp(raw->other.op, "atomic");
    bool lost; /* what one of them writes */
    char name[2][NAME], object[NAME + 30], who[200], lines[700], where[100];

    race_object(raw, name, object, sizeof object);
    lost = line &&
           (is_update(raw, name) || (writes(&raw->at) && writes(&raw->other)));
    bool named = *object;
    if (!named && *raw->object.name)
        snprintf(object, sizeof object, _("the same element of `%s`"),
                 raw->object.name);
    else if (!named)
        snprintf(object, sizeof object, "%s", _("the same element"));
    both(raw, other_first(raw), who, sizeof who);
    line_of(f, &raw->at, where, sizeof where);
    race_lines(raw, f, name, named, lines, sizeof lines);

    if (*raw->text) {
        say_no_acquire(raw, f, object);
        return;
    }
    if (in_block)
        finding_add(f,
            _("%s both change %s, %s, with an atomic function that ends in "
              "_block. That is one step for the threads of its own block only, "
              "so one of the changes may get lost."),
            who, object, line ? where : lines);
    else if (lost && is_update(raw, name))
        finding_add(f,
            _("%s both read, change and write %s at %s, and nothing orders "
              "them, so one of the changes gets lost."),
            who, object, where);
    else if (lost)
        finding_add(f,
            _("%s both write %s at %s, and nothing orders the two writes, so "
              "one of them gets lost."),
            who, object, where);
    else if (line && *name[0] && *name[1] && strcmp(name[0], name[1]))
        finding_add(f,
            _("%s touch %s at %s: one writes `%s` while the other reads `%s`, "
              "and nothing orders the two."),
            who, object, where, name[!writes(&raw->at)],
            name[writes(&raw->at)]);
    else if (line)
        finding_add(f,
            _("%s both touch %s at %s: one writes it while the other reads "
              "it, and nothing orders the two."),
            who, object, where);
    else if (one_block && !mixed)
        finding_add(f,
            _("%s both touch %s: %s, and no __syncthreads() lies between "
              "them."),
            who, object, lines);
    else
        finding_add(f, _("%s both touch %s: %s, and nothing orders the two."), who,
            object, lines);

    if (in_block)
        finding_add(f, "%s",
            _("Other blocks come here, too: use the function without "
              "_block."));
    else if (mixed && one_block)
        finding_add(f, "%s",
            _("Only one of the two is atomic: make both atomic, or put a "
              "barrier between them."));
    else if (mixed)
        finding_add(f, "%s",
            stored ? _("Blocks run in any order, and __syncthreads() does not "
                       "order them: if it is to be set before the others "
                       "change it, set it before the launch, with "
                       "cudaMemset() or a launch of its own.")
                   : _("Only one of the two is atomic: let the other one use "
                       "what the atomic function returns. Or, if one is to "
                       "come before the other, give it a launch of its own: "
                       "__syncthreads() does not order blocks."));
    else if (lost)
        finding_add(f, "%s",
            _("Use an atomic function, let one thread alone write, or give "
              "each thread an element of its own."));
    else if (!one_block)
        finding_add(f, "%s",
            _("Blocks run in any order, and __syncthreads() does not order "
              "them: use an atomic function, give each block an element of "
              "its own, or launch a second kernel for the second step."));
    else if (line)
        finding_add(f, "%s",
            _("In a loop, end each round with a __syncthreads() that all "
              "threads of the block reach. Elsewhere, read into a local "
              "variable, then __syncthreads(), then write."));
    else
        finding_add(f, "%s",
            _("Put one where all threads of the block come by; in a loop, "
              "think of the way from the last line back to the first."));
    if (raw->same_warp && !mixed && !lost)
        finding_add(f, "%s",
            _("That both are in one warp orders nothing; if all that meet "
              "here are, __syncwarp() is enough."));
    if (!mixed && !in_block && !in_shared(raw) &&
        (uses(raw, "atomicCAS") || uses(raw, "atomicExch") ||
         (!one_block && !lost && uses(raw, "volatile")) ||
         (!one_block &&
          (uses_answer(raw, "atomicInc") || uses_answer(raw, "atomicAdd")))))
        finding_add(f, "%s",
            _("If a lock, a flag or a counter is to order them, it takes a "
              "__threadfence() before it is released, set or changed; and "
              "behind the fence a __syncthreads(), if another thread of the "
              "block does that."));
}

static void say_order(const struct simt_raw *raw, struct finding *f)
{
    const struct who at = who_is(raw, &raw->at);
    const struct who other = who_is(raw, &raw->other);
    char name[2][NAME], object[NAME + 30], line[2][100];

    race_object(raw, name, object, sizeof object);
    if (!*object && *name[0])
        snprintf(object, sizeof object, "`%s`", name[0]);
    else if (!*object)
        snprintf(object, sizeof object, "%s", _("a place"));
    line_of(f, &raw->at, line[0], sizeof line[0]);
    line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(f,
        _("Thread %s of block %s stores into %s at %s without a look at what "
          "it has, and thread %s of block %s changes it at %s. Nothing orders "
          "the two: where the change comes first, it is lost."),
        at.thread, at.block, object, line[0], other.thread, other.block,
        line[1]);
    finding_add(f, "%s",
        in_shared(raw)
            ? _("Store first, and put a __syncthreads() between them.")
            : _("Blocks run in any order, and both being atomic does not "
                "help: set it before the launch, with cudaMemset() or a launch "
                "of its own."));
}

/* "thread 16 waits at line 30", what the other side of a barrier does. */
static void where_other_is(const struct simt_raw *raw, const struct finding *f,
                           char *text, size_t size)
{
    struct who w = who_is(raw, &raw->other);
    char line[100];

    line_of(f, &raw->other, line, sizeof line);
    if (raw->other.ended && !same_tuple(raw->at.block, raw->other.block))
        snprintf(text, size, _("thread %s of block %s has left the kernel"),
                 w.thread, w.block);
    else if (raw->other.ended)
        snprintf(text, size, _("thread %s has left the kernel"), w.thread);
    else if (!strcmp(raw->other.op, "barrier") &&
             (!strcmp(raw->kind, "matrix") || !strcmp(raw->kind, "warp_mask")))
        snprintf(text, size, _("thread %s waits in the __syncthreads() at %s"),
                 w.thread, line);
    else if (!strcmp(raw->other.op, "barrier") &&
             same_line(&raw->at.place, &raw->other.place))
        snprintf(text, size, _("thread %s waits in another one on that line"),
                 w.thread);
    else if (!strcmp(raw->other.op, "barrier"))
        snprintf(text, size, _("thread %s waits in the one at %s"), w.thread,
                 line);
    else if (!strcmp(raw->other.op, "warp"))
        snprintf(text, size, _("thread %s waits for lanes of its warp at %s"),
                 w.thread, line);
    else
        snprintf(text, size, _("thread %s is at %s"), w.thread, line);
}

static void say_barrier(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100], other[200] = "";

    line_of(f, &raw->at, line, sizeof line);
    if (raw->has_other)
        where_other_is(raw, f, other, sizeof other);
    if (!strcmp(raw->text, "grid")) {
        finding_add(f,
            raw->has_other
                ? _("Thread %s of block %s waits in the grid.sync() at %s, but "
                    "%s.")
                : _("Thread %s of block %s waits in the grid.sync() at %s%s."),
            w.thread, w.block, line, other);
        finding_add(f, "%s",
            _("All threads of all blocks must come to each grid.sync(): do not "
              "return before it, and move it out of the if or the loop that "
              "only some of them enter."));
        return;
    }
    if (!raw->has_other)
        finding_add(f,
            _("Thread %s of block %s waits in the __syncthreads() at %s, which "
              "not all threads of the block reach."),
            w.thread, w.block, line);
    else
        finding_add(f,
            _("Thread %s of block %s waits in the __syncthreads() at %s, but "
              "%s."),
            w.thread, w.block, line, other);
    if (raw->note) {
        finding_add(f, "%s",
            _("Since Volta (2017) a barrier waits for the threads that have "
              "not ended, and this is right; before, it was not. What the "
              "others were to do for the block, such as writing an element of "
              "shared memory, nobody does."));
        return;
    }
    finding_add(f, "%s",
        raw->other.ended
            ? _("All threads of a block must come to each __syncthreads(): do "
                "not return before it or leave its loop before the others do, "
                "and do not put it inside an if that only some of them enter.")
            : _("All threads of a block must come to the same "
                "__syncthreads(): move it out of the if or the loop that only "
                "some of them enter."));
}

static void say_deadlock(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100], other[200], code[CODE];
    bool warp = !strcmp(raw->at.op, "warp");

    line_of(f, &raw->at, line, sizeof line);
    quote(&raw->at, code, sizeof code);
    finding_add(f,
        *code ? _("No thread of block %s can go on: thread %s waits at %s "
                  "(`%s`).")
              : _("No thread of block %s can go on: thread %s waits at %s%s."),
        w.block, w.thread, line, code);
    if (raw->has_other) {
        where_other_is(raw, f, other, sizeof other);
        finding_add(f, _("Meanwhile, %s."), other);
    }
    if (*raw->text)
        finding_add(f, "%s", raw->text);
    if (warp)
        finding_add(f, "%s",
            _("All lanes that the mask names must make this call; 0xffffffff "
              "names all 32 of the warp, those that skip an if included."));
    else
        finding_add(f, "%s",
            _("Look at what each of them waits for, and who was to do it."));
}

static void say_endless(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    struct simt_site at = raw->at;
    char line[100], code[CODE];

    /* A turn ends at a bracket; its loop says more where it begins. */
    if (raw->loop && at.place.line) {
        f->place.line = at.place.line = raw->loop;
        f->place.column = 0;
    }
    line_of(f, &at, line, sizeof line);
    quote(&at, code, sizeof code);
    if (raw->seconds >= 1)
        finding_add(f,
            _("The kernel `%s` does not end: after %.0f seconds, thread %s of "
              "block %s is still at %s."),
            kernel_of(raw), raw->seconds, w.thread, w.block, line);
    else
        finding_add(f,
            _("The kernel `%s` does not end: thread %s of block %s goes round "
              "at %s, and nothing changes any more."),
            kernel_of(raw), w.thread, w.block, line);
    finding_add(f,
        *code ? _("Look at what ends the loop there: `%s`. If it waits for "
                  "another thread, ask whether that one can get on.")
              : _("Look at what ends the loop there%s. If it waits for another "
                  "thread, ask whether that one can get on."),
        code);
}

static void say_warp_mask(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100], other[200], code[CODE];

    line_of(f, &raw->at, line, sizeof line);
    if (!strncmp(raw->text, "waits ", 6)) {
        quote(&raw->at, code, sizeof code);
        where_other_is(raw, f, other, sizeof other);
        finding_add(f,
            *code ? _("Thread %s of block %s waits at %s (`%s`) for lanes of "
                      "its warp that the mask names and that do not come: %s.")
                  : _("Thread %s of block %s waits at %s%s for lanes of its "
                      "warp that the mask names and that do not come: %s."),
            w.thread, w.block, line, code, other);
        finding_add(f, "%s",
            _("Name in the mask only the lanes that make this call, or let all "
              "that it names make it: move it out of the if or the loop that "
              "only some of them enter."));
        return;
    }
    if (!strncmp(raw->text, "reads ", 6))
        finding_add(f, _("Thread %s of block %s calls a warp function at %s and %s."),
            w.thread, w.block, line, raw->text);
    else
        finding_add(f, _("Thread %s of block %s calls a warp function at %s, but %s."),
            w.thread, w.block, line,
            *raw->text ? raw->text : _("its own lane is not in the mask"));
    if (!strncmp(raw->text, "reads ", 6))
        finding_add(f, "%s",
            _("What it gets is undefined: read only from lanes that "
              "make the same call and that the mask names."));
    else
        finding_add(f, "%s",
            _("The mask names the lanes that make this very call together; "
              "0xffffffff if all 32 do."));
}

/* Tensor cores. What is wrong is in the device's own words, which know the
 * figures. */
static void say_matrix(const struct simt_raw *raw, struct finding *f)
{
    static const struct {
        const char *words, *advice;
    } advices[] = {
        {"is no multiple of 16",
         N_("It counts elements, from the start of one to that of the next. "
            "Let it be a multiple of 16 bytes: 8 of half, 4 of float, 16 of "
            "char.")},
        {"which it has to be",
         N_("Begin at a whole tile. A __shared__ array takes an "
            "__align__(32).")},
        {"they ",
         N_("The leading dimension is how long a row of the whole array is, or "
            "a column if it is stored by columns. Does the layout fit the "
            "array?")},
        {"neither loaded nor filled",
         N_("What it holds is undefined. Load it with load_matrix_sync(), or "
            "begin a sum with fill_fragment(c, 0).")},
        {"threads only", N_("Launch blocks of a multiple of 32 threads.")},
    };
    struct who w = who_is(raw, &raw->at);
    char line[100], code[CODE], where[240], other[200];

    line_of(f, &raw->at, line, sizeof line);
    quote(&raw->at, code, sizeof code);
    snprintf(where, sizeof where, *code ? "%s (`%s`)" : "%s", line, code);
    if (!strncmp(raw->text, "not all", 7)) {
        where_other_is(raw, f, other, sizeof other);
        finding_add(f,
            _("Not all lanes of a warp make the call at %s: thread %s of "
              "block %s does, but %s."),
            where, w.thread, w.block, other);
        finding_add(f, "%s",
            _("A function of wmma takes all 32 lanes of a warp, in one and the "
              "same call. Move it out of the if or the loop that only some of "
              "them enter, or let the condition be the same for all 32."));
        return;
    }
    if (!strncmp(raw->text, "passes", 6)) {
        finding_add(f, _("In the call at %s, thread %s of block %s %s."), where,
            w.thread, w.block, raw->text);
        finding_add(f, "%s",
            _("All 32 lanes pass the same: where the tile begins, and not what "
              "would be a lane's own part of it."));
        return;
    }
    finding_add(f, _("At %s, %s."), where, raw->text);
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (strstr(raw->text, advices[i].words)) {
            finding_add(f, "%s", gettext(advices[i].advice));
            break;
        }
}

/* ---- the host's calls -------------------------------------------------------
 */

/* What to add to the device's words, by what is in them. */
static const struct {
    const char *words, *advice;
} advices[] = {
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
    {"that has only",
     N_("The size is in bytes: elements times sizeof one of them, the same as "
        "was allocated.")},
    {"only a part of the source was ever written",
     N_("That is fine if the rest is not looked at.")},
    {"of the source was never written",
     N_("No copy and no kernel has stored anything there: look whether the "
        "kernel ran, and whether its threads write every element.")},
};

/* The device's own words, which know the figures: "cudaFree() gets ...",
 * "cudaMemcpy(): the source is ...", "add is launched with ...". */
static void say_text(const struct simt_raw *raw, struct finding *f)
{
    char line[100], code[CODE], where[240];
    const char *text = *raw->text ? raw->text : _("this call is wrong.");
    const char *colon = strstr(text, "(): ");
    bool stop = text[strlen(text) - 1] == '.';

    line_of(f, &raw->at, line, sizeof line);
    quote(&raw->at, code, sizeof code);
    snprintf(where, sizeof where, *code ? "%s (`%s`)" : "%s", line, code);
    if (colon && colon == text + strcspn(text, " (:"))
        finding_add(f, _("In %.*s() at %s, %s%s"), (int)(colon - text), text, where,
            colon + 4, stop ? "" : ".");
    else if (raw->at.place.line)
        finding_add(f, _("At %s, %s%s"), where, text, stop ? "" : ".");
    else
        finding_add(f, "%s%s", text, stop ? "" : ".");
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (strstr(text, advices[i].words)) {
            finding_add(f, "%s", gettext(advices[i].advice));
            break;
        }
    if (*raw->error)
        finding_add(f, _("The call returns %s."), raw->error);
}

static void say_unseen_error(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    size_t n = strcspn(raw->text, ".");
    char error[400];

    snprintf(error, sizeof error, "%s%s%.*s%s",
             *raw->error ? raw->error : _("an error"), n ? " (" : "", (int)n,
             raw->text, n ? ")" : "");
    line_of(f, &raw->at, line, sizeof line);
    if (raw->at.place.line)
        finding_add(f, _("The call at %s failed with %s, and the program never asked."),
            line, error);
    else
        finding_add(f, _("A call failed with %s, and the program never asked."), error);
    finding_add(f, "%s",
        _("Look at what each cuda function returns, and call "
          "cudaGetLastError() after each launch."));
}

static void say_assert(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100], code[CODE];

    line_of(f, &raw->at, line, sizeof line);
    quote(&raw->at, code, sizeof code);
    finding_add(f,
        _("The assertion at %s does not hold in thread %s of block %s%s%s%s."),
        line, w.thread, w.block, *code ? ": `" : "", code, *code ? "`" : "");
}

/* A limit of the kit's, and no mistake of the student's. */
static void say_no_room(const struct simt_raw *raw, struct finding *f)
{
    f->status = STATUS_UNTOLD;
    finding_add(f,
        _("Could not be told: %s that wait at once have room in check mode "
          "here, as the system lets a program have too little data (`ulimit "
          "-d`). The error is not yours, and no points are lost."),
        raw->text);
}

static void say_trap(const struct simt_raw *raw, struct finding *f)
{
    struct who w = who_is(raw, &raw->at);
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    finding_add(f, _("Thread %s of block %s ends the kernel at %s with __trap()."),
        w.thread, w.block, line);
}

static void say_no_grid_sync(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    finding_add(f,
        _("grid.sync() at %s waits for all blocks, which works in a kernel that "
          "was launched with cudaLaunchCooperativeKernel(). With <<<...>>> it "
          "ends the kernel with an error."),
        line);
}

static void say_unknown(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    line_of(f, &raw->at, line, sizeof line);
    finding_add(f, _("The CPU device reports \"%s\" at %s."), raw->kind, line);
    if (*raw->text)
        finding_add(f, "%s", raw->text);
}

/* ---- the whole -------------------------------------------------------------
 */

static const struct {
    const char *name;
    enum check_kind kind;
    void (*say)(const struct simt_raw *raw, struct finding *f);
} kinds[] = {
    {"out_of_bounds", KIND_MEMORY, say_out_of_bounds},
    {"use_after_free", KIND_MEMORY, say_use_after_free},
    {"unwritten", KIND_MEMORY, say_unwritten},
    {"unwritten_part", KIND_MEMORY, say_text},
    {"race", KIND_RACE, say_race},
    {"order", KIND_RACE, say_order},
    {"overlap", KIND_RACE, say_overlap},
    {"loose", KIND_RACE, say_loose},
    {"unwaited_copy", KIND_RACE, say_unwaited_copy},
    {"barrier", KIND_RACE, say_barrier},
    {"deadlock", KIND_RACE, say_deadlock},
    {"endless", KIND_RACE, say_endless},
    {"warp_mask", KIND_RACE, say_warp_mask},
    {"matrix", KIND_MEMORY, say_matrix},
    {"host_access", KIND_MEMORY, say_host_access},
    {"device_access", KIND_MEMORY, say_device_access},
    {"read_only", KIND_MEMORY, say_read_only},
    {"other_local", KIND_MEMORY, say_other_local},
    {"misaligned", KIND_MEMORY, say_misaligned},
    {"copy", KIND_MEMORY, say_text},
    {"launch", KIND_MEMORY, say_text},
    {"free", KIND_MEMORY, say_text},
    {"unseen_error", KIND_MEMORY, say_unseen_error},
    {"leak", KIND_MEMORY, say_leak},
    {"not_destroyed", KIND_MEMORY, say_not_destroyed},
    {"stack_overflow", KIND_MEMORY, say_stack_overflow},
    {"crash", KIND_MEMORY, say_crash},
    {"shift", KIND_MEMORY, say_shift},
    {"assert", KIND_MEMORY, say_assert},
    {"trap", KIND_MEMORY, say_trap},
    {"no_grid_sync", KIND_MEMORY, say_no_grid_sync},
    {"no_room", KIND_MEMORY, say_no_room},
};

/* Where a function is at fault that several may call. */
static void say_caller(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_site caller = {.place = raw->at.caller};
    char line[100], call[100];

    if (!raw->at.caller.line || !raw->at.place.line)
        return;
    line_of(f, &raw->at, line, sizeof line);
    line_of(f, &caller, call, sizeof call);
    finding_add(f,
        raw->kernel[0] ? _("The kernel comes to %s by the call at %s.")
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
