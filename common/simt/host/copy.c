/*
 * copy.c - cudaMemcpy() and its relatives: flat, in rows, in slices, between
 * devices. A copy is done when it is asked for; the timeline says when it would
 * be done, and lets one to pinned memory arrive late.
 *
 * What always holds: `working` names the stream that the next copy of this
 * thread of the host is for, and is taken by it.
 */
#include "host/copy.h"
#include "base/variables.h"
#include "timeline/timeline.h"

#include <stdlib.h>

#define SITE __builtin_return_address(0)

static __thread cudaStream_t working;

void simt_on_stream(cudaStream_t stream)
{
    working = stream;
}

/* What a copy to the host found in its source. */
struct source {
    long unwritten; /* offset of the first byte that nobody wrote; -1: none */
    bool written;   /* some byte was */
};

static void copied(const struct simt_end *to, const struct simt_end *from,
                   size_t t, size_t f, size_t n, struct source *source)
{
    const struct simt_memory_hooks *hooks = simt_memory_hooks;
    struct simt_allocation *a = to->a, *b = from->a;
    size_t at = a ? (size_t)(to->p + t - a->base) : 0;
    size_t of = b ? (size_t)(from->p + f - b->base) : 0;

    if (b && b->space != SIMT_DEVICE_MEMORY) /* the host may have written it */
        b = NULL;
    if (a && b) {
        hooks->copied(a, at, b, of, n);
    } else if (a) {
        hooks->wrote(a, at, n);
    } else if (b) {
        long first = hooks->unwritten(b, of, n, &source->written);

        if (source->unwritten < 0)
            source->unwritten = first;
        source->written = source->written || first < 0;
    }
}

/* A border may be left alone; of an array that nobody wrote there is nothing
 * to copy. */
static void report_source(const struct source *source, const char *call,
                          const void *site)
{
    if (source->unwritten < 0)
        return;
    if (source->written)
        simt_misuse(0, SIMT_KIND_UNWRITTEN_PART, site,
                    "%s(): only a part of the source was ever written; byte "
                    "%ld was not",
                    call, source->unwritten);
    else
        simt_misuse(0, SIMT_KIND_UNWRITTEN, site,
                    "%s(): byte %ld of the source was never written", call,
                    source->unwritten);
}

cudaStream_t simt_take_working(void)
{
    cudaStream_t stream = working;

    working = NULL;
    return stream;
}

bool simt_copy_refused(cudaStream_t stream)
{
    static int n[SIMT_DEVICES_MAX];

    return simt_turn("SIMT_REFUSE_COPY", simt_device_of(stream), n) == 0;
}

static bool on_device(const struct simt_end *e)
{
    return e->a && e->a->space != SIMT_PINNED;
}

static struct simt_work work_of(const struct simt_end *to,
                                const struct simt_end *from, size_t width,
                                size_t rows, size_t slices, const char *call,
                                const void *site)
{
    bool pageable = !to->a || !from->a;
    struct simt_work w = {
        .what = call,
        .engine = !on_device(from) ? SIMT_TO_DEVICE
                  : on_device(to)  ? SIMT_COMPUTE
                                   : SIMT_FROM_DEVICE,
        .bytes = width * rows * slices,
        .pageable = pageable,
        .site = site,
        .from = {from->p + variables_apart(from->a), from->pitch, from->slice},
        .to = {to->p + variables_apart(to->a), to->pitch, to->slice},
        .width = width,
        .rows = rows,
        .slices = slices,
    };

    if (w.engine == SIMT_COMPUTE)
        w.bytes *= 2; /* read and written */
    else
        w.waits = pageable || !simt_is_async(call);
    w.staged = pageable && w.engine == SIMT_TO_DEVICE && simt_is_async(call);
    if (w.engine == SIMT_FROM_DEVICE && !w.waits)
        w.late = malloc(w.bytes);
    return w;
}

