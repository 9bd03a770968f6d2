/*
 * around.c - see around.h. Brackets first: who has one that does not match gets
 * no answers, so that all that follows may rely on them.
 */
#define _GNU_SOURCE
#include "reports/around.h"

#include <stdlib.h>
#include <string.h>

#include "base/source.h"

enum { DEPTH = 256 };

/* Macros are not looked into. */
static bool is_code(const struct token *t)
{
    return !t->directive && t->kind != TOKEN_BLANK && t->kind != TOKEN_COMMENT;
}

static bool is_mark(const struct token *t, char mark)
{
    return is_code(t) && t->kind == TOKEN_MARK && t->length == 1 &&
           *t->at == mark;
}

static bool find_matches(struct around *a)
{
    static const char open[] = "([{", close[] = ")]}";
    int stack[DEPTH], depth = 0;

    for (int k = 0; k < a->s.n; k++) {
        const struct token *t = &a->s.t[k];
        const char *mark;

        a->match[k] = -1;
        if (!is_code(t) || t->kind != TOKEN_MARK || t->length != 1)
            continue;
        if (strchr(open, *t->at)) {
            if (depth == DEPTH)
                return false;
            stack[depth++] = k;
        } else if ((mark = strchr(close, *t->at))) {
            if (!depth || *a->s.t[stack[depth - 1]].at != open[mark - close])
                return false;
            a->match[k] = stack[--depth];
            a->match[stack[depth]] = k;
        }
    }
    a->match[a->s.n] = -1;
    return depth == 0;
}

bool around_read(struct around *a, const char *file)
{
    bool good;

    source_tokens(file, &a->s);
    a->match = malloc(((size_t)a->s.n + 1) * sizeof *a->match);
    good = a->match && a->s.n > 0 && find_matches(a);
    if (!good)
        around_free(a);
    return good;
}

void around_free(struct around *a)
{
    tokens_free(&a->s);
    free(a->match);
    memset(a, 0, sizeof *a);
}

int around_line(const struct around *a, int token)
{
    return token < 0 ? 0 : a->s.t[token].line;
}

/* The next token of code; s.n if there is none. */
static int next(const struct around *a, int k)
{
    for (k++; k < a->s.n && !is_code(&a->s.t[k]); k++)
        ;
    return k < a->s.n ? k : a->s.n;
}

/* The last one before; -1. */
static int last(const struct around *a, int k)
{
    for (k--; k >= 0 && !is_code(&a->s.t[k]); k--)
        ;
    return k;
}

int around_statement_end(const struct around *a, int k)
{
    const struct token *t = a->s.t;

    for (int depth = 0; depth < DEPTH && k < a->s.n; depth++) {
        if (is_mark(&t[k], '{'))
            return a->match[k];
        if (token_is(&t[k], "do") || token_is(&t[k], "else")) {
            bool loop = token_is(&t[k], "do");
            int end = around_statement_end(a, next(a, k));

            if (!loop)
                return end;
            k = next(a, end); /* the while */
            break;
        }
        if (!token_is(&t[k], "if") && !token_is(&t[k], "for") &&
            !token_is(&t[k], "while") && !token_is(&t[k], "switch"))
            break;
        bool conditional = token_is(&t[k], "if");
        int condition = next(a, k);

        if (!is_mark(&t[condition], '('))
            return condition;
        int end = around_statement_end(a, next(a, a->match[condition]));
        int after = next(a, end);

        if (!conditional || after >= a->s.n || !token_is(&t[after], "else"))
            return end;
        k = next(a, after);
    }
    for (; k < a->s.n && !is_mark(&t[k], ';'); k = next(a, k))
        if (a->match[k] > k)
            k = a->match[k];
        else if (a->match[k] >= 0)
            return k;
    return k < a->s.n ? k : a->s.n - 1;
}

static bool has_line(const struct around *a, int from, int to, int line)
{
    return a->s.t[from].line <= line && line <= a->s.t[to].line;
}

static const struct span none = {-1, -1};

