/* tokens.c - see tokens.h */
#define _GNU_SOURCE
#include "compiler/tokens.h"

#include "compiler/scan.h"
#include "compiler/unit.h"

#include <stdlib.h>
#include <string.h>

/* ---- words --------------------------------------------------------------- */

static const struct word {
    const char *s;
    enum kind kind;
} words[] = {
    {"__global__", GLOBAL},
    {"__device__", DEVICE},
    {"__shared__", SHARED},
    {"__constant__", CONSTANT},
    {"__managed__", MANAGED},
    {"__host__", HOST},
    {"namespace", NAMESPACE},
    {"class", CLASS},
    {"struct", CLASS},
    {"union", CLASS},
    {"enum", ENUM},
    {"template", TEMPLATE},
    {"extern", EXTERN},
    {"static", STATIC},
    {"const", CONST},
    {"constexpr", CONST},
    {"typedef", TYPEDEF},
    {"using", TYPEDEF},
    {"operator", OPERATOR},
    {"switch", SWITCH},
    {"case", CASE},
    {"return", CONTROL},
    {"if", CONTROL},
    {"while", CONTROL},
    {"for", CONTROL},
    {"else", CONTROL},
    {"do", CONTROL},
    {"throw", CONTROL},
    {"sizeof", CONTROL},
    {"delete", CONTROL},
    {"co_return", CONTROL},
    {"co_yield", CONTROL},
    {"co_await", CONTROL},
    {"catch", CONTROL},
    {"__attribute__", ATTRIBUTE},
    {"__attribute", ATTRIBUTE},
    {"alignas", ATTRIBUTE},
    {"_Alignas", ATTRIBUTE},
    {"__declspec", ATTRIBUTE},
    {"decltype", ATTRIBUTE},
    {"__typeof__", ATTRIBUTE},
    {"typeof", ATTRIBUTE},
    {"noexcept", ATTRIBUTE},
    {"__kernel_bounds__", ATTRIBUTE}, /* what __launch_bounds__ becomes */
    {"asm", ASM},
    {"__asm__", ASM},
    {"__asm", ASM},
    {"volatile", VOLATILE},
    {"__volatile__", VOLATILE},
    {"__volatile", VOLATILE},
    {"__restrict__", VOLATILE},
    {"__restrict", VOLATILE},
    {"void", VOID},
    {"__null", NULL_WORD},
    {"char", BUILTIN_TYPE},
    {"short", BUILTIN_TYPE},
    {"int", BUILTIN_TYPE},
    {"long", BUILTIN_TYPE},
    {"unsigned", BUILTIN_TYPE},
    {"signed", BUILTIN_TYPE},
    {"float", BUILTIN_TYPE},
    {"double", BUILTIN_TYPE},
    {"bool", BUILTIN_TYPE},
    {"size_t", BUILTIN_TYPE},
    {"uint", BUILTIN_TYPE},
};

/* Which of `words` begin with a letter: a chain of indices + 1. */
struct word_table {
    unsigned char first[256], next[sizeof words / sizeof *words];
    unsigned char length[sizeof words / sizeof *words];
};

static void make_word_table(struct word_table *t)
{
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        /* The third letter spreads those that begin with underscores. */
        unsigned char c =
            (unsigned char)words[i].s[2] ^ (unsigned char)(words[i].s[0] << 3);
        t->length[i] = (unsigned char)strlen(words[i].s);
        t->next[i] = t->first[c];
        t->first[c] = (unsigned char)(i + 1);
    }
}

static int word_kind(const struct word_table *t, const char *s, size_t length)
{
    if (length < 2)
        return NAME;
    unsigned char c =
        (unsigned char)s[2] ^ (unsigned char)((unsigned char)s[0] << 3);
    if (length == 2) /* "if", "do" */
        c = (unsigned char)((unsigned char)s[0] << 3);
    for (int i = t->first[c]; i; i = t->next[i - 1])
        if (t->length[i - 1] == length &&
            memcmp(words[i - 1].s, s, length) == 0)
            return words[i - 1].kind;
    return NAME;
}

/* ---- tokens -------------------------------------------------------------- */

static void add_token(struct unit *u, size_t at, size_t length, int kind,
                      uint32_t line)
{
    if (u->count + 1 >= u->room) {
        uint32_t room = u->room * 2 + 4096;
        struct token *grown =
            u->failed ? NULL : realloc(u->tokens, room * sizeof *grown);
        if (!grown) {
            u->failed = true;
            return;
        }
        u->tokens = grown;
        u->room = room;
    }
    u->tokens[u->count++] = (struct token){
        (uint32_t)at, (uint32_t)length, line, u->nfiles - 1, (uint16_t)kind, 0};
}

