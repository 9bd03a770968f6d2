/*
 * memory.h - between memory.c, api.c and texture.c.
 */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include "device.h"

enum { SIMT_DEVICES_MAX = 8 };

int simt_device(void); /* the current one */
bool simt_is_device(int device);
size_t simt_device_memory(int device); /* bytes that it has */

/* Keep an error that the caller returns, so that somebody has seen it. */
int simt_api_error(int error);

/* At least one byte. Returns 0 or cudaErrorMemoryAllocation, which is not
 * kept. */
int simt_memory_take(void **p, size_t bytes, enum simt_space space, int device,
                     unsigned flags, const void *site);
void simt_memory_reset(int device); /* frees everything */
size_t simt_memory_used(int device);

/* cudaArray_t: rows of a device allocation. */
struct simt_array {
    char *data;
    size_t width, height, depth; /* elements, rows, slices or layers; 0: 1D.. */
    size_t element, pitch, slice; /* bytes */
    unsigned flags;
    int format[5]; /* cudaChannelFormatDesc */
};

#endif
