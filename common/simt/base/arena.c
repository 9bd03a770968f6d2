/*
 * arena.c - see arena.h: allocating, and what lies outside of the range.
 *
 * What always holds: used[] counts the pages of live records of the device's
 * memory, and of managed memory; a record that was freed is remembered until
 * FREED_KEPT others were. Both change under arena_lock.
 */
#define _GNU_SOURCE
#include "base/closed.h"
#include "base/device_list.h"
#include "base/errors.h"

#include <sys/mman.h>
#include <sys/resource.h>

enum { PAGE = SIMT_PAGE, FREED_KEPT = 1 << 16 };

const struct simt_memory_hooks *simt_memory_hooks;
void (*simt_tell_gone)(const void *p, size_t bytes);

static uint32_t freed_first, freed_last, freed_count;
static size_t used[SIMT_DEVICES_MAX];

/* ---- allocating ------------------------------------------------------ */

/* Shared memory does not count for a process's limit of data; device memory
 * shall. */
static size_t limit_of_data(void)
{
    struct rlimit r;

    return getrlimit(RLIMIT_DATA, &r) || r.rlim_cur == RLIM_INFINITY
               ? SIZE_MAX
               : (size_t)r.rlim_cur;
}

/* New memory of the device is not 0 by luck: its beginning and its end are
 * these bytes, as numbers large in any type. Not all of it, which would take
 * real memory. Check mode knows what was never written, and finds more where
 * the kernel goes on. */
enum { NEW = 0xFE, NEW_BYTES = 1 << 20 };

static void look_new(char *p, size_t bytes)
{
    size_t first = bytes < NEW_BYTES ? bytes : NEW_BYTES;
    size_t last = bytes - first < NEW_BYTES ? bytes - first : NEW_BYTES;

    simt_set_bytes(p, NEW, first);
    simt_set_bytes(p + bytes - last, NEW, last);
}

/* Whether a device has so much left, and the process for all devices. */
static bool is_left(size_t bytes, int device)
{
    static size_t limit;
    size_t sum = bytes;

    if (!limit)
        limit = limit_of_data();
    for (int i = 0; i < SIMT_DEVICES_MAX; i++)
        sum += used[i];
    return bytes <= simt_device_memory(device) - used[device] && sum <= limit;
}

/* Of the host, private memory: it counts as the process's own. */
static bool map_pages(size_t page, size_t pages, enum simt_space space)
{
    const int flags = space == SIMT_DEVICE_MEMORY ? MAP_SHARED : MAP_PRIVATE;

    return mmap(arena_range + page * PAGE, pages * PAGE, PROT_READ | PROT_WRITE,
                flags | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                0) != MAP_FAILED;
}

/* Gives the memory back and lets the next access trap. */
static void unmap_pages(const struct simt_allocation *a)
{
    mmap(a->base, a->pages * PAGE, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

int simt_memory_take(void **out, size_t bytes, enum simt_space space,
                     int device, unsigned flags, const void *site)
{
    struct arena_record *r;
    size_t pages = (bytes + PAGE - 1) / PAGE;
    bool counts = space == SIMT_DEVICE_MEMORY || space == SIMT_MANAGED;

    if (bytes > ARENA_MOST)
        return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&arena_lock);
    if (!arena_start() || (counts && !is_left(pages * PAGE, device)))
        goto full;
    r = arena_new_record();
    if (!r)
        goto full;
    r->page = arena_take_pages(pages);
    if (!r->page || !map_pages(r->page, pages, space)) {
        arena_forget_record(r); /* owns no pages yet */
        goto full;
    }
    r->open = true;
    r->a = (struct simt_allocation){
        .base = arena_range + r->page * PAGE,
        .bytes = bytes,
        .space = space,
        .device = device,
        .live = true,
        .pages = pages,
        .flags = flags,
        .site = site,
    };
    arena_own_pages(r);
    if (counts)
        used[device] += pages * PAGE;
    *out = r->a.base;
    if (space == SIMT_DEVICE_MEMORY) {
        if (!simt_memory_hooks)
            look_new(r->a.base, bytes);
        arena_close(r);
        arena_settle(r);
    }
    pthread_mutex_unlock(&arena_lock);
    if (simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
    return 0;
full:
    pthread_mutex_unlock(&arena_lock);
    return cudaErrorMemoryAllocation;
}

void simt_memory_release(struct simt_allocation *a, const void *site)
{
    struct arena_record *r = (struct arena_record *)a;
    uint32_t i = (uint32_t)(r - arena_records);

    if (simt_memory_hooks)
        simt_memory_hooks->freed(&r->a);
    r->a.live = false;
    r->a.freed = site;
    if (r->a.space == SIMT_DEVICE_MEMORY || r->a.space == SIMT_MANAGED)
        used[r->a.device] -= r->a.pages * PAGE;
    arena_end_closing(r);
    unmap_pages(&r->a);
    r->next = 0;
    if (freed_count++)
        arena_records[freed_last].next = i;
    else
        freed_first = i;
    freed_last = i;
    if (freed_count > FREED_KEPT) {
        struct arena_record *oldest = &arena_records[freed_first];

        freed_first = oldest->next;
        freed_count--;
        arena_forget_record(oldest);
    }
}

void simt_memory_reset(int device)
{
    pthread_mutex_lock(&arena_lock);
    for (uint32_t i = 1; i < arena_records_used; i++) {
        struct arena_record *r = &arena_records[i];

        if (r->a.live && r->a.pages && !r->a.judged && r->a.device == device)
            simt_memory_release(&r->a, NULL);
    }
    pthread_mutex_unlock(&arena_lock);
}

size_t simt_memory_used(int device)
{
    return used[device];
}

size_t simt_held(void)
{
    size_t sum = 0;

    for (int i = 0; i < SIMT_DEVICES_MAX; i++)
        sum += used[i];
    return sum;
}

/* ---- what lies outside ----------------------------------------------- */

struct simt_allocation *simt_add_outside(char *p, size_t bytes,
                                         enum simt_space space,
                                         const char *name, const void *site)
{
    struct arena_record *r;

    pthread_mutex_lock(&arena_lock);
    r = arena_start() ? arena_new_record() : NULL;
    if (r) {
        r->a = (struct simt_allocation){
            .base = p,
            .bytes = bytes,
            .space = space,
            .live = true,
            .initialized = true,
            .name = name,
            .site = site,
        };
        if (!arena_add_outside(r)) {
            arena_forget_record(r);
            r = NULL;
        }
    }
    pthread_mutex_unlock(&arena_lock);
    if (r && simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
    return r ? &r->a : NULL;
}

void simt_remove_outside(struct simt_allocation *a)
{
    struct arena_record *r = (struct arena_record *)a;

    if (simt_memory_hooks)
        simt_memory_hooks->freed(a);
    pthread_mutex_lock(&arena_lock);
    arena_remove_outside(r);
    a->live = false;
    arena_forget_record(r);
    pthread_mutex_unlock(&arena_lock);
}

/* ---- what the judge gives (runner.h) ------------------------------------ */

/* The judge's runner asks for these weakly, which takes no file out of the
 * library: they lie where every program needs one. A buffer lies in a part of
 * simt_reserve(), on pages that no other allocation has. */

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
