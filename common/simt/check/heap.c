/*
 * heap.c - the host's memory, as far as check mode knows of it: what malloc(),
 * new and their like gave. So a cudaMemcpy() that goes on behind the end of it
 * is found. Of other memory (local arrays, what libraries allocate) nothing is
 * known, and nothing said.
 */
#define _GNU_SOURCE
#include "check/lanes.h"

#include <malloc.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct host_block {
    const char *p;
    size_t bytes;
};

static void *heap; /* blocks, for tsearch() */
static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
static __thread bool own; /* malloc() and free() are called from here */

/* Equal are two that have a byte in common. */
static int compare(const void *a, const void *b)
{
    const struct host_block *x = a, *y = b;

    return x->p + x->bytes <= y->p ? -1 : y->p + y->bytes <= x->p ? 1 : 0;
}

static void forget(const void *p, size_t bytes)
{
    struct host_block key = {p, bytes}, **found;

    while ((found = tfind(&key, &heap, compare))) {
        struct host_block *b = *found;

        tdelete(b, &heap, compare);
        free(b);
    }
}

/* In a kernel it is this library that allocates: nothing of the program's. */
void host_took(const void *p, size_t bytes)
{
    struct host_block *b, **kept;

    if (!p || !bytes || own || check_in_lane)
        return;
    own = true;
    pthread_mutex_lock(&busy);
    forget(p, bytes); /* what a library freed without our seeing it */
    b = malloc(sizeof *b);
    if (b) {
        *b = (struct host_block){p, bytes};
        kept = tsearch(b, &heap, compare);
        if (!kept || *kept != b)
            free(b);
    }
    pthread_mutex_unlock(&busy);
    own = false;
}

void host_gave(const void *p)
{
    if (!p || own || check_in_lane)
        return;
    own = true;
    pthread_mutex_lock(&busy);
    forget(p, 1);
    pthread_mutex_unlock(&busy);
    own = false;
}

/* A library may have freed it, and allocated another one there: does the C
 * library agree that it has this size? */
static bool is_still_there(const struct host_block *b)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const uintptr_t head = ((uintptr_t)b->p - sizeof(size_t)) & -page;
    unsigned char resident;
    size_t usable;

    if (mincore((void *)head, page, &resident) != 0)
        return false;
    usable = malloc_usable_size((void *)b->p);
    return usable >= b->bytes &&
           usable - b->bytes < (b->bytes < 65536 ? 32 : 8192);
}

bool host_rest(const void *p, size_t *rest)
{
    struct host_block key = {p, 1}, **found;
    bool known = false;

    pthread_mutex_lock(&busy);
    found = tfind(&key, &heap, compare);
    if (found && is_still_there(*found)) {
        *rest = (*found)->bytes - (size_t)(key.p - (*found)->p);
        known = true;
    }
    pthread_mutex_unlock(&busy);
    return known;
}
