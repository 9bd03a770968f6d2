/*
 * simt_mend.c - see simt_mend.h. Each function knows one sort of place, and
 * answers false where it is another one; the first that fits has the say.
 */
#define _GNU_SOURCE
#include "reports/simt_mend.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "reports/simt_change.h"
#include "reports/simt_lock.h"

/* ---- the text of the place ---------------------------------------------- */

static bool writes(const struct simt_party *s)
{
    return strcmp(s->op, "read") != 0;
}

static bool is_global(const struct simt_raw *raw)
{
    return !strcmp(raw->space, "global");
}

/* The side that reads, and the other one; false if both write. */
static bool reader(const struct simt_raw *raw, const struct simt_party **reads,
                   const struct simt_party **changes)
{
    const bool at = !writes(&raw->at);

    *reads = at ? &raw->at : &raw->other;
    *changes = at ? &raw->other : &raw->at;
    return at != !writes(&raw->other);
}

static bool line_says(const struct simt_party *s, const char *text)
{
    char line[1024];

    return s->place.line && !s->rough && *text &&
           source_line(s->place.file, s->place.line, line, sizeof line) &&
           strstr(line, text);
}

static const char *const barriers[] = {
    "__syncthreads",     "__syncwarp",          "sync", "__syncthreads_or",
    "__syncthreads_and", "__syncthreads_count", NULL};

/* ---- changes that are lost ---------------------------------------------- */

/* "out[*count]": the place itself is one that several have found. */
static bool same_index(const struct race *r)
{
    const char *bracket = strchr(r->name[0], '[');

    return bracket && bracket[1] == '*' && !strcmp(r->name[0], r->name[1]);
}

static const char *mend_lost(const struct simt_raw *raw, const struct race *r)
{
    char line[1024];
    const char *step = simt_by_one_step(simt_change_at(&raw->at, r->name[0]));

    if (!step && !raw->at.rough &&
        source_line(raw->at.place.file, raw->at.place.line, line, sizeof line))
        step = simt_by_one_step(simt_update_of(line));
    if (step)
        return step;
    if (same_index(r))
        return SAY(same_index_needs_atomic_add);
    return SAY(needs_own_element_or_atomic);
}

/* One line reads, changes and stores what others change there as well. */
static bool say_update(const struct simt_raw *raw, const struct race *r,
                       struct finding *f)
{
    char line[1024];
    const char *step;

    /* what is read is another element than what is changed */
    if (!r->line || raw->at.rough ||
        (*r->name[0] && *r->name[1] && strcmp(r->name[0], r->name[1])) ||
        !source_line(raw->at.place.file, raw->at.place.line, line, sizeof line))
        return false;
    step = simt_by_one_step(simt_update_of(line));
    if (step)
        finding_add(f, "%s", step);
    return step;
}

/* A thread reads a place, and writes it in a later line of the same function:
 * one change in two steps. */
static bool say_two_steps(const struct around *a, const struct simt_raw *raw,
                          const struct race *r, struct finding *f)
{
    const struct simt_party *reads, *stores;
    const struct span loop =
        around_loop(a, raw->at.place.line, raw->other.place.line);
    const char *name, *step;

    if (r->line || r->mixed || !reader(raw, &reads, &stores))
        return false;
    name = r->name[stores == &raw->other];
    if (reads->place.line >= stores->place.line || !line_says(reads, name) ||
        !raw->object.known || raw->object.bytes != simt_element_of(raw, name) ||
        loop.from >= 0 ||
        around_function(a, reads->place.line).from !=
            around_function(a, stores->place.line).from ||
        (r->one_block &&
         around_first(a, around_function(a, reads->place.line),
                      reads->place.line, stores->place.line, barriers)))
        return false;
    step = simt_by_one_step(simt_change_at(stores, name));
    if (step)
        finding_add(f, "%s", step);
    else
        finding_add(f, SAY(read_write_needs_atomic), reads->place.line,
                    stores->place.line);
    return true;
}

/* ---- one array under two names ------------------------------------------ */

