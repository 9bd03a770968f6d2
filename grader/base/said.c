/* said.c - see said.h. */
#define _GNU_SOURCE
#include "base/said.h"

#include <ctype.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"

enum { BEGIN = '\x1e', ID = '\x1c', NEXT = '\x1f', END = '\x1d' };
enum { ARGUMENTS = 20 };

/* ---- putting together --------------------------------------------------- */

/* How long the conversion is that begins with this '%', and how many arguments
 * it takes: "%-*s" two, "%%" none. */
static size_t conversion(const char *p, int *arguments)
{
    size_t n = 1;

    *arguments = 1;
    n += strspn(p + n, "-+ #0");
    for (int part = 0; part < 2; part++) {
        if (part && p[n] != '.')
            break;
        n += (size_t)part;
        if (p[n] == '*')
            n++, ++*arguments;
        else
            n += strspn(p + n, "0123456789");
    }
    n += strspn(p + n, "hlzjt");
    if (p[n] == '%')
        *arguments = 0;
    return n + (p[n] != '\0');
}

/* "\x1e %d of %s \x1d" as a format that keeps them apart:
 * "\x1e %%d of %%s \x1f %d \x1f %s \x1d". Null if there is no memory. */
static char *apart(const char *sentence)
{
    char *text = NULL, *arguments = NULL, *format = NULL;
    size_t n, m;
    FILE *t = open_memstream(&text, &n), *a = open_memstream(&arguments, &m);

    for (const char *p = sentence; t && a && *p && *p != END; p++) {
        int takes;
        size_t length = 1;

        if (*p == '%') {
            length = conversion(p, &takes);
            if (takes)
                fprintf(a, SAID_NEXT "%.*s", (int)length, p);
            for (size_t i = 0; i < length; i++)
                fprintf(t, p[i] == '%' ? "%%%%" : "%c", p[i]);
            p += length - 1;
        } else {
            putc(*p, t);
        }
    }
    if (t)
        fclose(t);
    if (a)
        fclose(a);
    if (text && arguments &&
        asprintf(&format, "%s%s" SAID_END, text, arguments) < 0)
        format = NULL;
    free(text);
    free(arguments);
    return format;
}

/* Make it safe (text_clean()), but for the marks. In place. */
static void clean(char *said)
{
    static const char marks[] = SAID_BEGIN SAID_ID SAID_NEXT SAID_END;
    char *out = said;

    while (*said) {
        size_t n = strcspn(said, marks);
        char mark = said[n];

        said[n] = '\0';
        text_clean(said, out, n + 1);
        out += strlen(out);
        said += n + (mark != '\0');
        if (mark)
            *out++ = mark;
    }
    *out = '\0';
}

size_t said_vput(char *out, size_t size, const char *format, va_list args)
{
    /* one sentence, and nothing behind it */
    const bool one = *format == BEGIN && !*said_end(format);
    char *made = one ? apart(format) : NULL, *all = NULL;
    int length;

    if (one && !made) {
        out[0] = '\0';
        return 0;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    length = vasprintf(&all, made ? made : format, args);
#pragma GCC diagnostic pop
    free(made);
    if (length < 0) {
        out[0] = '\0'; /* no memory, or a character that the locale lacks */
        return 0;
    }
    clean(all);
    if (strlen(all) < size)
        strcpy(out, all);
    else
        said_text(all, out, size);
    free(all);
    return strlen(out);
}

size_t said_put(char *out, size_t size, const char *format, ...)
{
    va_list args;
    size_t length;

    va_start(args, format);
    length = said_vput(out, size, format, args);
    va_end(args);
    return length;
}

/* ---- writing out -------------------------------------------------------- */

const char *said_end(const char *sentence)
{
    const char *p = sentence;
    int depth = 0;

    do {
        depth += (*p == BEGIN) - (*p == END);
        p += *p != '\0';
    } while (*p && depth > 0);
    return p;
}

/* The next argument's begin in a sentence, behind p; its end: none. */
static const char *next_argument(const char *p, const char *end)
{
    while (p < end && *p != NEXT && *p != END)
        p = *p == BEGIN ? said_end(p) : p + 1;
    return p;
}

static void write_out(FILE *f, const char *said, const char *end,
                      bool translate);

/* A sentence between its marks. */
static void write_sentence(FILE *f, const char *begin, const char *end,
                           bool translate)
{
    const char *from[ARGUMENTS], *to[ARGUMENTS];
    const char *stop = next_argument(begin, end), *p = stop;
    const char *text = memchr(begin, ID, (size_t)(stop - begin));
    char *english;
    int n = 0, next = 0;

    text = text ? text + 1 : begin;
    english = strndup(text, (size_t)(stop - text));

    while (p < end && *p == NEXT && n < ARGUMENTS) {
        from[n] = p + 1;
        p = to[n] = next_argument(p + 1, end);
        n++;
    }
    if (!english)
        return;
    for (p = translate && *english ? gettext(english) : english; *p; p++) {
        int takes, k = -1, used = 0;

        if (*p != '%' || (!n && p[1] != '%')) {
            putc(*p, f); /* what has no arguments may say "%" */
            continue;
        }
        if (sscanf(p, "%%%d$%n", &k, &used) == 1 && used)
            p += used - 1; /* its place among the arguments */
        else
            k = -1;
        const char *spec = p;
        p += (used ? strspn(p + 1, "-+ #0123456789.hlzjt") + 2
                   : conversion(spec, &takes)) -
             1;
        if (!used && !takes) {
            putc('%', f);
            continue;
        }
        k = k > 0 ? k - 1 : next++;
        if (k < n)
            write_out(f, from[k], to[k], translate);
        if (!*p)
            break;
    }
    free(english);
}

static void write_out(FILE *f, const char *said, const char *end,
                      bool translate)
{
    while (said < end) {
        const char *stop;

        if (*said != BEGIN) {
            putc(*said++, f);
            continue;
        }
        stop = said_end(said);
        stop = stop < end ? stop : end;
        write_sentence(f, said + 1, stop[-1] == END ? stop - 1 : stop,
                       translate);
        said = stop;
    }
}

static void write_all(const char *said, char *out, size_t size, bool translate)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    if (!f) {
        out[0] = '\0';
        return;
    }
    write_out(f, said, said + strlen(said), translate);
    fclose(f);
    if (text)
        text_clean(text, out, size);
    free(text);
}

