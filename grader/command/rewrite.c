/*
 * rewrite.c - see rewrite.h. From the top down: what all rewritings use; the
 * file's bytes and its layout; names; loops, statements and expressions;
 * functions and launches; OpenMP; the table of them all.
 */
#define _GNU_SOURCE /* asprintf() */
#include "command/rewrite.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

static _Noreturn void no_memory(void)
{
    fprintf(stderr, "%s\n", strerror(ENOMEM));
    exit(2);
}

static bool is(const struct tokens *s, int k, const char *text)
{
    return k >= 0 && token_is(&s->t[k], text);
}

static bool is_one(const struct tokens *s, int k, const char *const *texts)
{
    for (; *texts; texts++)
        if (is(s, k, *texts))
            return true;
    return false;
}

static bool is_name(const struct tokens *s, int k)
{
    return k >= 0 && s->t[k].kind == TOKEN_NAME && !token_is_keyword(&s->t[k]);
}

static void blank_out(struct tokens *s, int from, int to)
{
    for (int k = from; k <= to; k++)
        token_put(&s->t[k], TOKEN_INSTEAD, "%s", "");
}

/* Put a text for the tokens from..to. */
static void put_for(struct tokens *s, int from, int to, const char *text)
{
    blank_out(s, from, to);
    token_put(&s->t[from], TOKEN_INSTEAD, "%s", text);
}

/* The form with other texts for its letters: $a for the first of `letters` if
 * that is "a", and so on. */
static char *fill_in(const char *form, const char *letters, ...)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    if (!f)
        no_memory();
    for (; *form; form++) {
        const char *letter = *form == '$' ? strchr(letters, form[1]) : NULL;
        const char *filling = NULL;
        va_list args;

        if (!letter) {
            putc(*form, f);
            continue;
        }
        va_start(args, letters);
        for (const char *l = letters; l <= letter; l++)
            filling = va_arg(args, const char *);
        va_end(args);
        fputs(filling, f);
        form++;
    }
    if (fclose(f))
        no_memory();
    return text;
}

/* Is there such a token in from..to? */
static bool has(const struct tokens *s, int from, int to, const char *text)
{
    for (int k = from; k <= to; k++)
        if (is(s, k, text))
            return true;
    return false;
}

/* Is the { at k that of a block, and not of a struct, an enum, or = { }? */
static bool is_block(const struct tokens *s, int k)
{
    static const char *const befores[] = {")", "else", "do", ";", NULL};
    int before = tokens_last(s, k);

    if (before < 0)
        return false;
    if (is(s, before, "{"))
        return is_block(s, before);
    if (is(s, before, "}"))
        return is_block(s, tokens_match(s, before));
    return is_one(s, before, befores) || s->t[before].directive;
}

static bool begins_directive(const struct tokens *s, int k)
{
    return s->t[k].directive && is(s, k, "#") &&
           (k == 0 || s->t[k - 1].line < s->t[k].line);
}

/* Put lines behind the #includes, and where an #if is around the last one
 * behind its #endif. */
static void put_on_top(struct tokens *s, const char *lines)
{
    static const char *const opens[] = {"if", "ifdef", "ifndef", NULL};
    int last = -1, depth = 0;
    bool included = false;

    for (int k = 0; k < s->n; k++) {
        if (!begins_directive(s, k))
            continue;
        int word = tokens_next(s, k);
        depth += is_one(s, word, opens) - is(s, word, "endif");
        included = included || is(s, word, "include");
        if (!included || depth > 0)
            continue;
        for (last = k; s->t[last + 1].directive &&
                       !begins_directive(s, last + 1);)
            last++;
        included = false;
    }
    if (last >= 0)
        token_put(&s->t[last], TOKEN_AFTER, "\n%s", lines);
    else
        token_put(&s->t[0], TOKEN_BEFORE, "%s\n", lines);
}

/* ---- bytes -------------------------------------------------------------- */

/* Each line ends with `with`; one that a \ joins to the next stays. */
static char *line_ends(const char *text, const char *with)
{
    char *to, *result = malloc(strlen(text) * (strlen(with) + 1) + 1);

    if (!result)
        no_memory();
    for (to = result; *text; text++)
        if (*text == '\n' && (to == result || to[-1] != '\\'))
            to = stpcpy(to, with);
        else
            *to++ = *text;
    *to = 0;
    return result;
}

static char *begins_with(const char *text, const char *with)
{
    char *result;

    if (asprintf(&result, "%s%s", with, text) < 0)
        no_memory();
    return result;
}

/* `with` for the last line end. */
static char *ends_with(const char *text, const char *with)
{
    char *result;

    if (asprintf(&result, "%.*s%s", (int)strlen(text) - 1, text, with) < 0)
        no_memory();
    return result;
}

/* ---- layout ------------------------------------------------------------- */

/* Tabs where there are four blanks at a line's beginning, and within it. */
static void tabs(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++) {
        struct token *t = &w->s.t[k];
        char text[400] = "";
        size_t n = 0, blanks = 0;

        if (t->kind != TOKEN_BLANK || t->length > 200 ||
            memchr(t->at, '\\', t->length))
            continue;
        for (size_t i = 0; i < t->length; i++)
            if (t->at[i] == '\n')
                text[n++] = '\n', blanks = 0;
            else if (blanks++ % 4 == 0)
                text[n++] = '\t';
        token_put(t, TOKEN_INSTEAD, "%s", text);
    }
}

/* As few lines as there can be; no comments. */
static void few_lines(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int next = tokens_next(s, k);

        if (s->t[k].kind == TOKEN_COMMENT)
            token_put(&s->t[k], TOKEN_INSTEAD, " ");
        else if (s->t[k].kind == TOKEN_BLANK && !s->t[k].directive &&
                 !(k > 0 && s->t[k - 1].directive) && !s->t[next].directive)
            token_put(&s->t[k], TOKEN_INSTEAD, " ");
    }
}

static void no_comments(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++)
        if (w->s.t[k].kind == TOKEN_COMMENT)
            token_put(&w->s.t[k], TOKEN_INSTEAD, " ");
}

/* `with` behind every token outside of directives. */
static void behind_each_token(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++)
        if (w->s.t[k].kind != TOKEN_BLANK && w->s.t[k].kind != TOKEN_COMMENT &&
            !w->s.t[k].directive)
            token_put(&w->s.t[k], TOKEN_AFTER, "%s", w->with);
}

static void odd_comments(struct rewrite *w)
{
    static const char *const odd[] = {"/* don't */",
                                      "/* <<<1, 2>>>(x); */",
                                      "/*/ \" */",
                                      "/* } ) ] */",
                                      "// #pragma omp critical\n",
                                      "/* 数组 */",
                                      "/* __shared__ int x; */",
                                      "// */ /* \" ' {\n",
                                      "/**/",
                                      "/* #define int long */"};

    for (int k = 0, n = 0; k < w->s.n; k++)
        if (w->s.t[k].kind != TOKEN_BLANK && w->s.t[k].kind != TOKEN_COMMENT &&
            !w->s.t[k].directive)
            token_put(&w->s.t[k], TOKEN_BEFORE, " %s ",
                      odd[n++ % (int)(sizeof odd / sizeof *odd)]);
}

