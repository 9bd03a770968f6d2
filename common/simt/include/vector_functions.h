/*
 * vector_functions.h - make_int2() and so on. C and C++.
 */
#ifndef SIMT_VECTOR_FUNCTIONS_H
#define SIMT_VECTOR_FUNCTIONS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "vector_types.h"

#define SIMT_MAKE(T, name)                                            \
    static __forceinline__ name##1 make_##name##1(T x)                \
    {                                                                 \
        name##1 v = {x};                                              \
        return v;                                                     \
    }                                                                 \
    static __forceinline__ name##2 make_##name##2(T x, T y)           \
    {                                                                 \
        name##2 v = {x, y};                                           \
        return v;                                                     \
    }                                                                 \
    static __forceinline__ name##3 make_##name##3(T x, T y, T z)      \
    {                                                                 \
        name##3 v = {x, y, z};                                        \
        return v;                                                     \
    }                                                                 \
    static __forceinline__ name##4 make_##name##4(T x, T y, T z, T w) \
    {                                                                 \
        name##4 v = {x, y, z, w};                                     \
        return v;                                                     \
    }

SIMT_MAKE(signed char, char)
SIMT_MAKE(unsigned char, uchar)
SIMT_MAKE(short, short)
SIMT_MAKE(unsigned short, ushort)
SIMT_MAKE(int, int)
SIMT_MAKE(unsigned int, uint)
SIMT_MAKE(long, long)
SIMT_MAKE(unsigned long, ulong)
SIMT_MAKE(long long, longlong)
SIMT_MAKE(unsigned long long, ulonglong)
SIMT_MAKE(float, float)
SIMT_MAKE(double, double)
#undef SIMT_MAKE

#include "simt_show.h"
#endif