struct span around_function(const struct around *a, int line)
{
    for (int k = 0; k < a->s.n; k++) {
        int before;

        if (!is_mark(&a->s.t[k], '{'))
            continue;
        before = last(a, k);
        if (before < 0 || !is_mark(&a->s.t[before], ')') ||
            last(a, a->match[before]) < 0)
            continue;
        if (has_line(a, a->match[before], a->match[k], line))
            return (struct span){k, a->match[k]};
        k = a->match[k];
    }
    return none;
}

int around_name(const struct around *a, struct span body)
{
    return last(a, a->match[last(a, body.from)]);
}

struct span around_named(const struct around *a, const struct token *name)
{
    for (int k = 0; k < a->s.n; k++) {
        int open = next(a, k), body;

        if (is_mark(&a->s.t[k], '{') && last(a, k) >= 0 &&
            is_mark(&a->s.t[last(a, k)], ')')) {
            k = a->match[k];
            continue;
        }
        if (!is_code(&a->s.t[k]) || !token_same(&a->s.t[k], name) ||
            open >= a->s.n || !is_mark(&a->s.t[open], '('))
            continue;
        body = next(a, a->match[open]);
        if (body < a->s.n && is_mark(&a->s.t[body], '{'))
            return (struct span){body, a->match[body]};
    }
    return none;
}

/* The end of a do is none of its own. */
static bool begins_loop(const struct around *a, int k)
{
    const struct token *t = &a->s.t[k];
    const int before = last(a, k);

    if (token_is(t, "for") || token_is(t, "do"))
        return true;
    return token_is(t, "while") &&
           !(is_mark(&a->s.t[before], '}') &&
             token_is(&a->s.t[last(a, a->match[before])], "do"));
}

struct span around_loop(const struct around *a, int line, int other)
{
    const struct span f = around_function(a, line);
    struct span found = none;

    for (int k = f.from; k >= 0 && k < f.to; k = next(a, k)) {
        int end;

        if (!begins_loop(a, k))
            continue;
        end = around_statement_end(a, k);
        if (has_line(a, k, end, line) && has_line(a, k, end, other))
            found = (struct span){k, end};
    }
    return found;
}

struct span around_if(const struct around *a, int line, int other)
{
    const struct span f = around_function(a, line);
    struct span found = none;

    for (int k = f.from; k >= 0 && k < f.to; k = next(a, k)) {
        int open = next(a, k), end;

        if (!token_is(&a->s.t[k], "if") || !is_mark(&a->s.t[open], '('))
            continue;
        end = around_statement_end(a, next(a, a->match[open]));
        if (has_line(a, a->match[open], end, line) &&
            has_line(a, a->match[open], end, other) && line > a->s.t[k].line &&
            other > a->s.t[k].line)
            found = (struct span){open + 1, a->match[open] - 1};
    }
    return found;
}

struct span around_braces(const struct around *a, int line)
{
    const struct span f = around_function(a, line);
    struct span found = f;

    for (int k = f.from; k >= 0 && k < f.to; k++)
        if (is_mark(&a->s.t[k], '{') && has_line(a, k, a->match[k], line))
            found = (struct span){k, a->match[k]};
    return found;
}

int around_first(const struct around *a, struct span in, int from, int to,
                 const char *const *names)
{
    for (int k = in.from; k >= 0 && k <= in.to; k++) {
        const struct token *t = &a->s.t[k];

        if (!is_code(t) || t->line < from || t->line > to)
            continue;
        for (int i = 0; names[i]; i++)
            if (token_is(t, names[i]))
                return t->line;
    }
    return 0;
}

/* What is computed with from token k on, up to the end of the expression: these
 * names and no other ones, no numbers, members and casts aside. Each of them
 * once. */