/* Names cut in two by a \ at the end of a line. */
static void cut_names(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++) {
        struct token *t = &w->s.t[k];
        int half = (int)t->length / 2;

        if (t->kind == TOKEN_NAME && half >= 2 && !(t->at[half] & 0x80))
            token_put(t, TOKEN_INSTEAD, "%.*s\\\n%.*s", half, t->at,
                      (int)t->length - half, t->at + half);
    }
}

/* `with` for every line end outside of directives. */
static void line_breaks(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++) {
        struct token *t = &w->s.t[k];
        char *old, *text;

        if (t->kind != TOKEN_BLANK || t->directive ||
            !memchr(t->at, '\n', t->length))
            continue;
        old = tokens_original(&w->s, k, k + 1);
        text = line_ends(old, w->with);
        token_put(t, TOKEN_INSTEAD, "%s", text);
        free(old);
        free(text);
    }
}

/* ---- names -------------------------------------------------------------- */

#define NAMES_MAX 200

/* Where names are declared; a name may stand here several times. */
struct names {
    int at[NAMES_MAX]; /* token */
    bool member[NAMES_MAX];
    int n;
};

/* Is the word at k a type? Those of `names` that stand behind struct or
 * typename are types as well. */
static bool is_type(const struct tokens *s, int k, const struct names *names)
{
    static const char *const words[] = {
        "void", "char", "short", "int",      "long",   "float", "double",
        "auto", "bool", "dim3",  "unsigned", "signed", "_Bool", NULL};
    const struct token *t;

    if (k < 0 || s->t[k].kind != TOKEN_NAME)
        return false;
    t = &s->t[k];
    if (is_one(s, k, words) || is(s, tokens_last(s, k), "struct"))
        return true;
    if (token_is_keyword(t))
        return false;
    for (int i = 0; i < names->n; i++) {
        int before = tokens_last(s, names->at[i]);

        if (token_same(t, &s->t[names->at[i]]) &&
            (is(s, before, "struct") || is(s, before, "typename")))
            return true;
    }
    /* size_t, float4 */
    return (t->length > 2 && !memcmp(t->at + t->length - 2, "_t", 2)) ||
           (t->length > 3 && strchr("1234", t->at[t->length - 1]) &&
            (!memcmp(t->at, "float", 5) || !memcmp(t->at, "int", 3) ||
             !memcmp(t->at, "uint", 4) || !memcmp(t->at, "uchar", 5)));
}

/* Is the name at k declared there: behind its type, or a struct's tag before
 * its braces? */
static bool is_declared(const struct tokens *s, int k,
                        const struct names *names)
{
    static const char *const between[] = {
        "*", "&", "const", "volatile", "__restrict__", "restrict", NULL};
    int before = tokens_last(s, k);

    if (!is_name(s, k))
        return false;
    if (is(s, before, "struct"))
        return is(s, tokens_next(s, k), "{");
    if (is(s, before, "typename"))
        return true;
    if (is(s, before, "}")) /* struct { } here; */
        return !is_block(s, tokens_match(s, before));
    if (is_type(s, k, names))
        return false;
    while (is_one(s, before, between))
        before = tokens_last(s, before);
    return is_type(s, before, names);
}

static void add_name(struct names *names, int k, bool member)
{
    if (names->n < NAMES_MAX) {
        names->at[names->n] = k;
        names->member[names->n++] = member;
    }
}

/* `int a = f(b, c), *d;`: d, too. */
static void add_others(const struct tokens *s, int k, struct names *names,
                       bool member)
{
    for (k = tokens_next(s, k); k < s->n; k = tokens_next(s, k)) {
        int next = tokens_next(s, k);

        if (is(s, k, "(") || is(s, k, "[") ||
            (is(s, k, "{") && is(s, tokens_last(s, k), "="))) {
            k = tokens_match(s, k);
        } else if (is(s, k, ",")) {
            while (is(s, next, "*") || is(s, next, "const"))
                next = tokens_next(s, next);
            if (!is_name(s, next) || is_type(s, next, names) ||
                is(s, next, "struct"))
                return;
            add_name(names, next, member);
        } else if (is(s, k, ";") || is(s, k, ")") || is(s, k, "{") ||
                   is(s, k, "}") || is(s, k, ">") || is(s, k, ":")) {
            return;
        }
    }
}

/* With only_outside, names within brackets (parameters) are left out. */
static void find_names(const struct tokens *s, struct names *names,
                       bool only_outside)
{
    int enum_end = -1, struct_end = -1;

    names->n = 0;
    for (int k = tokens_next(s, -1); k < s->n; k = tokens_next(s, k)) {
        int next = tokens_next(s, k);
        bool member = k < struct_end;

        if (only_outside && is(s, k, "(")) {
            k = tokens_match(s, k);
        } else if (s->t[k].directive) {
            if (is(s, k, "#") && is(s, next, "define"))
                add_name(names, tokens_next(s, next), false);
        } else if (is(s, k, "enum")) {
            while (!is(s, next, "{") && !is(s, next, ";") && next < s->n)
                next = tokens_next(s, next);
            enum_end = is(s, next, "{") ? tokens_match(s, next) : -1;
        } else if (is(s, k, "struct")) {
            while (is_name(s, next))
                next = tokens_next(s, next);
            if (is(s, next, "{"))
                struct_end = tokens_match(s, next);
        } else if (k < enum_end && is_name(s, k) &&
                   (is(s, tokens_last(s, k), "{") ||
                    is(s, tokens_last(s, k), ","))) {
            add_name(names, k, false);
        } else if (is_declared(s, k, names)) {
            add_name(names, k, member);
            if (!is(s, next, "(") || !only_outside)
                add_others(s, k, names, member);
        }
    }
}

static const struct token *find_name(const struct tokens *s,
                                     const struct names *names,
                                     const struct token *t, bool member_only)
{
    for (int i = 0; i < names->n; i++)
        if (token_same(t, &s->t[names->at[i]]) &&
            (!member_only || names->member[i]))
            return &s->t[names->at[i]];
    return NULL;
}

/* Does the word stand anywhere? */
static bool is_used(const struct tokens *s, const char *word)
{
    return has(s, 0, s->n - 1, word);
}

/* A word that nothing here has for a name yet; `with` is a list of words. */
static void new_name(struct rewrite *w, int *taken, uint64_t *seed, char *name,
                     size_t size)
{
    struct tokens list;
    int n = 0, at, rounds;

    tokens_read(&list, w->with);
    for (int k = 0; k < list.n; k++)
        n += list.t[k].kind == TOKEN_NAME;
    at = *taken ? *taken : n + (int)(random_next(seed) % (unsigned)n);
    do {
        int k = 0;

        rounds = at / n;
        for (int left = at % n; left > 0 || list.t[k].kind != TOKEN_NAME; k++)
            left -= list.t[k].kind == TOKEN_NAME;
        snprintf(name, size, "%.*s", (int)list.t[k].length, list.t[k].at);
        if (rounds > 1)
            snprintf(name + strlen(name), size - strlen(name), "%d", rounds);
        at++;
    } while (is_used(&w->s, name) || is_used(&w->contract, name));
    *taken = at;
    tokens_free(&list);
}