int simt_copy(struct simt_end to, struct simt_end from, size_t width,
              size_t rows, size_t slices, enum cudaMemcpyKind kind,
              const char *call, const void *site)
{
    static const enum side sides[5][2] = {
        [cudaMemcpyHostToHost] = {ON_HOST, ON_HOST},
        [cudaMemcpyHostToDevice] = {ON_DEVICE, ON_HOST},
        [cudaMemcpyDeviceToHost] = {ON_HOST, ON_DEVICE},
        [cudaMemcpyDeviceToDevice] = {ON_DEVICE, ON_DEVICE},
        [cudaMemcpyDefault] = {ANYWHERE, ANYWHERE},
    };
    cudaStream_t stream = simt_take_working();
    int error = simt_error(0);
    struct source source = {.unwritten = -1};
    struct simt_work work;

    if (error)
        return error;
    if ((unsigned)kind > cudaMemcpyDefault)
        return simt_misuse(cudaErrorInvalidMemcpyDirection, SIMT_KIND_COPY,
                           site, "%s(): %d is no direction of a copy", call,
                           (int)kind);
    if (!width || !rows || !slices || simt_dry)
        return 0;
    if ((rows > 1 && (to.pitch < width || from.pitch < width)))
        return simt_misuse(cudaErrorInvalidPitchValue, SIMT_KIND_COPY, site,
                           "%s(): rows of %zu bytes do not fit in a pitch of "
                           "%zu bytes",
                           call, width,
                           to.pitch < from.pitch ? to.pitch : from.pitch);
    error = simt_check_direction(&to, &from, sides[kind], call, site);
    if (!error)
        error = simt_check_end(&to, true, call, site, width, rows, slices);
    if (!error)
        error = simt_check_end(&from, false, call, site, width, rows, slices);
    if (error)
        return error;
    if (simt_copy_refused(stream))
        return simt_error(simt_refusal(cudaErrorInvalidValue));
    /* With host memory that is not pinned all copies wait. */
    if (!simt_is_async(call) || !to.a || !from.a)
        simt_host_waits();
    if ((error = simt_error(0)))
        return error;
    if (rows > 1 && slices == 1 && to.pitch == width && from.pitch == width) {
        width *= rows;
        rows = 1;
    }
    simt_copied += width * rows * slices;
    work = work_of(&to, &from, width, rows, slices, call, site);
    timeline_begins(stream, &work);
    variables_take();
    simt_use_memory(to.a, 1);
    simt_use_memory(from.a, 1);
    for (size_t z = 0; z < slices; z++) {
        for (size_t y = 0; y < rows; y++) {
            size_t t = z * to.slice + y * to.pitch;
            size_t f = z * from.slice + y * from.pitch;

            simt_copy_bytes(work.late ? work.late + (z * rows + y) * width
                                      : to.p + t,
                            from.p + f, width);
            if (simt_memory_hooks)
                copied(&to, &from, t, f, width, &source);
        }
    }
    simt_use_memory(from.a, -1);
    simt_use_memory(to.a, -1);
    variables_give();
    /* Between two places of the host no engine is needed. */
    if (on_device(&to) || on_device(&from))
        timeline_work(stream, &work);
    report_source(&source, call, site);
    return 0;
}

int simt_copy_row(void *to, const void *from, size_t bytes,
                  enum cudaMemcpyKind kind, const char *call, const void *site)
{
    return simt_copy((struct simt_end){.p = to},
                     (struct simt_end){.p = (char *)from}, bytes, 1, 1, kind,
                     call, site);
}

struct cudaMemcpy3DParms simt_flat_copy(void *dst, const void *src,
                                        size_t bytes, enum cudaMemcpyKind kind)
{
    return (struct cudaMemcpy3DParms){
        .dstPtr = {dst, bytes, bytes, 1},
        .srcPtr = {(void *)src, bytes, bytes, 1},
        .extent = {bytes, 1, 1},
        .kind = kind,
    };
}

int simt_capture_row(cudaStream_t stream, void *dst, const void *src,
                     size_t bytes, enum cudaMemcpyKind kind, const char *call,
                     const void *site)
{
    struct cudaMemcpy3DParms p = simt_flat_copy(dst, src, bytes, kind);

    return simt_capturing->copy(stream, &p, call, site);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    int error = simt_capturing ? simt_capturing->implicit() : 0;

    if (error)
        return error;
    return simt_copy_row(dst, src, bytes, kind, "cudaMemcpy", SITE);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CAPTURED(simt_capture_row(stream, dst, src, bytes, kind, "cudaMemcpyAsync",
                              SITE));
    simt_on_stream(stream);
    return simt_copy_row(dst, src, bytes, kind, "cudaMemcpyAsync", SITE);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src,
                           int src_device, size_t bytes)
{
    if (!simt_is_device(dst_device) || !simt_is_device(src_device))
        return simt_error(cudaErrorInvalidDevice);
    return simt_copy_row(dst, src, bytes, cudaMemcpyDefault, "cudaMemcpyPeer",
                         SITE);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src,
                                int src_device, size_t bytes,
                                cudaStream_t stream)
{
    if (!simt_is_device(dst_device) || !simt_is_device(src_device))
        return simt_error(cudaErrorInvalidDevice);
    CAPTURED(simt_capture_row(stream, dst, src, bytes, cudaMemcpyDefault,
                              "cudaMemcpyPeerAsync", SITE));
    simt_on_stream(stream);
    return simt_copy_row(dst, src, bytes, cudaMemcpyDefault,
                         "cudaMemcpyPeerAsync", SITE);
}