static bool only_made_of(const struct around *a, int k,
                         const char *const *names)
{
    int found = 0, wanted = 0;

    while (names[wanted])
        wanted++;
    for (int depth = 0; k < a->s.n; k = next(a, k)) {
        const struct token *t = &a->s.t[k];
        bool meant = false;

        if (is_mark(t, ';') || is_mark(t, ',') || (is_mark(t, ')') && !depth))
            return found == wanted;
        depth += is_mark(t, '(') - is_mark(t, ')');
        if (t->kind == TOKEN_NUMBER || is_mark(t, '['))
            return false;
        /* a type in brackets of its own, or the x of blockDim.x */
        if (t->kind != TOKEN_NAME || is_mark(&a->s.t[last(a, k)], '.') ||
            (is_mark(&a->s.t[last(a, k)], '(') &&
             is_mark(&a->s.t[next(a, k)], ')')))
            continue;
        for (int i = 0; names[i]; i++)
            meant |= token_is(t, names[i]);
        if (!meant)
            return false;
        found++;
    }
    return false;
}

/* "x = blockIdx.x * blockDim.x + threadIdx.x", the last time that x is set
 * before token k. */
static bool is_number_in_grid(const struct around *a, struct span f, int k)
{
    static const char *const number[] = {"blockIdx", "blockDim", "threadIdx",
                                         NULL};

    for (int i = last(a, k); i > f.from; i = last(a, i))
        if (token_same(&a->s.t[i], &a->s.t[k]) &&
            token_is(&a->s.t[next(a, i)], "="))
            return only_made_of(a, next(a, next(a, i)), number);
    return false;
}

int around_short_step(const struct around *a, int line, int *direction)
{
    static const char *const block[] = {"blockDim", NULL};
    const struct span f = around_function(a, line);

    for (int k = f.from; k >= 0 && k < f.to; k = next(a, k)) {
        const int sign = next(a, k);
        int dot = sign;

        if (!token_is(&a->s.t[sign], "+=") ||
            !only_made_of(a, next(a, sign), block) ||
            !is_number_in_grid(a, f, k) ||
            around_loop(a, line, a->s.t[k].line).from < 0)
            continue;
        while (dot < f.to && !is_mark(&a->s.t[dot], '.'))
            dot = next(a, dot);
        *direction = *a->s.t[next(a, dot)].at - 'x';
        return *direction >= 0 && *direction < 3 ? a->s.t[k].line : 0;
    }
    return 0;
}

/* ---- what stays as it is in a loop -------------------------------------- */

/* Whether the loop may change the variable at token k. */
static bool is_changed(const struct around *a, int k)
{
    static const char *const behind[] = {
        "=",  "+=", "-=",  "*=", "/=", "%=",  "&=",
        "|=", "^=", "<<=", "++", "--", ">>=", NULL};
    const struct token *before = &a->s.t[last(a, k)];

    for (int i = 0; behind[i]; i++)
        if (token_is(&a->s.t[next(a, k)], behind[i]))
            return true;
    return token_is(before, "++") || token_is(before, "--") ||
           token_is(before, "&");
}

/* Whether all variables in this text have one value in all turns. */
static bool stays(const struct around *a, struct span loop, const char *text)
{
    struct tokens s;
    bool same = true;

    tokens_read(&s, text);
    for (int i = 0; i < s.n; i++)
        for (int k = loop.from; s.t[i].kind == TOKEN_NAME && k < loop.to;
             k = next(a, k))
            same &= !token_same(&a->s.t[k], &s.t[i]) || !is_changed(a, k);
    tokens_free(&s);
    return same;
}

/* Whether the line is come to in each turn, or in none. What an element is, or
 * a function gives, may change without a trace here. */
static bool in_all_turns(const struct around *a, struct span loop, int line)
{
    enum { LONG = 200 }; /* tokens; no condition that people read */
    static const char *const leaves[] = {"break",  "continue", "goto",
                                         "return", "switch",   NULL};

    if (around_first(a, loop, 1, a->s.t[loop.to].line, leaves))
        return false;
    for (int k = loop.from; k < loop.to; k = next(a, k)) {
        const int open = next(a, k);
        char *text;
        bool same = true;

        if (!token_is(&a->s.t[k], "if") || !is_mark(&a->s.t[open], '(') ||
            !has_line(a, k, around_statement_end(a, k), line))
            continue;
        if (a->match[open] - open > LONG)
            return false;
        for (int i = next(a, open); i < a->match[open]; i = next(a, i))
            same &= !is_mark(&a->s.t[i], '[') &&
                    !(a->s.t[i].kind == TOKEN_NAME &&
                      is_mark(&a->s.t[next(a, i)], '('));
        text = tokens_original(&a->s, open, a->match[open]);
        same = same && stays(a, loop, text);
        free(text);
        if (!same)
            return false;
    }
    return true;
}

