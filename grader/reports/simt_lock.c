/*
 * simt_lock.c - see simt_lock.h. First what happens to a lock in a function, in
 * the order of its text: calls of functions in the same file are looked into,
 * one level deep. Then what is wrong with that.
 */
#define _GNU_SOURCE
#include "reports/simt_lock.h"

#include <stdio.h>
#include <string.h>

#include "base/said.h"

/* ---- what happens to a lock --------------------------------------------- */

struct event {
    enum what {
        TAKE,   /* an atomicCAS() or atomicExch() whose answer counts */
        UNTOLD, /* the same, and nobody asks for its answer */
        LOOK,   /* a loop that waits, and changes nothing */
        GIVE,   /* an atomicExch() that puts 0 there */
        FENCE,
        FENCE_BLOCK
    } what;
    int line;  /* in the function; where the call is */
    int own;   /* where it is itself */
    int token; /* the atomic function's name, or 0 */
    bool each; /* another lock for each block or thread */
};

enum { EVENTS = 32, ARGUMENTS = 3 };

struct lock {
    const struct around *a;
    struct event event[EVENTS];
    int n;
};

static int next_code(const struct around *a, int k)
{
    return tokens_next(&a->s, k);
}

/* The text of tokens from..to without blanks, cut if it is long. */
static void text_of(const struct around *a, int from, int to, char *text,
                    size_t size)
{
    size_t n = 0;

    *text = '\0';
    for (int k = from; k <= to; k++) {
        const struct token *t = &a->s.t[k];

        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT)
            continue;
        if (n + t->length + 1 >= size)
            return;
        memcpy(text + n, t->at, t->length);
        text[n += t->length] = '\0';
    }
}

enum { WORD = 60 };

/* The arguments of the call whose name is token k. */
static int arguments(const struct around *a, int k, char text[ARGUMENTS][WORD])
{
    const int open = next_code(a, k), close = a->match[open];
    int n = 0, from = open + 1, depth = 0;

    for (int i = 0; i < ARGUMENTS; i++)
        *text[i] = '\0';
    for (int i = open + 1; i <= close && n < ARGUMENTS; i++) {
        const struct token *t = &a->s.t[i];

        if (i == close || (depth == 0 && token_is(t, ","))) {
            text_of(a, from, i - 1, text[n++], WORD);
            from = i + 1;
        } else if (a->match[i] >= 0) {
            depth += a->match[i] > i ? 1 : -1;
        }
    }
    return n;
}

static bool in_span(const struct around *a, struct span s, const char *word)
{
    for (int k = s.from; k <= s.to; k++)
        if (token_is(&a->s.t[k], word))
            return true;
    return false;
}

static void note(struct lock *l, enum what what, int line, int token)
{
    const int own = l->a->s.t[token].line;

    if (l->n < EVENTS)
        l->event[l->n++] =
            (struct event){what, line ? line : own, own, token, false};
}

/* An atomic function at token k. Who stands first in a statement is not asked
 * for an answer. */
static void note_atomic(struct lock *l, int k, int line, bool waits)
{
    const struct around *a = l->a;
    const struct token *t = &a->s.t[k];
    const struct token *before = &a->s.t[tokens_last(&a->s, k)];
    const bool asked = !token_is(before, ";") && !token_is(before, "{") &&
                       !token_is(before, "}") && !token_is(before, ")") &&
                       !token_is(before, "else");
    char argument[ARGUMENTS][WORD];

    arguments(a, k, argument);
    if (token_is(t, "atomicCAS"))
        note(l,
             asked                       ? TAKE
             : !strcmp(argument[2], "0") ? GIVE
                                         : UNTOLD,
             line, k);
    else if (token_is(t, "atomicExch"))
        note(l,
             asked                       ? TAKE
             : !strcmp(argument[1], "0") ? GIVE
                                         : UNTOLD,
             line, k);
    else if (waits && !strcmp(argument[1], "0"))
        note(l, LOOK, line, k);
}

