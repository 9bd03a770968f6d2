/*
 * texture.c - arrays and textures: where they are, how they are read. Reads
 * through a texture are not counted and not checked; outside of an array they
 * cannot be.
 */
#include "host/host.h"
#include "include/cuda_runtime_api.h"
#include "include/simt_helpers.h"
#include "include/texture_types.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct texture {
    struct cudaResourceDesc resource;
    struct cudaTextureDesc desc;
    struct cudaChannelFormatDesc format;
    const char *data;
    size_t width, height, depth; /* at least 1 */
    size_t element, pitch, slice;
    bool plain; /* 32-bit components, as they are */
    bool is_float;
};

#define SITE __builtin_return_address(0)

/* ---- arrays ---------------------------------------------------------- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static size_t element_bytes(const struct cudaChannelFormatDesc *f)
{
    return (size_t)(f->x + f->y + f->z + f->w) / 8;
}

static int make_array(cudaArray_t *out, const struct cudaChannelFormatDesc *f,
                      struct cudaExtent e, unsigned flags, const void *site)
{
    size_t rows = (e.height ? e.height : 1) * (e.depth ? e.depth : 1);
    struct simt_array *a;
    void *p = NULL;
    int error = simt_error(0);

    if (error)
        return error;
    if (!out || !f || !e.width || !element_bytes(f))
        return simt_error(cudaErrorInvalidValue);
    if (flags & cudaArrayCubemap && /* six faces, of each layer */
        (e.width != e.height || !e.depth || e.depth % 6 ||
         (e.depth != 6 && !(flags & cudaArrayLayered))))
        return simt_error(cudaErrorInvalidValue);
    a = calloc(1, sizeof *a);
    if (!a)
        return simt_error(cudaErrorMemoryAllocation);
    a->width = e.width;
    a->height = e.height;
    a->depth = e.depth;
    a->element = element_bytes(f);
    a->pitch = (e.width * a->element + 31) / 32 * 32;
    a->slice = a->pitch * (e.height ? e.height : 1);
    a->flags = flags;
    memcpy(a->format, f, sizeof a->format);
    error = simt_memory_take(&p, a->pitch * rows, SIMT_DEVICE_MEMORY,
                             simt_device(), 0, site);
    if (error) {
        free(a);
        return simt_error(error);
    }
    a->data = p;
    *out = a;
    return 0;
}

cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned flags)
{
    return make_array(array, desc, make_cudaExtent(width, height, 0), flags,
                      SITE);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned flags)
{
    return make_array(array, desc, extent, flags, SITE);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t error = cudaFree(array ? array->data : NULL);

    if (!error)
        free(array);
    return error;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
                               cudaArray_const_t array)
{
    if (!desc || !array)
        return simt_error(cudaErrorInvalidValue);
    memcpy(desc, array->format, sizeof *desc);
    return simt_error(0);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
                             struct cudaExtent *extent, unsigned *flags,
                             cudaArray_t array)
{
    if (!array)
        return simt_error(cudaErrorInvalidValue);
    if (desc)
        memcpy(desc, array->format, sizeof *desc);
    if (extent)
        *extent = make_cudaExtent(array->width, array->height, array->depth);
    if (flags)
        *flags = array->flags;
    return simt_error(0);
}