/* Is that a parameter of the kernel with this body? */
static bool is_parameter(const struct around *a, struct span body,
                         const char *name)
{
    const int named = body.from < 0 ? -1 : around_name(a, body);
    const int open = named < 0 ? -1 : tokens_next(&a->s, named);
    bool kernel = false;

    for (int k = named - 1; k >= 0 && !token_is(&a->s.t[k], ";") &&
                            !token_is(&a->s.t[k], "}") && !kernel;
         k--)
        kernel = token_is(&a->s.t[k], "__global__");
    if (!kernel)
        return false;
    for (int k = open; k >= 0 && k < a->s.n && k < a->match[open]; k++) {
        const struct token *next = &a->s.t[tokens_next(&a->s, k)];

        if (token_is(&a->s.t[k], name) &&
            (token_is(next, ",") || token_is(next, ")")))
            return true;
    }
    return false;
}

/* blur(b, b): what a thread reads by one name another one writes by the other.
 */
static bool say_same_array(const struct around *a, const struct simt_raw *raw,
                           const struct race *r, struct finding *f)
{
    const struct simt_party *reads, *changes;
    const struct span body = around_function(a, raw->at.place.line);
    char base[2][NAME];

    if (!is_global(raw) || !reader(raw, &reads, &changes) || r->mixed)
        return false;
    for (int i = 0; i < 2; i++) {
        simt_base_of(r->name[i], base[i], sizeof base[i]);
        if (!*base[i] || !is_parameter(a, body, base[i]))
            return false;
    }
    if (!strcmp(base[0], base[1]) ||
        body.from != around_function(a, raw->other.place.line).from)
        return false;
    finding_add(f, SAY(blocks_unordered_same_array), base[reads == &raw->other],
                base[reads == &raw->at]);
    return true;
}

/* i = blockIdx.x * blockDim.x + threadIdx.x, where the place is "a[i + 1]": its
 * neighbours are other blocks', too. */
static bool goes_over_blocks(const struct around *a, struct span body,
                             const char *place)
{
    static const char *const parts[] = {"blockIdx", "blockDim", "threadIdx"};
    const char *bracket = strchr(place, '[');
    char index[NAME];
    int n = 0;

    if (!bracket)
        return false;
    bracket += 1 + strspn(bracket + 1, "( ");
    while (token_in_name(bracket[n]))
        n++;
    snprintf(index, sizeof index, "%.*s", n, bracket);
    for (int k = body.from; k >= 0 && k < body.to; k++) {
        int i = tokens_next(&a->s, k), found = 0;

        if (!token_is(&a->s.t[k], index) || !token_is(&a->s.t[i], "="))
            continue;
        for (; i < body.to && !token_is(&a->s.t[i], ";") &&
               !token_is(&a->s.t[i], ",");
             i++)
            for (int part = 0; part < 3; part++)
                found |= token_is(&a->s.t[i], parts[part]) << part;
        return found == 7;
    }
    return false;
}

/* a[i] = a[i - 1] + a[i + 1], by several blocks. */
static bool say_in_place(const struct around *a, const struct simt_raw *raw,
                         const struct race *r, struct finding *f)
{
    const struct simt_party *reads, *changes;
    const struct span body = around_function(a, raw->at.place.line);
    char base[2][NAME];

    if (!is_global(raw) || !reader(raw, &reads, &changes) || r->mixed ||
        !r->line || !raw->has_dim ||
        (uint64_t)raw->grid[0] * raw->grid[1] * raw->grid[2] <= 1 ||
        !strcmp(r->name[0], r->name[1]))
        return false;
    for (int i = 0; i < 2; i++)
        simt_base_of(r->name[i], base[i], sizeof base[i]);
    if (!*base[0] || strcmp(base[0], base[1]) != 0 ||
        !goes_over_blocks(a, body, r->name[0]) ||
        !goes_over_blocks(a, body, r->name[1]))
        return false;
    finding_add(f, "%s", SAY(blocks_unordered_at_edges));
    return true;
}

/* ---- only one of the two is atomic -------------------------------------- */

/* atomicExch(c, *c + 1) */
static bool say_exchange(const struct simt_raw *raw, const struct race *r,
                         struct finding *f)
{
    const struct simt_party *reads, *changes;

