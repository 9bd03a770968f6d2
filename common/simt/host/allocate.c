/*
 * allocate.c - memory of the device and pinned memory of the host: taken, given
 * back, registered, asked about.
 *
 * All state is the arena's; `pitches` only counts.
 */
#define _GNU_SOURCE
#include "engine/engine.h"
#include "host/host.h"
#include "include/simt_helpers.h"
#include "timeline/timeline.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 512 };

#define SITE __builtin_return_address(0)

/* SIMT_REFUSE_MEMORY=k: of each device, there is none for the host's k-th
 * allocation. */
static bool withheld(void)
{
    static int n[SIMT_DEVICES_MAX];

    return !simt_running &&
           simt_turn("SIMT_REFUSE_MEMORY", simt_device(), n) == 0;
}

static int take(void **p, size_t bytes, enum simt_space space, unsigned flags,
                const void *site)
{
    int error = simt_error(0);

    if (error)
        return error;
    if (!p)
        return simt_error(cudaErrorInvalidValue);
    if (!simt_running) {
        const struct simt_allocation *a = simt_find(p);

        if (simt_inside(a, p) && a->space == SIMT_DEVICE_MEMORY)
            return simt_misuse(
                cudaErrorInvalidValue, SIMT_KIND_COPY, site,
                "the call would write the new pointer into memory of the "
                "device, which the host cannot touch (with a GPU the program "
                "crashes here). Let it write into an array of the host, and "
                "copy that array with cudaMemcpy()");
    }
    simt_watch();
    *p = NULL;
    if (bytes && withheld())
        error = simt_refusal(cudaErrorMemoryAllocation);
    else if (bytes)
        error = simt_memory_take(p, bytes, space, simt_device(), flags, site);
    if (simt_running && simt_memory_hooks) { /* a kernel's: p may be there */
        struct simt_allocation *a = simt_find(p);

        if (simt_inside(a, p))
            simt_memory_hooks->wrote(a, (size_t)((char *)p - a->base),
                                     sizeof *p);
    }
    return simt_error(error);
}

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    return take(p, bytes, SIMT_DEVICE_MEMORY, 0, SITE);
}

/* Other streams may use it after what orders them behind this one. */
static int take_in_order(void **p, size_t bytes, cudaStream_t stream,
                         const char *call, const void *site)
{
    const int error = take(p, bytes, SIMT_DEVICE_MEMORY, 0, site);

    if (!error && bytes && simt_is_stream(stream))
        timeline_claims(stream, call, site, *p, bytes);
    return error;
}

cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream)
{
    CAPTURED(simt_capturing->alloc(stream, p, bytes, SITE));
    return take_in_order(p, bytes, stream, __func__, SITE);
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    (void)pool;
    CAPTURED(simt_capturing->alloc(stream, p, bytes, SITE));
    return take_in_order(p, bytes, stream, __func__, SITE);
}

cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags)
{
    if (!bytes || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return simt_error(cudaErrorInvalidValue);
    return take(p, bytes, SIMT_MANAGED, flags, SITE);
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    return take(p, bytes, SIMT_PINNED, 0, SITE);
}

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags)
{
    return take(p, bytes, SIMT_PINNED, flags, SITE);
}

static unsigned pitches; /* so many allocations had one */

static int take_pitched(void **p, size_t *pitch, size_t width, size_t rows,
                        const void *site)
{
    size_t row = (width + PITCH - 1) / PITCH * PITCH, bytes;
    int error;

    /* A device chooses the pitch, and need not choose the same one twice. */
    if (getenv("SIMT_PITCH"))
        row += PITCH * (__atomic_fetch_add(&pitches, 1, __ATOMIC_RELAXED) % 3);
    if (!pitch || row < width || __builtin_mul_overflow(row, rows, &bytes))
        return simt_error(cudaErrorInvalidValue);
    error = take(p, bytes, SIMT_DEVICE_MEMORY, 0, site);
    if (error)
        return error;
    *pitch = row;
    if (bytes) {
        struct simt_allocation *a = simt_find(*p);

        a->pitch = row;
        a->width = width;
    }
    return 0;
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width,
                            size_t height)
{
    return take_pitched(p, pitch, width, height, SITE);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e)
{
    size_t rows;

    if (!p || __builtin_mul_overflow(e.height, e.depth, &rows))
        return simt_error(cudaErrorInvalidValue);
    p->xsize = e.width;
    p->ysize = e.height;
    return take_pitched(&p->ptr, &p->pitch, e.width, rows, SITE);
}