/* ---- texture objects ------------------------------------------------- */

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *out,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view)
{
    struct texture *t;
    cudaArray_t a;
    int error = simt_error(0);

    if (error)
        return error;
    if (!out || !resource || !desc)
        return simt_error(cudaErrorInvalidValue);
    if (view || resource->resType == cudaResourceTypeMipmappedArray)
        return simt_error(cudaErrorNotSupported);
    t = calloc(1, sizeof *t);
    if (!t)
        return simt_error(cudaErrorMemoryAllocation);
    t->resource = *resource;
    t->desc = *desc;
    t->height = t->depth = 1;
    if (resource->resType == cudaResourceTypeArray) {
        a = resource->res.array.array;
        if (!a)
            goto invalid;
        memcpy(&t->format, a->format, sizeof t->format);
        t->data = a->data;
        t->width = a->width;
        t->height = a->height ? a->height : 1;
        t->depth = a->depth ? a->depth : 1;
        t->pitch = a->pitch;
        t->slice = a->slice;
    } else if (resource->resType == cudaResourceTypeLinear) {
        t->format = resource->res.linear.desc;
        t->data = resource->res.linear.devPtr;
        t->width = resource->res.linear.sizeInBytes;
    } else {
        t->format = resource->res.pitch2D.desc;
        t->data = resource->res.pitch2D.devPtr;
        t->width = resource->res.pitch2D.width;
        t->height = resource->res.pitch2D.height;
        t->pitch = resource->res.pitch2D.pitchInBytes;
    }
    t->element = element_bytes(&t->format);
    if (!t->element || !t->data)
        goto invalid;
    t->plain = t->format.x == 32 && t->element % 4 == 0 &&
               (t->format.f == cudaChannelFormatKindFloat ||
                desc->readMode == cudaReadModeElementType);
    t->is_float = t->format.f == cudaChannelFormatKindFloat ||
                  desc->readMode == cudaReadModeNormalizedFloat;
    if (resource->resType == cudaResourceTypeLinear) {
        const struct simt_allocation *b = simt_find(t->data);
        size_t most = b ? b->bytes - (size_t)(t->data - b->base) : 0;

        t->width = (t->width < most ? t->width : most) / t->element;
    }
    /* Filtering needs floats. */
    if (desc->filterMode == cudaFilterModeLinear &&
        desc->readMode == cudaReadModeElementType &&
        t->format.f != cudaChannelFormatKindFloat)
        goto invalid;
    *out = (cudaTextureObject_t)(uintptr_t)t;
    return 0;
invalid:
    free(t);
    return simt_error(cudaErrorInvalidValue);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture)
{
    free((struct texture *)(uintptr_t)texture);
    return simt_error(0);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture)
{
    if (!resource || !texture)
        return simt_error(cudaErrorInvalidValue);
    *resource = ((struct texture *)(uintptr_t)texture)->resource;
    return simt_error(0);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture)
{
    if (!desc || !texture)
        return simt_error(cudaErrorInvalidValue);
    *desc = ((struct texture *)(uintptr_t)texture)->desc;
    return simt_error(0);
}

/* ---- surfaces: an array itself --------------------------------------- */

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource)
{
    if (!surface || !resource || resource->resType != cudaResourceTypeArray ||
        !resource->res.array.array)
        return simt_error(cudaErrorInvalidValue);
    *surface = (uintptr_t)resource->res.array.array;
    return simt_error(0);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface)
{
    (void)surface;
    return simt_error(0);
}

void simt_surface(unsigned long long surface, int x, int y, int z, void *data,
                  size_t bytes, bool write, int outside)
{
    const struct simt_array *a = (const void *)(uintptr_t)surface;
    size_t size[3] = {a->width * a->element, a->height ? a->height : 1,
                      a->depth ? a->depth : 1};
    long at[3] = {x, y, z}, most[3] = {(long)(size[0] - bytes),
                                       (long)size[1] - 1, (long)size[2] - 1};
    char *p;

    for (int i = 0; i < 3; i++) {
        if (at[i] >= 0 && at[i] <= most[i])
            continue;
        if (outside == cudaBoundaryModeTrap)
            simt_ops->stop(cudaErrorIllegalAddress, SITE);
        if (outside == cudaBoundaryModeZero) {
            if (!write)
                memset(data, 0, bytes);
            return;
        }
        at[i] = at[i] < 0 ? 0 : most[i];
    }
    p = a->data + at[0] + (size_t)at[1] * a->pitch + (size_t)at[2] * a->slice;
    if (write)
        memcpy(p, data, bytes);
    else
        memcpy(data, p, bytes);
}

/* ---- texture references ---------------------------------------------- */

cudaTextureObject_t simt_texture_of(const struct textureReference *r)
{
    return r->simt_object;
}

