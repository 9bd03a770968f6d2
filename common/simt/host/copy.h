/*
 * copy.h - copies and settings from inside: their two ends.
 */
#ifndef SIMT_HOST_COPY_H
#define SIMT_HOST_COPY_H

#include "host/host.h"

/* One end of a copy: `rows` rows of `width` bytes `pitch` apart, in `slices`
 * of `slice` bytes. */
struct simt_end {
    char *p;
    size_t pitch, slice;
    struct simt_allocation *a; /* found by simt_check_end() */
};

enum side { ON_HOST, ON_DEVICE, ANYWHERE };

/* Whose memory p is; ANYWHERE if both may use it, or it is not allocated. */
enum side simt_side_of(const char *p);

/* 0 or the error, which is kept. Both ends are named, since it takes both to
 * tell a wrong direction from pointers that were exchanged. */
int simt_check_direction(const struct simt_end *to, const struct simt_end *from,
                         const enum side says[2], const char *call,
                         const void *site);
/* 0 or the error, which is kept. */
int simt_check_end(struct simt_end *e, bool to, const char *call,
                   const void *site, size_t width, size_t rows, size_t slices);

/* The stream that simt_on_stream() has named, once. */
cudaStream_t simt_take_working(void);
/* SIMT_REFUSE_COPY=k: of each device, the k-th copy or setting that would be
 * done fails. */
bool simt_copy_refused(cudaStream_t stream);

/* Do it, as work of that stream. `call` is the name of the host's function,
 * `site` where it is called. 0 or the error, which is kept. */
int simt_copy(struct simt_end to, struct simt_end from, size_t width,
              size_t rows, size_t slices, enum cudaMemcpyKind kind,
              const char *call, const void *site);
int simt_copy_row(void *to, const void *from, size_t bytes,
                  enum cudaMemcpyKind kind, const char *call, const void *site);
int simt_capture_row(cudaStream_t stream, void *dst, const void *src,
                     size_t bytes, enum cudaMemcpyKind kind, const char *call,
                     const void *site);

/* An array's element (x bytes, y, z). */
struct simt_end simt_array_end(cudaArray_const_t array, size_t x, size_t y,
                               size_t z);

#endif
