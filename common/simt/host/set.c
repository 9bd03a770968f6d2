/* set.c - cudaMemset() and its relatives. */
#include "base/variables.h"
#include "host/copy.h"
#include "timeline/timeline.h"

#define SITE __builtin_return_address(0)

static int set(void *p, size_t pitch, int value, size_t width, size_t rows,
               const char *call, const void *site)
{
    struct simt_end e = {.p = p, .pitch = pitch};
    cudaStream_t stream = simt_take_working();
    int error = simt_error(0);
    struct simt_work work;

    if (error || !width || !rows || simt_dry)
        return error;
    if (rows > 1 && pitch < width)
        return simt_misuse(cudaErrorInvalidValue, SIMT_KIND_COPY, site,
                           "%s(): rows of %zu bytes do not fit in a pitch of "
                           "%zu bytes",
                           call, width, pitch);
    if (p && simt_side_of(p) == ON_HOST)
        return simt_misuse(cudaErrorInvalidValue, SIMT_KIND_COPY, site,
                           "%s() gets memory of the host; it sets memory of "
                           "the device",
                           call);
    error = simt_check_end(&e, true, call, site, width, rows, 1);
    if (error)
        return error;
    if (simt_copy_refused(stream))
        return simt_error(simt_refusal(cudaErrorInvalidValue));
    work = (struct simt_work){
        .what = call,
        .engine = SIMT_COMPUTE,
        .bytes = width * rows,
        .site = site,
        .to = {e.p + variables_apart(e.a), pitch, 0},
        .width = width,
        .rows = rows,
        .slices = 1,
    };
    if (e.a)
        timeline_begins(stream, &work);
    variables_take();
    simt_use_memory(e.a, 1);
    for (size_t y = 0; y < rows; y++) {
        simt_set_bytes(e.p + y * pitch, value, width);
        if (simt_memory_hooks && e.a)
            simt_memory_hooks->wrote(e.a, (size_t)(e.p - e.a->base) + y * pitch,
                                     width);
    }
    simt_use_memory(e.a, -1);
    variables_give();
    if (e.a)
        timeline_work(stream, &work);
    return 0;
}

/* A setting node's elements may have 4 bytes. */
int simt_set(const struct cudaMemsetParams *p, const char *call,
             const void *site)
{
    size_t n = p->elementSize;
    int error;

    if (n != 1 && n != 2 && n != 4)
        return simt_error(cudaErrorInvalidValue);
    error = set(p->dst, p->pitch, (int)(p->value & 255), p->width * n,
                p->height, call, site);
    if (n == 1 || error)
        return error;
    simt_use_memory(simt_find(p->dst), 1);
    for (size_t y = 0; y < p->height; y++)
        for (size_t x = 0; x < p->width * n; x++)
            *((volatile char *)p->dst + y * p->pitch + x) =
                (char)(p->value >> x % n * 8);
    simt_use_memory(simt_find(p->dst), -1);
    return 0;
}

static int capture_set(cudaStream_t stream, void *p, size_t pitch, int value,
                       size_t width, size_t height, const char *call,
                       const void *site)
{
    struct cudaMemsetParams params = {p, pitch, (unsigned char)value,
                                      1, width, height};

    return simt_capturing->set(stream, &params, call, site);
}

cudaError_t cudaMemset(void *p, int value, size_t bytes)
{
    int error = simt_capturing ? simt_capturing->implicit() : 0;

    if (error)
        return error;
    return set(p, 0, value, bytes, 1, "cudaMemset", SITE);
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes,
                            cudaStream_t stream)
{
    CAPTURED(
        capture_set(stream, p, 0, value, bytes, 1, "cudaMemsetAsync", SITE));
    simt_on_stream(stream);
    return set(p, 0, value, bytes, 1, "cudaMemsetAsync", SITE);
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width,
                         size_t height)
{
    return set(p, pitch, value, width, height, "cudaMemset2D", SITE);
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream)
{
    CAPTURED(capture_set(stream, p, pitch, value, width, height,
                         "cudaMemset2DAsync", SITE));
    simt_on_stream(stream);
    return set(p, pitch, value, width, height, "cudaMemset2DAsync", SITE);
}

static int set_3d(struct cudaPitchedPtr p, int value, struct cudaExtent e,
                  const char *call, const void *site)
{
    int error = 0;

    for (size_t z = 0; z < e.depth && !error; z++)
        error = set((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value,
                    e.width, e.height, call, site);
    return error;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value,
                         struct cudaExtent extent)
{
    return set_3d(p, value, extent, "cudaMemset3D", SITE);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
                              struct cudaExtent extent, cudaStream_t stream)
{
    if (p.ysize == extent.height) {
        CAPTURED(capture_set(stream, p.ptr, p.pitch, value, extent.width,
                             extent.height * extent.depth, "cudaMemset3DAsync",
                             SITE));
        simt_on_stream(stream);
    }
    return set_3d(p, value, extent, "cudaMemset3DAsync", SITE);
}