int around_same_each_turn(const struct around *a, int line, const char *name)
{
    const struct span loop = around_loop(a, line, line);
    const char *bracket = strchr(name, '[');

    if (loop.from < 0 || (!bracket && *name != '*') ||
        (bracket && strchr(bracket + 1, '[')) || !stays(a, loop, name) ||
        !in_all_turns(a, loop, line))
        return 0;
    return a->s.t[loop.from].line;
}

/* ---- what an array is declared with ------------------------------------- */

enum { NESTED = 4, LONGEST = 1 << 20 };

/* "#define TILE 32", "TILE = 32"; 0: not found. */
static long constant(const struct around *a, const struct token *name,
                     int nested);

/* A number, or a name for one; 0: neither. */
static long value_of(const struct around *a, int k, int nested)
{
    const struct token *t = &a->s.t[k];
    long n;

    if (t->kind == TOKEN_NAME)
        return nested ? constant(a, t, nested - 1) : 0;
    if (t->kind != TOKEN_NUMBER)
        return 0;
    n = strtol(t->at, NULL, 0);
    return n > 0 && n < LONGEST ? n : 0;
}

/* Of sums of products, from token k on; 0: it is something else. */
static long expression(const struct around *a, int k, int nested)
{
    long sum = 0, product = 1;

    for (;; k = tokens_next(&a->s, k)) {
        const long n = value_of(a, k, nested);

        if (n == 0 || n * product >= LONGEST)
            return 0;
        product *= n;
        k = tokens_next(&a->s, k);
        if (token_is(&a->s.t[k], "*"))
            continue;
        sum += product;
        product = 1;
        if (!token_is(&a->s.t[k], "+"))
            return sum < LONGEST ? sum : 0;
    }
}

static long constant(const struct around *a, const struct token *name,
                     int nested)
{
    for (int k = 0; k < a->s.n; k++) {
        const int before = tokens_last(&a->s, k),
                  next_one = tokens_next(&a->s, k);

        if (!token_same(&a->s.t[k], name) || before < 0)
            continue;
        if (a->s.t[k].directive && token_is(&a->s.t[before], "define"))
            return value_of(a, next_one, nested);
        if (!a->s.t[k].directive && token_is(&a->s.t[next_one], "="))
            return expression(a, tokens_next(&a->s, next_one), nested);
    }
    return 0;
}

/* The only name in the part, which compares nothing; null. */
static const struct token *only_name(const struct around *a, struct span part)
{
    const struct token *found = NULL;

    for (int k = part.from; k >= 0 && k <= part.to; k++) {
        const struct token *t = &a->s.t[k];

        if (t->kind == TOKEN_NAME && !found)
            found = t;
        else if (t->kind > TOKEN_COMMENT && !token_is(t, "!"))
            return NULL;
    }
    return found;
}

static bool stands_in_line(const struct around *a, const struct token *name,
                           int line)
{
    for (int k = 0; k < a->s.n; k++)
        if (a->s.t[k].line == line && token_same(&a->s.t[k], name))
            return true;
    return false;
}

/* The last token from..to - 1 of this name that is set there; -1. */
static int set_last(const struct around *a, const struct token *name, int from,
                    int to)
{
    int found = -1;

    for (int k = from; k >= 0 && k < to; k++)
        if (a->s.t[k].kind == TOKEN_NAME && token_same(&a->s.t[k], name) &&
            token_is(&a->s.t[tokens_next(&a->s, k)], "="))
            found = k;
    return found;
}

bool around_stale(const struct around *a, struct span condition, int line,
                  struct stale *s)
{
    const struct span body = around_function(a, line);
    int set, end;

