/*
 * graph_memory.c - what graphs hold of a device's memory: an allocation node's
 * has its address from the beginning to the end, but is there only between
 * being taken and being freed. The figures are changed under
 * simt_memory_lock().
 */
#include "host/host.h"

/* What graphs hold of a device: live now, the most of it since
 * cudaDeviceGraphMemTrim(), the most ever of both. */
static size_t graph_used[SIMT_DEVICES_MAX], graph_reserved[SIMT_DEVICES_MAX];
static size_t graph_used_high[SIMT_DEVICES_MAX];
static size_t graph_reserved_high[SIMT_DEVICES_MAX];

void simt_graph_free(struct simt_allocation *a, const void *site)
{
    if (simt_memory_hooks)
        simt_memory_hooks->freed(a);
    a->live = false;
    a->freed = site;
    graph_used[a->device] -= a->pages * SIMT_PAGE;
}

static void raise_to(size_t *high, size_t value)
{
    if (*high < value)
        *high = value;
}

int simt_graph_memory(void *p, enum simt_graph_memory what, const void *site)
{
    struct simt_allocation *a = simt_find(p);
    int device = a->device;
    bool taken = false;

    simt_memory_lock();
    if (what == SIMT_GRAPH_MADE) {
        a->graph = true;
        graph_used[device] += a->pages * SIMT_PAGE;
        simt_graph_free(a, NULL);
    } else if (what == SIMT_GRAPH_GONE) {
        a->graph = false;
        if (!a->live)
            simt_memory_release(a, a->freed);
        else
            graph_used[device] -= a->pages * SIMT_PAGE;
    } else if (!a->live) {
        a->live = true;
        a->site = site;
        taken = true;
        raise_to(&graph_used_high[device],
                 graph_used[device] += a->pages * SIMT_PAGE);
        raise_to(&graph_reserved[device], graph_used[device]);
        raise_to(&graph_reserved_high[device], graph_reserved[device]);
    }
    simt_memory_unlock();
    if (taken && simt_memory_hooks)
        simt_memory_hooks->allocated(a);
    return what == SIMT_GRAPH_TAKEN && !taken
               ? simt_error(cudaErrorInvalidValue)
               : 0;
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    graph_reserved[device] = graph_used[device];
    return simt_error(0);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    if (!value || attr > cudaGraphMemAttrReservedMemHigh)
        return simt_error(cudaErrorInvalidValue);
    *(size_t *)value =
        attr == cudaGraphMemAttrUsedMemCurrent ? graph_used[device]
        : attr == cudaGraphMemAttrUsedMemHigh  ? graph_used_high[device]
        : attr == cudaGraphMemAttrReservedMemCurrent
            ? graph_reserved[device]
            : graph_reserved_high[device];
    return simt_error(0);
}

/* The highest values are set back to the present ones. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    if (!simt_is_device(device))
        return simt_error(cudaErrorInvalidDevice);
    if (!value)
        return simt_error(cudaErrorInvalidValue);
    if (attr == cudaGraphMemAttrUsedMemHigh)
        graph_used_high[device] = graph_used[device];
    else if (attr == cudaGraphMemAttrReservedMemHigh)
        graph_reserved_high[device] = graph_reserved[device];
    else
        return simt_error(cudaErrorInvalidValue);
    return simt_error(0);
}
