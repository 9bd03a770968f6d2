/*
 * vector_types.h - int2, float4, dim3 and so on, aligned as on the device. C
 * and C++.
 */
#ifndef SIMT_VECTOR_TYPES_H
#define SIMT_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__
#pragma GCC system_header
#include "simt_hide.h"

#include "host_defines.h"

#define SIMT_VECTORS(T, name, a1, a2, a4) \
    struct __align__(a1) name##1          \
    {                                     \
        T x;                              \
    };                                    \
    struct __align__(a2) name##2          \
    {                                     \
        T x, y;                           \
    };                                    \
    struct __align__(a1) name##3          \
    {                                     \
        T x, y, z;                        \
    };                                    \
    struct __align__(a4) name##4          \
    {                                     \
        T x, y, z, w;                     \
    };                                    \
    typedef struct name##1 name##1;       \
    typedef struct name##2 name##2;       \
    typedef struct name##3 name##3;       \
    typedef struct name##4 name##4;

SIMT_VECTORS(signed char, char, 1, 2, 4)
SIMT_VECTORS(unsigned char, uchar, 1, 2, 4)
SIMT_VECTORS(short, short, 2, 4, 8)
SIMT_VECTORS(unsigned short, ushort, 2, 4, 8)
SIMT_VECTORS(int, int, 4, 8, 16)
SIMT_VECTORS(unsigned int, uint, 4, 8, 16)
SIMT_VECTORS(long, long, 8, 16, 16)
SIMT_VECTORS(unsigned long, ulong, 8, 16, 16)
SIMT_VECTORS(long long, longlong, 8, 16, 16)
SIMT_VECTORS(unsigned long long, ulonglong, 8, 16, 16)
SIMT_VECTORS(float, float, 4, 8, 16)
SIMT_VECTORS(double, double, 8, 16, 16)
#undef SIMT_VECTORS

/* CUDA 13's names for four 8-byte values, by alignment. */
#define SIMT_WIDE(T, name)           \
    typedef name##4 name##4_16a;     \
    struct __align__(32) name##4_32a \
    {                                \
        T x, y, z, w;                \
    };                               \
    typedef struct name##4_32a name##4_32a;

SIMT_WIDE(long, long)
SIMT_WIDE(unsigned long, ulong)
SIMT_WIDE(long long, longlong)
SIMT_WIDE(unsigned long long, ulonglong)
SIMT_WIDE(double, double)
#undef SIMT_WIDE

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1,
                   unsigned int z_ = 1)
        : x(x_), y(y_), z(z_)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#include "simt_show.h"
#endif
