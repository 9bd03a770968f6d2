/* tokens.c - see tokens.h. */
#define _GNU_SOURCE /* vasprintf() */
#include "base/tokens.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"

/* ---- reading ------------------------------------------------------------ */

static const char *const marks[] = {
    "<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<",
    ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=",
    "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "##", "::"};

bool token_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Bytes of the blank at p: everything up to a line's end in a directive. */
static size_t blank_length(const char *p, bool directive)
{
    size_t n = 0;

    for (;; n++) {
        size_t to = p[n] == '\\' ? n + 1 + strspn(p + n + 1, "\r") : n;

        if (to > n && p[to] == '\n')
            n = to;
        else if (!p[n] || !strchr(" \t\r\n\v\f", p[n]) ||
                 (directive && p[n] == '\n'))
            return n;
    }
}

static size_t string_length(const char *p)
{
    size_t n = 1;

    while (p[n] && p[n] != *p && p[n] != '\n')
        n += p[n] == '\\' && p[n + 1] ? 2 : 1;
    return p[n] == *p ? n + 1 : n;
}

/* R"x(...)x" at p, with what may stand before the R; 0 if none begins there. */
static size_t raw_string_length(const char *p)
{
    size_t prefix = *p == 'u' && p[1] == '8' ? 2 : strchr("uUL", *p) ? 1 : 0;
    const char *mark, *open, *end;

    if (strncmp(p + prefix, "R\"", 2) != 0)
        return 0;
    mark = p + prefix + 2;
    open = mark + strcspn(mark, "( )\\\n");
    if (*open != '(')
        return 0;
    for (end = open; (end = strchr(end, ')')); end++)
        if (!strncmp(end + 1, mark, (size_t)(open - mark)) &&
            end[1 + (open - mark)] == '"')
            return (size_t)(end + 2 + (open - mark) - p);
    return strlen(p);
}

static size_t number_length(const char *p)
{
    size_t n = 0;

    while (token_in_name(p[n]) || p[n] == '.' || p[n] == '\'' ||
           (n && strchr("+-", p[n]) && p[n] && strchr("eEpP", p[n - 1]) &&
            !(p[0] == '0' && tolower(p[1]) == 'x' && tolower(p[n - 1]) == 'e')))
        n++;
    return n;
}

static size_t mark_length(const char *p)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (!strncmp(p, marks[i], strlen(marks[i])))
            return strlen(marks[i]);
    return 1;
}

static struct token one_token(const char *p, bool directive)
{
    struct token t = {.at = p, .directive = directive};
    size_t blank = blank_length(p, directive);

    if (blank) {
        t.kind = TOKEN_BLANK;
        t.length = blank;
    } else if (directive && *p == '\n') {
        t.kind = TOKEN_BLANK;
        t.length = 1;
        t.directive = false;
    } else if (!strncmp(p, "/*", 2)) {
        const char *end = strstr(p + 2, "*/");

        t.kind = TOKEN_COMMENT;
        t.length = end ? (size_t)(end + 2 - p) : strlen(p);
    } else if (!strncmp(p, "//", 2)) {
        t.kind = TOKEN_COMMENT;
        t.length = strcspn(p, "\n");
    } else if ((t.length = raw_string_length(p))) {
        t.kind = TOKEN_STRING;
    } else if (*p == '"' || *p == '\'') {
        t.kind = TOKEN_STRING;
        t.length = string_length(p);
    } else if (isdigit((unsigned char)*p) ||
               (*p == '.' && isdigit((unsigned char)p[1]))) {
        t.kind = TOKEN_NUMBER;
        t.length = number_length(p);
    } else if (token_in_name(*p)) {
        t.kind = TOKEN_NAME;
        while (token_in_name(p[t.length]))
            t.length++;
    } else {
        t.kind = TOKEN_MARK;
        t.length = mark_length(p);
    }
    return t;
}

