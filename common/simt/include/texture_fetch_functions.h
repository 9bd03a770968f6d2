/*
 * texture_fetch_functions.h - tex2D() and its relatives, with texture objects
 * and with references.
 */
#ifndef SIMT_TEXTURE_FETCH_FUNCTIONS_H
#define SIMT_TEXTURE_FETCH_FUNCTIONS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "channel_descriptor.h"
#include "device_functions.h"
#include "simt_helpers.h"
#include "texture_types.h"

namespace simt
{

template <class E> SIMT_INLINE E texel(unsigned raw, int is_float)
{
    float f = from_bits<float>(raw);
    if (is_float)
        return static_cast<E>(f);
    return static_cast<E>(static_cast<int>(raw));
}

/* The struct and its elements share their memory's layout. */
template <class T>
SIMT_INLINE T texture_value(unsigned long long object, int dimensions, float x,
                            float y, float z, int index)
{
    using element = typename vector_of<T>::element;
    union {
        element e[vector_of<T>::n];
        T value;
    } u;
    unsigned raw[4];
    int is_float = simt_texture_fetch(object, dimensions, x, y, z, index, raw);
    for (int i = 0; i < vector_of<T>::n; i++)
        u.e[i] = texel<element>(raw[i], is_float);
    return u.value;
}

/* What a reference gives: its elements, or floats instead of them. */
template <class T, cudaTextureReadMode Mode> struct texture_result {
    using type = T;
};
template <int N> struct floats;
template <> struct floats<1> {
    using type = float;
};
template <> struct floats<2> {
    using type = float2;
};
template <> struct floats<4> {
    using type = float4;
};
template <class T> struct texture_result<T, cudaReadModeNormalizedFloat> {
    using type = typename floats<vector_of<T>::n>::type;
};

} // namespace simt

/* name(texture, places...): by object, through a pointer, by reference. */
#define SIMT_TEXTURE(name, dimensions, x, y, z, index, ...)                   \
    template <class T> SIMT_INLINE T name(cudaTextureObject_t t, __VA_ARGS__) \
    {                                                                         \
        return simt::texture_value<T>(t, dimensions, x, y, z, index);         \
    }                                                                         \
    template <class T>                                                        \
    SIMT_INLINE void name(T *to, cudaTextureObject_t t, __VA_ARGS__)          \
    {                                                                         \
        *to = simt::texture_value<T>(t, dimensions, x, y, z, index);          \
    }                                                                         \
    template <class T, int Type, cudaTextureReadMode Mode>                    \
    SIMT_INLINE typename simt::texture_result<T, Mode>::type name(            \
        const texture<T, Type, Mode> &t, __VA_ARGS__)                         \
    {                                                                         \
        return simt::texture_value<                                           \
            typename simt::texture_result<T, Mode>::type>(                    \
            simt_texture_of(&t), dimensions, x, y, z, index);                 \
    }
SIMT_TEXTURE(tex1Dfetch, 0, 0, 0, 0, i, int i)
SIMT_TEXTURE(tex1D, 1, x, 0, 0, 0, float x)
SIMT_TEXTURE(tex1DLod, 1, x, 0, 0, 0, float x, float)
SIMT_TEXTURE(tex2D, 2, x, y, 0, 0, float x, float y)
SIMT_TEXTURE(tex2DLod, 2, x, y, 0, 0, float x, float y, float)
SIMT_TEXTURE(tex3D, 3, x, y, z, 0, float x, float y, float z)
SIMT_TEXTURE(tex3DLod, 3, x, y, z, 0, float x, float y, float z, float)
SIMT_TEXTURE(tex1DLayered, 1 | SIMT_LAYERED, x, 0, 0, i, float x, int i)
SIMT_TEXTURE(tex2DLayered, 2 | SIMT_LAYERED, x, y, 0, i, float x, float y,
             int i)
SIMT_TEXTURE(texCubemap, 2 | SIMT_CUBE, x, y, z, 0, float x, float y, float z)
SIMT_TEXTURE(texCubemapLayered, 2 | SIMT_CUBE | SIMT_LAYERED, x, y, z, i,
             float x, float y, float z, int i)
#undef SIMT_TEXTURE

/* ---- binding references ---------------------------------------------- */

template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t
cudaBindTexture(size_t *offset, texture<T, Type, Mode> &t, const void *p,
                const cudaChannelFormatDesc &desc, size_t bytes = UINT_MAX)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = const_cast<void *>(p);
    r.res.linear.desc = desc;
    r.res.linear.sizeInBytes = bytes;
    if (offset)
        *offset = 0;
    return simt_bind_texture(&t, &r, Mode);
}
template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t
cudaBindTexture(size_t *offset, texture<T, Type, Mode> &t, const void *p,
                size_t bytes = UINT_MAX)
{
    return cudaBindTexture(offset, t, p, cudaCreateChannelDesc<T>(), bytes);
}
template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t
cudaBindTexture2D(size_t *offset, texture<T, Type, Mode> &t, const void *p,
                  const cudaChannelFormatDesc &desc, size_t width,
                  size_t height, size_t pitch)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = const_cast<void *>(p);
    r.res.pitch2D.desc = desc;
    r.res.pitch2D.width = width;
    r.res.pitch2D.height = height;
    r.res.pitch2D.pitchInBytes = pitch;
    if (offset)
        *offset = 0;
    return simt_bind_texture(&t, &r, Mode);
}
template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t
cudaBindTexture2D(size_t *offset, texture<T, Type, Mode> &t, const void *p,
                  size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, t, p, cudaCreateChannelDesc<T>(), width,
                             height, pitch);
}
template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTextureToArray(texture<T, Type, Mode> &t,
                                                 cudaArray_const_t array)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = const_cast<cudaArray_t>(array);
    return simt_bind_texture(&t, &r, Mode);
}
template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTextureToArray(texture<T, Type, Mode> &t,
                                                 cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &)
{
    return cudaBindTextureToArray(t, array);
}
template <class T, int Type, cudaTextureReadMode Mode>
static inline cudaError_t cudaUnbindTexture(texture<T, Type, Mode> &t)
{
    cudaTextureObject_t object = t.simt_object;
    t.simt_object = 0;
    return cudaDestroyTextureObject(object);
}

#include "simt_show.h"
#endif