/* ---- giving back ----------------------------------------------------- */

/* Both kinds of freeing; `call` has the right name of this one. */
static int give(void *p, bool host, cudaStream_t stream, const char *call,
                const void *site)
{
    struct simt_allocation *a = simt_find(p);
    int error = simt_error(0);

    if (error || !p)
        return error;
    if (simt_is_async(call)) {
        if (a && a->live && a->base == p && simt_is_stream(stream))
            timeline_claims(stream, call, site, p, a->bytes);
    } else {
        simt_host_waits();
        if ((error = simt_error(0)))
            return error;
        timeline_waits_in(call, site);
        timeline_device_waits(a && !host ? a->device : ALL_DEVICES);
    }
    simt_memory_lock();
    a = simt_find(p);
    if (a && a->live && a->base == p && a->pages && !a->judged && !a->heap &&
        (a->space == SIMT_PINNED) == host) {
        timeline_forgets(a->base, a->bytes);
        if (a->graph)
            simt_graph_free(a, site);
        else
            simt_memory_release(a, site);
        simt_memory_unlock();
        return 0;
    }
    simt_memory_unlock();
#define NO(...) \
    simt_misuse(cudaErrorInvalidValue, SIMT_KIND_FREE, site, __VA_ARGS__)
    if (!a && !simt_in_device_range(p))
        return NO("%s() gets a pointer to memory of the host that %s did not "
                  "return",
                  call, host ? "cudaMallocHost()" : "cudaMalloc()");
    if (!a || (size_t)((char *)p - a->base) >= a->bytes)
        return NO("%s() gets an address that %s did not return", call,
                  host ? "cudaMallocHost()" : "cudaMalloc()");
    if (a->name)
        return NO("%s() gets the variable %s, which cannot be freed", call,
                  a->name);
    if (!a->live)
        return NO("%s() gets memory that has already been freed", call);
    if (a->heap)
        return NO("%s() gets memory that malloc() has given to a kernel; only "
                  "free() in a kernel gives it back",
                  call);
    if (a->judged)
        return NO("%s() gets memory that belongs to the caller", call);
    if (!a->pages)
        return NO("%s() gets memory from cudaHostRegister(); call "
                  "cudaHostUnregister() for it",
                  call);
    if ((a->space == SIMT_PINNED) != host)
        return NO("%s() gets memory that must be freed with %s()", call,
                  host ? "cudaFree" : "cudaFreeHost");
    return NO("%s() gets an address %zu bytes inside an allocation; it needs "
              "the beginning",
              call, (size_t)((char *)p - a->base));
#undef NO
}

cudaError_t cudaFree(void *p)
{
    return give(p, false, NULL, "cudaFree", SITE);
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    CAPTURED(simt_capturing->free(stream, p));
    return give(p, false, stream, "cudaFreeAsync", SITE);
}

cudaError_t cudaFreeHost(void *p)
{
    return give(p, true, NULL, "cudaFreeHost", SITE);
}

cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags)
{
    struct simt_allocation *a;
    int error = simt_error(0);

    if (error)
        return error;
    if (!p || !bytes || simt_in_device_range(p))
        return simt_error(cudaErrorInvalidValue);
    if (simt_find(p))
        return simt_error(cudaErrorHostMemoryAlreadyRegistered);
    a = simt_add_outside(p, bytes, SIMT_PINNED, NULL, SITE);
    if (!a)
        return simt_error(cudaErrorMemoryAllocation);
    a->flags = flags;
    return 0;
}