    s->asked = only_name(a, condition);
    if (!s->asked || body.from < 0)
        return false;
    set = set_last(a, s->asked, body.from, condition.from);
    if (set < 0)
        return false;
    end = around_statement_end(a, set);
    for (int k = set + 1; k < end; k++) {
        const struct token *t = &a->s.t[k];
        const int changed =
            t->kind == TOKEN_NAME ? set_last(a, t, end, condition.from) : -1;

        if (changed < 0 || !stands_in_line(a, t, line))
            continue;
        s->condition = around_line(a, condition.from);
        s->set = a->s.t[set].line;
        s->changed = a->s.t[changed].line;
        s->name = t;
        return true;
    }
    return false;
}

static bool is_type(const struct token *t)
{
    return t->kind == TOKEN_NAME && !token_is(t, "return") &&
           !token_is(t, "sizeof") &&
           (token_is_keyword(t) ||
            (t->length > 2 && !memcmp(t->at + t->length - 2, "_t", 2)));
}

/* Is `name` a pointer in the function from its brackets on, `type *name`, and
 * nothing else: no array, and no variable of another function? */
static bool is_pointer(const struct around *a, struct span function,
                       const struct token *name)
{
    bool pointer = false;

    for (int k = function.from; k <= function.to; k++) {
        const int before = last(a, k), type = before > 0 ? last(a, before) : -1;

        if (!token_same(&a->s.t[k], name) || type < 0)
            continue;
        if (is_type(&a->s.t[before]))
            return false;
        pointer = pointer ||
                  (is_mark(&a->s.t[before], '*') && is_type(&a->s.t[type]));
    }
    return pointer;
}

bool around_size_of_pointer(const struct around *a, int *line,
                            const struct token **name)
{
    for (int k = 0; k < a->s.n; k++) {
        struct span function;
        int p = next(a, k), behind;

        if (!token_is(&a->s.t[k], "sizeof"))
            continue;
        if (is_mark(&a->s.t[p], '('))
            p = next(a, p);
        function = around_function(a, a->s.t[k].line);
        if (function.from < 0 || a->s.t[p].kind != TOKEN_NAME)
            continue;
        function.from = a->match[last(a, function.from)];
        behind = next(a, p);
        if (is_mark(&a->s.t[behind], '[') || token_is(&a->s.t[behind], "->") ||
            !is_pointer(a, function, &a->s.t[p]))
            continue;
        *line = a->s.t[k].line;
        *name = &a->s.t[p];
        return true;
    }
    return false;
}

/* Names of a part that its function sets, each once. */
#define SET_NAMES 12
struct set_names {
    const struct token *name[SET_NAMES];
    int at[SET_NAMES]; /* where, the last time before */
    int n;
};

static bool is_among(const struct set_names *s, const struct token *name)
{
    for (int i = 0; i < s->n; i++)
        if (token_same(s->name[i], name))
            return true;
    return false;
}

static void add_names(const struct around *a, struct span part, int from,
                      struct set_names *s)
{
    for (int k = part.from; k >= 0 && k <= part.to && s->n < SET_NAMES; k++) {
        const struct token *t = &a->s.t[k], *before = &a->s.t[last(a, k)];
        const int set =
            t->kind == TOKEN_NAME ? set_last(a, t, from, part.from) : -1;

        if (set >= 0 && !is_among(s, t) && !token_is(before, ".") &&
            !token_is(before, "->")) {
            s->name[s->n] = t;
            s->at[s->n++] = set;
        }
    }
}

/* Is what is set at the token made of one of those, over so many others? */
static bool comes_of(const struct around *a, int set, int from,
                     const struct set_names *those, int nested)
{
    struct set_names made = {0};
    const struct span part = {set + 1, around_statement_end(a, set)};

    add_names(a, part, from, &made);
    for (int i = 0; i < made.n; i++)
        if (is_among(those, made.name[i]) ||
            (nested && comes_of(a, made.at[i], from, those, nested - 1)))
            return true;
    return false;
}

/* Set in the brackets of a `for`. */
static bool counts_turns(const struct around *a, int set)
{
    int k = tokens_last(&a->s, set);

    while (k >= 0 && a->s.t[k].kind == TOKEN_NAME)
        k = tokens_last(&a->s, k);
    return k >= 0 && is_mark(&a->s.t[k], '(') &&
           token_is(&a->s.t[tokens_last(&a->s, k)], "for");
}