/* Whether token k stands in the condition of a loop. */
static bool in_condition(const struct around *a, struct span body, int k)
{
    for (int i = body.from; i < k; i++)
        if (token_is(&a->s.t[i], "while") || token_is(&a->s.t[i], "for")) {
            const int open = next_code(a, i);

            if (open < k && k < a->match[open])
                return true;
        }
    return false;
}

/* while (*flag != 0) ; */
static bool only_looks(const struct around *a, int k)
{
    const int open = next_code(a, k);
    bool reads = false;

    if (!token_is(&a->s.t[k], "while") || a->match[open] < open ||
        !token_is(&a->s.t[next_code(a, a->match[open])], ";"))
        return false;
    for (int i = open; i < a->match[open]; i++) {
        const struct token *t = &a->s.t[i];

        if (t->length > 6 && !memcmp(t->at, "atomic", 6))
            return false;
        reads = reads || token_is(t, "volatile") || token_is(t, "*");
    }
    return reads;
}

/* Does a name in the part belong to a variable in shared memory? */
static bool in_shared(const struct around *a, struct span body,
                      struct span part)
{
    for (int k = body.from; k >= 0 && k < body.to; k++)
        if (token_is(&a->s.t[k], "__shared__"))
            for (int i = k; i < around_statement_end(a, k); i++)
                for (int j = part.from; j < part.to; j++)
                    if (a->s.t[i].kind == TOKEN_NAME &&
                        !token_is_keyword(&a->s.t[i]) &&
                        token_same(&a->s.t[i], &a->s.t[j]))
                        return true;
    return false;
}

static void read_events(struct lock *l, struct span body, int line)
{
    const struct around *a = l->a;

    for (int k = body.from; k >= 0 && k <= body.to; k = next_code(a, k)) {
        const struct token *t = &a->s.t[k];
        const int open = next_code(a, k);

        if (only_looks(a, k))
            note(l, LOOK, line, k);
        if (t->kind != TOKEN_NAME || open >= a->s.n ||
            !token_is(&a->s.t[open], "(") || a->match[open] < open)
            continue;
        if (token_is(t, "__threadfence") || token_is(t, "__threadfence_system"))
            note(l, FENCE, line, k);
        else if (token_is(t, "__threadfence_block"))
            note(l, FENCE_BLOCK, line, k);
        else if (t->length > 6 && !memcmp(t->at, "atomic", 6))
            note_atomic(l, k, line, in_condition(a, body, k));
        else if (!line) {
            const struct span own = around_named(a, t);
            const int first = l->n;
            const struct span call = {open, a->match[open]};

            if (own.from >= 0 && !(own.from <= k && k <= own.to))
                read_events(l, own, t->line);
            for (int i = first; i < l->n; i++)
                l->event[i].each =
                    in_span(a, call, "blockIdx") || in_shared(a, body, call);
        }
    }
}

static const struct event *find(const struct lock *l, int from, int line,
                                enum what what)
{
    for (int i = from; i < l->n; i++)
        if (l->event[i].what == what && (!line || l->event[i].line >= line))
            return &l->event[i];
    return NULL;
}

/* ---- what is wrong with it ---------------------------------------------- */

/* while (CAS(m, a, b) OPERATOR VALUE); the operator and the value, "!=" and "0"
 * where there are none. */
static void condition_of(const struct around *a, int k, char *operator,
                         char * value)
{
    const int open = next_code(a, k), behind = next_code(a, a->match[open]);
    const struct token *t = &a->s.t[behind];

    snprintf(operator, WORD, "!=");
    snprintf(value, WORD, "0");
    if (token_is(&a->s.t[tokens_last(&a->s, k)], "!"))
        snprintf(operator, WORD, "==");
    if (token_is(t, "==") || token_is(t, "!=")) {
        const int number = next_code(a, behind);

        snprintf(operator, WORD, "%.2s", t->at);
        text_of(a, number, number, value, WORD);
    }
}

