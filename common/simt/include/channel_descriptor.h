/*
 * channel_descriptor.h - cudaCreateChannelDesc<float4>().
 */
#ifndef SIMT_CHANNEL_DESCRIPTOR_H
#define SIMT_CHANNEL_DESCRIPTOR_H
#pragma GCC system_header
#include "simt_hide.h"

#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include <type_traits>

namespace simt
{
/* A vector's element type and length; of a scalar itself and 1. */
template <class T> struct vector_of {
    using element = T;
    static constexpr int n = 1;
};
#define SIMT_VECTOR_OF(T, name)             \
    template <> struct vector_of<name##1> { \
        using element = T;                  \
        static constexpr int n = 1;         \
    };                                      \
    template <> struct vector_of<name##2> { \
        using element = T;                  \
        static constexpr int n = 2;         \
    };                                      \
    template <> struct vector_of<name##3> { \
        using element = T;                  \
        static constexpr int n = 3;         \
    };                                      \
    template <> struct vector_of<name##4> { \
        using element = T;                  \
        static constexpr int n = 4;         \
    };
SIMT_VECTOR_OF(signed char, char)
SIMT_VECTOR_OF(unsigned char, uchar)
SIMT_VECTOR_OF(short, short)
SIMT_VECTOR_OF(unsigned short, ushort)
SIMT_VECTOR_OF(int, int)
SIMT_VECTOR_OF(unsigned, uint)
SIMT_VECTOR_OF(float, float)
#undef SIMT_VECTOR_OF
} // namespace simt

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    using element = typename simt::vector_of<T>::element;
    const int n = simt::vector_of<T>::n, bits = 8 * sizeof(element);
    static_assert(std::is_arithmetic<element>::value && sizeof(element) <= 4,
                  "Textures have elements of up to four bytes.");
    return cudaCreateChannelDesc(
        bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
        std::is_floating_point<element>::value ? cudaChannelFormatKindFloat
        : std::is_signed<element>::value       ? cudaChannelFormatKindSigned
                                               : cudaChannelFormatKindUnsigned);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
#endif

#include "simt_show.h"
#endif
