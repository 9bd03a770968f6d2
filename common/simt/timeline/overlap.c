/* overlap.c - see overlap.h. */
#include "timeline/overlap.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,
    WORDS = PAGE / 64,   /* of a page's bits */
    PAGES = 1 << 17,     /* in a kernel: 512 MB */
    SLOTS = 2 * PAGES,   /* in the table */
    INTERVALS = 1 << 16, /* in a footprint */
};

struct interval {
    uintptr_t from, to;
};

struct footprint {
    struct interval *of[TOUCHINGS];
    size_t n[TOUCHINGS];
};

/* ---- footprints ------------------------------------------------------ */

void overlap_free(struct footprint *f)
{
    for (int k = 0; f && k < TOUCHINGS; k++)
        free(f->of[k]);
    free(f);
}

/* At the end, or joined to the last one. False if there are too many. */
static bool add(struct footprint *f, enum touching k, uintptr_t from,
                uintptr_t to)
{
    struct interval *last = f->n[k] ? &f->of[k][f->n[k] - 1] : NULL;

    if (last && last->to == from) {
        last->to = to;
        return true;
    }
    if ((f->n[k] & (f->n[k] - 1)) == 0) { /* full: a power of two */
        size_t room = f->n[k] ? 2 * f->n[k] : 1;
        struct interval *more = realloc(f->of[k], room * sizeof *more);

        if (!more || room > INTERVALS) {
            free(more ? more : f->of[k]);
            f->of[k] = NULL;
            f->n[k] = 0;
            return false;
        }
        f->of[k] = more;
    }
    f->of[k][f->n[k]++] = (struct interval){from, to};
    return true;
}

static bool add_rows(struct footprint *f, enum touching k,
                     const struct simt_extent *e, size_t width, size_t rows,
                     size_t slices)
{
    for (size_t z = 0; z < slices && e->p; z++)
        for (size_t y = 0; y < rows; y++) {
            uintptr_t from = (uintptr_t)e->p + z * e->slice + y * e->pitch;

            if (!add(f, k, from, from + width))
                return false;
        }
    return true;
}

struct footprint *overlap_copy(const struct simt_extent *from,
                               const struct simt_extent *to, size_t width,
                               size_t rows, size_t slices)
{
    struct footprint *f = calloc(1, sizeof *f);

    if (f && add_rows(f, TOUCH_READS, from, width, rows, slices) &&
        add_rows(f, TOUCH_WRITES, to, width, rows, slices))
        return f;
    overlap_free(f);
    return NULL;
}

static bool meet(const struct footprint *a, enum touching ka,
                 const struct footprint *b, enum touching kb, uintptr_t *where)
{
    size_t i = 0, j = 0;

    while (i < a->n[ka] && j < b->n[kb]) {
        const struct interval *x = &a->of[ka][i], *y = &b->of[kb][j];

        if (x->to <= y->from) {
            i++;
        } else if (y->to <= x->from) {
            j++;
        } else {
            *where = x->from > y->from ? x->from : y->from;
            return true;
        }
    }
    return false;
}

bool overlap_found(const struct footprint *a, const struct footprint *b,
                   uintptr_t *where)
{
    static const enum touching pairs[][2] = {
        {TOUCH_WRITES, TOUCH_WRITES},  {TOUCH_WRITES, TOUCH_READS},
        {TOUCH_READS, TOUCH_WRITES},   {TOUCH_WRITES, TOUCH_ATOMICS},
        {TOUCH_ATOMICS, TOUCH_WRITES}, {TOUCH_READS, TOUCH_ATOMICS},
        {TOUCH_ATOMICS, TOUCH_READS}};

    for (size_t i = 0; a && b && i < sizeof pairs / sizeof *pairs; i++)
        if (meet(a, pairs[i][0], b, pairs[i][1], where))
            return true;
    return false;
}

/* Atomics and volatile writes are meant for a host that looks on. */
bool overlap_at(const struct footprint *f, uintptr_t address, bool writes,
                bool looks_on)
{
    struct interval one = {address, address + 1};
    const struct footprint host = {.of = {[TOUCH_WRITES] = &one},
                                   .n = {[TOUCH_WRITES] = 1}};
    uintptr_t where;

    return meet(f, TOUCH_WRITES, &host, TOUCH_WRITES, &where) ||
           (!looks_on && meet(f, TOUCH_ATOMICS, &host, TOUCH_WRITES, &where)) ||
           (writes && meet(f, TOUCH_READS, &host, TOUCH_WRITES, &where));
}

