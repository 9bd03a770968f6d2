/*
 * bounds.c - what -fsanitize=bounds, -fsanitize=shift-exponent and
 * -fsanitize=float-cast-overflow find: the compiler calls the handlers here.
 */
#include "check/lanes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SITE (uintptr_t) __builtin_return_address(0)

struct bounds_type {
    uint16_t kind, info; /* integers: log2 of the bits * 2 + is signed */
    char name[];         /* in quotes */
};
struct bounds_data {
    const char *file;
    uint32_t line, column;
    const struct bounds_type *array, *index;
};

static void report_beyond(struct warp *w, int lane, const struct beyond *b,
                          bool note)
{
    const char *array = b->data->array->name + 1;
    struct check_finding f = {.kind = SIMT_KIND_OUT_OF_BOUNDS,
                              .note = note,
                              .at = party_of(w, lane),
                              .space = note ? SPACE_SHARED : SPACE_LOCAL,
                              .has_space = true,
                              .file = b->data->file,
                              .line = (int)b->data->line,
                              .has_index = true,
                              .index = b->index};
    char name[128];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(array, "'"), array);
    f.array = name;
    f.at.pc = b->site;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    report_finding(&f);
    if (!note)
        check_stop(cudaErrorIllegalAddress);
}

bool check_report_beyonds(struct warp *w, int lane)
{
    for (int i = 0; i < BEYONDS && w->has_beyond >> lane & 1; i++)
        if (w->beyond[lane][i].data) {
            report_beyond(w, lane, &w->beyond[lane][i], false);
            return true;
        }
    return false;
}

/* Of "'float [16]'", clang's "'float[16]'": one row of an array of rows, maybe.
 * 0: not known. */
static unsigned row_bytes(const char *array)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } types[] = {{"'float", 4},
                 {"'double", 8},
                 {"'int", 4},
                 {"'char", 1},
                 {"'unsigned int", 4}};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t n = strlen(types[i].type);
        char *end;

        if (strncmp(array, types[i].type, n))
            continue;
        n += strspn(array + n, " ");
        if (array[n] != '[')
            continue;
        const unsigned long length = strtoul(array + n + 1, &end, 10);
        return length < 1 << 16 && !strcmp(end, "]'")
                   ? (unsigned)length * types[i].bytes
                   : 0;
    }
    return 0;
}

void check_see_beyond(const struct warp_request *r)
{
    struct warp *w = r->warp;

    for (int i = 0; i < r->n; i++) {
        const int lane = r->lane[i];
        bool left = false;

        if (!(w->has_beyond >> lane & 1))
            continue;
        for (int k = 0; k < BEYONDS; k++) {
            struct beyond *b = &w->beyond[lane][k];
            const int64_t start =
                (int64_t)r->offset[i] - b->index * (int64_t)r->bytes;

            if (!b->data)
                continue;
            if (r->object->space == SPACE_SHARED && start >= 0 &&
                start % b->row == 0 && r->object->bytes >= 2 * b->row &&
                r->object->bytes % b->row == 0) {
                report_beyond(w, lane, b, true);
                b->data = NULL;
            } else if (++b->passed == BEYOND_PASSED) {
                report_beyond(w, lane, b, false);
            }
            left = left || b->data;
        }
        if (!left)
            w->has_beyond &= ~(1u << lane);
    }
}

/* ---- -fsanitize=bounds: the compiler calls these --------------------- */

/* A number of this type as a handler gets it: of more than 64 bits its
 * address; its lower half says enough. */
static int64_t integer_of(const struct bounds_type *type, uintptr_t n)
{
    const unsigned bits = 1u << (type->info >> 1);

    if (bits > 64)
        return *(const int64_t *)n;
    if (bits == 64)
        return (int64_t)n;
    return type->info & 1 ? (int64_t)((uint64_t)n << (64 - bits)) >> (64 - bits)
                          : (int64_t)(n & ((1ull << bits) - 1));
}

static void out_of_array(const struct bounds_data *d, uintptr_t index,
                         uintptr_t site, bool returns)
{
    struct beyond b = {
        .data = d, .site = site, .index = integer_of(d->index, index)};
    struct warp *w = check_running;
    unsigned lane;
    bool rows;

    if (!check_in_lane)
        return;
    check_in_lane = false; /* what is called here is not the kernel's */
    lane = check_this_lane();
    b.row = row_bytes(d->array->name);
    rows = returns && b.row && shadow_has_rows(b.row);
    if (!(w->has_beyond >> lane & 1))
        memset(w->beyond[lane], 0, sizeof w->beyond[lane]);
    for (int i = 0; i < BEYONDS && rows; i++)
        if (!w->beyond[lane][i].data) {
            w->beyond[lane][i] = b;
            w->has_beyond |= 1u << lane;
            check_in_lane = true;
            return;
        }
    report_beyond(w, (int)lane, &b, false);
    check_abandon_lane();
}

void __ubsan_handle_out_of_bounds(const struct bounds_data *d, uintptr_t index);
void __ubsan_handle_out_of_bounds_abort(const struct bounds_data *d,
                                        uintptr_t index);

void __ubsan_handle_out_of_bounds(const struct bounds_data *d, uintptr_t index)
{
    out_of_array(d, index, SITE, true);
}