    if (!r->update || !reader(raw, &reads, &changes) ||
        !line_says(changes, "atomicExch"))
        return false;
    finding_add(f, "%s", SAY(read_exchange_needs_atomic_add));
    return true;
}

/* A thread changes it atomically, and reads it again behind that. */
static bool say_read_again(const struct around *a, const struct simt_raw *raw,
                           struct finding *f)
{
    const struct simt_party *reads, *changes;
    struct span in;

    if (!is_global(raw) || !reader(raw, &reads, &changes) ||
        reads->place.line <= changes->place.line)
        return false;
    in = around_braces(a, changes->place.line);
    if (in.from < 0 || in.from != around_braces(a, reads->place.line).from ||
        around_first(a, in, changes->place.line, reads->place.line,
                     (const char *[]){"__syncthreads", "for", "while", NULL}))
        return false;
    finding_add(f, SAY(read_again_after_atomic), reads->place.line,
                changes->place.line);
    return true;
}

/* "c = 0": set, and not worked out. */
static bool stores_number(const struct simt_party *s)
{
    char line[1024];
    const char *set;

    if (s->rough ||
        !source_line(s->place.file, s->place.line, line, sizeof line) ||
        !(set = strchr(line, '=')))
        return false;
    set += 1 + strspn(set + 1, " ");
    return isdigit((unsigned char)*set);
}

/* A thread changes it atomically, and then stores into it what comes of that.
 */
static bool say_stored_again(const struct around *a, const struct simt_raw *raw,
                             const struct race *r, struct finding *f)
{
    const bool at = !strcmp(raw->at.op, "write");
    const struct simt_party *stores = at ? &raw->at : &raw->other,
                            *changes = at ? &raw->other : &raw->at;
    const struct span in = around_braces(a, changes->place.line);

    if (strcmp(stores->op, "write") || strcmp(changes->op, "atomic") ||
        stores->place.line <= changes->place.line || in.from < 0 ||
        in.from != around_braces(a, stores->place.line).from || !*r->name[0] ||
        strcmp(r->name[0], r->name[1]) != 0 || stores_number(stores))
        return false;
    finding_add(f, SAY(stored_again_after_atomic), changes->place.line,
                stores->place.line);
    return true;
}

static bool say_mixed_in_block(const struct around *a,
                               const struct simt_raw *raw, struct finding *f);

static void say_mixed(const struct around *a, const struct simt_raw *raw,
                      const struct race *r, struct finding *f)
{
    /* A plain store meets atomic operations: to set what they change. */
    const bool stored =
        !strcmp(raw->at.op, "write") || !strcmp(raw->other.op, "write");
    const bool before = stored && is_global(raw); /* of all blocks */

    if (say_exchange(raw, r, f) ||
        (a && (say_read_again(a, raw, f) || say_stored_again(a, raw, r, f))))
        return;
    if (r->one_block && !before) {
        if (!a || !say_mixed_in_block(a, raw, f))
            finding_add(f, "%s", SAY(one_side_atomic_in_block));
        return;
    }
    finding_add(f, "%s",
                stored ? SAY(blocks_unordered_set_before)
                       : SAY(one_side_atomic_across_blocks));
}

/* ---- threads of a block, and what stands between them ------------------- */

static bool has_barrier(const struct around *a, struct span in, int from,
                        int to)
{
    return around_first(a, in, from, to, barriers) != 0;
}

/* Whether an if lets in one warp only: "tid < 32", "warp == 0". */
static bool is_one_warp(const struct around *a, struct span condition)
{
    char text[100] = "";
    size_t n = 0;

    for (int k = condition.from; k >= 0 && k <= condition.to; k++) {
        const struct token *t = &a->s.t[k];

        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT ||
            n + t->length + 1 >= sizeof text)
            continue;
        memcpy(text + n, t->at, t->length);
        text[n += t->length] = '\0';
    }
    if (strchr(text, '|'))
        return false;
    for (const char *p = strpbrk(text, "<=/>"); p; p = strpbrk(p + 1, "<=/>"))
        if ((!strncmp(p, "<32", 3) && !isdigit((unsigned char)p[3])) ||
            (!strncmp(p, "<=31", 4) && !isdigit((unsigned char)p[4])) ||
            !strncmp(p, "<warpSize", 9) || !strcmp(p, "/32==0") ||
            !strcmp(p, ">>5==0") ||
            (!strcmp(p, "==0") && p - text >= 4 && !strncmp(p - 4, "warp", 4)))
            return true;
    return false;
}