static int copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, enum cudaMemcpyKind kind,
                   const char *call, const void *site)
{
    return simt_copy((struct simt_end){.p = dst, .pitch = dpitch},
                     (struct simt_end){.p = (char *)src, .pitch = spitch},
                     width, height, 1, kind, call, site);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src,
                         size_t spitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    return copy_2d(dst, dpitch, src, spitch, width, height, kind,
                   "cudaMemcpy2D", SITE);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src,
                              size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    struct cudaMemcpy3DParms p = {
        .dstPtr = {dst, dpitch, width, height},
        .srcPtr = {(void *)src, spitch, width, height},
        .extent = {width, height, 1},
        .kind = kind,
    };

    CAPTURED(simt_capturing->copy(stream, &p, "cudaMemcpy2DAsync", SITE));
    simt_on_stream(stream);
    return copy_2d(dst, dpitch, src, spitch, width, height, kind,
                   "cudaMemcpy2DAsync", SITE);
}

struct simt_end simt_array_end(cudaArray_const_t array, size_t x, size_t y,
                               size_t z)
{
    return (struct simt_end){
        .p = array->data + x + y * array->pitch + z * array->slice,
        .pitch = array->pitch,
        .slice = array->slice,
    };
}

static struct simt_end pointer_end(const struct cudaPitchedPtr *p,
                                   const struct cudaPos *pos)
{
    size_t slice = p->pitch * p->ysize;

    return (struct simt_end){
        .p = p->ptr
                 ? (char *)p->ptr + pos->x + pos->y * p->pitch + pos->z * slice
                 : NULL,
        .pitch = p->pitch,
        .slice = slice,
    };
}

int simt_copy_3d(const struct cudaMemcpy3DParms *p, const char *call,
                 const void *site)
{
    cudaArray_t da, sa;
    size_t element;
    struct simt_end to, from;

    if (!p || !p->srcArray == !p->srcPtr.ptr || !p->dstArray == !p->dstPtr.ptr)
        return simt_error(cudaErrorInvalidValue);
    sa = p->srcArray;
    da = p->dstArray;
    element = sa ? sa->element : da ? da->element : 1; /* x counts elements */
    if (sa && da && sa->element != da->element)
        return simt_error(cudaErrorInvalidValue);
    to =
        da ? simt_array_end(da, p->dstPos.x * element, p->dstPos.y, p->dstPos.z)
           : pointer_end(&p->dstPtr, &p->dstPos);
    from =
        sa ? simt_array_end(sa, p->srcPos.x * element, p->srcPos.y, p->srcPos.z)
           : pointer_end(&p->srcPtr, &p->srcPos);
    return simt_copy(to, from, p->extent.width * element, p->extent.height,
                     p->extent.depth, p->kind, call, site);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    return simt_copy_3d(p, "cudaMemcpy3D", SITE);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
                              cudaStream_t stream)
{
    if (p) {
        CAPTURED(simt_capturing->copy(stream, p, "cudaMemcpy3DAsync", SITE));
        simt_on_stream(stream);
    }
    return simt_copy_3d(p, "cudaMemcpy3DAsync", SITE);
}

static struct cudaMemcpy3DParms
without_devices(const struct cudaMemcpy3DPeerParms *p)
{
    return (struct cudaMemcpy3DParms){p->srcArray, p->srcPos,        p->srcPtr,
                                      p->dstArray, p->dstPos,        p->dstPtr,
                                      p->extent,   cudaMemcpyDefault};
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    struct cudaMemcpy3DParms q;

    if (!p)
        return simt_error(cudaErrorInvalidValue);
    q = without_devices(p);
    return simt_copy_3d(&q, "cudaMemcpy3DPeer", SITE);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p,
                                  cudaStream_t stream)
{
    struct cudaMemcpy3DParms q;

    if (!p)
        return simt_error(cudaErrorInvalidValue);
    q = without_devices(p);
    CAPTURED(simt_capturing->copy(stream, &q, "cudaMemcpy3DPeerAsync", SITE));
    simt_on_stream(stream);
    return simt_copy_3d(&q, "cudaMemcpy3DPeerAsync", SITE);
}