/* Every name that is declared here, and not by the contract, gets another. */
static void rename_all(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct names ours, theirs;
    uint64_t seed = w->seed;
    int taken = 0, depth = 0;
    bool pragma = false;
    char name[NAMES_MAX][400];

    find_names(s, &ours, false);
    find_names(&w->contract, &theirs, true);
    for (int i = 0; i < ours.n; i++) {
        const struct token *t = &s->t[ours.at[i]];

        name[i][0] = 0;
        if (find_name(s, &ours, t, false) == t && /* the first of its name */
            !token_is(t, "main") && !find_name(&w->contract, &theirs, t, false))
            new_name(w, &taken, &seed, name[i], sizeof name[i]);
    }
    for (int k = 0; k < s->n; k++) {
        int before = tokens_last(s, k);
        bool member = is(s, before, ".") || is(s, before, "->");
        const struct token *t;

        if (is(s, k, "#"))
            pragma = is(s, tokens_next(s, k), "pragma");
        depth = s->t[k].directive ? depth + is(s, k, "(") - is(s, k, ")") : 0;
        /* `omp for`: no names of ours outside of a clause's brackets */
        if (!is_name(s, k) || (s->t[k].directive && pragma && depth == 0))
            continue;
        t = find_name(s, &ours, &s->t[k], member);
        for (int i = 0; t && i < ours.n; i++)
            if (name[i][0] && token_same(t, &s->t[ours.at[i]]))
                token_put(&s->t[k], TOKEN_INSTEAD, "%s", name[i]);
    }
}

/* ---- loops -------------------------------------------------------------- */

/* The parts of `for (begin; condition; step) body`, by token. */
struct loop {
    int at, open, first, second, shut, body, end;
};

/* A `for` at k that can be written otherwise: no pragma is about it. */
static bool read_loop(const struct tokens *s, int k, struct loop *l)
{
    int before = tokens_last(s, k);

    if (!is(s, k, "for") || s->t[k].directive ||
        (before >= 0 && s->t[before].directive))
        return false;
    l->at = k;
    l->open = tokens_next(s, k);
    l->shut = tokens_match(s, l->open);
    l->body = tokens_next(s, l->shut);
    l->end = tokens_statement_end(s, l->body);
    l->first = l->second = -1;
    for (k = tokens_next(s, l->open); k < l->shut; k = tokens_next(s, k))
        if (is(s, k, "(") || is(s, k, "["))
            k = tokens_match(s, k);
        else if (is(s, k, ";") && l->first < 0)
            l->first = k;
        else if (is(s, k, ";"))
            l->second = k;
    return l->second >= 0 && tokens_next(s, l->first) != l->second &&
           !has(s, l->body, l->end, "continue");
}

/* `with` is the form of the loop: what comes for "for", "(", the first ";",
 * the condition, the second ";", and ")", and behind the body; parts are
 * divided by |. $c is the condition, $s the step, $n a number. */
static void turn_loops(struct rewrite *w)
{
    struct tokens *s = &w->s;
    int number = 0;

    for (int k = 0; k < s->n; k++) {
        char *form, *part, *rest, text[20];
        struct loop l;

        if (!read_loop(s, k, &l) ||
            (strstr(w->with, "goto") && has(s, l.body, l.end, "break")))
            continue;
        const int at[] = {l.at,     l.open, l.first, l.first + 1,
                          l.second, l.shut, l.end};
        char *condition = tokens_original(s, l.first + 1, l.second);
        char *step = tokens_original(s, l.second + 1, l.shut);

        snprintf(text, sizeof text, "%d", ++number);
        rest = form = fill_in(w->with, "csn", condition, step, text);
        blank_out(s, l.first, l.shut);
        for (int i = 0; i < 7; i++) {
            part = strsep(&rest, "|");
            token_put(&s->t[at[i]], i < 6 ? TOKEN_INSTEAD : TOKEN_AFTER, "%s",
                      part);
        }
        free(form);
        free(condition);
        free(step);
    }
}

static void while_to_for(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int before = tokens_last(s, k), open = tokens_next(s, k);

        if (!is(s, k, "while") || s->t[k].directive ||
            (is(s, before, "}") &&
             is(s, tokens_last(s, tokens_match(s, before)), "do")))
            continue;
        token_put(&s->t[k], TOKEN_INSTEAD, "for");
        token_put(&s->t[open], TOKEN_AFTER, ";");
        token_put(&s->t[tokens_match(s, open)], TOKEN_BEFORE, ";");
    }
}

/* `for (int i = 0; i < n; i++)` by a macro. */
static void loop_macro(struct rewrite *w)
{
    static const char *const form[] = {"for", "(", NULL, NULL, "=",
                                       "0",   ";", NULL, "<"};
    struct tokens *s = &w->s;
    bool any = false;

    for (int k = 0; k < s->n; k++) {
        int at[9], i, end, shut, plus;
        char *limit;

        at[0] = k;
        for (i = 0; i < 9; i++) {
            if (i > 0)
                at[i] = tokens_next(s, at[i - 1]);
            if (at[i] >= s->n || s->t[at[i]].directive ||
                (form[i] && !is(s, at[i], form[i])))
                break;
        }
        if (i < 9 || !token_same(&s->t[at[3]], &s->t[at[7]]))
            continue;
        shut = tokens_match(s, at[1]);
        for (end = at[8]; !is(s, end, ";"); end++)
            continue;
        plus = tokens_last(s, shut);
        if (has(s, at[8], end, ",") || has(s, at[8], end, "&&") ||
            !is(s, plus, "++") || tokens_last(s, tokens_last(s, plus)) != end)
            continue;
        limit = tokens_original(s, at[8] + 1, end);
        blank_out(s, k + 1, shut);
        token_put(&s->t[k], TOKEN_INSTEAD, "REP(%.*s, %.*s, %s)",
                  (int)s->t[at[2]].length, s->t[at[2]].at,
                  (int)s->t[at[3]].length, s->t[at[3]].at, limit);
        any = true;
        free(limit);
    }
    if (any)
        put_on_top(s, "#define REP(type, i, n) for (type i = 0; i < n; i++)");
}

/* ---- statements --------------------------------------------------------- */

/* Does a statement begin at k, within a function? */
static bool begins_statement(const struct tokens *s, int k)
{
    static const char *const heads[] = {"if", "for", "while", NULL};
    int before = tokens_last(s, k), open = -1, brackets = 0;

    if (s->t[k].directive)
        return false;
    for (int i = 0; i < k; i++) {
        if (is(s, i, "{") && tokens_match(s, i) > k)
            open = i;
        brackets += is(s, i, "(") - is(s, i, ")");
    }
    if (open < 0 || !is_block(s, open) || brackets > 0)
        return false;
    while (s->t[before].directive)
        before = tokens_last(s, before);
    if (is(s, before, ")"))
        return is_one(s, tokens_last(s, tokens_match(s, before)), heads);
    if (is(s, before, "}"))
        return is_block(s, tokens_match(s, before));
    return is(s, before, ";") || is(s, before, "{") || is(s, before, "else");
}

/* ... and one that is an expression, no declaration? */
static bool begins_expression(const struct tokens *s, int k)
{
    struct names names;

    if (!begins_statement(s, k) || !is_name(s, k))
        return false;
    find_names(s, &names, false);
    return !is_type(s, k, &names) &&
           s->t[tokens_next(s, k)].kind == TOKEN_MARK &&
           !is(s, tokens_next(s, k), ":") && !is(s, tokens_next(s, k), "::");
}