static bool say_one_warp(const struct around *a, const struct simt_raw *raw,
                         const int line[2], struct finding *f)
{
    const struct span condition = around_if(a, line[0], line[1]);

    if (!raw->same_warp || condition.from < 0 || !is_one_warp(a, condition))
        return false;
    finding_add(f, SAY(needs_syncwarp_in_if), around_line(a, condition.from));
    return true;
}

/* Both elements are written by both threads, and no loop makes rounds: */
static bool say_overlap(const struct around *a, const struct simt_raw *raw,
                        const struct race *r, struct finding *f)
{
    const struct simt_party *side[2] = {&raw->at, &raw->other};
    const struct span body = around_function(a, raw->at.place.line);
    char text[NAME + 4];
    int found = 0;

    if (!*r->name[0] || !*r->name[1] || !strcmp(r->name[0], r->name[1]) ||
        body.from < 0 ||
        body.from != around_function(a, raw->other.place.line).from)
        return false;
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%s = ", r->name[i]);
        struct simt_party p = *side[i];
        bool set = false;
        for (int line = around_line(a, body.from);
             line <= around_line(a, body.to) && !set; line++) {
            p.place.line = line;
            set = line_says(&p, text);
        }
        found += set;
    }
    if (found < 2)
        return false;
    finding_add(f, SAY(both_threads_change_elements), r->name[0], r->name[1]);
    return true;
}

/* There is one between the lines, but in an if that does not hold both. */
static bool say_passed_by(const struct around *a, struct span body, int low,
                          int high, struct finding *f)
{
    const int line = around_first(a, body, low, high, barriers);
    const struct span around = around_if(a, line, line);
    const struct span both = around_if(a, low, high);

    if (around.from < 0 || around.from == both.from)
        return false;
    finding_add(f, SAY(syncthreads_in_if_skipped), line,
                around_line(a, around.from));
    return true;
}

/* A barrier that is waited at in some rounds of the loop only. */
static bool say_some_rounds(const struct around *a, struct span loop,
                            struct finding *f)
{
    const int line = around_first(a, loop, around_line(a, loop.from),
                                  around_line(a, loop.to), barriers);
    const struct span condition = line ? around_if(a, line, line) : loop;

    if (!line || condition.from <= loop.from)
        return false;
    finding_add(f, SAY(syncthreads_in_if_in_loop), line,
                around_line(a, condition.from));
    return true;
}

/* The variable that a `for` counts with; "" if that is not plain. */
static void counter_of(const struct around *a, struct span loop, char *text,
                       size_t size)
{
    int k = loop.from;

    *text = '\0';
    if (k < 0 || !token_is(&a->s.t[k], "for"))
        return;
    while (k < loop.to && !token_is(&a->s.t[k], "="))
        k++;
    k = tokens_last(&a->s, k);
    if (k > loop.from && a->s.t[k].kind == TOKEN_NAME)
        snprintf(text, size, "%.*s", (int)a->s.t[k].length, a->s.t[k].at);
}

/* In which of the name's brackets the word stands, from 1 on; 0: in none, or in
 * several. */
static int bracket_with(const char *name, const char *word)
{
    const size_t n = strlen(word);
    int found = 0, bracket = 0;

    for (const char *p = name; *p; p++) {
        bracket += *p == '[';
        if (!bracket || strncmp(p, word, n) != 0 ||
            isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.' ||
            isalnum((unsigned char)p[-1]) || p[-1] == '_' || p[-1] == '.')
            continue;
        if (found && found != bracket)
            return 0;
        found = bracket;
    }
    return found;
}

