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

#include "base/say.h"
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
        snprintf(count, sizeof count, "%s", _("1 byte"));
    else if (!element || bytes % element)
        snprintf(count, sizeof count, _("%" PRId64 " bytes"), bytes);
    else if (bytes == element)
        snprintf(count, sizeof count, "%s", _("1 element"));
    else
        snprintf(count, sizeof count, _("%" PRId64 " elements"),
                 bytes / element);
    if (raw->object.made.place.line) {
        simt_line_of(f, &raw->object.made, line, sizeof line);
        snprintf(text, size, _("%s, allocated at %s"), count, line);
    } else if (simt_in_shared(raw)) {
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

enum { WIDEST = 16 }; /* bytes that a thread can take at once */

/* An access begins inside and ends outside: the array has too few bytes, or too
 * few are left for so wide an access. */
static void say_cut_short(const struct simt_raw *raw, struct finding *f)
{
    const int64_t number = simt_number_of_vector(&raw->at);

    if (number && raw->at.bytes > number)
        finding_add(
            f, _("This takes %" PRId64 " numbers at once: are so many left?"),
            raw->at.bytes / number);
    else if (simt_in_shared(raw))
        finding_add(f, "%s",
                    _("The third argument between <<< and >>> is in bytes: "
                      "elements times sizeof one of them."));
    else if (raw->object.made.place.line && raw->at.bytes < WIDEST)
        finding_add(f, "%s",
                    _("cudaMalloc() takes bytes: elements times sizeof one of "
                      "them."));
    else
        finding_add(
            f, _("This takes %" PRId64 " bytes at once: are so many left?"),
            raw->at.bytes);
}

static const char check_index[] =
    N_("Compare the index with the number of elements before you use it.");

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
            finding_add(f,
                        _("Line %d lets it by with <=, but the last index is "
                          "one less than the number of elements: <."),
                        a.s.t[k].line);
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
    finding_add(f,
                _("The launch has %u x %u = %" PRId64
                  " threads, and thread %u of block %u comes behind the last "
                  "of %" PRId64 " elements: let only those go on whose index "
                  "is less than the number of elements."),
                raw->grid[0], raw->block[0], threads, raw->at.thread[0],
                raw->at.block[0], raw->object.bytes / element);
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
    finding_add(f, "%s",
                _("A pitch is in bytes. Added to a pointer to floats it counts "
                  "floats: add it to the same pointer as a (char *), and make "
                  "that a pointer to floats again."));
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
    finding_add(f,
                _("This thread is number %u in x and %u in y of the launch: "
                  "compare the row and the column that it works out with how "
                  "many there are, each of them, before you use them."),
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
                    ? _("It would be element %" PRId64 ", and no index may be "
                        "below 0: is a product or a sum on the way too large "
                        "for an int?")
                    : _("It would be element %" PRId64 ", and no index may be "
                        "below 0: what is subtracted, and has each thread that "
                        "much before it?"),
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
    finding_add(f, "%s",
                _("The comparison in this line comes too late: && goes from "
                  "left to right, so first compare the index, then use it."));
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
    finding_add(f, _("And is `%s` in `%s` the length of a row of `%s`?"),
                length, index, base);
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
        finding_add(f,
                    _("`%s` moves at line %d: by how much in each step, and is "
                      "that as far as to the next element that is wanted?"),
                    base, at);
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
        finding_add(f,
                    _("`%s` gets its address at line %d: is that where the row "
                      "begins that is meant? What is added to a pointer counts "
                      "in its elements, and a pitch in bytes."),
                    base, since);
    else if (line)
        finding_add(f,
                    _("The comparison at line %d lets it by: is it about the "
                      "index that is used here, in all directions, and about "
                      "the sizes of this array?"),
                    line);
    else if (strlen(f->message) == said)
        finding_add(f, raw->object.offset == raw->object.bytes && index &&
                               strchr(index, '+') && !strchr(index, '*') &&
                               !strstr(index, "+ 1]")
                           ? _("Compare the index with the number of elements "
                               "before you use it. Or does it begin with 1?")
                           : gettext(check_index));
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
        finding_add(f,
                    _("Line %d declares it: has it as many elements as the "
                      "index can come to, padding included?"),
                    line);
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
            finding_add(f,
                        _("%s with index %" PRId64
                          "; indices go from 0 to %" PRId64 " there (`%s`)."),
                        v.text, raw->index, n - 1, raw->array);
        else
            finding_add(
                f, _("%s with index %" PRId64 ", which is outside the array."),
                v.text, raw->index);
        if (raw->note)
            finding_add(
                f, "%s",
                _("That is outside of its row but is still within the whole "
                  "array, so no other variable is touched."));
        else
            say_declared(raw, v.base, f);
        return;
    }
    if (!raw->object.known) {
        finding_add(
            f,
            _("%s, where nothing is allocated: the pointer was never set, or "
              "the index is far outside its array."),
            v.text);
        return;
    }
    if (simt_in_shared(raw) && raw->object.bytes == 0) {
        finding_add(
            f,
            _("%s, but this launch has no dynamic shared memory: its size in "
              "bytes is the third argument between <<< and >>>."),
            v.text);
        return;
    }
    simt_object_name(raw, &v, object, sizeof object);
    object_size(raw, f, element, size, sizeof size);
    distance(raw, element, far, sizeof far);
    finding_add(f, "%s, %s %s (%s).", v.text, far, object, size);
    if (element && raw->object.offset >= raw->object.bytes &&
        raw->object.offset % element == 0 && raw->object.bytes % element == 0)
        finding_add(f,
                    _("It would be element %" PRId64 ", and the last one is "
                      "%" PRId64 "."),
                    raw->object.offset / element,
                    raw->object.bytes / element - 1);
    if (raw->object.offset >= 0 && raw->object.offset < raw->object.bytes)
        say_cut_short(raw, f);
    else if (simt_in_shared(raw) && !*raw->object.name)
        finding_add(f, "%s",
                    _("The third argument between <<< and >>> is how long it "
                      "is, in bytes: elements times sizeof one of them."));
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
        finding_add(f, _("%s, but that memory was freed at %s."), v.text, line);
    } else {
        finding_add(f, _("%s, but that memory is freed already."), v.text);
    }
    if (!simt_name_allocation(&raw->object.made, made, sizeof made)) {
        finding_add(f, "%s", _("Free it after its last use."));
        return;
    }
    finding_add(
        f, "%s",
        _("Call cudaFree() after the last kernel and the last copy that use "
          "it."));
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
        snprintf(text, size, _("element %" PRId64 " of %s"), number, object);
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
        finding_add(
            f,
            _("%s before any thread of the block has written it%s. Shared "
              "memory starts with garbage: write every element before it is "
              "read, and put a __syncthreads() between."),
            v->text, which);
        return;
    }
    finding_add(f,
                _("%s, and no thread of the block has written it%s, though a "
                  "barrier lies behind them all."),
                v->text, which);
    element_name(raw, v, element, from / element, first, sizeof first);
    element_name(raw, v, element, to / element - 1, last, sizeof last);
    const int left = left_before(raw);
    if (simt_say_stale(raw, f))
        return;
    if (left) {
        finding_add(f,
                    _("Some threads may leave the kernel before, at line %d: "
                      "who writes what they should have written?"),
                    left);
        return;
    }
    written = written_in_if(raw, v->base, &condition, &text);
    if (written &&
        is_left_out(raw, v->name, text, raw->object.offset / element)) {
        finding_add(f,
                    _("Line %d writes `%s` only where the if at line %d lets a "
                      "thread: what is to be there otherwise? (In a sum 0 "
                      "changes nothing.)"),
                    written, v->base, condition);
        free(text);
        return;
    }
    if (from + element == to)
        finding_add(f, _("The nearest one that has been written is %s."),
                    first);
    else
        finding_add(f,
                    _("The nearest that have been written go from %s to %s."),
                    first, last);
    if (written)
        finding_add(f,
                    _("Line %d writes it as `%.80s`: has each element the same "
                      "place in both lines, and has this thread something to "
                      "read? Or is this to be there: line %d writes only where "
                      "the if at line %d lets a thread? (In a sum 0 changes "
                      "nothing.)"),
                    written, text, written, condition);
    else
        finding_add(f, "%s",
                    _("So look at the index here, and at which threads "
                      "write."));
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
        finding_add(f,
                    _("At line %d `sizeof` is asked of `%.*s`, which is a "
                      "pointer: that is 8 bytes, however much it points to."),
                    line, (int)name->length, name->at);
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
        snprintf(which, sizeof which, _(" (from byte %" PRId64 " of %s on)"),
                 raw->object.offset, object);
    if (simt_in_shared(raw)) {
        say_unwritten_shared(raw, &v, element, which, f);
        return;
    }
    finding_add(f, _("%s, but nothing was ever written there%s."), v.text,
                which);
    simt_line_of(f, &raw->object.made, line, sizeof line);
    simt_making_call(&raw->object.made, call, sizeof call);
    if (raw->object.made.place.line)
        finding_add(
            f,
            _("It was allocated at %s, and %s() does not clear memory: copy "
              "the data in, or clear it with cudaMemset(), first."),
            line, call);
    else
        finding_add(
            f, "%s",
            _("Memory starts with garbage: copy the data in, or clear it, "
              "first."));
    say_size_of_pointer(raw, f);
}

