/*
 * caller.c - the memory that the judge gives (runner.h): its buffers in the
 * device's range, pinned memory, and how long arrays of the host are.
 *
 * What always holds: a buffer lies in a part of simt_reserve(), on pages that
 * no other allocation has. The judge's runner calls these, one at a time.
 */
#define _GNU_SOURCE
#include "base/closed.h"

#include <sys/mman.h>

enum { PAGE = SIMT_PAGE };

void *simt_reserve(int fd, size_t bytes, bool read_only)
{
    void *p = MAP_FAILED;
    size_t page = 0;

    pthread_mutex_lock(&arena_lock);
    arena_has_caller();
    if (arena_start() && bytes <= arena_bytes && arena_room_for_part())
        page = arena_take_pages((bytes + PAGE - 1) / PAGE);
    if (page)
        p = mmap(arena_range + page * PAGE, bytes, PROT_NONE,
                 MAP_SHARED | MAP_FIXED, fd, 0);
    if (p != MAP_FAILED)
        arena_add_part(p, bytes,
                       read_only ? PROT_READ : PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&arena_lock);
    return p != MAP_FAILED ? p : NULL;
}

/* p lies on a page that no other allocation has a part of. */
void simt_register(void *p, size_t bytes, bool read_only, bool initialized)
{
    struct arena_record *r;

    pthread_mutex_lock(&arena_lock);
    r = simt_in_device_range(p) ? arena_new_record() : NULL;
    if (r) {
        r->page = (size_t)((char *)p - arena_range) / PAGE;
        r->a = (struct simt_allocation){
            .base = p,
            .bytes = bytes,
            .space = SIMT_DEVICE_MEMORY,
            .live = true,
            .read_only = read_only,
            .initialized = initialized,
            .judged = true,
            .pages =
                ((size_t)((char *)p - arena_range) % PAGE + bytes + PAGE - 1) /
                PAGE,
        };
        arena_own_pages(r);
        arena_use_part(p, bytes, r->a.pages);
    }
    pthread_mutex_unlock(&arena_lock);
    if (r && simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
}

void simt_register_pinned(void *p, size_t bytes)
{
    struct simt_allocation *a =
        simt_add_outside(p, bytes, SIMT_PINNED, NULL, NULL);

    if (a)
        a->judged = true;
}

void simt_unregister_all(void)
{
    pthread_mutex_lock(&arena_lock);
    for (uint32_t i = 1; i < arena_records_used; i++) {
        struct arena_record *r = &arena_records[i];

        if (!r->a.judged || !r->a.live)
            continue;
        if (simt_memory_hooks)
            simt_memory_hooks->freed(&r->a);
        if (r->a.space == SIMT_PINNED) {
            if (simt_tell_gone)
                simt_tell_gone(r->a.base, r->a.bytes);
            arena_remove_outside(r);
        }
        r->a.live = false;
        arena_forget_record(r);
    }
    arena_leave_parts();
    pthread_mutex_unlock(&arena_lock);
}

static struct {
    const char *p;
    size_t bytes;
} given[64]; /* simt_host_array() */
static int n_given;

void simt_host_array(const void *p, size_t bytes)
{
    if (!p)
        n_given = 0;
    else if (n_given < (int)(sizeof given / sizeof *given)) {
        given[n_given].p = p;
        given[n_given++].bytes = bytes;
    }
}

bool simt_host_rest(const void *address, size_t *rest)
{
    const char *p = address;

    for (int i = 0; i < n_given; i++)
        if ((size_t)(p - given[i].p) < given[i].bytes) {
            *rest = given[i].bytes - (size_t)(p - given[i].p);
            return true;
        }
    return simt_memory_hooks && simt_memory_hooks->host_rest(p, rest);
}