/* Those that are still open are a list, by their `match`, for each kind. */
static void match_brackets(struct tokens *s)
{
    static const char open[] = "([{", shut[] = ")]}";
    int last[] = {-1, -1, -1};

    for (int k = 0; k <= s->n; k++) {
        struct token *t = &s->t[k];
        const char mark =
            t->kind == TOKEN_MARK && t->length == 1 ? *t->at : '\0';
        const char *opens = mark ? strchr(open, mark) : NULL;
        const char *shuts = mark ? strchr(shut, mark) : NULL;

        t->match = -1;
        if (opens) {
            t->match = last[opens - open];
            last[opens - open] = k;
        } else if (shuts && last[shuts - shut] >= 0) {
            struct token *other = &s->t[last[shuts - shut]];

            t->match = last[shuts - shut];
            last[shuts - shut] = other->match;
            other->match = k;
        }
    }
    for (int kind = 0; kind < 3; kind++)
        for (int k = last[kind], next; k >= 0; k = next) {
            next = s->t[k].match;
            s->t[k].match = -1;
        }
}

void tokens_read(struct tokens *s, const char *text)
{
    bool directive = false, first = true; /* first of its line */
    int line = 1, room = 0;

    memset(s, 0, sizeof *s);
    s->text = strdup(text);
    if (!s->text)
        no_memory();
    for (const char *p = s->text;;) {
        struct token t;

        if (s->n == room) {
            room = room ? 2 * room : 1024;
            s->t = realloc(s->t, (size_t)room * sizeof *s->t);
            if (!s->t)
                no_memory();
        }
        if (!*p)
            break;
        if (first && *p == '#')
            directive = true;
        t = one_token(p, directive);
        directive = t.directive;
        t.line = line;
        if (t.kind == TOKEN_BLANK)
            first = first || (!directive && memchr(p, '\n', t.length));
        else if (t.kind != TOKEN_COMMENT)
            first = false;
        for (size_t i = 0; i < t.length; i++)
            line += p[i] == '\n';
        s->t[s->n++] = t;
        p += t.length;
    }
    s->t[s->n] = (struct token){
        .kind = TOKEN_END, .at = s->text + strlen(s->text), .line = line};
    match_brackets(s);
}

char *tokens_file_text(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t room = 0;
    bool empty = file && getdelim(&text, &room, 0, file) < 0;

    if (!file || ferror(file))
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    if (empty) {
        free(text);
        text = ferror(file) ? NULL : strdup("");
    }
    if (file)
        fclose(file);
    return text;
}

void tokens_free(struct tokens *s)
{
    for (int k = 0; k <= s->n && s->t; k++)
        for (int p = 0; p < TOKEN_PLACES; p++)
            free(s->t[k].put[p]);
    free(s->t);
    free(s->text);
    memset(s, 0, sizeof *s);
}

/* ---- writing ------------------------------------------------------------ */

char *tokens_original(const struct tokens *s, int from, int to)
{
    char *text = strndup(s->t[from].at, (size_t)(s->t[to].at - s->t[from].at));

    if (!text)
        no_memory();
    return text;
}

char *tokens_text(const struct tokens *s, int from, int to)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    if (!f)
        no_memory();
    for (int k = from; k < to; k++) {
        char *const *put = s->t[k].put;

        if (put[TOKEN_BEFORE])
            fputs(put[TOKEN_BEFORE], f);
        if (put[TOKEN_INSTEAD])
            fputs(put[TOKEN_INSTEAD], f);
        else
            fwrite(s->t[k].at, 1, s->t[k].length, f);
        if (put[TOKEN_AFTER])
            fputs(put[TOKEN_AFTER], f);
    }
    if (to == s->n && s->t[to].put[TOKEN_BEFORE])
        fputs(s->t[to].put[TOKEN_BEFORE], f);
    if (fclose(f))
        no_memory();
    return text;
}

void token_put(struct token *t, enum token_place place, const char *format, ...)
{
    char *text, *all, *old = t->put[place];
    va_list args;
    int n;

    va_start(args, format);
    n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0)
        no_memory();
    if (old && place != TOKEN_INSTEAD) {
        n = place == TOKEN_BEFORE ? asprintf(&all, "%s%s", old, text)
                                  : asprintf(&all, "%s%s", text, old);
        if (n < 0)
            no_memory();
        free(text);
        text = all;
    }
    free(old);
    t->put[place] = text;
}