cudaError_t simt_bind_texture(struct textureReference *r,
                              const struct cudaResourceDesc *resource,
                              enum cudaTextureReadMode mode)
{
    struct cudaTextureDesc desc = {
        .filterMode = r->filterMode,
        .readMode = mode,
        .normalizedCoords = r->normalized,
    };

    memcpy(desc.addressMode, r->addressMode, sizeof desc.addressMode);
    if (r->simt_object)
        cudaDestroyTextureObject(r->simt_object);
    r->simt_object = 0;
    return cudaCreateTextureObject(&r->simt_object, resource, &desc, NULL);
}

/* ---- reading --------------------------------------------------------- */

union value {
    unsigned u;
    int i;
    float f;
};

static float half_to_float(unsigned h)
{
    int exponent = h >> 10 & 31;
    float m = (float)(h & 1023), v;

    if (exponent == 31)
        v = m != 0 ? NAN : INFINITY;
    else
        v = exponent ? ldexpf(1024 + m, exponent - 25) : ldexpf(m, -24);
    return h & 0x8000 ? -v : v;
}

/* The element, component by component; returns whether they are float. */
static bool element_at(const struct texture *t, long x, long y, long z,
                       union value out[4])
{
    const struct cudaChannelFormatDesc *f = &t->format;
    const int bits[4] = {f->x, f->y, f->z, f->w};
    const char *p = t->data + (size_t)x * t->element + (size_t)y * t->pitch +
                    (size_t)z * t->slice;
    bool normalized = t->desc.readMode == cudaReadModeNormalizedFloat &&
                      f->f != cudaChannelFormatKindFloat;

    if (t->plain) {
        memset(out, 0, 4 * sizeof *out);
        for (size_t i = 0; i < t->element / 4; i++)
            memcpy(&out[i], p + 4 * i, 4);
        return t->is_float;
    }
    for (int i = 0; i < 4; i++) {
        unsigned u = 0;

        out[i].u = 0;
        memcpy(&u, p, (size_t)bits[i] / 8); /* little endian */
        p += bits[i] / 8;
        if (!bits[i])
            continue;
        if (f->f == cudaChannelFormatKindFloat && bits[i] == 16)
            out[i].f = half_to_float(u);
        else if (f->f == cudaChannelFormatKindSigned)
            out[i].i = (int)(u << (32 - bits[i])) >> (32 - bits[i]);
        else
            out[i].u = u;
        if (normalized && f->f == cudaChannelFormatKindSigned)
            out[i].f =
                fmaxf((float)out[i].i / (float)((1u << (bits[i] - 1)) - 1), -1);
        else if (normalized)
            out[i].f = (float)((double)u / (double)((1ull << bits[i]) - 1));
    }
    return t->is_float;
}

static long floor_of(float x)
{
    long i = (long)x;

    return i - ((float)i > x);
}

/* An element's index in 0..n-1 for any index; -1 is the border. */
static long place(const struct texture *t, int axis, long i, size_t size)
{
    long n = (long)size;
    enum cudaTextureAddressMode mode = t->desc.addressMode[axis];

    if (i >= 0 && i < n)
        return i;
    /* Without normalized coordinates wrap and mirror mean clamp. */
    if (mode == cudaAddressModeBorder)
        return -1;
    if (t->desc.normalizedCoords && mode == cudaAddressModeWrap)
        return (i % n + n) % n;
    if (t->desc.normalizedCoords && mode == cudaAddressModeMirror) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    return i < 0 ? 0 : n - 1;
}

static bool sample(const struct texture *t, long x, long y, long z,
                   bool layered, union value out[4])
{
    x = place(t, 0, x, t->width);
    y = place(t, 1, y, t->height);
    if (!layered)
        z = place(t, 2, z, t->depth);
    if (x < 0 || y < 0 || z < 0) {
        memcpy(out, t->desc.borderColor, 4 * sizeof *out);
        return true;
    }
    return element_at(t, x, y, z, out);
}

/* The nearest element of a cube's face. */
static void to_face(const struct texture *t, long at[2])
{
    for (int i = 0; i < 2; i++)
        at[i] = at[i] < 0                ? 0
                : at[i] < (long)t->width ? at[i]
                                         : (long)t->width - 1;
}