static bool is_number(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

/* The one that takes the lock takes it wrongly. */
static bool say_cas(const struct around *a, const struct event *take,
                    struct finding *f)
{
    char argument[ARGUMENTS][WORD], operator[WORD], value[WORD];
    struct span body = around_function(a, take->own);

    if (arguments(a, take->token, argument) != 3 ||
        !token_is(&a->s.t[take->token], "atomicCAS"))
        return false;
    if (!strcmp(argument[1], argument[2])) {
        finding_add(f, SAY(lock_cas_takes_nothing), take->own, argument[2],
                    argument[1]);
        return true;
    }
    if (!in_condition(a, body, take->token))
        return false;
    condition_of(a, take->token, operator, value);
    if (!is_number(argument[1]) || !is_number(value))
        return false;
    if (!strcmp(operator, "==") && !strcmp(value, argument[1])) {
        finding_add(f, SAY(lock_cas_loop_inverted), take->own, value, value);
        return true;
    }
    if (!strcmp(operator, "!=") && strcmp(value, argument[1])) {
        finding_add(f, SAY(lock_cas_arguments_swapped), take->own, argument[2],
                    argument[1], value);
        return true;
    }
    if (!strcmp(argument[1], "0") && strstr(argument[2], "Idx.") &&
        !strchr(argument[2], '+')) {
        finding_add(f, SAY(lock_cas_stores_zero), take->own);
        return true;
    }
    return false;
}

/* while (atomicExch(m, 0)), while (!atomicExch(m, 1)) */
static bool say_exchange(const struct around *a, const struct event *take,
                         struct finding *f)
{
    char argument[ARGUMENTS][WORD], operator[WORD], value[WORD];
    const struct span body = around_function(a, take->own);

    if (!token_is(&a->s.t[take->token], "atomicExch") ||
        arguments(a, take->token, argument) != 2 ||
        !in_condition(a, body, take->token))
        return false;
    condition_of(a, take->token, operator, value);
    if (!strcmp(argument[1], "0")) {
        finding_add(f, SAY(lock_exchange_stores_zero), take->own);
        return true;
    }
    if (strcmp(operator, "==") || strcmp(value, "0"))
        return false;
    finding_add(f, SAY(lock_exchange_loop_inverted), take->own);
    return true;
}

/* Whether it is taken so that it keeps others out. */
static bool say_taking(const struct lock *l, const struct event *take,
                       struct finding *f)
{
    char argument[ARGUMENTS][WORD];

    if (take->what == LOOK) {
        finding_add(f, SAY(lock_taken_in_two_steps), take->own);
        return true;
    }
    if (take->what == UNTOLD) {
        finding_add(f, SAY(lock_result_ignored),
                    (int)l->a->s.t[take->token].length,
                    l->a->s.t[take->token].at, take->own);
        return true;
    }
    if (say_cas(l->a, take, f) || say_exchange(l->a, take, f))
        return true;
    arguments(l->a, take->token, argument);
    if (take->each || strstr(argument[0], "blockIdx")) {
        finding_add(f, SAY(lock_differs_per_block), take->line);
        return true;
    }
    return false;
}

/* Whether something is stored between the fence and giving the lock back, all
 * in one line: then the fence belongs to the taking. */
static bool stores_behind(const struct lock *l, const struct event *fence,
                          const struct event *give)
{
    if (fence->own != give->own || fence->own != fence->line)
        return false;
    for (int k = fence->token; k < give->token; k++) {
        const struct token *t = &l->a->s.t[k];

        if (t->kind == TOKEN_MARK &&
            (token_is(t, "++") || token_is(t, "--") ||
             (t->at[t->length - 1] == '=' && !token_is(t, "==") &&
              !token_is(t, "!=") && !token_is(t, "<=") && !token_is(t, ">="))))
            return true;
    }
    return false;
}

/* The fence before the lock is given back: what stands between the last of the
 * two lines and that. */
static bool say_fence(const struct lock *l, const struct event *give, int line,
                      struct finding *f)
{
    const struct event *block = NULL, *behind = NULL;

    for (const struct event *e = l->event; e < l->event + l->n; e++) {
        if (e->line < line || (e->what != FENCE && e->what != FENCE_BLOCK) ||
            (e < give && stores_behind(l, e, give)))
            continue;
        if (e > give && e->what == FENCE && e->own <= give->own + 2)
            behind = e;
        else if (e < give && e->what == FENCE)
            return false;
        else if (e < give)
            block = e;
    }
    if (block)
        finding_add(f, SAY(lock_fence_only_in_block), block->own);
    else if (behind)
        finding_add(f, SAY(lock_fence_too_late), behind->own, give->own);
    else
        finding_add(f, SAY(lock_fence_missing), give->own);
    return true;
}

/* The race is about the lock: it is changed by one that is not atomic. */
static bool say_plain(const struct lock *l, const struct simt_party *plain,
                      const struct simt_party *atomic, struct finding *f)
{
    const struct event *look = NULL, *touched = NULL;

    for (const struct event *e = l->event; e < l->event + l->n; e++) {
        if (e->own == atomic->place.line &&
            (e->what == TAKE || e->what == GIVE))
            touched = e;
        if (e->what == LOOK && e->own < plain->place.line)
            look = e;
    }
    if (!touched)
        return false;
    if (touched->what == GIVE && look) {
        finding_add(f, SAY(lock_taken_in_two_steps), look->own);
        return true;
    }
    if (touched->what != TAKE)
        return false;
    finding_add(f, SAY(lock_release_not_atomic), touched->own,
                plain->place.line);
    return true;
}

/* ---- the two sides ------------------------------------------------------ */

/* There is a function that takes a lock, and it is not called here. */
static bool say_not_called(const struct lock *l, int line, struct finding *f)
{
    const struct around *a = l->a;
    const struct span here = around_function(a, line);
    struct span body;

    for (int k = 0; k < a->s.n; k++) {
        struct lock other = {.a = a};

        if (a->s.t[k].kind != TOKEN_NAME || a->s.t[k].directive ||
            (body = around_named(a, &a->s.t[k])).from < 0 ||
            body.from == here.from || body.from < k)
            continue;
        read_events(&other, body, a->s.t[k].line);
        const struct event *take = other.event;
        k = body.to;
        if (other.n && take->what == TAKE && !find(&other, 0, 0, GIVE) &&
            in_condition(a, body, take->token)) {
            finding_add(f, SAY(lock_not_taken),
                        (int)a->s.t[around_name(a, body)].length,
                        a->s.t[around_name(a, body)].at, take->own);
            return true;
        }
    }
    return false;
}

/* "*c = 0;", a statement of its own or of an if. */
static bool sets_a_number(const struct around *a, int line)
{
    for (int k = 0; k < a->s.n; k++) {
        const int number = tokens_next(&a->s, k);
        int begin = tokens_last(&a->s, k);

        if (a->s.t[k].line != line || !token_is(&a->s.t[k], "=") ||
            a->s.t[number].kind != TOKEN_NUMBER ||
            !token_is(&a->s.t[tokens_next(&a->s, number)], ";"))
            continue;
        while (begin > 0 && !(a->s.t[begin].length == 1 &&
                              strchr(";{})(", *a->s.t[begin].at)))
            begin = tokens_last(&a->s, begin);
        if (begin < 0 || token_is(&a->s.t[begin], "("))
            continue;
        begin = tokens_next(&a->s, begin);
        if (token_is(&a->s.t[begin], "*") ||
            (a->s.t[begin].kind == TOKEN_NAME &&
             a->s.t[tokens_next(&a->s, begin)].kind == TOKEN_MARK))
            return true;
    }
    return false;
}

static bool say_lock(struct lock *l, const int line[2], bool one_block,
                     struct finding *f)
{
    const int low = line[0] < line[1] ? line[0] : line[1];
    const int high = line[0] < line[1] ? line[1] : line[0];
    const struct event *take = NULL, *give;

    for (int i = 0; i < l->n && !take; i++)
        if (l->event[i].what <= LOOK)
            take = &l->event[i];
    give = take ? find(l, (int)(take - l->event), take->line, GIVE) : NULL;
    if (!take)
        return say_not_called(l, low, f);
    if (!give)
        return false;
    if (low < take->line && high < give->line && !one_block &&
        sets_a_number(l->a, low)) {
        finding_add(f, SAY(blocks_unordered_set_before_lock), low);
        return true;
    }
    if (low < take->line && high < give->line) {
        finding_add(f, SAY(lock_taken_too_late), low, take->line);
        return true;
    }
    if (high > give->line && low >= take->line) {
        finding_add(f, SAY(lock_released_too_early), give->line, high);
        return true;
    }
    if (low < take->line || high > give->line)
        return false;
    return say_taking(l, take, f) || say_fence(l, give, high, f);
}

/* The line of the only call in `kernel` of the function around `line`; 0. */
static int around_call(const struct around *a, struct span kernel, int line)
{
    const struct span body = around_function(a, line);
    int found = 0;

    if (body.from < 0)
        return 0;
    for (int k = kernel.from; k >= 0 && k <= kernel.to; k++)
        if (token_same(&a->s.t[k], &a->s.t[around_name(a, body)])) {
            if (found && found != a->s.t[k].line)
                return 0;
            found = a->s.t[k].line;
        }
    return found;
}

bool simt_lines(const struct around *a, const struct simt_raw *raw, int line[2])
{
    const struct simt_party *at = &raw->at, *other = &raw->other;
    struct span own = around_function(a, at->place.line), kernel;

    line[0] = at->caller.line ? at->caller.line : at->place.line;
    line[1] = other->place.line;
    if (strcmp(at->place.file, other->place.file) != 0 || !line[0] || !line[1])
        return false;
    kernel = around_function(a, line[0]);
    if (own.from >= 0 && around_function(a, line[1]).from == own.from &&
        at->caller.line)
        line[1] = line[0];
    else if (around_function(a, line[1]).from != kernel.from)
        line[1] = around_call(a, kernel, line[1]);
    return kernel.from >= 0 && line[1] &&
           around_function(a, line[1]).from == kernel.from;
}

bool simt_say_lock(const struct simt_raw *raw, const struct around *a,
                   struct finding *f)
{
    const bool atomic[2] = {!strcmp(raw->at.op, "atomic"),
                            !strcmp(raw->other.op, "atomic")};
    const int kernel =
        raw->at.caller.line ? raw->at.caller.line : raw->at.place.line;
    const bool one_block =
        !memcmp(raw->at.block, raw->other.block, sizeof raw->at.block);
    struct lock l = {.a = a};
    int line[2];

    read_events(&l, around_function(a, kernel), 0);
    if (atomic[0] != atomic[1])
        return say_plain(&l, atomic[0] ? &raw->other : &raw->at,
                         atomic[0] ? &raw->at : &raw->other, f);
    return simt_lines(a, raw, line) && say_lock(&l, line, one_block, f);
}

bool simt_waits_for_lock(const struct simt_party *s)
{
    struct around a;
    bool waits = false;

    if (!s->place.line || s->rough || !around_read(&a, s->place.file))
        return false;
    const struct span body = around_function(&a, s->place.line);
    for (int k = body.from; k >= 0 && k < body.to; k++)
        waits = waits || (a.s.t[k].line == s->place.line &&
                          (token_is(&a.s.t[k], "atomicCAS") ||
                           token_is(&a.s.t[k], "atomicExch")) &&
                          in_condition(&a, body, k));
    around_free(&a);
    return waits;
}