/* ---- finding one's way -------------------------------------------------- */

bool token_is(const struct token *t, const char *text)
{
    return t->kind != TOKEN_BLANK && t->kind != TOKEN_COMMENT &&
           t->length == strlen(text) && !memcmp(t->at, text, t->length);
}

bool token_same(const struct token *a, const struct token *b)
{
    return a->kind == b->kind && a->length == b->length &&
           !memcmp(a->at, b->at, a->length);
}

bool tokens_body(const struct tokens *s, const char *name, size_t length,
                 int *from, int *to)
{
    for (int k = 0; k < s->n; k++) {
        const bool same =
            s->t[k].length == length && !memcmp(s->t[k].at, name, length);
        const int open = tokens_next(s, k);
        const int shut =
            same && token_is(&s->t[open], "(") ? tokens_match(s, open) : -1;

        *from = shut < 0 ? s->n : tokens_next(s, shut);
        *to = token_is(&s->t[*from], "{") ? tokens_match(s, *from) : -1;
        if (*to >= 0)
            return true;
    }
    return false;
}

bool token_is_order(const struct token *t)
{
    return token_is(t, "<") || token_is(t, ">") || token_is(t, "<=") ||
           token_is(t, ">=");
}

bool token_is_keyword(const struct token *t)
{
    static const char words[] =
        " alignas auto bool break case char class const constexpr const_cast "
        "continue default delete do double else enum extern false float for "
        "goto if inline int long namespace new nullptr operator register "
        "reinterpret_cast restrict return short signed sizeof static "
        "static_assert static_cast struct switch template this true typedef "
        "typename union unsigned using void volatile while _Atomic _Bool "
        "_Noreturn _Pragma _Static_assert __constant__ __device__ "
        "__forceinline__ __global__ __host__ __launch_bounds__ __noinline__ "
        "__restrict__ __shared__ ";
    char padded[40];

    snprintf(padded, sizeof padded, " %.*s ", (int)t->length, t->at);
    return t->kind == TOKEN_NAME && t->length < 30 && strstr(words, padded);
}

int tokens_next(const struct tokens *s, int k)
{
    while (++k < s->n &&
           (s->t[k].kind == TOKEN_BLANK || s->t[k].kind == TOKEN_COMMENT))
        continue;
    return k < s->n ? k : s->n;
}

int tokens_last(const struct tokens *s, int k)
{
    while (--k >= 0 &&
           (s->t[k].kind == TOKEN_BLANK || s->t[k].kind == TOKEN_COMMENT))
        continue;
    return k;
}

int tokens_match(const struct tokens *s, int k)
{
    return s->t[k].match;
}

int tokens_statement_end(const struct tokens *s, int k)
{
    while (k < s->n && s->t[k].directive) /* a pragma belongs to it */
        k = tokens_next(s, k);
    if (token_is(&s->t[k], "{"))
        return tokens_match(s, k) < 0 ? s->n : tokens_match(s, k);
    if (token_is(&s->t[k], "if") || token_is(&s->t[k], "for") ||
        token_is(&s->t[k], "while") || token_is(&s->t[k], "switch")) {
        bool may_be_else = token_is(&s->t[k], "if");
        int shut = tokens_match(s, tokens_next(s, k)), end, next;

        if (shut < 0)
            return s->n;
        end = tokens_statement_end(s, tokens_next(s, shut));
        next = tokens_next(s, end);
        if (may_be_else && token_is(&s->t[next], "else"))
            return tokens_statement_end(s, tokens_next(s, next));
        return end;
    }
    if (token_is(&s->t[k], "do"))
        k = tokens_next(s, tokens_statement_end(s, tokens_next(s, k)));
    for (; k < s->n && !token_is(&s->t[k], ";"); k = tokens_next(s, k))
        if ((token_is(&s->t[k], "(") || token_is(&s->t[k], "[") ||
             token_is(&s->t[k], "{")) &&
            (k = tokens_match(s, k)) < 0)
            return s->n;
    return k;
}
