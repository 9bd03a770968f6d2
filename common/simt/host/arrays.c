/* arrays.c - copies to and from a cudaArray_t. */
#include "host/copy.h"

#define SITE __builtin_return_address(0)

static int copy_array(cudaArray_const_t array, size_t x, size_t y, void *p,
                      size_t pitch, size_t width, size_t height, bool to,
                      enum cudaMemcpyKind kind, const char *call,
                      const void *site)
{
    struct simt_end other = {.p = p, .pitch = pitch};

    if (!array)
        return simt_error(cudaErrorInvalidValue);
    if (x + width > array->width * array->element ||
        y + height > (array->height ? array->height : 1))
        return simt_misuse(cudaErrorInvalidValue, SIMT_KIND_COPY, site,
                           "%s(): %zu rows of %zu bytes are copied %s an array "
                           "of %zu rows of %zu bytes",
                           call, y + height, x + width, to ? "to" : "from",
                           array->height ? array->height : 1,
                           array->width * array->element);
    return to ? simt_copy(simt_array_end(array, x, y, 0), other, width, height,
                          1, kind, call, site)
              : simt_copy(other, simt_array_end(array, x, y, 0), width, height,
                          1, kind, call, site);
}

/* Bytes that run on from row to row. */
static int copy_array_flat(cudaArray_const_t array, size_t x, size_t y, char *p,
                           size_t bytes, bool to, enum cudaMemcpyKind kind,
                           const char *call, const void *site)
{
    size_t row = array ? array->width * array->element : bytes;
    int error = 0;

    while (bytes && !error) {
        size_t n = x < row && bytes > row - x ? row - x : bytes;

        error = copy_array(array, x, y, p, n, n, 1, to, kind, call, site);
        p += n;
        bytes -= n;
        x = 0;
        y++;
    }
    return error;
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y,
                              const void *src, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    return copy_array_flat(dst, x, y, (char *)src, bytes, true, kind,
                           "cudaMemcpyToArray", SITE);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x,
                                size_t y, size_t bytes,
                                enum cudaMemcpyKind kind)
{
    return copy_array_flat(src, x, y, dst, bytes, false, kind,
                           "cudaMemcpyFromArray", SITE);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y,
                                const void *src, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
    return copy_array(dst, x, y, (void *)src, pitch, width, height, true, kind,
                      "cudaMemcpy2DToArray", SITE);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y,
                                     const void *src, size_t pitch,
                                     size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    if (simt_capturing && dst) {
        struct cudaMemcpy3DParms p = {
            .dstArray = dst,
            .dstPos = {x / dst->element, y, 0},
            .srcPtr = {(void *)src, pitch, width, height},
            .extent = {width / dst->element, height, 1},
            .kind = kind,
        };

        CAPTURED(
            simt_capturing->copy(stream, &p, "cudaMemcpy2DToArrayAsync", SITE));
        simt_on_stream(stream);
    }
    return copy_array(dst, x, y, (void *)src, pitch, width, height, true, kind,
                      "cudaMemcpy2DToArrayAsync", SITE);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t pitch,
                                  cudaArray_const_t src, size_t x, size_t y,
                                  size_t width, size_t height,
                                  enum cudaMemcpyKind kind)
{
    return copy_array(src, x, y, dst, pitch, width, height, false, kind,
                      "cudaMemcpy2DFromArray", SITE);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dx, size_t dy,
                                     cudaArray_const_t src, size_t sx,
                                     size_t sy, size_t width, size_t height,
                                     enum cudaMemcpyKind kind)
{
    struct simt_end from;

    if (!src || sx + width > src->width * src->element)
        return simt_error(cudaErrorInvalidValue);
    from = simt_array_end(src, sx, sy, 0);
    return copy_array(dst, dx, dy, from.p, from.pitch, width, height, true,
                      kind, "cudaMemcpy2DArrayToArray", SITE);
}