/* The face of a cube that a direction meets; at: where, from 0 to 1. */
static int face_of(float at[3])
{
    float x = at[0], y = at[1], z = at[2];
    float a = fabsf(x), b = fabsf(y), c = fabsf(z), most, s, t;
    int face;

    if (a >= b && a >= c) {
        face = x < 0;
        most = a;
        s = x < 0 ? z : -z;
        t = -y;
    } else if (b >= c) {
        face = y < 0 ? 3 : 2;
        most = b;
        s = x;
        t = y < 0 ? -z : z;
    } else {
        face = z < 0 ? 5 : 4;
        most = c;
        s = z < 0 ? -x : x;
        t = -y;
    }
    at[0] = (s / most + 1) / 2;
    at[1] = (t / most + 1) / 2;
    return face;
}

int simt_texture_fetch(unsigned long long texture, int dimensions, float x,
                       float y, float z, int index, unsigned *raw)
{
    const struct texture *t = (const struct texture *)(uintptr_t)texture;
    bool layered = dimensions & SIMT_LAYERED, is_float = false;
    bool cube = dimensions & SIMT_CUBE;
    int n = dimensions & 3;
    union value out[4], sum[4];
    float at[3] = {x, y, z}, fraction[3];
    long low[3] = {0};

    /* The usual case, soon done: inside, no filter, nothing to convert. */
    if (t->plain && (dimensions == 1 || dimensions == 2) &&
        t->desc.filterMode == cudaFilterModePoint) {
        float u = t->desc.normalizedCoords ? x * (float)t->width : x;
        float v = t->desc.normalizedCoords ? y * (float)t->height : y;

        if (u >= 0 && u < (float)t->width && v >= 0 && v < (float)t->height) {
            element_at(t, (long)u, dimensions == 2 ? (long)v : 0, 0,
                       (union value *)raw);
            return t->is_float;
        }
    }
    if (n == 0) { /* tex1Dfetch(): an element, zeros outside */
        if (index >= 0 && (size_t)index < t->width)
            element_at(t, index, 0, 0, (union value *)raw);
        else
            memset(raw, 0, sizeof out);
        return t->is_float;
    }
    if (cube) {
        index = face_of(at) + (layered ? 6 * index : 0);
        layered = true;
    }
    if (layered)
        low[2] = index < 0                  ? 0
                 : (size_t)index < t->depth ? index
                                            : (long)t->depth - 1;
    for (int i = 0; i < n; i++) {
        size_t size = i == 0 ? t->width : i == 1 ? t->height : t->depth;

        if (t->desc.normalizedCoords || cube)
            at[i] *= (float)size;
        if (t->desc.filterMode == cudaFilterModeLinear)
            at[i] -= 0.5f;
        if (!(fabsf(at[i]) < 1e9f))
            at[i] = at[i] > 0 ? 1e9f : -1e9f;
        low[i] = floor_of(at[i]);
        /* The device keeps 8 bits of the fraction. */
        fraction[i] =
            (float)floor_of((at[i] - (float)low[i]) * 256 + 0.5f) / 256;
    }
    if (t->desc.filterMode == cudaFilterModePoint) {
        if (cube)
            to_face(t, low);
        is_float = sample(t, low[0], low[1], low[2], layered, out);
        memcpy(raw, out, sizeof out);
        return is_float;
    }
    memset(sum, 0, sizeof sum);
    for (int corner = 0; corner < 1 << n; corner++) {
        float weight = 1;
        long p[3] = {low[0], low[1], low[2]};

        for (int i = 0; i < n; i++) {
            p[i] += corner >> i & 1;
            weight *= corner >> i & 1 ? fraction[i] : 1 - fraction[i];
        }
        if (weight == 0)
            continue;
        if (cube)
            to_face(t, p);
        sample(t, p[0], p[1], p[2], layered, out);
        for (int c = 0; c < 4; c++)
            sum[c].f += weight * out[c].f;
    }
    memcpy(raw, sum, sizeof sum);
    return 1;
}
