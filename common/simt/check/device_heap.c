/*
 * device_heap.c - malloc() and new in kernels: from a heap of their own, so
 * that what they give is known not to be the host's. Nothing in it is checked.
 * Pieces are powers of two behind a header of 16 bytes that says which.
 *
 * What always holds: a piece is given, or in unused[] of its size, or at
 * heap_end or behind. All of it belongs to the thread that runs the kernel.
 */
#define _GNU_SOURCE
#include "check/lanes.h"

#include <sys/mman.h>

enum { HEAP = 64 << 20, SIZES = 27 };
static char *heap, *heap_end;
static void *unused[SIZES];

bool check_in_heap(uintptr_t address)
{
    return address - (uintptr_t)heap < (heap ? HEAP : 0);
}

static void *heap_take(size_t bytes)
{
    int size = 5;
    char *p;

    while (size < SIZES && (size_t)1 << size < bytes + 16)
        size++;
    if (!heap) {
        heap = mmap(NULL, HEAP, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (heap == MAP_FAILED)
            heap = NULL;
        heap_end = heap;
    }
    if (size == SIZES || !heap)
        return NULL;
    p = unused[size];
    if (p) {
        unused[size] = *(void **)p;
        return p;
    }
    if ((size_t)(heap + HEAP - heap_end) < (size_t)1 << size)
        return NULL;
    p = heap_end;
    heap_end += (size_t)1 << size;
    *(int *)p = size;
    return p + 16;
}

bool check_takes(size_t bytes, void **p)
{
    if (check_in_lane)
        *p = heap_take(bytes);
    return check_in_lane;
}

static bool heap_give(void *p)
{
    int size;

    if (!check_in_heap((uintptr_t)p))
        return false;
    size = *(int *)((char *)p - 16);
    *(void **)p = unused[size];
    unused[size] = p;
    return true;
}

/* Memory of the device is no business of the host's free() and delete, and
 * would be a crash without a word. */
bool check_gives(void *p, const char *name, const void *site)
{
    if (heap_give(p))
        return true;
    if (check_in_lane || !simt_in_device_range(p))
        return false;
    simt_misuse(0, SIMT_KIND_FREE, site,
                "%s gets memory of the device; that is freed with cudaFree(), "
                "or with cudaFreeHost() if cudaMallocHost() returned it",
                name);
    return true;
}