/* Braces around all that if, else, for and while are about. */
static void braces(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int body, before = tokens_last(s, k);

        if (s->t[k].directive)
            continue;
        if (is(s, k, "if") || is(s, k, "for"))
            body = tokens_next(s, tokens_match(s, tokens_next(s, k)));
        else if (is(s, k, "while") && !is(s, before, "}"))
            body = tokens_next(s, tokens_match(s, tokens_next(s, k)));
        else if (is(s, k, "else"))
            body = tokens_next(s, k);
        else
            continue;
        if (is(s, body, "{"))
            continue;
        token_put(&s->t[body], TOKEN_BEFORE,
                  s->t[body].directive ? "{\n" : "{ ");
        token_put(&s->t[tokens_statement_end(s, body)], TOKEN_AFTER, " }");
    }
}

/* if (!(c)) { } else ... */
static void turn_ifs(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k), shut, body, end, other;

        if (!is(s, k, "if") || s->t[k].directive)
            continue;
        shut = tokens_match(s, open);
        body = tokens_next(s, shut);
        end = tokens_statement_end(s, body);
        other = tokens_next(s, end);
        if (s->t[body].directive || has(s, k, end, "else") ||
            is(s, tokens_last(s, k), "else"))
            continue;
        if (is(s, other, "else")) {
            int from = tokens_next(s, other);
            int to = tokens_statement_end(s, from);
            char *yes = tokens_original(s, body, end + 1);
            char *no = tokens_original(s, from, to + 1);

            put_for(s, body, end, no);
            put_for(s, from, to, yes);
            token_put(&s->t[body], TOKEN_BEFORE, "{ ");
            token_put(&s->t[end], TOKEN_AFTER, " }");
            free(yes);
            free(no);
        } else {
            token_put(&s->t[shut], TOKEN_AFTER, " { } else");
        }
        token_put(&s->t[open], TOKEN_AFTER, "!(");
        token_put(&s->t[shut], TOKEN_BEFORE, ")");
    }
}

/* int i = 0, j; as int i; i = 0; int j; */
static void late_values(struct rewrite *w)
{
    static const char *const plain[] = {"int",    "float",  "unsigned", "bool",
                                        "size_t", "double", "int64_t",  NULL};
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int name = tokens_next(s, k), end;

        if (!is_one(s, k, plain) || !is_name(s, name) ||
            !begins_statement(s, k))
            continue;
        end = tokens_statement_end(s, k);
        if (has(s, k, end, "{") || is(s, tokens_next(s, name), "["))
            continue;
        for (int i = tokens_next(s, name); i < end; i = tokens_next(s, i)) {
            int last = tokens_last(s, i), next = tokens_next(s, i);

            if (is(s, i, "(") || is(s, i, "[")) {
                i = tokens_match(s, i);
            } else if (is(s, i, "=")) {
                token_put(&s->t[i], TOKEN_INSTEAD,
                          "; %.*s =", (int)s->t[last].length, s->t[last].at);
            } else if (is(s, i, ",")) {
                if (!is_name(s, next) || is(s, tokens_next(s, next), "["))
                    break; /* what follows stays */
                token_put(&s->t[i], TOKEN_INSTEAD, "; %.*s",
                          (int)s->t[k].length, s->t[k].at);
            }
        }
    }
}

/* `with` before, and }(); behind each statement that is an expression. */
static void lambdas(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++)
        if (begins_expression(&w->s, k)) {
            token_put(&w->s.t[k], TOKEN_BEFORE, "%s", w->with);
            token_put(&w->s.t[tokens_statement_end(&w->s, k)], TOKEN_AFTER,
                      " }();");
        }
}

/* x += y as x = x + (y). */
static void long_assignments(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int op = k, end;
        char *left;

        if (!begins_expression(s, k))
            continue;
        end = tokens_statement_end(s, k);
        while (op < end && !(s->t[op].length == 2 && s->t[op].at[1] == '=' &&
                             strchr("+-*/|&^", s->t[op].at[0])))
            op = tokens_next(s, op);
        if (op == end || has(s, k, op, "(") || has(s, k, op, "++") ||
            has(s, k, op, "="))
            continue;
        left = tokens_original(s, k, op);
        token_put(&s->t[op], TOKEN_INSTEAD, "= %s %c (", left, s->t[op].at[0]);
        token_put(&s->t[end], TOKEN_BEFORE, ")");
        free(left);
    }
}

/* ---- expressions -------------------------------------------------------- */

/* i++ alone; `with` has $i for i. */
static void steps(struct rewrite *w)
{
    static const char *const befores[] = {";", "{", "}", ")", NULL};
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int op = tokens_next(s, k), next = tokens_next(s, op);
        char *name, *text;

        if (!is_name(s, k) || !is(s, op, "++") ||
            !is_one(s, tokens_last(s, k), befores) ||
            !(is(s, next, ";") || is(s, next, ")")))
            continue;
        name = tokens_original(s, k, k + 1);
        text = fill_in(w->with, "i", name);
        put_for(s, k, op, text);
        free(name);
        free(text);
    }
}

static void turn_comparison(struct tokens *s, int from, int to)
{
    static const char *const op[] = {"<", ">", "<=", ">=", "==", "!=", NULL};
    static const char *const turned[] = {">", "<", ">=", "<=", "==", "!="};
    static const char *const other[] = {"=", "?",  ",",  "&", "|",
                                        "^", "<<", ">>", ";", NULL};
    int at = -1, which = 0;
    char *left, *right;

    for (int k = from; k <= to; k++) {
        if (is(s, k, "(") || is(s, k, "["))
            k = tokens_match(s, k);
        else if (is_one(s, k, other) || (at >= 0 && is_one(s, k, op)))
            return;
        else if (is_one(s, k, op))
            at = k;
    }
    if (at < 0)
        return;
    while (!is(s, at, op[which]))
        which++;
    left = tokens_original(s, from, at);
    right = tokens_original(s, at + 1, to + 1);
    blank_out(s, from, to);
    token_put(&s->t[from], TOKEN_INSTEAD, "%s %s %s", right, turned[which],
              left);
    free(left);
    free(right);
}

/* a < b as b > a, in conditions. */
static void comparisons(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k), shut, from, end;

        if (s->t[k].directive ||
            !(is(s, k, "if") || is(s, k, "while") || is(s, k, "for")))
            continue;
        shut = tokens_match(s, open);
        from = tokens_next(s, open);
        if (is(s, k, "for")) {
            while (from < shut && !is(s, from, ";"))
                from = tokens_next(s, from);
            from = tokens_next(s, from);
            for (end = from; end < shut && !is(s, end, ";");)
                end = tokens_next(s, end);
            if (end >= shut)
                continue;
        } else {
            end = shut;
        }
        for (int i = from; i <= end; i = tokens_next(s, i)) {
            if (i != end && (is(s, i, "(") || is(s, i, "["))) {
                i = tokens_match(s, i);
            } else if (i == end || is(s, i, "&&") || is(s, i, "||")) {
                turn_comparison(s, from, tokens_last(s, i));
                from = tokens_next(s, i);
            }
        }
    }
}

