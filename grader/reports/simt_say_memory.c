/*
 * simt_say_memory.c - see simt_say.h: accesses outside of their array, to
 * memory that has nothing in it or is somebody else's.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "reports/around.h"

/* ---- out of bounds ------------------------------------------------------ */

/* "1000 elements, allocated at line 31" */
static void object_size(const struct simt_raw *raw, const struct finding *f,
                        int64_t element, char *text, size_t size)
{
    int64_t bytes = raw->object.bytes;
    char line[100], count[60];

    if (bytes == 1 && element != 1)
        said_put(count, sizeof count, "%s", SAY(part_one_byte));
    else if (!element || bytes % element)
        said_put(count, sizeof count, SAY(part_bytes), bytes);
    else if (bytes == element)
        said_put(count, sizeof count, "%s", SAY(part_one_element));
    else
        said_put(count, sizeof count, SAY(part_elements), bytes / element);
    if (raw->object.made.place.line) {
        simt_line_of(f, &raw->object.made, line, sizeof line);
        said_put(text, size, SAY(part_allocated_at), count, line);
    } else if (simt_in_shared(raw)) {
        said_put(text, size, SAY(part_in_shared_memory), count);
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
        said_put(text, size, "%s", SAY(part_one_element_before_start));
    else if (offset < 0 && whole)
        said_put(text, size, SAY(part_elements_before_start),
                 -offset / element);
    else if (offset < 0)
        said_put(text, size, SAY(part_bytes_before_start), -offset);
    else if (offset < bytes)
        said_put(text, size, SAY(part_last_bytes_past_end),
                 offset + raw->at.bytes - bytes);
    else if (whole && offset == bytes)
        said_put(text, size, "%s", SAY(part_one_element_past_end));
    else if (whole)
        said_put(text, size, SAY(part_elements_past_end),
                 (offset - bytes) / element + 1);
    else if (offset == bytes)
        said_put(text, size, "%s", SAY(part_directly_past_end));
    else
        said_put(text, size, SAY(part_bytes_past_end), offset - bytes);
}

enum { WIDEST = 16 }; /* bytes that a thread can take at once */

/* An access begins inside and ends outside: the array has too few bytes, or too
 * few are left for so wide an access. */
static void say_cut_short(const struct simt_raw *raw, struct finding *f)
{
    const int64_t number = simt_number_of_vector(&raw->at);

    if (number && raw->at.bytes > number)
        finding_add(f, SAY(wide_access_numbers_left), raw->at.bytes / number);
    else if (simt_in_shared(raw))
        finding_add(f, "%s", SAY(size_in_bytes_dynamic_shared));
    else if (raw->object.made.place.line && raw->at.bytes < WIDEST)
        finding_add(f, "%s", SAY(size_in_bytes_cuda_malloc));
    else
        finding_add(f, SAY(wide_access_bytes_left), raw->at.bytes);
}

/* What stands before a comparison is a part of an index in the line. */
static bool in_index(const struct simt_raw *raw, const struct around *a, int k)
{
    const struct token *name = &a->s.t[tokens_last(&a->s, k)];
    int depth = 0;

    for (int i = k + 1; i < a->s.n; i++) {
        if (a->s.t[i].line != raw->at.place.line)
            continue;
        depth += token_is(&a->s.t[i], "[") - token_is(&a->s.t[i], "]");
        if (depth > 0 && token_same(&a->s.t[i], name))
            return true;
    }
    return false;
}

/* "i <= n - 1" is "i < n". */
static bool is_one_less(const struct around *a, int k)
{
    int depth = 0;

    for (k++; k < a->s.n && depth >= 0; k++) {
        const struct token *t = &a->s.t[k];

        depth += (token_is(t, "(") || token_is(t, "[")) -
                 (token_is(t, ")") || token_is(t, "]"));
        if (token_is(t, "&&") || token_is(t, "||") || token_is(t, ";"))
            return false;
        if (depth == 0 && token_is(t, "-") &&
            a->s.t[tokens_next(&a->s, k)].kind == TOKEN_NUMBER)
            return true;
    }
    return false;
}

/* One past the end, behind a comparison by <=. */
static bool say_last_index(const struct simt_raw *raw, int64_t element,
                           struct finding *f)
{
    struct around a;
    struct span condition, loop;
    bool said = false;

    if (raw->object.offset != raw->object.bytes || !element ||
        !raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    condition = around_if(&a, raw->at.place.line, raw->at.place.line);
    loop = around_loop(&a, raw->at.place.line, raw->at.place.line);
    if (condition.from < 0 && loop.from >= 0 &&
        token_is(&a.s.t[loop.from], "for"))
        condition =
            (struct span){loop.from, a.match[tokens_next(&a.s, loop.from)]};
    for (int k = condition.from; k >= 0 && k <= condition.to && !said; k++)
        if (token_is(&a.s.t[k], "<=") && !is_one_less(&a, k) &&
            in_index(raw, &a, k)) {
            finding_add(f, SAY(index_check_off_by_one), a.s.t[k].line);
            said = true;
        }
    around_free(&a);
    return said;
}

/* A thread for each element, more threads than elements, and none is kept out
 * by an if. */
static bool say_more_threads(const struct simt_raw *raw, int64_t element,
                             struct finding *f)
{
    const int64_t in_block = raw->block[0],
                  threads = (int64_t)raw->grid[0] * raw->block[0],
                  number = raw->at.block[0] * in_block + raw->at.thread[0];
    struct around a;
    bool alone;

    if (!raw->has_dim || !element || raw->object.bytes % element ||
        raw->grid[1] * raw->grid[2] != 1 ||
        raw->block[1] * raw->block[2] != 1 ||
        raw->object.offset != number * element ||
        threads <= raw->object.bytes / element ||
        raw->object.bytes == element || !raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    alone = around_if(&a, raw->at.place.line, raw->at.place.line).from < 0 &&
            around_loop(&a, raw->at.place.line, raw->at.place.line).from < 0;
    around_free(&a);
    if (!alone)
        return false;
    finding_add(f, SAY(index_needs_check_extra_threads), raw->grid[0],
                raw->block[0], threads, raw->at.thread[0], raw->at.block[0],
                raw->object.bytes / element);
    return true;
}

/* "a + i * a_pitch": a pitch is in bytes, and counts as elements there. */
static bool say_pitch(const struct simt_raw *raw, int64_t element,
                      struct finding *f)
{
    struct around a;
    struct span in;
    bool pitch = false, bytes = false;

    if (element < 2 || !raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    in = around_function(&a, raw->at.place.line);
    for (int k = in.from; k >= 0 && k < in.to; k++) {
        const struct token *t = &a.s.t[k];

        pitch |= t->kind == TOKEN_NAME &&
                 memmem(t->at, t->length, "pitch", 5) &&
                 !token_is(&a.s.t[tokens_next(&a.s, k)], "(");
        bytes |= token_is(t, "char") || token_is(t, "sizeof");
    }
    around_free(&a);
    if (!pitch || bytes)
        return false;
    finding_add(f, "%s", SAY(pitch_added_as_elements));
    return true;
}

/* How often the ifs of the function compare, before this line. */
static int count_comparisons(const struct around *a, int line)
{
    const struct span in = around_function(a, line);
    int n = 0;

    for (int k = in.from; k >= 0 && k < in.to && a->s.t[k].line <= line; k++) {
        const int open = tokens_next(&a->s, k);

        for (int i = open; token_is(&a->s.t[k], "if") && i < a->match[open];
             i++)
            n += token_is_order(&a->s.t[i]);
    }
    return n;
}

/* In two dimensions often only one is looked at. */
static bool say_both_directions(const struct simt_raw *raw, struct finding *f)
{
    const unsigned *b = raw->at.block, *t = raw->at.thread;
    struct around a;
    int n;

    if (!raw->has_dim || raw->grid[1] * raw->block[1] <= 1 ||
        raw->grid[0] * raw->block[0] <= 1 || simt_in_shared(raw) ||
        !(b[0] + t[0] + b[1] + t[1]) || !raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    n = count_comparisons(&a, raw->at.place.line);
    around_free(&a);
    if (n > 1)
        return false;
    finding_add(f, SAY(index_needs_check_row_column),
                b[0] * raw->block[0] + t[0], b[1] * raw->block[1] + t[1]);
    return true;
}

enum { FAR_BELOW = 1 << 20 }; /* an int has overflowed, more likely */

static bool say_below_zero(const struct simt_raw *raw, int64_t element,
                           struct finding *f)
{
    if (!element || raw->object.offset >= 0 || raw->object.offset % element)
        return false;
    finding_add(f,
                raw->object.offset / element < -FAR_BELOW
                    ? SAY(negative_index_by_overflow)
                    : SAY(negative_index_by_subtraction),
                raw->object.offset / element);
    return true;
}

/* Whether a name of an index in `place`, "b[i]" or "*p", stands in the text. */
static bool names_index(const char *place, const char *text)
{
    const char *bracket = strchr(place, '[');

    for (const char *p = bracket ? bracket : place; *p; p++) {
        size_t n = 0;

        if (!token_in_name(*p) || isdigit((unsigned char)*p) ||
            (p > place && token_in_name(p[-1])))
            continue;
        while (token_in_name(p[n]))
            n++;
        for (const char *q = text + 1; *q; q++)
            if (!strncmp(q, p, n) && !token_in_name(q[n]) &&
                !token_in_name(q[-1]))
                return true;
    }
    return false;
}

/* while (b[i] != 0 && i < n): the access comes first. */
static bool say_too_late(const struct simt_raw *raw, const char *name,
                         struct finding *f)
{
    char line[1024];
    const char *at, *then;

    if (!*name || !raw->at.place.line || raw->at.rough ||
        !source_line(raw->at.place.file, raw->at.place.line, line,
                     sizeof line) ||
        !(at = strstr(line, name)) ||
        !(then = strstr(at + strlen(name), "&&")) ||
        strcspn(then, "<>") == strlen(then) || !names_index(name, then))
        return false;
    finding_add(f, "%s", SAY(index_check_too_late));
    return true;
}

/* "l * k": a row's number, times its length, of which *end is the end. Not
 * "4 * i", where a thread has four, nor a thread's number in the grid. */
static bool row_length(const char *text, char length[60], int *end)
{
    if (sscanf(text, "%*[A-Za-z_]%*[A-Za-z0-9_.] * %59[A-Za-z0-9_.]%n", length,
               end) != 1 &&
        sscanf(text, "%*[A-Za-z_] * %59[A-Za-z0-9_.]%n", length, end) != 1)
        return false;
    return strncmp(length, "blockDim", 8) != 0 &&
           !strchr("([", text[*end] ? text[*end] : ' ') &&
           strncmp(text + *end, "->", 2) != 0;
}

/* "b[l * k + j]", "((float *)((char *)b + i * pitch))[j]": a wrong length of
 * the rows goes past the end, too. */
static void ask_row_length(const char *name, struct finding *f)
{
    char index[100], base[60] = "", length[60];
    const char *bracket = strchr(name, '['), *sum = strstr(name, " + ");
    int one = 0;

    if (!bracket || strchr(bracket + 1, '['))
        return;
    if (row_length(bracket + 1, length, &one)) {
        snprintf(index, sizeof index, "%.*s", (int)strcspn(bracket + 1, "]"),
                 bracket + 1);
        snprintf(base, sizeof base, "%.*s", (int)(bracket - name), name);
    } else if (*name == '(' && sum && sum < bracket &&
               row_length(sum + 3, length, &one)) {
        snprintf(index, sizeof index, "%.*s", one, sum + 3);
        simt_base_of(name, base, sizeof base);
    } else {
        return;
    }
    finding_add(f, SAY(row_length_maybe_wrong), length, index, base);
}

/* Whether the word stands in the text. */
static bool has_word(const char *text, const struct token *word)
{
    for (const char *p = text; *p; p += *p && !token_in_name(*p)) {
        const char *from = p;

        while (token_in_name(*p))
            p++;
        if ((size_t)(p - from) == word->length &&
            !memcmp(from, word->at, word->length))
            return true;
    }
    return false;
}

/* The words of the index, and behind them those of what its variables are made
 * with: what stands behind `name =` in the function up to the line `at`. */
static void words_of(const struct around *a, int at, const char *index,
                     char *words, size_t size)
{
    const struct span in = around_function(a, at);
    size_t n = (size_t)snprintf(words, size, "%s", index);

    for (int k = in.from; k >= 0 && k < in.to && a->s.t[k].line <= at; k++) {
        int i = tokens_next(&a->s, k);

        if (a->s.t[k].kind != TOKEN_NAME || !token_is(&a->s.t[i], "=") ||
            !has_word(index, &a->s.t[k]))
            continue;
        for (; i < in.to && n < size && !token_is(&a->s.t[i], ";") &&
               !token_is(&a->s.t[i], ",");
             i++)
            if (a->s.t[i].kind == TOKEN_NAME)
                n += (size_t)snprintf(words + n, size - n, " %.*s",
                                      (int)a->s.t[i].length, a->s.t[i].at);
        if (n >= size)
            return;
    }
}

/* Whether the `if` or loop at token k keeps somebody away from the line `at`:
 * it stands around it, what comes before a && does, or whom it lets in leaves.
 */
static bool keeps_away(const struct around *a, int k, int at)
{
    static const char *const leaves[] = {"return", "continue", "break", NULL};
    const int open = tokens_next(&a->s, k), close = a->match[open];
    const int body = tokens_next(&a->s, close);
    const int end = around_statement_end(a, body);
    bool both = false;

    for (int i = open; i < close; i++)
        both |= token_is(&a->s.t[i], "&&");
    if (at <= around_line(a, end))
        return both || at >= around_line(a, body);
    return token_is(&a->s.t[k], "if") &&
           around_first(a, (struct span){body, end}, 1, at, leaves);
}

/* Whether an access to the array is at token k, `b[i]`, `*b` or `*(b + i)`:
 * `b[i] > 0` compares an element, and not the index. */
static bool is_access(const struct around *a, int k, int at, const char *array)
{
    int before = tokens_last(&a->s, k);

    if (!*array || a->s.t[k].line != at || !token_is(&a->s.t[k], array))
        return false;
    if (token_is(&a->s.t[tokens_next(&a->s, k)], "["))
        return true;
    if (before > 0 && token_is(&a->s.t[before], "("))
        before = tokens_last(&a->s, before);
    return before >= 0 && token_is(&a->s.t[before], "*");
}

/* The line of the last comparison before the access to the array in line `at`
 * that keeps somebody away from it and asks about a variable of the index,
 * which this text has, or about one that such a variable is made with; 0: there
 * is none. */
static int asks_about(const struct around *a, int at, const char *index,
                      const char *array)
{
    enum { LONG = 100 }; /* tokens; no condition that people read */
    const struct span in = around_function(a, at);
    char words[600];
    int found = 0;

    words_of(a, at, index, words, sizeof words);
    for (int k = in.from; k >= 0 && k < in.to && a->s.t[k].line <= at; k++) {
        const int open = tokens_next(&a->s, k);
        bool compares = false, about = false;

        if ((!token_is(&a->s.t[k], "if") && !token_is(&a->s.t[k], "while") &&
             !token_is(&a->s.t[k], "for")) ||
            !token_is(&a->s.t[open], "(") || a->match[open] - open > LONG ||
            !keeps_away(a, k, at))
            continue;
        for (int i = open; i < a->match[open] && !is_access(a, i, at, array);
             i++) {
            const struct token *t = &a->s.t[i];

            compares |= token_is_order(t);
            about |= t->kind == TOKEN_NAME && has_word(words, t);
        }
        if (compares && about)
            found = a->s.t[k].line;
    }
    return found;
}

/* The line that moves the pointer, by += or ++, in the function around `at`; 0:
 * none. */
static int moves(const struct around *a, int at, const char *pointer)
{
    const struct span in = around_function(a, at);

    for (int k = in.from; k >= 0 && k < in.to; k++) {
        const struct token *next = &a->s.t[tokens_next(&a->s, k)];
        const int last = tokens_last(&a->s, k);

        if (token_is(&a->s.t[k], pointer) &&
            (token_is(next, "+=") || token_is(next, "++") ||
             (last >= 0 && token_is(&a->s.t[last], "++"))))
            return a->s.t[k].line;
    }
    return 0;
}

/* The line that gives a pointer of the function around `at` its address; 0: it
 * is a parameter, or set in no plain way. */
static int points_since(const struct around *a, int at, const char *pointer)
{
    const struct span in = around_function(a, at);

    for (int k = in.from; k >= 0 && k < in.to; k++) {
        const int last = tokens_last(&a->s, k);

        if (token_is(&a->s.t[k], pointer) && last >= 0 &&
            token_is(&a->s.t[last], "*") && a->s.t[k].line <= at &&
            token_is(&a->s.t[tokens_next(&a->s, k)], "="))
            return a->s.t[k].line;
    }
    return 0;
}

/* "*p": what it points to depends on how it moves, or on who called; "*(a + i)"
 * on i. */
static void say_pointer(const struct simt_raw *raw, const struct around *a,
                        const char *name, struct finding *f, int *asking)
{
    char base[NAME], line[1024];
    int at;

    simt_base_of(name, base, sizeof base);
    at = moves(a, raw->at.place.line, base);
    if (at)
        finding_add(f, SAY(pointer_step_maybe_wrong), base, at);
    else if (raw->at.caller.line &&
             source_line(raw->at.place.file, raw->at.caller.line, line,
                         sizeof line))
        *asking = asks_about(a, raw->at.caller.line, line, "");
    else
        *asking = asks_about(a, raw->at.place.line, name, base);
}

/* Nothing else is known: is the index compared, and with the right sizes? */
static void say_compared(const struct simt_raw *raw, const char *name,
                         struct finding *f)
{
    const char *index = strchr(name, '[');
    const size_t said = strlen(f->message);
    char base[NAME];
    struct around a;
    int line = 0, since = 0;

    if (say_too_late(raw, name, f))
        return;
    if (raw->at.place.line && !raw->at.rough &&
        around_read(&a, raw->at.place.file)) {
        if (*name == '*' && !index)
            say_pointer(raw, &a, name, f, &line);
        else {
            simt_base_of(name, base, sizeof base);
            since = points_since(&a, raw->at.place.line, base);
            line =
                asks_about(&a, raw->at.place.line, index ? index : name, base);
        }
        around_free(&a);
    }
    if (since)
        finding_add(f, SAY(row_start_maybe_wrong), base, since);
    else if (line)
        finding_add(f, SAY(index_check_maybe_wrong), line);
    else if (strlen(f->message) == said)
        finding_add(f, raw->object.offset == raw->object.bytes && index &&
                               strchr(index, '+') && !strchr(index, '*') &&
                               !strstr(index, "+ 1]")
                           ? SAY(index_needs_check_from_one)
                           : SAY(index_needs_check));
    ask_row_length(name, f);
}

/* Its length, too, may be what is wrong. */
static void say_declared(const struct simt_raw *raw, const char *base,
                         struct finding *f)
{
    struct around a;
    int line;

    if (!*base || !raw->at.place.line || !around_read(&a, raw->at.place.file))
        return;
    line = around_shared(&a, base);
    if (line)
        finding_add(f, SAY(shared_size_maybe_small), line);
    around_free(&a);
}

void simt_say_out_of_bounds(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);
    char object[NAME + 4], size[200], far[100];
    int64_t n = 0, element = simt_element_of(raw, v.name);

    if (raw->has_index) {
        /* "float[16]" or, of gcc, "float [16]" */
        const char *bracket = strchr(raw->array, '[');
        if (bracket)
            n = strtoll(bracket + 1, NULL, 10);
        if (n > 0)
            finding_add(f, SAY(out_of_bounds_index_range), v.text, raw->index,
                        n - 1, raw->array);
        else
            finding_add(f, SAY(out_of_bounds_index_only), v.text, raw->index);
        if (raw->note)
            finding_add(f, "%s", SAY(out_of_bounds_of_row));
        else
            say_declared(raw, v.base, f);
        return;
    }
    if (!raw->object.known) {
        finding_add(f, SAY(unallocated_address_kernel), v.text);
        return;
    }
    if (simt_in_shared(raw) && raw->object.bytes == 0) {
        finding_add(f, SAY(no_dynamic_shared_memory), v.text);
        return;
    }
    simt_object_name(raw, &v, object, sizeof object);
    object_size(raw, f, element, size, sizeof size);
    distance(raw, element, far, sizeof far);
    finding_add(f, "%s, %s %s (%s).", v.text, far, object, size);
    if (element && raw->object.offset >= raw->object.bytes &&
        raw->object.offset % element == 0 && raw->object.bytes % element == 0)
        finding_add(f, SAY(index_past_last), raw->object.offset / element,
                    raw->object.bytes / element - 1);
    if (raw->object.offset >= 0 && raw->object.offset < raw->object.bytes)
        say_cut_short(raw, f);
    else if (simt_in_shared(raw) && !*raw->object.name)
        finding_add(f, "%s", SAY(size_in_bytes_shared_length));
    else if (!simt_say_stale(raw, f) && !say_below_zero(raw, element, f) &&
             !say_last_index(raw, element, f) &&
             !say_more_threads(raw, element, f) &&
             !say_pitch(raw, element, f) && !say_both_directions(raw, f))
        say_compared(raw, v.name, f);
}

/* ---- freed, or never written -------------------------------------------- */

void simt_say_use_after_free(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);
    char line[100], made[NAME];

    if (raw->object.freed.place.line) {
        simt_line_of(f, &raw->object.freed, line, sizeof line);
        finding_add(f, SAY(use_after_free_at_place), v.text, line);
    } else {
        finding_add(f, SAY(use_after_free), v.text);
    }
    if (!simt_name_allocation(&raw->object.made, made, sizeof made)) {
        finding_add(f, "%s", SAY(free_after_last_use));
        return;
    }
    finding_add(f, "%s", SAY(free_after_last_use_cuda));
}

/* "`tile[0][31]`", "element 31 of `s`" */
static void element_name(const struct simt_raw *raw, const struct simt_scene *v,
                         int64_t element, int64_t number, char *text,
                         size_t size)
{
    char object[NAME + 4];
    struct around a;
    long length[2];
    bool rows = false;

    simt_object_name(raw, v, object, sizeof object);
    if (*raw->object.name && simt_in_shared(raw) && raw->at.place.line &&
        around_read(&a, raw->at.place.file)) {
        rows = around_rows(&a, raw->object.name, length) &&
               length[0] * length[1] * element == raw->object.bytes;
        around_free(&a);
    }
    if (rows)
        snprintf(text, size, "`%s[%" PRId64 "][%" PRId64 "]`", raw->object.name,
                 number / length[1], number % length[1]);
    else
        said_put(text, size, SAY(part_element_of), number, object);
}

/* The same in brackets: " (element 31 of `s`)". */
static void element_which(const struct simt_raw *raw,
                          const struct simt_scene *v, int64_t element,
                          char *text, size_t size)
{
    char name[NAME + 100];

    element_name(raw, v, element, raw->object.offset / element, name,
                 sizeof name);
    snprintf(text, size, " (%s)", name);
}

/* The line before in which threads may leave the kernel; 0: none. */
static int left_before(const struct simt_raw *raw)
{
    static const char *const leaves[] = {"return", NULL};
    struct around a;
    int line = 0;

    if (!raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return 0;
    line = around_first(&a, around_function(&a, raw->at.place.line), 1,
                        raw->at.place.line, leaves);
    around_free(&a);
    return line;
}

/* Whether the condition is a bound, "i < n", and nothing but that: who is one
 * of a few, "lane == 0", leaves nothing for others to write. */
static bool is_bound(const struct around *a, struct span condition)
{
    bool less = false, equal = false;

    for (int k = condition.from; k <= condition.to; k++) {
        const struct token *t = &a->s.t[k];

        less |= token_is_order(t);
        equal |= token_is(t, "==") || token_is(t, "%");
    }
    return less && !equal;
}

/* Whether the texts are the same but for blanks. */
static bool same_text(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t\n");
        b += strspn(b, " \t\n");
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

/* Whether it was for the thread that the `if` kept away to write what is read:
 * the element is named as where it is written, or it is one of a row that is
 * summed up, and there is a thread with that number. Else what reads may as
 * well be wrong. */
static bool is_left_out(const struct simt_raw *raw, const char *read,
                        const char *write, int64_t number)
{
    char line[1024];

    if (same_text(read, write))
        return true;
    return !strstr(write, "][") && raw->has_dim &&
           number < (int64_t)raw->block[0] * raw->block[1] * raw->block[2] &&
           source_line(raw->at.place.file, raw->at.place.line, line,
                       sizeof line) &&
           strstr(line, "+=");
}

/* The line that fills the array, and only in an `if` without `else`, and the
 * line of the `if`; 0: it is otherwise. Of several lines the first one fills
 * it. Into *text, to free(), what it writes there. */
static int written_in_if(const struct simt_raw *raw, const char *array,
                         int *condition, char **text)
{
    struct around a;
    int line = 0;
    bool more = true;

    if (!*array || !raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return 0;
    const struct span in = around_function(&a, raw->at.place.line);
    for (int k = in.from; k >= 0 && k < in.to && more; k++) {
        int open = tokens_next(&a.s, k), end;
        struct span c;

        if (!token_is(&a.s.t[k], array))
            continue;
        while (token_is(&a.s.t[open], "["))
            open = tokens_next(&a.s, a.match[open]);
        if (!token_is(&a.s.t[open], "="))
            continue;
        more = false;
        c = around_if(&a, a.s.t[k].line, a.s.t[k].line);
        if (c.from < 0 || !is_bound(&a, c) ||
            a.s.t[k].line >= raw->at.place.line)
            continue;
        end = around_statement_end(&a, tokens_next(&a.s, c.to + 1));
        if (!token_is(&a.s.t[tokens_next(&a.s, end)], "else")) {
            line = a.s.t[k].line;
            *text = tokens_original(&a.s, k, tokens_last(&a.s, open) + 1);
        }
        *condition = a.s.t[c.from].line;
    }
    around_free(&a);
    return line;
}

static void say_unwritten_shared(const struct simt_raw *raw,
                                 const struct simt_scene *v, int64_t element,
                                 const char *which, struct finding *f)
{
    const int64_t from = raw->written[0], to = raw->written[1];
    char first[NAME + 100], last[NAME + 100], *text = NULL;
    int written, condition = 0;

    if (from >= to || !element || from % element || to % element) {
        finding_add(f, SAY(uninitialized_shared_memory), v->text, which);
        return;
    }
    finding_add(f, SAY(uninitialized_shared_after_barrier), v->text, which);
    element_name(raw, v, element, from / element, first, sizeof first);
    element_name(raw, v, element, to / element - 1, last, sizeof last);
    const int left = left_before(raw);
    if (simt_say_stale(raw, f))
        return;
    if (left) {
        finding_add(f, SAY(early_exit_before_write), left);
        return;
    }
    written = written_in_if(raw, v->base, &condition, &text);
    if (written &&
        is_left_out(raw, v->name, text, raw->object.offset / element)) {
        finding_add(f, SAY(write_only_in_if), written, v->base, condition);
        free(text);
        return;
    }
    if (from + element == to)
        finding_add(f, SAY(nearest_written_element), first);
    else
        finding_add(f, SAY(nearest_written_range), first, last);
    if (written)
        finding_add(f, SAY(write_index_differs_or_if), written, text, written,
                    condition);
    else
        finding_add(f, "%s", SAY(check_index_and_writers));
    free(text);
}

/* Too few bytes were copied or cleared. */
static void say_size_of_pointer(const struct simt_raw *raw, struct finding *f)
{
    struct around a;
    const struct token *name;
    int line;

    if (!raw->at.place.line || !around_read(&a, raw->at.place.file))
        return;
    if (around_size_of_pointer(&a, &line, &name))
        finding_add(f, SAY(sizeof_of_pointer), line, (int)name->length,
                    name->at);
    around_free(&a);
}

void simt_say_unwritten(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);
    char object[NAME + 4], line[100], which[NAME + 200] = "", call[NAME];
    int64_t element = simt_element_of(raw, v.name);

    /* Of a vector the beginning may be written. */
    if (raw->object.known && raw->object.offset > 0 && element &&
        raw->object.offset % element)
        element = simt_number_of_vector(&raw->at);
    simt_object_name(raw, &v, object, sizeof object);
    if (!raw->at.device && *raw->text) {
        simt_say_text(raw, f);
        return;
    }
    if (raw->object.known && raw->object.offset >= 0 && element &&
        raw->object.offset % element == 0)
        element_which(raw, &v, element, which, sizeof which);
    else if (raw->object.known && raw->object.offset > 0)
        said_put(which, sizeof which, SAY(part_from_byte), raw->object.offset,
                 object);
    if (simt_in_shared(raw)) {
        say_unwritten_shared(raw, &v, element, which, f);
        return;
    }
    finding_add(f, SAY(uninitialized_memory_read), v.text, which);
    simt_line_of(f, &raw->object.made, line, sizeof line);
    simt_making_call(&raw->object.made, call, sizeof call);
    if (raw->object.made.place.line)
        finding_add(f, SAY(allocated_not_cleared), line, call);
    else
        finding_add(f, "%s", SAY(memory_starts_uninitialized));
    say_size_of_pointer(raw, f);
}

/* ---- not to be touched so ----------------------------------------------- */

void simt_say_host_access(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    if (*raw->text) {
        finding_add(f, SAY(host_access_before_sync), v.text, raw->text,
                    strncmp(raw->text, "cuda", 4) ? "" : "()",
                    strcmp(raw->at.op, "read") ? SAY(part_uses)
                                               : SAY(part_writes));
        return;
    }
    finding_add(f, SAY(host_touches_device_memory), v.text);
    if (!strcmp(raw->at.op, "read"))
        finding_add(f, "%s", SAY(copy_to_host_first));
    else
        finding_add(f, "%s", SAY(copy_to_device_first));
}

/* A block that has many before it: they would have come to the same pointer. */
static bool comes_late(const struct simt_raw *raw)
{
    enum { AT_ONCE = 1024 }; /* no machine runs so many blocks at a time */
    const unsigned *b = raw->at.block;

    return raw->has_dim &&
           b[0] + (uint64_t)raw->grid[0] * (b[1] + raw->grid[1] * b[2]) >=
               AT_ONCE;
}

void simt_say_device_access(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[400];

    simt_where(f, &raw->at, line, sizeof line);
    if (strstr(raw->text, "null pointer"))
        finding_add(f, SAY(null_device_pointer), v.text);
    else if (strstr(raw->text, "virtual functions"))
        finding_add(f, SAY(virtual_call_on_host_object), w.thread, w.block,
                    line);
    else if (strstr(raw->text, "another device"))
        finding_add(f, SAY(memory_of_other_device), v.text);
    else if (!*raw->object.name && comes_late(raw))
        finding_add(f, SAY(out_of_bounds_no_array), v.text);
    else if (*raw->object.name)
        finding_add(f, SAY(host_variable_in_kernel), v.text, raw->object.name);
    else
        finding_add(f, SAY(host_memory_in_kernel), v.text, simt_kernel_of(raw));
}

void simt_say_read_only(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    if (!strcmp(raw->space, "constant"))
        finding_add(f, SAY(write_to_constant_memory), v.text);
    else
        finding_add(f, SAY(write_to_input), v.text);
}

void simt_say_other_local(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    finding_add(f, SAY(local_variable_of_other_thread), v.text);
}

void simt_say_ldg(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);
    char line[100];

    simt_line_of(f, &raw->other, line, sizeof line);
    finding_add(f, SAY(ldg_of_written_memory), v.text, line);
}

void simt_say_misaligned(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    finding_add(f, SAY(misaligned_access), v.text, raw->at.bytes,
                raw->at.bytes);
    if (raw->object.known)
        finding_add(f, SAY(misaligned_offset), raw->object.offset);
    finding_add(f, "%s", SAY(misaligned_check_index));
}