/* tile[y][x] is written and tile[x][y] read in one round of the loop over y: in
 * none of them is all there that is read. */
static bool say_other_rounds(const struct around *a, const struct race *r,
                             const int line[2], struct finding *f)
{
    const struct span loop = around_loop(a, line[0], line[1]);
    char counter[60];
    int one, two;

    if (loop.from < 0)
        return false;
    counter_of(a, loop, counter, sizeof counter);
    if (!*counter)
        return false;
    one = bracket_with(r->name[0], counter);
    two = bracket_with(r->name[1], counter);
    if (!one || !two || one == two)
        return false;
    finding_add(f, SAY(needs_syncthreads_between_loops),
                around_line(a, loop.from), r->name[0], r->name[1]);
    return true;
}

/* Where in the text a __syncthreads() is missing. */
static bool say_barrier_place(const struct around *a, const int line[2],
                              struct finding *f)
{
    const int low = line[0] < line[1] ? line[0] : line[1];
    const int high = line[0] < line[1] ? line[1] : line[0];
    const struct span loop = around_loop(a, low, high);
    const struct span body = around_function(a, low);
    const int start = around_line(a, loop.from), end = around_line(a, loop.to);

    if (low == high && loop.from < 0)
        return false;
    if (low == high && say_some_rounds(a, loop, f))
        ;
    else if (low == high)
        finding_add(f,
                    has_barrier(a, loop, start, end)
                        ? SAY(needs_syncthreads_within_round)
                        : SAY(needs_syncthreads_after_round),
                    start);
    else if (!has_barrier(a, body, low, high))
        finding_add(f,
                    loop.from >= 0 && !has_barrier(a, loop, start, low) &&
                            !has_barrier(a, loop, high, end)
                        ? SAY(needs_syncthreads_between_and_after)
                        : SAY(needs_syncthreads_between_lines),
                    low, high, start, low);
    else if (loop.from >= 0 && !has_barrier(a, loop, start, low - 1) &&
             !has_barrier(a, loop, high + 1, end))
        finding_add(f, SAY(needs_syncthreads_another_after_round), low, high,
                    start);
    else
        return say_passed_by(a, body, low, high, f);
    return true;
}

static bool say_mixed_in_block(const struct around *a,
                               const struct simt_raw *raw, struct finding *f)
{
    int line[2];

    return simt_lines(a, raw, line) && say_barrier_place(a, line, f);
}

static bool knows_warps(const struct around *a, const struct simt_raw *raw)
{
    static const char *const words[] = {"lane", "warpSize",         "32",
                                        "31",   "__shfl_down_sync", NULL};
    const struct span body = around_function(a, raw->at.place.line);

    return (raw->has_dim && (uint64_t)raw->block[0] * raw->block[1] <= 32) ||
           around_first(a, body, 1, 1 << 30, words);
}

/* What is touched in a function that the kernel calls twice, without a barrier
 * between the two calls. */
static bool say_two_calls(const struct around *a, const struct simt_raw *raw,
                          struct finding *f)
{
    static const char *const other_way[] = {"else", NULL};
    const struct span own = around_function(a, raw->at.place.line);
    const struct span kernel = around_function(a, raw->at.caller.line);
    const int name = own.from < 0 ? -1 : around_name(a, own);
    int last = 0;

    if (!raw->at.caller.line || name < 0 || kernel.from < 0 ||
        around_function(a, raw->other.place.line).from != own.from)
        return false;
    for (int k = kernel.from; k < kernel.to; k++) {
        const int line = a->s.t[k].line;

        if (a->s.t[k].kind != TOKEN_NAME ||
            !token_same(&a->s.t[k], &a->s.t[name]))
            continue;
        if (last && line > last && !has_barrier(a, kernel, last, line) &&
            !around_first(a, kernel, last, line, other_way)) {
            finding_add(f, SAY(needs_syncthreads_between_calls), last, line,
                        (int)a->s.t[name].length, a->s.t[name].at);
            return true;
        }
        last = line;
    }
    return false;
}

