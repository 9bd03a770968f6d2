/* form_layout.c - forms of a text's bytes and of its layout: line ends, blanks,
 * comments. */
#define _GNU_SOURCE
#include "variants/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"

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

const struct rewriting forms_of_bytes[] = {
    {"crlf", REWRITES_BOTH, 0, line_ends, "\r\n"},
    {"crcrlf", REWRITES_BOTH, 0, line_ends, "\r\r\n"},
    {"blanks-at-line-ends", REWRITES_BOTH, 0, line_ends, " \t\n"},
    {"bom", REWRITES_BOTH, 0, begins_with, "\xef\xbb\xbf"},
    {"no-last-line-end", REWRITES_BOTH, 0, ends_with, ""},
    {"comment-at-end", REWRITES_BOTH, 0, ends_with, "\n// 完"},
    {0},
};

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

const struct rewriting forms_of_layout[] = {
    {"tabs", REWRITES_BOTH, tabs, 0, ""},
    {"few-lines", REWRITES_BOTH, few_lines, 0, ""},
    {"no-comments", REWRITES_BOTH, no_comments, 0, ""},
    {"token-a-line", REWRITES_BOTH, behind_each_token, 0, "\n"},
    {"empty-lines", REWRITES_BOTH, line_breaks, 0, "\n\n\n\n\n"},
    {"form-feeds", REWRITES_BOTH, line_breaks, 0, " \f\v\n"},
    {"odd-comments", REWRITES_BOTH, odd_comments, 0, ""},
    {"cut-names", REWRITES_BOTH, cut_names, 0, ""},
    {0},
};