/* ---- not to be touched so ----------------------------------------------- */

void simt_say_host_access(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    if (*raw->text) {
        finding_add(
            f,
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
                    _("Let a kernel do what is done here, or copy the numbers "
                      "to the host first: cudaMemcpy(..., "
                      "cudaMemcpyDeviceToHost)."));
    else
        finding_add(f, "%s",
                    _("Fill an array of the host and copy it to the device: "
                      "cudaMemcpy(..., cudaMemcpyHostToDevice)."));
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
        finding_add(
            f,
            _("%s, but that pointer is null: nothing was allocated for it, or "
              "the cudaMalloc() failed."),
            v.text);
    else if (strstr(raw->text, "virtual functions"))
        finding_add(
            f,
            _("Thread %s of block %s calls a virtual function at %s, of an "
              "object that the host has made: it leads to the host's function, "
              "where a GPU cannot go. Make such objects in a kernel (`new`, or "
              "`new (place) T`), or do without virtual functions."),
            w.thread, w.block, line);
    else if (strstr(raw->text, "another device"))
        finding_add(
            f,
            _("%s, but that is memory of another device. cudaMalloc() takes "
              "it from the device that is current: cudaSetDevice() comes "
              "before it, and the same before the launch."),
            v.text);
    else if (!*raw->object.name && comes_late(raw))
        finding_add(f,
                    _("%s, where no array of the device lies. Other blocks "
                      "came to the array before, so the pointer is right, and "
                      "the index is not: is it below 0, or is a short, an int "
                      "or a product too small for it?"),
                    v.text);
    else if (*raw->object.name)
        finding_add(f,
                    _("%s, but `%s` is a variable of the host. Declare it "
                      "__device__, or pass its value to the kernel."),
                    v.text, raw->object.name);
    else
        finding_add(
            f,
            _("%s, but that is memory of the host, which a kernel cannot "
              "touch. Allocate it with cudaMalloc(), copy the data there, and "
              "pass that pointer to `%s`; a global variable has to be "
              "declared __device__."),
            v.text, simt_kernel_of(raw));
}

void simt_say_read_only(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    if (!strcmp(raw->space, "constant"))
        finding_add(
            f,
            _("%s, but it is __constant__: kernels can only read it. The host "
              "sets it with cudaMemcpyToSymbol()."),
            v.text);
    else
        finding_add(
            f,
            _("%s, but that is an input, which the kernel must leave as it "
              "is."),
            v.text);
}

void simt_say_other_local(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    finding_add(
        f,
        _("%s, but that is a local variable of another thread. On a GPU every "
          "thread has its own: use a __shared__ variable for what threads "
          "share."),
        v.text);
}

void simt_say_ldg(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);
    char line[100];

    simt_line_of(f, &raw->other, line, sizeof line);
    finding_add(f,
                _("%s with __ldg(), and the same kernel writes it at %s. "
                  "__ldg() reads through a cache that sees only what earlier "
                  "launches have written. Read it without, or in a launch of "
                  "its own."),
                v.text, line);
}

void simt_say_misaligned(const struct simt_raw *raw, struct finding *f)
{
    struct simt_scene v = simt_look_at(raw, f);

    finding_add(f,
                _("%s as %" PRId64
                  " bytes at once, at an address that is not a "
                  "multiple of %" PRId64 "."),
                v.text, raw->at.bytes, raw->at.bytes);
    if (raw->object.known)
        finding_add(f,
                    _("It is %" PRId64 " bytes from the start of its array."),
                    raw->object.offset);
    finding_add(
        f, "%s",
        _("Look at the index before the pointer was cast, and at the length "
          "of a row."));
}
