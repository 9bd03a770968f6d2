/*
 * ends.c - the two ends of a copy: whose memory they are, whether the direction
 * says so, whether there is as much as is copied.
 */
#include "host/copy.h"

#include <string.h>

bool simt_is_async(const char *call)
{
    static const char end[] = "Async";
    size_t n = strlen(call);

    return n >= sizeof end - 1 && !strcmp(call + n - (sizeof end - 1), end);
}

static const char *name_of(const struct simt_allocation *a)
{
    return a->name                    ? a->name
           : a->space == SIMT_PINNED  ? "pinned host memory"
           : a->space == SIMT_MANAGED ? "managed memory"
                                      : "device memory";
}

enum side simt_side_of(const char *p)
{
    const struct simt_allocation *a = simt_find(p);

    if (!a && !simt_in_device_range(p))
        return ON_HOST;
    if (!simt_inside(a, p) || a->space == SIMT_MANAGED ||
        a->space == SIMT_PINNED || (a->name && !a->address_known))
        return ANYWHERE;
    return ON_DEVICE;
}

int simt_check_direction(const struct simt_end *to, const struct simt_end *from,
                         const enum side says[2], const char *call,
                         const void *site)
{
    static const char *const names[] = {"host", "device"};
    enum side is[2] = {simt_side_of(to->p), simt_side_of(from->p)};
    bool wrong = false;

    if (!to->p || !from->p || says[0] == ANYWHERE)
        return 0;
    for (int i = 0; i < 2; i++) {
        if (is[i] == ANYWHERE)
            is[i] = says[i];
        wrong |= is[i] != says[i];
    }
    return !wrong ? 0
                  : simt_misuse(cudaErrorInvalidValue, SIMT_KIND_COPY, site,
                                "%s(): the destination is %s memory and the "
                                "source is %s memory, where the direction says "
                                "%s to %s",
                                call, names[is[0]], names[is[1]],
                                names[says[1]], names[says[0]]);
}

int simt_check_end(struct simt_end *e, bool to, const char *call,
                   const void *site, size_t width, size_t rows, size_t slices)
{
    const char *which = to ? "destination" : "source";
    size_t span = (slices - 1) * e->slice + (rows - 1) * e->pitch + width;
    struct simt_allocation *a = simt_find(e->p);
    size_t offset;

#define NO(...) \
    simt_misuse(cudaErrorInvalidValue, SIMT_KIND_COPY, site, __VA_ARGS__)
    if (!e->p)
        return NO("%s(): the %s is a null pointer: it was never allocated, or "
                  "that failed",
                  call, which);
    if (!a && !simt_in_device_range(e->p)) {
        size_t rest;

        if (simt_host_rest(e->p, &rest) && span > rest)
            return NO("%s(): %zu bytes are copied %s an array of the host that "
                      "has only %zu bytes from there on",
                      call, span, to ? "to" : "from", rest);
        return 0;
    }
    if (!a)
        return NO("%s(): the %s is no allocated device memory", call, which);
    offset = (size_t)(e->p - a->base);
    if (!a->live && offset < a->bytes)
        return NO("%s(): the %s has been freed", call, which);
    if (!a->live || offset > a->bytes)
        return NO("%s(): the %s is no allocated device memory", call, which);
    if (a->name && !a->address_known && a->space != SIMT_MANAGED)
        return NO("%s(): the %s is the device variable %s; use "
                  "cudaMemcpyToSymbol() or cudaMemcpyFromSymbol()",
                  call, which, a->name);
    if (span > a->bytes - offset)
        return NO("%s(): %zu bytes are copied %s %s that has only %zu bytes%s",
                  call, span, to ? "to" : "from", name_of(a), a->bytes - offset,
                  offset ? " from there on" : "");
    e->a = a;
    return 0;
#undef NO
}