cudaError_t cudaHostUnregister(void *p)
{
    struct simt_allocation *a = simt_find(p);
    int error = simt_error(0);

    if (error)
        return error;
    if (!a || a->base != p || a->pages || a->name || a->space != SIMT_PINNED)
        return simt_misuse(cudaErrorHostMemoryNotRegistered, SIMT_KIND_FREE,
                           SITE,
                           "cudaHostUnregister() gets an address that "
                           "cudaHostRegister() does not know");
    timeline_waits_in(__func__, SITE);
    timeline_device_waits(ALL_DEVICES); /* its pages are to be let go */
    simt_remove_outside(a);
    return 0;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    struct simt_allocation *a = simt_find(host);

    (void)flags;
    if (!device || !simt_inside(a, host) || a->space != SIMT_PINNED)
        return simt_error(cudaErrorInvalidValue);
    *device = host;
    return simt_error(0);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    struct simt_allocation *a = simt_find(host);

    if (!flags || !simt_inside(a, host) || a->space != SIMT_PINNED)
        return simt_error(cudaErrorInvalidValue);
    *flags = a->flags | cudaHostAllocMapped;
    return simt_error(0);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    enum { DRIVERS = 64 }; /* a part of all memory */
    int device = simt_device();

    if (!free_bytes || !total)
        return simt_error(cudaErrorInvalidValue);
    *total = simt_device_memory(device);
    /* Some is the driver's, but where a limit is tried. */
    *free_bytes = *total - simt_memory_used(device);
    if (!getenv("SIMT_MEMORY") && *free_bytes > *total / DRIVERS)
        *free_bytes -= *total / DRIVERS;
    return simt_error(0);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out,
                                     const void *p)
{
    const struct simt_allocation *a = simt_find(p);

    if (!out)
        return simt_error(cudaErrorInvalidValue);
    *out = (struct cudaPointerAttributes){
        .type = cudaMemoryTypeUnregistered,
        .device = cudaInvalidDeviceId,
        .hostPointer = (void *)p,
    };
    if (simt_inside(a, p)) {
        bool host = a->space == SIMT_PINNED || a->space == SIMT_MANAGED;

        out->type = a->space == SIMT_PINNED    ? cudaMemoryTypeHost
                    : a->space == SIMT_MANAGED ? cudaMemoryTypeManaged
                                               : cudaMemoryTypeDevice;
        out->device = a->device;
        out->devicePointer = (void *)p;
        out->hostPointer = host ? (void *)p : NULL;
    }
    return simt_error(0);
}

/* ---- managed memory is where it is ----------------------------------- */

static int managed(const void *p, size_t bytes)
{
    const struct simt_allocation *a = simt_find(p);
    int error = simt_error(0);

    if (error)
        return error;
    if (!simt_inside(a, p) || a->space != SIMT_MANAGED ||
        bytes > a->bytes - (size_t)((const char *)p - a->base))
        return simt_error(cudaErrorInvalidValue);
    return 0;
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device,
                                 cudaStream_t stream)
{
    (void)stream;
    if (device != cudaCpuDeviceId && !simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    return managed(p, bytes);
}

cudaError_t cudaMemAdvise(const void *p, size_t bytes,
                          enum cudaMemoryAdvise advice, int device)
{
    (void)advice;
    if (device != cudaCpuDeviceId && !simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    return managed(p, bytes);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_bytes,
                                     enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t bytes)
{
    if (!data || data_bytes < sizeof(int))
        return simt_error(cudaErrorInvalidValue);
    *(int *)data =
        attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    return managed(p, bytes);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes,
                                     unsigned flags)
{
    (void)stream, (void)flags;
    return managed(p, bytes);
}

/* ---- what an address is ---------------------------------------------- */

/* The executable's thread-local block: shared memory is there. */
static int in_tls(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];

        if (h->p_type == PT_TLS && info->dlpi_tls_data)
            return (size_t)(*(char **)data - (char *)info->dlpi_tls_data) <
                   h->p_memsz;
    }
    return -1; /* only the executable */
}

int simt_address_space(const void *p)
{
    const struct simt_allocation *a = simt_find(p);

    if (dl_iterate_phdr(in_tls, &p) == 1)
        return 's';
    if (!simt_inside(a, p))
        return 'l';
    return a->space == SIMT_CONSTANT ? 'c' : 'g';
}