/* A factor at k of one token or of the form a.b; its last token, or -1. */
static int factor(const struct tokens *s, int k)
{
    int dot = tokens_next(s, k), end = k;

    if (!is_name(s, k) && s->t[k].kind != TOKEN_NUMBER)
        return -1;
    if (is(s, dot, "."))
        end = tokens_next(s, dot);
    dot = tokens_next(s, end);
    return is(s, dot, "(") || is(s, dot, "[") || is(s, dot, ".") ||
                   is(s, dot, "->") || is(s, dot, "++")
               ? -1
               : end;
}

/* a * b as b * a. */
static void products(struct rewrite *w)
{
    static const char *const befores[] = {"+",  "=", "(",      "[",
                                          "+=", "<", "return", NULL};
    struct tokens *s = &w->s;
    struct names names;

    find_names(s, &names, false);
    for (int k = 0; k < s->n; k++) {
        int end = factor(s, k), op, other, last;
        char *left, *right;

        if (end < 0 || is_type(s, k, &names) || s->t[k].directive ||
            !is_one(s, tokens_last(s, k), befores))
            continue;
        op = tokens_next(s, end);
        other = tokens_next(s, op);
        last = is(s, op, "*") ? factor(s, other) : -1;
        if (last < 0)
            continue;
        left = tokens_original(s, k, end + 1);
        right = tokens_original(s, other, last + 1);
        put_for(s, k, end, right);
        put_for(s, other, last, left);
        free(left);
        free(right);
        k = last;
    }
}

/* a[i]: `with` is another form, up to the index, for $a. */
static void subscripts(struct rewrite *w)
{
    static const char *const tags[] = {"struct", "union", "enum", NULL};
    struct tokens *s = &w->s;
    struct names names;

    find_names(s, &names, false);
    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k), before = tokens_last(s, k), shut;
        bool declared = false;
        char *name, *text;

        for (int i = 0; i < names.n; i++)
            declared = declared || names.at[i] == k;
        if (!is_name(s, k) || !is(s, open, "[") || declared ||
            s->t[k].directive || is(s, before, ".") || is(s, before, "->"))
            continue;
        if (is_one(s, tokens_last(s, before), tags)) /* struct s s[2]; */
            continue;
        shut = tokens_match(s, open);
        if (is(s, tokens_next(s, shut), "["))
            continue;
        name = tokens_original(s, k, k + 1);
        text = fill_in(w->with, "a", name);
        put_for(s, k, open, text);
        token_put(&s->t[shut], TOKEN_INSTEAD, ")))");
        free(name);
        free(text);
    }
}

static void numbers_in_hex(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++) {
        struct token *t = &w->s.t[k];
        int before = tokens_last(&w->s, k);

        if (t->kind == TOKEN_NUMBER && t->length > 1 && t->at[0] != '0' &&
            strspn(t->at, "0123456789") == t->length &&
            !is(&w->s, before, "pragma"))
            token_put(t, TOKEN_INSTEAD, "0x%lx", strtoul(t->at, NULL, 10));
    }
}

/*
 * `with` is "words => other words": these for those, wherever they stand with
 * any blanks between; then, after a |, what is put on top. No words of the
 * second kind may stand in the text already.
 */
static void replace(struct rewrite *w)
{
    const char *arrow = strstr(w->with, " => "), *top = strchr(w->with, '|');
    struct tokens *s = &w->s, pattern;
    int at[40], n, first;
    char *text = strndup(w->with, (size_t)(arrow - w->with)), *other;
    bool any = false;

    if (!text ||
        asprintf(&other, "%.*s",
                 (int)((top ? top : w->with + strlen(w->with)) - arrow - 4),
                 arrow + 4) < 0)
        no_memory();
    tokens_read(&pattern, text);
    for (int k = 0; k < s->n; k++) {
        n = 0;
        first = k;
        if (s->t[k].directive)
            continue;
        for (int p = 0; p < pattern.n && n < 40 && first < s->n;
             p = tokens_next(&pattern, p)) {
            if (!token_same(&s->t[first], &pattern.t[p])) {
                n = 0;
                break;
            }
            at[n++] = first;
            first = tokens_next(s, first);
        }
        if (n == 0 || at[n - 1] >= s->n)
            continue;
        put_for(s, at[0], at[n - 1], other);
        k = at[n - 1];
        any = true;
    }
    if (any && top)
        put_on_top(s, top + 1);
    tokens_free(&pattern);
    free(text);
    free(other);
}

/* Types by names of one's own. */
static void own_types(struct rewrite *w)
{
    static const char *const more[] = {"unsigned", "signed", "long", "short",
                                       NULL};
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++)
        if (s->t[k].directive || is_one(s, tokens_last(s, k), more) ||
            is_one(s, tokens_next(s, k), more))
            continue;
        else if (is(s, k, "int"))
            token_put(&s->t[k], TOKEN_INSTEAD, "Int");
        else if (is(s, k, "float"))
            token_put(&s->t[k], TOKEN_INSTEAD, "Real");
        else if (is(s, k, "double"))
            token_put(&s->t[k], TOKEN_INSTEAD, "Real2");
    put_on_top(s, "typedef int Int;\ntypedef float Real;\n"
                  "typedef double Real2;");
}

/* #define x 32 as another constant: `with`, for $x and its value $v. */
static void constants(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int word = tokens_next(s, k), name = tokens_next(s, word), end = name;
        char *value, *copy, *text;

        if (!is(s, k, "#") || !is(s, word, "define") || is(s, name + 1, "("))
            continue;
        while (s->t[end + 1].directive && s->t[end + 1].kind != TOKEN_COMMENT)
            end++;
        value = tokens_original(s, name + 1, end + 1);
        copy = tokens_original(s, name, name + 1);
        text = fill_in(w->with, "xv", copy, value);
        put_for(s, k, end, text);
        free(value);
        free(copy);
        free(text);
    }
}

/* ---- functions ---------------------------------------------------------- */

#define FUNCTIONS_MAX 40

struct function {
    int begin, name, open, shut; /* first token; name(...) */
    int body, end;               /* { } */
    bool kernel, device, is_static, is_template, contract;
};

static int find_functions(struct rewrite *w, struct function *f)
{
    struct tokens *s = &w->s;
    int n = 0, begin = 0;

    for (int k = tokens_next(s, -1); k < s->n; k = tokens_next(s, k)) {
        int next, name = tokens_last(s, k);

        if (s->t[k].directive || is(s, k, ";")) {
            begin = tokens_next(s, k);
        } else if (is(s, k, "(")) {
            int shut = tokens_match(s, k);

            next = tokens_next(s, shut);
            if (is_name(s, name) && is(s, next, "{") && n < FUNCTIONS_MAX) {
                struct token *t = &s->t[name];
                struct names theirs;

                find_names(&w->contract, &theirs, true);
                f[n] = (struct function){
                    .begin = begin,
                    .name = name,
                    .open = k,
                    .shut = shut,
                    .body = next,
                    .end = tokens_match(s, next),
                    .kernel = has(s, begin, name, "__global__"),
                    .device = has(s, begin, name, "__device__"),
                    .is_static = has(s, begin, name, "static"),
                    .is_template = has(s, begin, name, "template"),
                    .contract = token_is(t, "main") ||
                                find_name(&w->contract, &theirs, t, false)};
                k = f[n].end;
                begin = tokens_next(s, k);
                n++;
            } else {
                k = shut;
            }
        } else if (is(s, k, "{")) {
            k = tokens_match(s, k);
            begin = tokens_next(s, k);
        }
    }
    return n;
}

