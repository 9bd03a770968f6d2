/*
 * apart.h - under AddressSanitizer each array of a call lies at an address of
 * its own. Used by the runner. In the arenas one array follows the other, and
 * an index that is far too large comes to one of them, or to memory that
 * nobody has marked. So the bytes of each are mapped once more, into the
 * middle of APART addresses that otherwise belong to nobody; the arenas
 * themselves are closed. What lies NEAR is marked as well, so that there the
 * detector says how far outside it is.
 */
#ifndef APART_H
#define APART_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "student/protocol.h"

extern void __asan_poison_memory_region(void const volatile *p, size_t n)
    __attribute__((weak));
extern void __asan_unpoison_memory_region(void const volatile *p, size_t n)
    __attribute__((weak));

#define APART ((int64_t)4 << 30) /* an arena, and what an int can count */
enum { NEAR = 64 << 10 };

static struct {
    char *begin; /* of MAX_BUFFERS times APART addresses */
    int n;
    struct apart {
        struct wire_buffer what;
        char *first; /* its first byte */
        char *page;  /* that one's page, and all bytes that are mapped */
        size_t bytes;
    } array[MAX_BUFFERS];
} apart;

/* Before the first call; false with errno. */
static bool apart_begin(char *const *arena)
{
    apart.begin = mmap(NULL, MAX_BUFFERS * APART, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return apart.begin != MAP_FAILED &&
           mprotect(arena[REGION_IN], ARENA_BYTES, PROT_NONE) == 0 &&
           mprotect(arena[REGION_OUT], ARENA_BYTES, PROT_NONE) == 0;
}

static bool apart_unmap(struct apart *a)
{
    if (!a->first)
        return true;
    __asan_unpoison_memory_region(a->first - NEAR,
                                  (size_t)a->what.bytes + 2 * NEAR);
    a->first = NULL;
    return !a->bytes ||
           mmap(a->page, a->bytes, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                0) != MAP_FAILED;
}

static bool apart_map(struct apart *a, int k, const struct wire_buffer *b)
{
    const int64_t page = sysconf(_SC_PAGESIZE), from = b->offset & -page,
                  to = (b->offset + b->bytes + page - 1) & -page;
    const bool in = b->region == REGION_IN;

    a->what = *b;
    a->page = apart.begin + k * APART + APART / 2;
    a->bytes = b->bytes ? (size_t)(to - from) : 0;
    if (a->bytes &&
        mmap(a->page, a->bytes, in ? PROT_READ : PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, in ? FD_IN : FD_OUT, from) == MAP_FAILED)
        return false;
    a->first = a->page + (b->offset - from);
    __asan_poison_memory_region(a->first - NEAR, NEAR);
    __asan_poison_memory_region(a->first + b->bytes, NEAR);
    return true;
}

/* The array that an argument points into, or is the end of; null. */
static const struct apart *apart_of(const struct wire_value *v)
{
    for (int i = 0; i < apart.n; i++) {
        const struct wire_buffer *b = &apart.array[i].what;

        if (b->region == v->region && v->i >= b->offset &&
            v->i <= b->offset + b->bytes)
            return &apart.array[i];
    }
    return NULL;
}

/* The request's arrays, and its arguments point there. An array that was there
 * in the call before stays where it is. False with errno. */
static bool apart_lay_out(struct request *r, char *const *arena)
{
    for (int i = 0; i < r->n_buffers || i < apart.n; i++) {
        struct apart *a = &apart.array[i];
        const struct wire_buffer *b = &r->buffer[i];

        if (i < r->n_buffers && a->first && a->what.region == b->region &&
            a->what.offset == b->offset && a->what.bytes == b->bytes)
            continue;
        if (!apart_unmap(a) || (i < r->n_buffers && !apart_map(a, i, b)))
            return false;
    }
    apart.n = r->n_buffers;
    for (int k = 0; k < r->n_args; k++) {
        struct wire_value *v = &r->arg[k];
        const struct apart *a = v->type == T_PTR ? apart_of(v) : NULL;

        if (a)
            v->i = a->first + (v->i - a->what.offset) - arena[v->region];
    }
    return true;
}

#endif
