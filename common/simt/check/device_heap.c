/*
 * device_heap.c - malloc() and new in kernels: device memory like
 * cudaMalloc()'s, with all that is looked for in it, but given back by kernels
 * alone.
 */
#include "check/lanes.h"

/* cudaLimitMallocHeapSize is 8 MB; programs that ask for more set it. */
enum { HEAP = 64 << 20 };
static size_t heap_used;

bool check_takes(size_t bytes, void **p, const void *site)
{
    if (!check_in_lane)
        return false;
    if (!bytes)
        bytes = 1;
    if (bytes > HEAP - heap_used ||
        simt_memory_take(p, bytes, SIMT_DEVICE_MEMORY, check_device, 0, site)) {
        *p = NULL;
        return true;
    }
    heap_used += bytes;
    simt_find(*p)->heap = true;
    return true;
}

/* Memory of the device is no business of the host's free() and delete, and
 * would be a crash without a word. */
bool check_gives(void *p, const char *name, const void *site)
{
    struct simt_allocation *a;
    bool known;

    if (!simt_in_device_range(p))
        return false;
    simt_memory_lock();
    a = simt_find(p);
    known = check_in_lane && a && a->base == p && a->live && a->heap;
    if (known) {
        heap_used -= a->bytes;
        simt_memory_release(a, site);
    }
    simt_memory_unlock();
    if (known)
        return true;
    if (check_in_lane)
        simt_misuse(0, SIMT_KIND_FREE, site,
                    a && a->heap && a->base == p
                        ? "%s gets memory that is freed already"
                        : "%s gets an address that no malloc() in a kernel has "
                          "returned",
                    name);
    else
        simt_misuse(0, SIMT_KIND_FREE, site,
                    "%s gets memory of the device; that is freed with "
                    "cudaFree(), or with cudaFreeHost() if cudaMallocHost() "
                    "returned it",
                    name);
    return true;
}