/* The names of a function's parameters, as arguments: "a, b". */
static char *arguments(const struct tokens *s, const struct function *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int name = -1, n = 0;

    if (!out)
        no_memory();
    for (int k = tokens_next(s, f->open); k <= f->shut; k = tokens_next(s, k)) {
        int star = tokens_next(s, k);

        if (is(s, k, "(") && is(s, star, "*")) { /* void (*f)(int) */
            name = tokens_next(s, star);
            k = tokens_match(s, tokens_next(s, tokens_match(s, k)));
        } else if (is(s, k, "(")) { /* void f(int) */
            k = tokens_match(s, k);
        } else if (is(s, k, "[")) {
            k = tokens_match(s, k);
        } else if (is(s, k, ",") || k == f->shut) {
            if (name >= 0)
                fprintf(out, "%s%.*s", n++ ? ", " : "", (int)s->t[name].length,
                        s->t[name].at);
            name = -1;
        } else if (is_name(s, k)) {
            name = k;
        }
    }
    if (fclose(out))
        no_memory();
    return text;
}

/* Every function does no more than call another one, which does it. */
static void helpers(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++) {
        char *type, *parameters, *body, *args;
        bool nothing = has(s, f[i].begin, f[i].name, "void") &&
                       !has(s, f[i].begin, f[i].name, "*");

        if (f[i].is_template)
            continue;
        type = f[i].kernel ? strdup("static __device__ void ")
                           : tokens_original(s, f[i].begin, f[i].name);
        parameters = tokens_original(s, f[i].open, f[i].body);
        body = tokens_original(s, f[i].body, f[i].end + 1);
        args = arguments(s, &f[i]);
        token_put(&s->t[f[i].begin], TOKEN_BEFORE, "%s%s%.*s_part%s\n%s\n",
                  f[i].kernel || f[i].is_static ? "" : "static ", type,
                  (int)s->t[f[i].name].length, s->t[f[i].name].at, parameters,
                  body);
        blank_out(s, f[i].body, f[i].end);
        token_put(&s->t[f[i].body], TOKEN_BEFORE, "{ %s%.*s_part(%s); }",
                  nothing ? "" : "return ", (int)s->t[f[i].name].length,
                  s->t[f[i].name].at, args);
        free(type);
        free(parameters);
        free(body);
        free(args);
    }
}

/* What is called stands behind what calls it. */
static void turn_functions(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f), first = -1;

    for (int i = n - 1; i >= 0; i--) {
        char *text;

        if (f[i].is_template)
            continue;
        text = tokens_original(s, f[i].begin, f[i].end + 1);
        token_put(&s->t[s->n], TOKEN_BEFORE, "%s\n", text);
        free(text);
        first = i;
    }
    for (int i = 0; i < n; i++) {
        char *text = tokens_original(s, f[i].begin, f[i].shut + 1);

        if (!f[i].is_template) {
            token_put(&s->t[f[first].begin], TOKEN_BEFORE, "%s;\n",
                      f[i].contract ? "" : text);
            blank_out(s, f[i].begin, f[i].end);
        }
        free(text);
    }
}

/* `with` before each function that is not the contract's. */
static void before_ours(struct rewrite *w)
{
    bool braces_too = strchr(w->with, '{');
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++) {
        if (f[i].contract || (f[i].is_static && strstr(w->with, "static")) ||
            (f[i].is_template && !braces_too) ||
            (f[i].kernel && strstr(w->with, "inline")))
            continue;
        token_put(&w->s.t[f[i].begin], TOKEN_BEFORE, "%s", w->with);
        if (braces_too)
            token_put(&w->s.t[f[i].end], TOKEN_AFTER, "\n}");
    }
}

static void before_contract(struct rewrite *w)
{
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++)
        if (f[i].contract)
            token_put(&w->s.t[f[i].begin], TOKEN_BEFORE, "%s", w->with);
}

/* `with` behind __global__ (what is not there yet), or behind __device__. */
static void behind_device(struct rewrite *w)
{
    bool bounds = strstr(w->with, "__launch_bounds__");
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++)
        for (int k = f[i].begin; k < f[i].name; k++)
            if (bounds ? is(&w->s, k, "__global__") &&
                             !has(&w->s, k, f[i].name, "__launch_bounds__")
                       : is(&w->s, k, "__device__"))
                token_put(&w->s.t[k], TOKEN_AFTER, "%s", w->with);
}

static void template_kernels(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++) {
        if (!f[i].kernel || f[i].is_template)
            continue;
        token_put(&s->t[f[i].begin], TOKEN_BEFORE, "template <int ROUNDS> ");
        for (int k = f[i].end; k < s->n; k++)
            if (token_same(&s->t[k], &s->t[f[i].name]))
                token_put(&s->t[k], TOKEN_AFTER, "<1>");
    }
}

/* `with` behind the * of a kernel's parameters, or of the contract's in C. */
static void pointer_parameters(struct rewrite *w)
{
    bool all = w->with[0] == '*', cuda = strstr(w->with, "__");
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++) {
        const struct names none = {.n = 0};
        bool is_const = false;

        if (!(cuda ? f[i].kernel : f[i].contract))
            continue;
        for (int k = f[i].open; k < f[i].shut; k = tokens_next(s, k)) {
            if (is(s, k, ","))
                is_const = false;
            is_const = is_const || is(s, k, "const");
            if (is(s, k, "*") && (all || is_const) &&
                is_type(s, tokens_last(s, k), &none) &&
                !is(s, tokens_next(s, k), "__restrict__"))
                token_put(&s->t[k], TOKEN_AFTER, "%s ", w->with + all);
        }
    }
}

/* if (c) work; at a kernel's end as if (!(c)) return; work; */
static void early_returns(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++) {
        int last = -1, open, shut;

        if (!has(s, f[i].begin, f[i].name, "void") ||
            has(s, f[i].begin, f[i].name, "*"))
            continue;
        for (int k = tokens_next(s, f[i].body); k < f[i].end;
             k = tokens_next(s, tokens_statement_end(s, k)))
            last = k;
        if (!is(s, last, "if"))
            continue;
        open = tokens_next(s, last);
        shut = tokens_match(s, open);
        if (has(s, last, f[i].end, "else"))
            continue;
        token_put(&s->t[open], TOKEN_AFTER, "!(");
        token_put(&s->t[shut], TOKEN_AFTER, ") return;");
    }
}

/* ---- launches ----------------------------------------------------------- */

/* `with` is the form of $k<<<$c>>>($a); $0 is ", 0" where nothing is said of
 * shared memory. Behind a | stands what is put on top. */
