/*
 * expect_arrays.c - see judge.h: whole arrays that the checks expect. What is
 * wrong is listed, the first three of it; pattern.c says what it has in common.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/again.h"
#include "judge/builds.h"
#include "judge/early.h"
#include "judge/ending.h"
#include "judge/expect.h"
#include "judge/memory.h"
#include "judge/pattern.h"

/* judge_table_of(): of the next array. */
static struct {
    size_t rows, cols;
} table;

void judge_table_of(size_t rows, size_t cols)
{
    table.rows = rows;
    table.cols = cols;
}

/* ---- the call before ----------------------------------------------------- */

/* What was wanted of an array then; who gives that has kept it. */
static struct {
    void *want;
    size_t n;
    enum pattern_type type;
    uint32_t number; /* of the call */
    char array[40];
} last;

static size_t element_size(enum pattern_type type)
{
    return type == PATTERN_I32 || type == PATTERN_F32 ? 4 : 8;
}

static const void *wanted_before(const struct pattern *p)
{
    return last.want && last.n == p->n && last.type == p->type &&
                   last.number != student.number &&
                   !strcmp(last.array, p->array)
               ? last.want
               : NULL;
}

static void keep_wanted(const struct pattern *p)
{
    enum { MOST = 1 << 16 };
    const size_t bytes = p->n * element_size(p->type);

    free(last.want);
    last.want = p->n > 0 && p->n <= MOST ? malloc(bytes) : NULL;
    if (!last.want)
        return;
    memcpy(last.want, p->want, bytes);
    last.n = p->n;
    last.type = p->type;
    last.number = student.number;
    snprintf(last.array, sizeof last.array, "%s", p->array);
}

/* ---- one element --------------------------------------------------------- */

static bool is_right(const struct pattern *p, size_t i, double rtol,
                     double atol)
{
    switch (p->type) {
    case PATTERN_I32:
        return ((const int32_t *)p->want)[i] == ((const int32_t *)p->got)[i];
    case PATTERN_I64:
        return ((const int64_t *)p->want)[i] == ((const int64_t *)p->got)[i];
    case PATTERN_F32:
        return expect_is_close(((const float *)p->want)[i],
                               ((const float *)p->got)[i], rtol, atol);
    case PATTERN_F64:
        return expect_is_close(((const double *)p->want)[i],
                               ((const double *)p->got)[i], rtol, atol);
    }
    return false;
}

static bool wants_nan(const struct pattern *p, size_t i)
{
    return p->type == PATTERN_F32   ? isnan(((const float *)p->want)[i])
           : p->type == PATTERN_F64 ? isnan(((const double *)p->want)[i])
                                    : false;
}

static void print_number(const struct pattern *p, const void *array, size_t i,
                         char *text, size_t size)
{
    switch (p->type) {
    case PATTERN_I32:
        snprintf(text, size, "%" PRId32, ((const int32_t *)array)[i]);
        break;
    case PATTERN_I64:
        snprintf(text, size, "%" PRId64, ((const int64_t *)array)[i]);
        break;
    case PATTERN_F32:
        pattern_float(((const float *)array)[i], text, size);
        break;
    case PATTERN_F64:
        pattern_double(((const double *)array)[i], text, size);
        break;
    }
}

/* ---- all of them --------------------------------------------------------- */

enum { LISTED = 3, TINY = 8, SMALL = 64 };

/* "d_b[37] (row 2, column 3) expected 1, got 2" */
static void add_mismatch(const struct pattern *p, size_t i, bool only_added,
                         char *text, size_t size)
{
    char place[100], want[40], got[40];

    if (p->rows > 1 && p->cols > 1)
        said_put(place, sizeof place, SAY(part_element_of_matrix), p->array, i,
                 i / p->cols, i % p->cols);
    else
        snprintf(place, sizeof place, "%s[%zu]", p->array, i);
    print_number(p, p->want, i, want, sizeof want);
    print_number(p, p->got, i, got, sizeof got);
    if (p->state[i] == ELEMENT_UNWRITTEN)
        said_put(text, size, SAY(part_element_unwritten), place, want);
    else if (only_added)
        said_put(text, size, SAY(part_element_only_added), place, want);
    else
        said_put(text, size, SAY(part_element_wrong), place, want, got);
}

/* "64 x 32", "256": without what is 1. */
static void size_text(const uint32_t size[3], char *text, size_t bytes)
{
    if (size[2] != 1)
        snprintf(text, bytes, "%u x %u x %u", size[0], size[1], size[2]);
    else if (size[1] != 1)
        snprintf(text, bytes, "%u x %u", size[0], size[1]);
    else
        snprintf(text, bytes, "%u", size[0]);
}

/* The launch of the last call, if it was one and it may be too small. */
static void say_launch(char *text, size_t size)
{
    const struct reply *r = &student.reply;
    const uint64_t threads = (uint64_t)r->shape[3] * r->shape[4] * r->shape[5];
    char grid[40], block[40];

    *text = '\0';
    if (r->launched == 0 && !judge.gpu && judge_is_cuda()) {
        said_put(text, size, "%s", NO_LAUNCH_IN_CALL);
        early_say(text + strlen(text), size - strlen(text));
    }
    if (r->launched <= 0 ||
        (uint64_t)r->blocks * threads != (uint64_t)r->launched)
        return;
    size_text(&r->shape[0], grid, sizeof grid);
    size_text(&r->shape[3], block, sizeof block);
    said_put(text, size,
             r->blocks == 1 ? SAY(launched_one_block)
             : r->blocks == 65535 && r->shape[0] == 65535
                 ? SAY(launched_blocks_at_limit)
                 : SAY(launched_blocks),
             grid, block);
}