/* Is the name compared anywhere, or changed by more than `=`? */
static bool is_looked_after(const struct around *a, struct span body,
                            const struct token *name)
{
    static const char *const changes[] = {
        "+=", "-=",  "*=",  "/=", "%=", "&=", "|=",
        "^=", "<<=", ">>=", "++", "--", "==", "!="};

    for (int k = body.from; k <= body.to; k++) {
        const struct token *before = &a->s.t[last(a, k)];
        const struct token *behind = &a->s.t[next(a, k)];

        if (!token_same(&a->s.t[k], name))
            continue;
        if (token_is_order(before) || token_is_order(behind))
            return true;
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
            if (token_is(before, changes[i]) || token_is(behind, changes[i]))
                return true;
    }
    return false;
}

struct span around_asked(const struct around *a, struct span condition,
                         int line)
{
    const struct token *only = only_name(a, condition);
    int set =
        only ? set_last(a, only, around_function(a, line).from, condition.from)
             : -1;

    if (!only)
        return condition;
    return set < 0 ? (struct span){-1, -1}
                   : (struct span){set + 1, around_statement_end(a, set)};
}

bool around_stranger(const struct around *a, struct span condition, int line,
                     struct stranger *s)
{
    const struct span body = around_function(a, line);
    struct set_names asked = {0}, used = {0}, bases = {0};
    bool orders = false;

    s->condition = condition.from >= 0 ? around_line(a, condition.from) : 0;
    s->asked = s->used = NULL;
    condition = around_asked(a, condition, line);
    if (!s->condition || body.from < 0 || condition.from < 0)
        return false;
    for (int k = condition.from; k <= condition.to; k++)
        orders = orders || token_is_order(&a->s.t[k]);
    if (!orders)
        return false;
    add_names(a, condition, body.from, &asked);
    for (int i = 0; i < asked.n; i++)
        add_names(
            a, (struct span){asked.at[i], around_statement_end(a, asked.at[i])},
            body.from, &bases);
    for (int k = 0; k < a->s.n; k++)
        if (a->s.t[k].line == line && is_mark(&a->s.t[k], '['))
            add_names(a, (struct span){k, a->match[k]}, body.from, &used);
    for (int i = 0; i < used.n; i++) {
        if (is_among(&asked, used.name[i]))
            return false;
        if (is_among(&bases, used.name[i]) || counts_turns(a, used.at[i]))
            continue;
        if (comes_of(a, used.at[i], body.from, &asked, 3) ||
            is_looked_after(a, body, used.name[i]))
            return false;
        s->used = s->used ? s->used : used.name[i];
    }
    s->asked = asked.n ? asked.name[0] : NULL;
    return s->asked && s->used;
}

int around_shared(const struct around *a, const char *name)
{
    for (int k = 0; k < a->s.n; k++)
        if (token_is(&a->s.t[k], "__shared__"))
            for (; k < a->s.n && !token_is(&a->s.t[k], ";"); k++)
                if (token_is(&a->s.t[k], name))
                    return a->s.t[k].line;
    return 0;
}

bool around_rows(const struct around *a, const char *name, long length[2])
{
    for (int k = 0; k < a->s.n; k++) {
        int i = k;

        if (!token_is(&a->s.t[k], "__shared__"))
            continue;
        while (i < a->s.n && !token_is(&a->s.t[i], ";") &&
               !token_is(&a->s.t[i], name))
            i++;
        for (int d = 0; d < 2 && i < a->s.n; d++) {
            i = tokens_next(&a->s, i);
            if (!is_mark(&a->s.t[i], '['))
                return false;
            length[d] = expression(a, tokens_next(&a->s, i), NESTED);
            i = a->match[i];
        }
        if (i < a->s.n && token_is(&a->s.t[i], "]"))
            return length[0] && length[1] &&
                   !is_mark(&a->s.t[tokens_next(&a->s, i)], '[');
    }
    return false;
}