static void launches(struct rewrite *w)
{
    const char *top = strchr(w->with, '|');
    char *form = strndup(w->with, strcspn(w->with, "|"));
    struct tokens *s = &w->s;
    bool any = false;

    if (!form)
        no_memory();
    for (int k = 0; k < s->n; k++) {
        int begin = tokens_last(s, k), shut = k, open, end, commas = 0;
        char *kernel, *numbers, *args, *text;

        if (!is(s, k, "<<<"))
            continue;
        if (is(s, begin, ">"))
            while (!is(s, begin, "<"))
                begin--;
        if (is(s, begin, "<"))
            begin = tokens_last(s, begin);
        for (; !is(s, shut, ">>>"); shut = tokens_next(s, shut)) {
            if (is(s, shut, "("))
                shut = tokens_match(s, shut);
            commas += is(s, shut, ",");
        }
        open = tokens_next(s, shut);
        end = tokens_match(s, open);
        kernel = tokens_original(s, begin, k);
        numbers = tokens_original(s, k + 1, shut);
        args = tokens_original(s, open + 1, end);
        text = fill_in(form, "kca0", kernel, numbers, args,
                       commas == 1 ? ", 0" : "");
        put_for(s, begin, end, text);
        any = true;
        free(kernel);
        free(numbers);
        free(args);
        free(text);
    }
    if (any && top)
        put_on_top(s, top + 1);
    free(form);
}

/* ---- OpenMP ------------------------------------------------------------- */

/* The last token of the directive that begins at k. */
static int directive_end(const struct tokens *s, int k)
{
    while (s->t[k + 1].directive)
        k++;
    return k;
}

/* #pragma x as _Pragma("x") */
static void pragma_words(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int word = tokens_next(s, k), end;
        char *text;

        if (!is(s, k, "#") || !is(s, word, "pragma"))
            continue;
        end = directive_end(s, k);
        text = tokens_original(s, tokens_next(s, word), end + 1);
        for (char *p = text; *p; p++)
            if (strchr("\\\n", *p))
                *p = ' ';
        blank_out(s, k, end);
        token_put(&s->t[k], TOKEN_BEFORE, "_Pragma(\"%s\")", text);
        free(text);
    }
}

/* parallel for as two directives, one below the other. */
static void two_pragmas(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int next = tokens_next(s, k), threads = tokens_next(s, next);

        if (!s->t[k].directive || !is(s, k, "parallel") || !is(s, next, "for"))
            continue;
        if (is(s, threads, "num_threads")) {
            int shut = tokens_match(s, tokens_next(s, threads));
            char *clause = tokens_original(s, threads, shut + 1);

            blank_out(s, threads, shut);
            token_put(&s->t[k], TOKEN_AFTER, " %s", clause);
            free(clause);
        }
        token_put(&s->t[next], TOKEN_BEFORE, "\n#pragma omp ");
    }
}

/* `with` behind parallel for, where nothing is said of schedule or threads. */
static void clauses(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int next = tokens_next(s, k), end = directive_end(s, k);

        if (s->t[k].directive && is(s, k, "parallel") && is(s, next, "for") &&
            !has(s, k, end, "schedule") && !has(s, k, end, "simd") &&
            !has(s, k, end, "num_threads"))
            token_put(&s->t[next], TOKEN_AFTER, "%s", w->with);
    }
}

/* `with` before each innermost loop of code for the device. */
static void unroll(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = find_functions(w, f);

    for (int i = 0; i < n; i++)
        for (int k = f[i].body; k < f[i].end; k++) {
            int before = tokens_last(s, k);

            if ((f[i].kernel || f[i].device) && is(s, k, "for") &&
                !s->t[before].directive &&
                !has(s, k + 1, tokens_statement_end(s, k), "for"))
                token_put(&s->t[k], TOKEN_BEFORE, "%s", w->with);
        }
}

/* ---- all of them -------------------------------------------------------- */

#define CG "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;"
#define C REWRITES_C
#define CU REWRITES_CU
#define BOTH REWRITES_BOTH