static unsigned char *states_of(const struct pattern *p, double rtol,
                                double atol, size_t *wrong, bool *unwritten)
{
    const size_t size = element_size(p->type);
    unsigned char *state = calloc(p->n, 1);

    ck_assert_msg(state, "no memory");
    *wrong = 0;
    *unwritten = false;
    for (size_t i = 0; i < p->n; i++) {
        const bool poison =
            memory_is_poison((const char *)p->got + i * size, size);

        /* Where not-a-number is wanted, that it is none says nothing. */
        if (is_right(p, i, rtol, atol) && !(poison && wants_nan(p, i)))
            continue;
        state[i] = ELEMENT_WRONG;
        if (poison)
            state[i] = ELEMENT_UNWRITTEN;
        *unwritten |= state[i] == ELEMENT_UNWRITTEN;
        ++*wrong;
    }
    return state;
}

struct whole {
    const struct pattern *p;
    double rtol, atol;
};

static bool all_are_right(const void *about, const struct judge_value *unused)
{
    const struct whole *w = about;

    (void)unused;
    for (size_t i = 0; i < w->p->n; i++)
        if (!is_right(w->p, i, w->rtol, w->atol))
            return false;
    return true;
}

static void report(struct pattern *p, const char *what, double rtol,
                   double atol)
{
    char list[600] = "", why[400], again[400] = "", launch[200] = "";
    size_t wrong, listed = 0, used = 0;
    bool unwritten, added;
    unsigned char *state = states_of(p, rtol, atol, &wrong, &unwritten);

    p->state = state;
    p->threads =
        student.reply.launched > 0 ? (size_t)student.reply.launched : 0;
    p->threads_x = (size_t)student.reply.shape[0] * student.reply.shape[3];
    p->threads_y = (size_t)student.reply.shape[1] * student.reply.shape[4];
    p->team = judge_is_cuda() ? 0 : (size_t)student.team;
    added = pattern_only_added(p);
    for (size_t i = 0; i < p->n && listed < LISTED; i++) {
        if (state[i] == ELEMENT_RIGHT)
            continue;
        if (listed++)
            used += (size_t)snprintf(list + used, sizeof list - used, ",");
        add_mismatch(p, i, added, list + used, sizeof list - used);
        used = strlen(list);
    }
    pattern_say(p, why, sizeof why);
    if (memory_buffer_of(p->got))
        again_say(all_are_right, &(struct whole){p, rtol, atol},
                  p->type < PATTERN_F32, *why, again, sizeof again);
    if (unwritten && (p->n > 1 || !student.reply.launched) &&
        (p->rows > 0 || p->threads < p->n))
        say_launch(launch, sizeof launch);
    free(state);
    if (p->n < TINY || (p->n < SMALL && !*why))
        judge_may_go_on();
    else if (*why)
        judge_says_more();
    judge_guesses(why, again);
    judge_wrong(SAY(wrong_elements), what, wrong, p->n, list,
                wrong > LISTED ? ", ..." : ".", why, again, launch);
}

static void expect_array(struct pattern *p, const char *what, double rtol,
                         double atol)
{
    size_t i = 0;

    if (table.rows * table.cols == p->n) {
        p->rows = table.rows;
        p->cols = table.cols;
    }
    table.rows = table.cols = 0;
    p->before = wanted_before(p);
    p->put_in = memory_put_in(p->got, p->n * element_size(p->type));
    while (i < p->n && is_right(p, i, rtol, atol))
        i++;
    if (i < p->n && judge_values_count())
        report(p, what, rtol, atol);
    keep_wanted(p);
}

#define EXPECT_ARRAY(kind, rtol, atol)                                         \
    do {                                                                       \
        struct pattern p_ = {                                                  \
            .type = (kind), .n = n, .array = array, .want = want, .got = got}; \
        WHAT(text, what);                                                      \
        expect_array(&p_, text, rtol, atol);                                   \
    } while (0)

void judge_equal_i32(const int32_t *want, const int32_t *got, size_t n,
                     const char *array, const char *what, ...)
{
    EXPECT_ARRAY(PATTERN_I32, 0, 0);
}

void judge_equal_i64(const int64_t *want, const int64_t *got, size_t n,
                     const char *array, const char *what, ...)
{
    EXPECT_ARRAY(PATTERN_I64, 0, 0);
}

void judge_close_f32(const float *want, const float *got, size_t n, double rtol,
                     double atol, const char *array, const char *what, ...)
{
    EXPECT_ARRAY(PATTERN_F32, rtol, atol);
}

void judge_close_f64(const double *want, const double *got, size_t n,
                     double rtol, double atol, const char *array,
                     const char *what, ...)
{
    EXPECT_ARRAY(PATTERN_F64, rtol, atol);
}