static void add_file(struct unit *u, const char *name, size_t length,
                     bool system)
{
    if ((u->nfiles & (u->nfiles - 1)) == 0) {
        size_t room = u->nfiles ? u->nfiles * 2 : 1;
        struct file *grown = realloc(u->files, room * sizeof *grown);
        if (!grown) {
            u->failed = true;
            return;
        }
        u->files = grown;
    }
    char *copy = strndup(name, length);
    if (copy)
        u->files[u->nfiles++] = (struct file){copy, system};
    else
        u->failed = true;
}

/* nvcc's own pragmas, which would only bring warnings, and those that have done
 * their work: simt_hide.h has hundreds. */
static bool foreign_pragma(const char *s, size_t n)
{
    static const char *const names[] = {"unroll", "nounroll", "nv_",
                                        "hd_warn", "diag_",   "push_macro",
                                        "pop_macro"};
    size_t i = 1;
    while (i < n && (s[i] == ' ' || s[i] == '\t'))
        i++;
    if (n - i < 7 || memcmp(s + i, "pragma", 6) != 0)
        return false;
    for (i += 6; i < n && (s[i] == ' ' || s[i] == '\t');)
        i++;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (n - i >= strlen(names[k]) &&
            memcmp(s + i, names[k], strlen(names[k])) == 0)
            return true;
    return false;
}

static void lex(struct unit *u)
{
    struct word_table table;
    make_word_table(&table);
    char *s = u->s;
    size_t n = u->n;
    uint32_t line = 1;
    bool fresh = true; /* nothing but blanks on this line yet */
    add_file(u, "\"<input>\"", 9, false);
    add_token(u, 0, 0, END, 0);
    for (size_t i = 0; i < n && !u->failed;) {
        unsigned char c = (unsigned char)s[i];
        size_t at = i;
        if (c == '\n') {
            line++;
            i++;
            fresh = true;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' ||
                   c == '\v' || c == '\0') {
            i++;
        } else if (c == '\\' && i + 1 < n && s[i + 1] == '\n') {
            line++;
            i += 2;
        } else if (c == '#' && fresh) {
            struct marker m;
            const char *end = memchr(s + i, '\n', n - i);
            i = end ? (size_t)(end - s) : n;
            if (read_marker(s, n, at, &m)) {
                line = m.line - 1;
                if (m.length)
                    add_file(u, s + m.name, m.length, m.system);
            } else if (foreign_pragma(s + at, i - at)) {
                memset(s + at, ' ', i - at);
            }
        } else if (c == '/' && i + 1 < n &&
                   (s[i + 1] == '/' || s[i + 1] == '*')) {
            i = skip_comment(s, n, i, &line);
        } else {
            fresh = false;
            uint32_t first = line;
            int kind = c;
            bool raw = false;
            if (is_name_start(c)) {
                while (i < n && is_name_part((unsigned char)s[i]))
                    i++;
                if (i < n && (s[i] == '"' || s[i] == '\'') &&
                    string_prefix(s, at, i, &raw)) {
                    i = skip_quoted(s, n, i, raw, &line);
                    kind = STRING;
                } else {
                    kind = word_kind(&table, s + at, i - at);
                }
            } else if (isdigit(c) || (c == '.' && i + 1 < n &&
                                      isdigit((unsigned char)s[i + 1]))) {
                i = skip_number(s, n, i);
                kind = NUMBER;
            } else if (c == '"' || c == '\'') {
                i = skip_quoted(s, n, i, false, &line);
                kind = STRING;
            } else {
                i++;
                char next = i < n ? s[i] : '\0';
                if (c == ':' && next == ':')
                    kind = SCOPE;
                else if (c == '-' && next == '>')
                    kind = ARROW;
                else if ((c == '<' || c == '>' || c == '=' || c == '!') &&
                         next == '=')
                    kind = OTHER;
                i += kind != c;
            }
            add_token(u, at, i - at, kind, first);
        }
    }
    add_token(u, n, 0, END, line);
    if (!u->failed)
        u->count--;
}

/* Partners of brackets. One that is never closed does not keep those around
 * it from finding theirs: a brace ends all parentheses within. */
static bool match_brackets(struct unit *u)
{
    uint32_t *open = malloc((u->count + 1) * sizeof *open), depth = 0;
    if (!open)
        return false;
    for (uint32_t i = 1; i < u->count; i++) {
        int kind = u->tokens[i].kind;
        if (kind == '(' || kind == '[' || kind == '{') {
            open[depth++] = i;
        } else if (kind == ')' || kind == ']' || kind == '}') {
            int want = kind == ')' ? '(' : kind == ']' ? '[' : '{';
            uint32_t d = depth;
            while (d > 0 && u->tokens[open[d - 1]].kind != want &&
                   (want == '{' || u->tokens[open[d - 1]].kind != '{'))
                d--;
            if (d > 0 && u->tokens[open[d - 1]].kind == want) {
                depth = d - 1;
                u->tokens[i].match = open[depth];
                u->tokens[open[depth]].match = i;
            }
        }
    }
    free(open);
    return true;
}

void make_tokens(struct unit *u)
{
    lex(u);
    u->failed = u->failed || !match_brackets(u);
}