const struct rewriting rewritings[] = {
    {"tabs", BOTH, tabs, 0, ""},
    {"few-lines", BOTH, few_lines, 0, ""},
    {"no-comments", BOTH, no_comments, 0, ""},
    {"token-a-line", BOTH, behind_each_token, 0, "\n"},
    {"empty-lines", BOTH, line_breaks, 0, "\n\n\n\n\n"},
    {"form-feeds", BOTH, line_breaks, 0, " \f\v\n"},
    {"odd-comments", BOTH, odd_comments, 0, ""},
    {"cut-names", BOTH, cut_names, 0, ""},

    {"chinese", BOTH, rename_all, 0,
     "和 数组 线程 块 长度 下标 部分和 核函数 行 列 结果 临时 起点 终点 步长 "
     "计数 矩阵 向量 共享 全局 锁 解锁 n数 数n 左 右 宽度 高度 é ß щ π"},
    {"kit-words", BOTH, rename_all, 0,
     "reduction min_reduction end check judge atomic barrier critical single "
     "master section task ordered flush lane warp site report runner seed "
     "arena grade finding race memory traffic speed poison shadow fiber launch "
     "kernel block grid shared global device host student secret clean mark "
     "parallel num_threads nowait schedule collapse threads hook fast request"},
    {"capitals", BOTH, rename_all, 0,
     "N A S T B M K X Y Z D F G H P Q R U V W L J O C E NN AA BB N_ S_ T_"},
    {"short-words", BOTH, rename_all, 0,
     "sum cnt tmp len ptr idx res ans buf val cur last mid lo hi flag go step_ "
     "part my all total one two half0 first0 rest data size begin next prev"},
    {"library-words", BOTH, rename_all, 0,
     "list array vector map set hash byte distance move copy fill swap_ left "
     "right plus minus fmin_ y0_ index_ rows_ columns pitch width height depth "
     "offset stride tile mask vote shuffle sector bank cache line word bits"},
    {"underscores", BOTH, rename_all, 0,
     "a_ b_ _c d__ e_1 x_y_z i0 i1 i2 i3 O0 l1 ll1 lll Il1 a1b2 z9 _0 _1 _2"},
    {"long-names", BOTH, rename_all, 0,
     "a_name_of_a_hundred_letters_which_is_more_than_most_people_ever_write_"
     "but_some_do_and_nothing_forbids_it "
     "another_name_that_is_just_as_long_so_that_there_are_two_of_them_which_"
     "begin_and_end_otherwise_0123456789"},

    {"while", BOTH, turn_loops, 0, "{| |; while (|$c|)| {| $s; } }"},
    {"do-while", BOTH, turn_loops, 0,
     "{| |; if (|$c|) do {|| $s; } while ($c); }"},
    {"break", BOTH, turn_loops, 0, "for|(|;| |;|) { if (!($c)) break;| $s; }"},
    {"goto", BOTH, turn_loops, 0,
     "{| |; again_$n: if (|$c|) {|| $s; goto again_$n; } }"},
    {"step-in-body", BOTH, turn_loops, 0, "for|(|;|$c|;|) {| $s; }"},
    {"for-for-while", BOTH, while_to_for, 0, ""},
    {"loop-macro", BOTH, loop_macro, 0, ""},
    {"braces", BOTH, braces, 0, ""},
    {"else-instead", BOTH, turn_ifs, 0, ""},
    {"early-return", BOTH, early_returns, 0, ""},
    {"late-values", BOTH, late_values, 0, ""},
    {"lambdas", CU, lambdas, 0, "[&] { "},
    {"long-assignments", BOTH, long_assignments, 0, ""},
    {"plus-one", BOTH, steps, 0, "$i += 1"},
    {"one-more", BOTH, steps, 0, "$i = $i + 1"},
    {"one-plus", BOTH, steps, 0, "$i = 1 + $i"},
    {"increment-first", BOTH, steps, 0, "++$i"},
    {"comparisons", BOTH, comparisons, 0, ""},
    {"products", BOTH, products, 0, ""},
    {"pointers", BOTH, subscripts, 0, "(*($a + ("},
    {"index-first", BOTH, subscripts, 0, "(*(&$a[0] + ("},
    {"hex", BOTH, numbers_in_hex, 0, ""},

    {"own-types", BOTH, own_types, 0, ""},
    {"macro-index", CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => INDEX|#define INDEX "
     "(blockIdx.x * blockDim.x + threadIdx.x)"},
    {"index-turned", CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => threadIdx.x + blockDim.x * "
     "blockIdx.x"},
    {"index-by-function", CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => index()|static __device__ "
     "unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }"},
    {"index-y-turned", CU, replace, 0,
     "blockIdx.y * blockDim.y + threadIdx.y => threadIdx.y + blockDim.y * "
     "blockIdx.y"},
    {"index-by-umad24", CU, replace, 0,
     "blockIdx.x * blockDim.x + threadIdx.x => __umul24(blockIdx.x, "
     "blockDim.x) + threadIdx.x"},
    {"macro-tx", CU, replace, 0, "threadIdx.x => tx|#define tx threadIdx.x"},
    {"group-tx", CU, replace, 0,
     "threadIdx.x => cg::this_thread_block().thread_index().x|" CG},
    {"group-rank", CU, replace, 0,
     "blockIdx.x => cg::this_thread_block().group_index().x|" CG},
    {"macro-kernel", CU, replace, 0,
     "__global__ void => KERNEL|#define KERNEL __global__ void"},
    {"macro-shared", CU, replace, 0,
     "__shared__ => LOCAL|#define LOCAL __shared__"},
    {"macro-sync", CU, replace, 0,
     "__syncthreads() => SYNC|#define SYNC __syncthreads()"},
    {"sync-group", CU, replace, 0,
     "__syncthreads() => cg::this_thread_block().sync()|" CG},
    {"sync-group-2", CU, replace, 0,
     "__syncthreads() => cg::sync(cg::this_thread_block())|" CG},
    {"sync-count", CU, replace, 0,
     "__syncthreads() => (void)__syncthreads_count(1)|"},
    {"sync-or", CU, replace, 0,
     "__syncthreads() => (void)__syncthreads_or(0)|"},
    {"two-barriers", CU, replace, 0,
     "__syncthreads() => __syncthreads(), __syncthreads()|"},
    {"fence-system", CU, replace, 0,
     "__threadfence() => __threadfence_system()|"},
    {"memset-async", CU, replace, 0, "sizeof *d_c) => sizeof(float))|"},
    {"success-is-0", CU, replace, 0, "error != cudaSuccess => error|"},
    {"peek-at-error", CU, replace, 0,
     "return cudaGetLastError(); => { cudaError_t e = cudaGetLastError(); "
     "return (int)e; }|"},
    {"macro-int", BOTH, replace, 0, "int => INT|#define INT int"},
    {"macro-for", BOTH, replace, 0, "for => FOR|#define FOR for"},
    {"macro-if", BOTH, replace, 0,
     "if ( => IF (|#define IF(...) if (__VA_ARGS__)"},
    {"macro-size", BOTH, replace, 0, "size_t => unsigned long|"},
    {"constant-enum", BOTH, constants, 0, "enum { $x = $v };"},
    {"constant-macro", BOTH, constants, 0, "#define $x_ ($v)\n#define $x $x_"},
    {"constexpr", CU, constants, 0, "constexpr int $x = $v;"},
    {"const-int", CU, constants, 0, "const int $x = $v;"},
    {"static-constexpr", CU, constants, 0,
     "static constexpr unsigned $x = $v;"},

    {"helpers", BOTH, helpers, 0, ""},
    {"functions-behind", BOTH, turn_functions, 0, ""},
    {"static", BOTH, before_ours, 0, "static "},
    {"inline", BOTH, before_ours, 0, "inline "},
    {"namespace", CU, before_ours, 0, "namespace {\n"},
    {"extern-c", CU, before_contract, 0, "extern \"C\" "},
    {"force-inline", CU, behind_device, 0, " __forceinline__"},
    {"no-inline", CU, behind_device, 0, " __noinline__"},
    {"launch-bounds", CU, behind_device, 0, " __launch_bounds__(1024)"},
    {"template-kernels", CU, template_kernels, 0, ""},
    {"const-restrict", CU, pointer_parameters, 0, " __restrict__"},
    {"all-restrict", CU, pointer_parameters, 0, "* __restrict__"},
    {"c-restrict", C, pointer_parameters, 0, "* restrict"},

    {"launch-0", CU, launches, 0, "$k<<<$c$0>>>($a)"},
    {"launch-stream", CU, launches, 0, "$k<<<$c$0, cudaStreamLegacy>>>($a)"},
    {"launch-macro", CU, launches, 0,
     "LAUNCH($k, $c)($a)|#define LAUNCH(k, ...) k<<<__VA_ARGS__>>>"},
    {"launch-function", CU, launches, 0,
     "run($k, $c$0, $a)|template <typename F, typename... P> static void run(F "
     "f, "
     "dim3 g, dim3 b, size_t s, P... p) { f<<<g, b, s>>>(p...); }"},
    {"launch-call", CU, launches, 0,
     "run($k, $c$0, $a)|template <typename T> struct same { typedef T type; "
     "};\n"
     "template <typename... P> static void run(void (*k)(P...), dim3 g, dim3 "
     "b, size_t s, typename same<P>::type... p) { void *args[] = {&p...}; "
     "cudaLaunchKernel(k, g, b, args, s, 0); }"},
    {"unroll", CU, unroll, 0, "\n#pragma unroll\n"},
    {"unroll-4", CU, unroll, 0, "\n#pragma unroll 4\n"},

    {"pragma-words", BOTH, pragma_words, 0, ""},
    {"two-pragmas", C, two_pragmas, 0, ""},
    {"static-schedule", C, clauses, 0, " schedule(static)"},
    {"dynamic-schedule", C, clauses, 0, " schedule(dynamic, 8192)"},
    {"guided-schedule", C, clauses, 0, " schedule(guided)"},
    {"schedule-auto", C, clauses, 0, " schedule(auto)"},
    {"simd", C, clauses, 0, " simd"},

    {"crlf", BOTH, 0, line_ends, "\r\n"},
    {"crcrlf", BOTH, 0, line_ends, "\r\r\n"},
    {"blanks-at-line-ends", BOTH, 0, line_ends, " \t\n"},
    {"bom", BOTH, 0, begins_with, "\xef\xbb\xbf"},
    {"no-last-line-end", BOTH, 0, ends_with, ""},
    {"comment-at-end", BOTH, 0, ends_with, "\n// 完"},
};
const int n_rewritings = sizeof rewritings / sizeof *rewritings;

char *rewrite(const char *text, const struct rewriting *r, uint64_t seed,
              const char *contract)
{
    struct rewrite w = {.with = r->with, .seed = seed};
    char *result;

    if (r->bytes)
        return r->bytes(text, r->with);
    tokens_read(&w.s, text);
    tokens_read(&w.contract, contract);
    r->tokens(&w);
    result = tokens_text(&w.s, 0, w.s.n);
    tokens_free(&w.s);
    tokens_free(&w.contract);
    return result;
}