void said_english(const char *said, char *out, size_t size)
{
    write_all(said, out, size, false);
}

void said_text(const char *said, char *out, size_t size)
{
    write_all(said, out, size, true);
}

/* ---- asking ------------------------------------------------------------- */

const char *said_find(const char *said, const char *sentence)
{
    const size_t n = strcspn(sentence, SAID_ID SAID_END);

    for (const char *p = said; (p = strchr(p, BEGIN)); p++)
        if (!strncmp(p, sentence, n) &&
            (p[n] == sentence[n] || (p[n] == NEXT && sentence[n] == END)))
            return p;
    return NULL;
}

bool said_same(const char *a, const char *b)
{
    const size_t n = strcspn(a, SAID_ID);

    return *a == BEGIN && a[n] == ID && !strncmp(a, b, n + 1);
}

bool said_argument(const char *sentence, int k, char *out, size_t size)
{
    const char *end = said_end(sentence);
    const char *p = next_argument(sentence + 1, end), *to;
    char *text;

    while (k-- > 0 && p < end && *p == NEXT)
        p = next_argument(p + 1, end);
    if (p >= end || *p != NEXT)
        return false;
    to = next_argument(p + 1, end);
    text = strndup(p + 1, (size_t)(to - p - 1));
    said_english(text ? text : "", out, size);
    free(text);
    return true;
}

/* The names of a sentence's arguments; null where the table does not have it.
 */
static const char *arguments_of(const char *id, size_t n)
{
    static const struct {
        const char *id, *arguments;
    } rows[] = {
#define SENTENCE(id, arguments, text) {#id, arguments},
#include "base/sentences.def"
#undef SENTENCE
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].id) == n && !strncmp(id, rows[i].id, n))
            return rows[i].arguments;
    return NULL;
}

static const char *names_of(const char *sentence)
{
    const size_t n = strcspn(sentence + 1, SAID_ID SAID_NEXT SAID_END);
    const char *names = arguments_of(sentence + 1, n);

    return names ? names : "";
}

bool said_is_id(const char *id)
{
    return arguments_of(id, strlen(id)) != NULL;
}

/* Whether word k of the names is this one, or "..._this". */
static bool is_named(const char *names, int k, const char *name)
{
    size_t n = strlen(name), length;

    while (k-- > 0) {
        names += strcspn(names, " ");
        names += strspn(names, " ");
    }
    length = strcspn(names, " ");
    return length >= n && !strncmp(names + length - n, name, n) &&
           (length == n || names[length - n - 1] == '_');
}

/* Whether "name = " stands in front of the k-th conversion of a text. */
static bool is_set(const char *text, int k, const char *name)
{
    const size_t n = strlen(name);
    int takes;

    for (const char *p = text; *p && !strchr(SAID_NEXT SAID_END, *p); p++) {
        if (*p != '%')
            continue;
        const char *spec = p;

        p += conversion(spec, &takes) - 1;
        if (!takes || k-- > 0)
            continue;
        return spec - text >= (long)n + 3 && !strncmp(spec - 3, " = ", 3) &&
               !strncmp(spec - 3 - n, name, n) &&
               (spec - text == (long)n + 3 ||
                !isalnum((unsigned char)spec[-4 - (long)n]));
    }
    return false;
}

const char *said_next(const char *said)
{
    return said ? strchr(said, BEGIN) : NULL;
}

bool said_named(const char *sentence, const char *name, int k, char *out,
                size_t size)
{
    const char *names = names_of(sentence);

    for (int i = 0; said_argument(sentence, i, out, size); i++)
        if ((*names ? is_named(names, i, name)
                    : is_set(sentence + 1, i, name)) &&
            k-- == 0)
            return true;
    return false;
}

int said_numbers(const char *said, const char *name, long *number, int max)
{
    int found = 0;
    char text[40], *end;

    for (const char *p = said; (p = said_next(p)); p++)
        for (int k = 0; said_named(p, name, k, text, sizeof text); k++) {
            const long value = strtol(text, &end, 10);

            if (end == text || *end)
                continue;
            if (found < max)
                number[found] = value;
            found++;
        }
    return found;
}