void overlap_forget(struct footprint *f, uintptr_t from, uintptr_t to)
{
    for (int k = 0; k < TOUCHINGS; k++) {
        size_t n = 0;

        /* Nothing goes on behind the end of an allocation. */
        for (size_t i = 0; i < f->n[k]; i++)
            if (f->of[k][i].from < from || f->of[k][i].from >= to)
                f->of[k][n++] = f->of[k][i];
        f->n[k] = n;
    }
}

/* ---- kernels --------------------------------------------------------- */

/* A bit for each byte of a page. */
struct page {
    uintptr_t number;
    uint64_t bits[TOUCHINGS][WORDS];
};

static struct page *page; /* PAGES of them, of which n_pages are used */
static uint32_t *slot;    /* in a table by number: index + 1 */
static uint32_t n_pages;
static bool too_many;

static struct page *page_of(uintptr_t number)
{
    static struct page *last;
    size_t i = (number * 0x9E3779B97F4A7C15u) >> 32 & (SLOTS - 1);

    if (n_pages && last->number == number)
        return last;
    while (slot[i] && page[slot[i] - 1].number != number)
        i = (i + 1) & (SLOTS - 1);
    if (!slot[i]) {
        if (n_pages == PAGES)
            return NULL;
        memset(&page[n_pages], 0, sizeof page[n_pages]);
        page[n_pages].number = number;
        slot[i] = ++n_pages;
    }
    return last = &page[slot[i] - 1];
}

static void mark(enum touching k, uintptr_t from, size_t bytes)
{
    while (bytes > 0 && !too_many) {
        struct page *p = page_of(from / PAGE);
        size_t at = from % PAGE, n = PAGE - at < bytes ? PAGE - at : bytes;

        too_many = !p;
        from += n;
        bytes -= n;
        while (p && n > 0) {
            size_t some = 64 - at % 64 < n ? 64 - at % 64 : n;

            p->bits[k][at / 64] |=
                (some == 64 ? ~UINT64_C(0) : (UINT64_C(1) << some) - 1)
                << at % 64;
            at += some;
            n -= some;
        }
    }
}

void overlap_touch(enum touching how, uintptr_t address, size_t bytes)
{
    if (!page) {
        page = malloc(PAGES * sizeof *page);
        slot = calloc(SLOTS, sizeof *slot);
        too_many = !page || !slot;
    }
    if (!too_many)
        mark(how, address, bytes);
}

static int by_number(const void *a, const void *b)
{
    const struct page *x = *(struct page *const *)a;
    const struct page *y = *(struct page *const *)b;

    return (x->number > y->number) - (x->number < y->number);
}

/* The runs of set bits in a page. */
static bool add_page(struct footprint *f, const struct page *p)
{
    for (int k = 0; k < TOUCHINGS; k++)
        for (unsigned at = 0; at < PAGE;) {
            const uint64_t bits = p->bits[k][at / 64] >> at % 64;
            unsigned n = 64 - at % 64;

            if (bits & 1) { /* so many set ones */
                if (~bits)
                    n = (unsigned)__builtin_ctzll(~bits) < n
                            ? (unsigned)__builtin_ctzll(~bits)
                            : n;
                if (!add(f, k, p->number * PAGE + at,
                         p->number * PAGE + at + n))
                    return false;
            } else if (bits) {
                n = (unsigned)__builtin_ctzll(bits);
            }
            at += n;
        }
    return true;
}

struct footprint *overlap_kernel(void)
{
    struct footprint *f = NULL;
    struct page **sorted;
    bool good = !too_many;

    if (!n_pages)
        return NULL;
    sorted = malloc(n_pages * sizeof(struct page *));
    if (sorted && good)
        f = calloc(1, sizeof *f);
    for (uint32_t i = 0; f && i < n_pages; i++)
        sorted[i] = &page[i];
    if (f)
        qsort(sorted, n_pages, sizeof(struct page *), by_number);
    for (uint32_t i = 0; f && good && i < n_pages; i++)
        good = add_page(f, sorted[i]);
    if (!good) {
        overlap_free(f);
        f = NULL;
    }
    free(sorted);
    memset(slot, 0, SLOTS * sizeof *slot);
    n_pages = 0;
    too_many = !page || !slot;
    return f;
}