/* A barrier is there, but of a warp. */
static bool say_only_a_warp(const struct around *a, const struct simt_raw *raw,
                            const int line[2], struct finding *f)
{
    static const char *const of_a_warp[] = {"__syncwarp", NULL};
    const int low = line[0] < line[1] ? line[0] : line[1];
    const int high = line[0] < line[1] ? line[1] : line[0];
    const struct span loop = around_loop(a, low, high);
    int found = around_first(a, around_function(a, low), low, high, of_a_warp);

    if (!found && loop.from >= 0) /* on the way to the next round */
        found = around_first(a, loop, high, around_line(a, loop.to), of_a_warp);
    if (raw->same_warp || !found)
        return false;
    finding_add(f, SAY(needs_syncthreads_not_syncwarp), found);
    return true;
}

/* Two threads write it that differ in y only, or in x only. */
static bool say_other_direction(const struct simt_raw *raw,
                                const struct race *r, struct finding *f)
{
    const unsigned *one = raw->at.thread, *two = raw->other.thread;
    const bool same_x = one[0] == two[0], same_y = one[1] == two[1];

    if (!raw->has_dim || raw->block[1] <= 1 || raw->block[0] <= 1 ||
        same_x == same_y ||
        (!r->update && (!writes(&raw->at) || !writes(&raw->other))) ||
        !strcmp(raw->at.op, "atomic") || !strcmp(raw->other.op, "atomic"))
        return false;
    finding_add(f, same_x ? SAY(index_ignores_thread_y)
                          : SAY(index_ignores_thread_x));
    return true;
}

/* `__syncthreads;` is a statement that does nothing. */
static bool say_not_called(const struct around *a, const struct simt_raw *raw,
                           struct finding *f)
{
    const struct span in = around_function(a, raw->at.place.line);

    for (int k = in.from; k >= 0 && k < in.to; k++) {
        const struct token *t = &a->s.t[k];

        if (!(token_is(t, "__syncthreads") || token_is(t, "__syncwarp")) ||
            token_is(&a->s.t[tokens_next(&a->s, k)], "("))
            continue;
        finding_add(f, SAY(barrier_not_called), t->line, (int)t->length, t->at);
        return true;
    }
    return false;
}

static void say_in_block(const struct around *a, const struct simt_raw *raw,
                         const struct race *r, struct finding *f)
{
    int line[2];
    const bool lines = a && simt_lines(a, raw, line);

    if ((a && (say_not_called(a, raw, f) || say_two_calls(a, raw, f))) ||
        (lines && say_only_a_warp(a, raw, line, f)))
        return;
    if (lines &&
        (say_one_warp(a, raw, line, f) || say_other_rounds(a, r, line, f) ||
         (around_loop(a, line[0], line[1]).from < 0 &&
          say_overlap(a, raw, r, f))))
        return;
    if (!lines || !say_barrier_place(a, line, f))
        finding_add(f, "%s",
                    r->line ? SAY(needs_syncthreads_before_write)
                            : SAY(needs_syncthreads_reached_by_all));
    if (raw->same_warp && (!a || knows_warps(a, raw)))
        finding_add(f, "%s", SAY(needs_syncwarp_in_warp));
}

/* ---- locks and flags ---------------------------------------------------- */

/* Whether the word stands in the file where it happened: such programs order
 * threads by flags of their own. */
