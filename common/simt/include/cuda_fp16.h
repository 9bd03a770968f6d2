/*
 * cuda_fp16.h - half and half2: each operation in float, the result rounded to
 * half.
 */
#ifndef SIMT_CUDA_FP16_H
#define SIMT_CUDA_FP16_H
#pragma GCC system_header
#include "simt_hide.h"

#include "cuda_runtime.h"

typedef struct __half_raw {
    unsigned short x;
} __half_raw;
typedef struct __half2_raw {
    unsigned short x, y;
} __half2_raw;

namespace simt
{

/* To the nearest, ties to even, or as the mode says. */
SIMT_INLINE unsigned short to_half_bits(float value,
                                        simt_rounding mode = SIMT_NEAREST)
{
    unsigned u = __float_as_uint(value), sign = u >> 16 & 0x8000u, m, rest;
    int e = static_cast<int>(u >> 23 & 255) - 112; /* half's exponent */
    bool up;

    u &= 0x7fffffffu;
    if (u > 0x7f800000u)
        return 0x7fff;
    if (u == 0x7f800000u)
        return static_cast<unsigned short>(sign | 0x7c00u);
    if (e >= 31) { /* too large */
        up = mode == SIMT_NEAREST || mode == (sign ? SIMT_DOWN : SIMT_UP);
        return static_cast<unsigned short>(sign | (up ? 0x7c00u : 0x7bffu));
    }
    m = u & 0x7fffffu;
    if (e > 0) {
        rest = m << 19;
        m = static_cast<unsigned>(e) << 10 | m >> 13;
    } else {                /* subnormal, or too small */
        int shift = 14 - e; /* 14 ... 126 */
        m |= u >> 23 ? 0x800000u : 0;
        rest = shift > 24 ? m != 0 : m << (32 - shift);
        m = shift > 24 ? 0 : m >> shift;
    }
    if (mode == SIMT_NEAREST)
        up = rest > 0x80000000u || (rest == 0x80000000u && (m & 1));
    else
        up = rest && mode == (sign ? SIMT_DOWN : SIMT_UP);
    return static_cast<unsigned short>(sign | (m + up));
}

SIMT_INLINE float from_half_bits(unsigned short h)
{
    unsigned sign = (h & 0x8000u) << 16, rest = h & 0x7fffu;
    if (rest >= 0x7c00u)
        return __uint_as_float(sign | 0x7f800000u | (rest & 0x3ffu) << 13);
    /* 2^112 puts the exponent right, of subnormal numbers too. */
    return __uint_as_float(
        sign | __float_as_uint(__uint_as_float(rest << 13) * 0x1p112f));
}

} // namespace simt

struct __align__(2) __half
{
    unsigned short __x;

    __half() = default;
    constexpr __half(const __half_raw &r) : __x(r.x)
    {
    }
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
    SIMT_MEMBER __half(T v) : __x(simt::to_half_bits(static_cast<float>(v)))
    {
    }
    SIMT_MEMBER operator float() const
    {
        return simt::from_half_bits(__x);
    }
    operator __half_raw() const
    {
        return {__x};
    }
};
typedef __half half;

struct __align__(4) __half2
{
    __half x, y;

    __half2() = default;
    SIMT_MEMBER __half2(__half a, __half b) : x(a), y(b)
    {
    }
};
typedef __half2 half2;

#define SIMT_H __half
#define SIMT_H2 __half2
#define SIMT_H_RAW __half_raw
#define SIMT_H_NAME(before, after) before##half##after
#define SIMT_H_BITS simt::to_half_bits
#define SIMT_H_INFINITY 0x7c00
#include "simt_half.h"

SIMT_INLINE __half2 __half2half2(__half a)
{
    return __half2(a, a);
}

#include "simt_show.h"
#endif