void __ubsan_handle_out_of_bounds_abort(const struct bounds_data *d,
                                        uintptr_t index)
{
    out_of_array(d, index, SITE, false);
}

/* ---- -fsanitize=shift-exponent: likewise ----------------------------- */

struct shift_data {
    const char *file;
    uint32_t line, column;
    const struct bounds_type *number, *by;
};

/* The device gives what the processor does; a GPU would not. */
static void shift_too_far(const struct shift_data *d, uintptr_t by,
                          uintptr_t site)
{
    struct check_finding f = {.kind = SIMT_KIND_SHIFT,
                              .file = d->file,
                              .line = (int)d->line,
                              .has_index = true,
                              .index = integer_of(d->by, by)};
    char text[40];

    if (!check_in_lane)
        return;
    check_in_lane = false;
    snprintf(text, sizeof text, "%u", 1u << (d->number->info >> 1));
    f.text = text;
    f.at = party_of(check_running, (int)check_this_lane());
    f.at.pc = site;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    report_finding(&f);
    check_in_lane = true;
}

void __ubsan_handle_shift_out_of_bounds(const struct shift_data *d,
                                        uintptr_t number, uintptr_t by);
void __ubsan_handle_shift_out_of_bounds(const struct shift_data *d,
                                        uintptr_t number, uintptr_t by)
{
    (void)number;
    shift_too_far(d, by, SITE);
}

/* ---- -fsanitize=float-cast-overflow: likewise ------------------------ */

struct cast_data {
    const char *file;
    uint32_t line, column;
    const struct bounds_type *from, *to;
};

/* The number that a handler gets; one of more than 64 bits by its address. */
static double number_of(const struct bounds_type *type, uintptr_t n)
{
    const uint32_t low = (uint32_t)n;
    double x;
    float f;

    if (type->info == 32) {
        memcpy(&f, &low, sizeof f);
        return f;
    }
    if (type->info > 64)
        return (double)*(const long double *)n;
    memcpy(&x, &n, sizeof x);
    return x;
}

/* What a GPU makes of it, in the lower bits: its instructions have 32 or 64
 * bits, and give the nearest number that there is. */
static uint64_t gpu_integer(double x, bool from_double, bool is_signed,
                            bool is_long)
{
    const double end = is_long ? 0x1p63 : 0x1p31; /* times 2 without sign */

    if (x != x)
        return from_double || is_long ? 1ull << (is_long ? 63 : 31) : 0;
    if (is_signed)
        return x >= end   ? (1ull << (is_long ? 63 : 31)) - 1
               : x < -end ? -(1ull << (is_long ? 63 : 31))
                          : (uint64_t)(int64_t)x;
    return x >= 2 * end ? (is_long ? ~0ull : UINT32_MAX)
           : x < 0      ? 0
                        : (uint64_t)x;
}

/* What the processor makes of it, by the code that compilers make of a cast. */
static uint64_t processor_integer(volatile double x, bool is_signed,
                                  unsigned bits)
{
    if (bits == 64)
        return is_signed ? (uint64_t)(int64_t)x : (uint64_t)x;
    return is_signed || bits < 32 ? (uint64_t)(int32_t)x
                                  : (uint64_t)(uint32_t)x;
}

static void print_integer(char *text, size_t size,
                          const struct bounds_type *type, uint64_t n)
{
    const int64_t some = integer_of(type, n);

    if (type->info & 1)
        snprintf(text, size, "%" PRId64, some);
    else
        snprintf(text, size, "%" PRIu64, (uint64_t)some);
}

/* With as many digits as it takes. */
static void print_number(char *text, size_t size, double x, bool is_double)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, x);
        if (is_double ? strtod(text, NULL) == x
                      : strtof(text, NULL) == (float)x)
            break;
    }
}

void __ubsan_handle_float_cast_overflow(const struct cast_data *d,
                                        uintptr_t from);
void __ubsan_handle_float_cast_overflow(const struct cast_data *d,
                                        uintptr_t from)
{
    const uintptr_t site = SITE;
    const bool is_signed = d->to->info & 1;
    const unsigned bits = 1u << (d->to->info >> 1);
    struct check_finding f = {
        .kind = SIMT_KIND_CAST, .file = d->file, .line = (int)d->line};
    char number[32], gpu[24], here[24], text[160];

    if (!check_in_lane || bits > 64 || d->from->info < 32)
        return;
    check_in_lane = false;

    const double x = number_of(d->from, from);
    const char *type = d->to->name + 1;

    print_integer(gpu, sizeof gpu, d->to,
                  gpu_integer(x, d->from->info > 32, is_signed, bits == 64));
    print_integer(here, sizeof here, d->to,
                  processor_integer(x, is_signed, bits));
    if (strcmp(gpu, here) != 0) {
        print_number(number, sizeof number, x, d->from->info > 32);
        snprintf(text, sizeof text, "%s %s %s %.*s", number, gpu, here,
                 (int)strcspn(type, "'"), type);
        f.text = text;
        f.at = party_of(check_running, (int)check_this_lane());
        f.at.pc = site;
        f.at.op = OP_CALL;
        f.at.bytes = 0;
        report_finding(&f);
    }
    check_in_lane = true;
}