static bool uses(const struct simt_raw *raw, const char *word)
{
    return source_has(raw->at.place.file, true, word);
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

/* Whether the blocks seem to be ordered by a lock, a flag or a counter. */
static bool orders_itself(const struct around *a, const struct simt_raw *raw)
{
    static const char *const words[] = {"atomicCAS", "atomicExch", "volatile",
                                        NULL};

    if (uses(raw, "volatile") || uses_answer(raw, "atomicInc") ||
        uses_answer(raw, "atomicAdd"))
        return true;
    return a ? around_first(a, around_function(a, raw->at.place.line), 1,
                            1 << 30, words)
             : uses(raw, "atomicCAS") || uses(raw, "atomicExch");
}

/* Whether the file has a function of this name. */
static bool defines(const struct around *a, const char *name)
{
    for (int k = 0; k < a->s.n; k++)
        if (token_is(&a->s.t[k], name) && around_named(a, &a->s.t[k]).from >= 0)
            return true;
    return false;
}

/* Functions for a lock are there, whatever they do, and the kernel calls none.
 */
static bool say_lock_not_taken(const struct around *a,
                               const struct simt_raw *raw, struct finding *f)
{
    static const char *const taken[] = {"lock", NULL};
    const int at =
        raw->at.caller.line ? raw->at.caller.line : raw->at.place.line;
    const struct span kernel = around_function(a, at);
    int line[2], low, high;

    if (!simt_lines(a, raw, line))
        return false;
    low = line[0] < line[1] ? line[0] : line[1];
    high = line[0] + line[1] - low;
    if (!defines(a, "lock") || !defines(a, "unlock") || kernel.from < 0 ||
        around_first(a, kernel, 1, 1 << 30, taken))
        return false;
    finding_add(f,
                low == high ? SAY(lock_not_taken_around_line)
                            : SAY(lock_not_taken_around_lines),
                low, high);
    return true;
}

/* for (i = blockIdx.x * blockDim.x + threadIdx.x; ...; i += blockDim.x) */
static bool say_short_step(const struct around *a, const struct simt_raw *raw,
                           const struct race *r, struct finding *f)
{
    int d;
    const int line =
        r->one_block ? 0 : around_short_step(a, raw->at.place.line, &d);

    if (!line || raw->at.block[d] == raw->other.block[d])
        return false;
    finding_add(f, SAY(stride_of_block_not_grid), line);
    return true;
}

/* ---- a value that is not handed on -------------------------------------- */

/* Is that the number of a thread in its block: threadIdx.x, or a variable that
 * is declared as that? */
static bool is_number(const struct around *a, struct span body, int k)
{
    const struct token *t = &a->s.t[k];

    if (token_is(t, "x") || token_is(t, "y"))
        return token_is(&a->s.t[tokens_last(&a->s, tokens_last(&a->s, k))],
                        "threadIdx");
    for (int i = body.from; i >= 0 && i < body.to; i++) {
        int from = tokens_next(&a->s, i);

        if (!token_same(&a->s.t[i], t) || !token_is(&a->s.t[from], "="))
            continue;
        from = tokens_next(&a->s, from);
        for (int part = 0; part < 3; part++) /* threadIdx . x */
            from = tokens_next(&a->s, from);
        return token_is(&a->s.t[tokens_next(&a->s, tokens_next(&a->s, i))],
                        "threadIdx") &&
               (token_is(&a->s.t[from], ";") || token_is(&a->s.t[from], ","));
    }
    return false;
}

/* "t == 0": one thread alone. */
static bool lets_one_in(const struct around *a, struct span body,
                        struct span condition)
{
    for (int k = condition.from; k >= 0 && k <= condition.to; k++)
        if (token_is(&a->s.t[k], "==") &&
            token_is(&a->s.t[tokens_next(&a->s, k)], "0") &&
            is_number(a, body, tokens_last(&a->s, k)))
            return true;
    return false;
}

/* "int a = 1, b": does the statement begin with a type and a name? */
static bool in_declaration(const struct around *a, int k)
{
    int begin = k;

    while (begin > 0 && !token_is(&a->s.t[begin], ";") &&
           !token_is(&a->s.t[begin], "{") && !token_is(&a->s.t[begin], "}"))
        begin = tokens_last(&a->s, begin);
    begin = tokens_next(&a->s, begin);
    return begin < k && a->s.t[begin].kind == TOKEN_NAME &&
           a->s.t[tokens_next(&a->s, begin)].kind == TOKEN_NAME;
}

/* Is that name a variable of each thread's own, which one thread alone sets, in
 * an if that does not hold the line? The line where it does; 0. */
static int set_by_one(const struct around *a, const struct token *name,
                      int line)
{
    const struct span body = around_function(a, line);
    bool declared = false;
    int set = 0;

    for (int k = body.from; k >= 0 && k < body.to; k++) {
        const struct token *before = &a->s.t[tokens_last(&a->s, k)];
        const struct token *t = &a->s.t[k];
        struct span only;

        if (token_is(t, "__shared__") &&
            token_same(&a->s.t[tokens_last(&a->s, around_statement_end(a, k))],
                       name))
            return 0;
        if (t->kind != TOKEN_NAME || !token_same(t, name))
            continue;
        if (before->kind == TOKEN_NAME ||
            (token_is(before, ",") && in_declaration(a, k))) {
            declared = true;
            continue;
        }
        if (!token_is(&a->s.t[tokens_next(&a->s, k)], "="))
            continue;
        only = around_if(a, t->line, t->line);
        if (set || only.from < 0 || !lets_one_in(a, body, only) ||
            around_if(a, t->line, line).from == only.from)
            return 0;
        set = t->line;
    }
    return declared ? set : 0;
}

static bool say_own_copy(const struct around *a, const struct simt_raw *raw,
                         struct finding *f)
{
    const int line = raw->at.place.line;
    int depth = 0;

    for (int k = 0; k < a->s.n; k++) {
        const struct token *t = &a->s.t[k];
        int set;

        if (t->line != line)
            continue;
        depth += token_is(t, "[") - token_is(t, "]");
        set = depth > 0 && t->kind == TOKEN_NAME ? set_by_one(a, t, line) : 0;
        if (!set)
            continue;
        finding_add(f, SAY(private_variable_set_by_one), set, (int)t->length,
                    t->at, (int)t->length, t->at);
        return true;
    }
    return false;
}

/* A single variable in shared memory that each thread sets for itself. */
static bool say_one_for_all(const struct around *a, const struct simt_raw *raw,
                            const struct race *r, struct finding *f)
{
    const struct span body = around_function(a, raw->at.place.line);
    const char *name = r->name[0];
    const int line[2] = {raw->at.place.line, raw->other.place.line};

    if (!simt_in_shared(raw) || !*name || strpbrk(name, "[*.>&") ||
        strcmp(name, r->name[1]) != 0 || !writes(&raw->at) ||
        !writes(&raw->other) || line[0] == line[1] ||
        lets_one_in(a, body, around_if(a, line[0], line[0])) ||
        lets_one_in(a, body, around_if(a, line[1], line[1])))
        return false;
    finding_add(f, SAY(shared_memory_one_per_block), name);
    return true;
}

/* ---- all of them -------------------------------------------------------- */

static void say_between_blocks(const struct around *a,
                               const struct simt_raw *raw, struct finding *f)
{
    finding_add(f, "%s", SAY(blocks_unordered));
    if (!simt_in_shared(raw) && orders_itself(a, raw))
        finding_add(f, "%s", SAY(needs_threadfence));
}

void simt_mend_race(const struct simt_raw *raw, const struct race *r,
                    struct finding *f)
{
    struct around around;
    const bool known = raw->at.place.line && !raw->at.rough &&
                       !raw->other.rough &&
                       around_read(&around, raw->at.place.file);
    const struct around *a = known ? &around : NULL;

    if (r->in_block)
        finding_add(f, "%s", SAY(atomic_only_in_block));
    else if (a && !simt_in_shared(raw) &&
             (simt_say_lock(raw, a, f) ||
              (!r->one_block && say_lock_not_taken(a, raw, f))))
        ;
    else if (a && !r->mixed &&
             (simt_say_stale(raw, f) || say_own_copy(a, raw, f) ||
              say_short_step(a, raw, r, f)))
        ;
    else if (a && (say_same_array(a, raw, r, f) || say_in_place(a, raw, r, f)))
        ;
    else if (r->mixed)
        say_mixed(a, raw, r, f);
    else if (r->one_block && ((a && say_one_for_all(a, raw, r, f)) ||
                              say_other_direction(raw, r, f)))
        ;
    else if (r->lost)
        finding_add(f, "%s", mend_lost(raw, r));
    else if ((a && say_two_steps(a, raw, r, f)) || say_update(raw, r, f))
        ;
    else if (!r->one_block)
        say_between_blocks(a, raw, f);
    else
        say_in_block(a, raw, r, f);
    if (known)
        around_free(&around);
}
