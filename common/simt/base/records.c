/*
 * records.c - see records.h.
 */
#define _GNU_SOURCE
#include "base/records.h"
#include "base/ops.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAGE = SIMT_PAGE,
    NEAR = 16,                /* pages that simt_find() looks below */
    RECORDS_OPENED = 1 << 14, /* at a time: whole pages of them */
};
#define RANGE_LEAST ((size_t)1 << 34)
#define RANGE_PLACE ((void *)0x600000000000)

pthread_mutex_t arena_lock = PTHREAD_MUTEX_INITIALIZER;
char *arena_range;
size_t arena_bytes;
static uint32_t *owner; /* by page: number of the record, 0 nobody's */
static size_t top;      /* first page never used */
static bool wrapped;

struct arena_record *arena_records;
uint32_t arena_records_used;
static uint32_t records_open, records_max, unused;

/* What lies outside of the range, by address: variables, registered memory. */
static struct arena_record **outside;
static size_t outside_n;

void simt_memory_lock(void)
{
    pthread_mutex_lock(&arena_lock);
}

void simt_memory_unlock(void)
{
    pthread_mutex_unlock(&arena_lock);
}

/* ---- the range ------------------------------------------------------- */

static void *map(void *at, size_t bytes, int prot, int flags)
{
    void *p = mmap(at, bytes, prot,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

/* Less where the process may not have so many addresses. */
bool arena_start(void)
{
    if (arena_range)
        return true;
    for (size_t n = ARENA_MOST; n >= RANGE_LEAST && !arena_range; n /= 2) {
        char *p = map(RANGE_PLACE, n, PROT_NONE, 0);
        uint32_t *o =
            map(NULL, n / PAGE * sizeof *o, PROT_READ | PROT_WRITE, 0);
        size_t m = n / PAGE / 2;
        struct arena_record *r = map(NULL, m * sizeof *r, PROT_NONE, 0);

        if (p && o && r) {
            owner = o;
            arena_records = r;
            records_max = (uint32_t)m;
            arena_records_used = 1;
            top = 1; /* page 0 is nobody's */
            arena_bytes = n;
            if (simt_ops)
                simt_ops->start();
            __atomic_store_n(&arena_range, p, __ATOMIC_RELEASE);
            break;
        }
        if (p)
            munmap(p, n);
        if (o)
            munmap(o, n / PAGE * sizeof *o);
        if (r)
            munmap(r, m * sizeof *r);
    }
    return arena_range;
}

bool simt_in_device_range(const volatile void *p)
{
    return arena_range &&
           (size_t)((const volatile char *)p - arena_range) < arena_bytes;
}

size_t arena_take_pages(size_t n)
{
    size_t last = arena_bytes / PAGE;

    if (!wrapped && n + 1 <= last - top) {
        size_t page = top;

        top += n + 1;
        return page;
    }
    wrapped = true;
    /* First fit among pages that are nobody's or freed. */
    for (size_t page = 1, run = 0; page < last; page++) {
        struct arena_record *r = &arena_records[owner[page]];

        if (owner[page] && r->a.live) {
            page = r->page + r->a.pages; /* and its page behind */
            run = 0;
        } else if (++run == n + 1) {
            return page - n;
        }
    }
    return 0;
}

/* As they are needed, since what is open counts as the process's data, which a
 * sandbox limits. */
static bool open_records(void)
{
    size_t n = RECORDS_OPENED;

    if (n > records_max - records_open)
        n = records_max - records_open;
    if (!n || mprotect(arena_records + records_open, n * sizeof *arena_records,
                       PROT_READ | PROT_WRITE))
        return false;
    records_open += (uint32_t)n;
    return true;
}

struct arena_record *arena_new_record(void)
{
    uint32_t i = unused;

    if (i) {
        unused = arena_records[i].next;
    } else if (arena_records_used < records_open || open_records()) {
        i = arena_records_used++;
    } else {
        return NULL;
    }
    memset(&arena_records[i], 0, sizeof arena_records[i]);
    return &arena_records[i];
}

void arena_forget_record(struct arena_record *r)
{
    uint32_t i = (uint32_t)(r - arena_records);

    for (size_t p = r->page; p < r->page + r->a.pages; p++) {
        if (owner[p] == i)
            owner[p] = 0;
    }
    r->next = unused;
    unused = i;
}

void arena_own_pages(struct arena_record *r)
{
    for (size_t p = r->page; p < r->page + r->a.pages; p++)
        owner[p] = (uint32_t)(r - arena_records);
}

/* ---- finding --------------------------------------------------------- */

static struct arena_record *find_outside(const volatile char *p)
{
    size_t low = 0, high = outside_n;

    while (low < high) { /* the last one that begins at or before p */
        size_t mid = (low + high) / 2;

        if (outside[mid]->a.base <= p)
            low = mid + 1;
        else
            high = mid;
    }
    if (low &&
        (size_t)(p - outside[low - 1]->a.base) < outside[low - 1]->a.bytes)
        return outside[low - 1];
    return NULL;
}

struct arena_record *arena_find(const volatile void *pointer)
{
    const volatile char *p = pointer;
    size_t page;

    if (!simt_in_device_range(p))
        return find_outside(p);
    page = (size_t)(p - arena_range) / PAGE;
    for (int i = 0; i <= NEAR && page > 0; i++, page--) {
        if (owner[page])
            return &arena_records[owner[page]];
    }
    return NULL;
}

struct simt_allocation *simt_find(const volatile void *p)
{
    struct arena_record *r = arena_find(p);

    return r ? &r->a : NULL;
}

bool simt_inside(const struct simt_allocation *a, const volatile void *p)
{
    return a && a->live &&
           (size_t)((const volatile char *)p - a->base) < a->bytes;
}

/* ---- what lies outside ----------------------------------------------- */

/* Keeps the order; readers see the old or the new list. */
bool arena_add_outside(struct arena_record *r)
{
    struct arena_record **list = malloc((outside_n + 1) * sizeof *list);
    size_t i = 0;

    if (!list)
        return false;
    for (; i < outside_n && outside[i]->a.base <= r->a.base; i++)
        list[i] = outside[i];
    list[i] = r;
    for (; i < outside_n; i++)
        list[i + 1] = outside[i];
    free(outside);
    outside = list;
    outside_n++;
    return true;
}

void arena_remove_outside(struct arena_record *r)
{
    size_t i = 0;

    while (i < outside_n && outside[i] != r)
        i++;
    for (outside_n--; i < outside_n; i++)
        outside[i] = outside[i + 1];
}
