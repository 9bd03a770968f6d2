/*
 * symbols.c - __device__, __constant__ and __managed__ variables from the host:
 * cudaMemcpyToSymbol() and its relatives.
 */
#include "host/copy.h"

#define SITE __builtin_return_address(0)

/* A __device__, __constant__ or __managed__ variable; null with the error
 * kept. */
static struct simt_allocation *symbol(const void *p, const char *call,
                                      const void *site)
{
    struct simt_allocation *a = simt_find(p);

    if (a && a->live && !a->pages && a->space != SIMT_PINNED)
        return a;
    simt_misuse(cudaErrorInvalidSymbol, SIMT_KIND_COPY, site,
                "%s() needs a __device__ or __constant__ variable; one that "
                "is const is not known to the CPU device",
                call);
    return NULL;
}

static int copy_symbol(const void *variable, void *p, size_t bytes,
                       size_t offset, bool to, enum cudaMemcpyKind kind,
                       const char *call, const void *site)
{
    struct simt_allocation *a;
    bool known;
    int error = simt_error(0);

    if (error)
        return error;
    a = symbol(variable, call, site);
    if (!a)
        return cudaErrorInvalidSymbol;
    if (kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) ||
        kind == cudaMemcpyHostToHost)
        return simt_misuse(cudaErrorInvalidMemcpyDirection, SIMT_KIND_COPY,
                           site, "%s(): the direction must be %s", call,
                           to ? "cudaMemcpyHostToDevice"
                              : "cudaMemcpyDeviceToHost");
    known = a->address_known;
    a->address_known = true;
    error = to ? simt_copy_row((char *)variable + offset, p, bytes, kind, call,
                               site)
               : simt_copy_row(p, (const char *)variable + offset, bytes, kind,
                               call, site);
    a->address_known = known;
    return error;
}

/* From now on the variable may be copied by its address, as the node does. */
static int capture_symbol(cudaStream_t stream, const void *variable, void *p,
                          size_t bytes, size_t offset, bool to,
                          enum cudaMemcpyKind kind, const char *call,
                          const void *site)
{
    struct simt_allocation *a = symbol(variable, call, site);
    char *at = (char *)variable + offset;

    if (!a)
        return cudaErrorInvalidSymbol;
    a->address_known = true;
    return simt_capture_row(stream, to ? at : p, to ? p : at, bytes, kind, call,
                            site);
}

cudaError_t cudaMemcpyToSymbol(const void *variable, const void *src,
                               size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return copy_symbol(variable, (void *)src, bytes, offset, true, kind,
                       "cudaMemcpyToSymbol", SITE);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *variable, size_t bytes,
                                 size_t offset, enum cudaMemcpyKind kind)
{
    return copy_symbol(variable, dst, bytes, offset, false, kind,
                       "cudaMemcpyFromSymbol", SITE);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *variable, const void *src,
                                    size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    CAPTURED(capture_symbol(stream, variable, (void *)src, bytes, offset, true,
                            kind, "cudaMemcpyToSymbolAsync", SITE));
    simt_on_stream(stream);
    return copy_symbol(variable, (void *)src, bytes, offset, true, kind,
                       "cudaMemcpyToSymbolAsync", SITE);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *variable,
                                      size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    CAPTURED(capture_symbol(stream, variable, dst, bytes, offset, false, kind,
                            "cudaMemcpyFromSymbolAsync", SITE));
    simt_on_stream(stream);
    return copy_symbol(variable, dst, bytes, offset, false, kind,
                       "cudaMemcpyFromSymbolAsync", SITE);
}

cudaError_t cudaGetSymbolAddress(void **p, const void *variable)
{
    struct simt_allocation *a = symbol(variable, "cudaGetSymbolAddress", SITE);

    if (!a)
        return cudaErrorInvalidSymbol;
    if (!p)
        return simt_error(cudaErrorInvalidValue);
    a->address_known = true;
    *p = (void *)variable;
    return simt_error(0);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *variable)
{
    struct simt_allocation *a = symbol(variable, "cudaGetSymbolSize", SITE);

    if (!a)
        return cudaErrorInvalidSymbol;
    if (!bytes)
        return simt_error(cudaErrorInvalidValue);
    *bytes = a->bytes;
    return simt_error(0);
}
