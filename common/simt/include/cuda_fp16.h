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

/* ---- conversions ----------------------------------------------------------
 */

SIMT_INLINE __half __float2half(float v)
{
    return __half(v);
}
#define SIMT_HALF_MODE(suffix, mode)                    \
    SIMT_INLINE __half __float2half_##suffix(float v)   \
    {                                                   \
        return __half_raw{simt::to_half_bits(v, mode)}; \
    }
SIMT_HALF_MODE(rn, SIMT_NEAREST)
SIMT_HALF_MODE(rz, SIMT_TO_ZERO)
SIMT_HALF_MODE(ru, SIMT_UP)
SIMT_HALF_MODE(rd, SIMT_DOWN)
#undef SIMT_HALF_MODE
SIMT_INLINE __half __double2half(double v)
{
    /* Twice rounded: the first time so that it does not matter. */
    float f = simt_to_float(v, SIMT_TO_ZERO);
    if (static_cast<double>(f) != v && v == v)
        f = __uint_as_float(__float_as_uint(f) | 1);
    return __half(f);
}
SIMT_INLINE float __half2float(__half h)
{
    return h;
}
SIMT_INLINE __half2 __float2half2_rn(float v)
{
    return __half2(v, v);
}
SIMT_INLINE __half2 __floats2half2_rn(float a, float b)
{
    return __half2(a, b);
}
SIMT_INLINE __half2 __float22half2_rn(float2 v)
{
    return __half2(v.x, v.y);
}
SIMT_INLINE float2 __half22float2(__half2 v)
{
    return make_float2(v.x, v.y);
}
SIMT_INLINE __half2 __halves2half2(__half a, __half b)
{
    return __half2(a, b);
}
SIMT_INLINE __half2 __half2half2(__half a)
{
    return __half2(a, a);
}
SIMT_INLINE __half2 make_half2(__half a, __half b)
{
    return __half2(a, b);
}
SIMT_INLINE __half __low2half(__half2 v)
{
    return v.x;
}
SIMT_INLINE __half __high2half(__half2 v)
{
    return v.y;
}
SIMT_INLINE float __low2float(__half2 v)
{
    return v.x;
}
SIMT_INLINE float __high2float(__half2 v)
{
    return v.y;
}
SIMT_INLINE __half2 __lowhigh2highlow(__half2 v)
{
    return __half2(v.y, v.x);
}
SIMT_INLINE __half2 __low2half2(__half2 v)
{
    return __half2(v.x, v.x);
}
SIMT_INLINE __half2 __high2half2(__half2 v)
{
    return __half2(v.y, v.y);
}
SIMT_INLINE int __half2int_rn(__half h)
{
    return __float2int_rn(h);
}
SIMT_INLINE int __half2int_rz(__half h)
{
    return __float2int_rz(h);
}
SIMT_INLINE __half __int2half_rn(int v)
{
    return __double2half(v);
}
SIMT_INLINE __half __uint2half_rn(unsigned v)
{
    return __double2half(v);
}
SIMT_INLINE unsigned short __half_as_ushort(__half h)
{
    return h.__x;
}
SIMT_INLINE short __half_as_short(__half h)
{
    return static_cast<short>(h.__x);
}
SIMT_INLINE __half __ushort_as_half(unsigned short x)
{
    return __half_raw{x};
}
SIMT_INLINE __half __short_as_half(short x)
{
    return __half_raw{static_cast<unsigned short>(x)};
}

/* ---- arithmetic
 * --------------------------------------------------------------- */

#define SIMT_HALF_2(name, expression)                   \
    SIMT_INLINE __half name(__half p, __half q)         \
    {                                                   \
        float a = p, b = q;                             \
        return __half(expression);                      \
    }                                                   \
    SIMT_INLINE __half2 name##2(__half2 p, __half2 q)   \
    {                                                   \
        return __half2(name(p.x, q.x), name(p.y, q.y)); \
    }
#define SIMT_HALF_1(name, expression) \
    SIMT_INLINE __half name(__half p) \
    {                                 \
        float a = p;                  \
        return __half(expression);    \
    }
SIMT_HALF_2(__hadd, a + b)
SIMT_HALF_2(__hsub, a - b)
SIMT_HALF_2(__hmul, a *b)
SIMT_HALF_2(__hmin, __builtin_fminf(a, b))
SIMT_HALF_2(__hmax, __builtin_fmaxf(a, b))
SIMT_INLINE __half __hdiv(__half p, __half q)
{
    return __half(static_cast<float>(p) / static_cast<float>(q));
}
SIMT_INLINE __half2 __h2div(__half2 p, __half2 q)
{
    return __half2(__hdiv(p.x, q.x), __hdiv(p.y, q.y));
}
/* The product of two halves is exact in float, the sum in double. */
SIMT_INLINE __half __hfma(__half p, __half q, __half r)
{
    float product = static_cast<float>(p) * static_cast<float>(q);
    return __double2half(static_cast<double>(product) + static_cast<float>(r));
}
SIMT_INLINE __half2 __hfma2(__half2 p, __half2 q, __half2 r)
{
    return __half2(__hfma(p.x, q.x, r.x), __hfma(p.y, q.y, r.y));
}
SIMT_HALF_1(__hneg, -a)
SIMT_HALF_1(__habs, __builtin_fabsf(a))
SIMT_HALF_1(hsqrt, __builtin_sqrtf(a))
SIMT_HALF_1(hrsqrt, 1 / __builtin_sqrtf(a))
SIMT_HALF_1(hrcp, 1 / a)
SIMT_HALF_1(hexp, __builtin_expf(a))
SIMT_HALF_1(hexp2, __builtin_exp2f(a))
SIMT_HALF_1(hlog, __builtin_logf(a))
SIMT_HALF_1(hlog2, __builtin_log2f(a))
SIMT_HALF_1(hsin, __builtin_sinf(a))
SIMT_HALF_1(hcos, __builtin_cosf(a))
SIMT_HALF_1(hfloor, __builtin_floorf(a))
SIMT_HALF_1(hceil, __builtin_ceilf(a))
SIMT_HALF_1(htrunc, __builtin_truncf(a))
SIMT_HALF_1(hrint, __builtin_rintf(a))
#undef SIMT_HALF_1
#undef SIMT_HALF_2
SIMT_INLINE __half2 __hneg2(__half2 v)
{
    return __half2(__hneg(v.x), __hneg(v.y));
}
SIMT_INLINE __half2 __habs2(__half2 v)
{
    return __half2(__habs(v.x), __habs(v.y));
}

#define SIMT_HALF_COMPARE(name, op)                            \
    SIMT_INLINE bool name(__half p, __half q)                  \
    {                                                          \
        return static_cast<float>(p) op static_cast<float>(q); \
    }
SIMT_HALF_COMPARE(__heq, ==)
SIMT_HALF_COMPARE(__hne, !=)
SIMT_HALF_COMPARE(__hlt, <)
SIMT_HALF_COMPARE(__hle, <=)
SIMT_HALF_COMPARE(__hgt, >)
SIMT_HALF_COMPARE(__hge, >=)
#undef SIMT_HALF_COMPARE
SIMT_INLINE bool __hisnan(__half h)
{
    return (h.__x & 0x7fff) > 0x7c00;
}
SIMT_INLINE int __hisinf(__half h)
{
    return h.__x == 0x7c00 ? 1 : h.__x == 0xfc00 ? -1 : 0;
}

#define SIMT_HALF_OPERATOR(op, name, name2)                             \
    SIMT_INLINE __half operator op(const __half &a, const __half &b)    \
    {                                                                   \
        return name(a, b);                                              \
    }                                                                   \
    SIMT_INLINE __half &operator op##=(__half &a, const __half &b)      \
    {                                                                   \
        return a = name(a, b);                                          \
    }                                                                   \
    SIMT_INLINE __half2 operator op(const __half2 &a, const __half2 &b) \
    {                                                                   \
        return name2(a, b);                                             \
    }                                                                   \
    SIMT_INLINE __half2 &operator op##=(__half2 &a, const __half2 &b)   \
    {                                                                   \
        return a = name2(a, b);                                         \
    }
SIMT_HALF_OPERATOR(+, __hadd, __hadd2)
SIMT_HALF_OPERATOR(-, __hsub, __hsub2)
SIMT_HALF_OPERATOR(*, __hmul, __hmul2)
SIMT_HALF_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_HALF_OPERATOR
SIMT_INLINE __half operator-(const __half &a)
{
    return __hneg(a);
}
SIMT_INLINE __half2 operator-(const __half2 &a)
{
    return __hneg2(a);
}
#define SIMT_HALF_RELATION(op)                                     \
    SIMT_INLINE bool operator op(const __half &a, const __half &b) \
    {                                                              \
        return static_cast<float>(a) op static_cast<float>(b);     \
    }
SIMT_HALF_RELATION(==)
SIMT_HALF_RELATION(!=)
SIMT_HALF_RELATION(<)
SIMT_HALF_RELATION(<=)
SIMT_HALF_RELATION(>)
SIMT_HALF_RELATION(>=)
#undef SIMT_HALF_RELATION

/* ---- warps and atomics
 * ----------------------------------------------------------- */

#define SIMT_HALF_SHUFFLE(name, A)                                             \
    SIMT_INLINE __half name(unsigned mask, __half v, A arg,                    \
                            int width = SIMT_WARP)                             \
    {                                                                          \
        return __half_raw{static_cast<unsigned short>(                         \
            name(mask, static_cast<unsigned>(v.__x), arg, width))};            \
    }                                                                          \
    SIMT_INLINE __half2 name(unsigned mask, __half2 v, A arg,                  \
                             int width = SIMT_WARP)                            \
    {                                                                          \
        unsigned both = name(                                                  \
            mask, v.x.__x | static_cast<unsigned>(v.y.__x) << 16, arg, width); \
        return __half2(__half_raw{static_cast<unsigned short>(both)},          \
                       __half_raw{static_cast<unsigned short>(both >> 16)});   \
    }
SIMT_HALF_SHUFFLE(__shfl_sync, int)
SIMT_HALF_SHUFFLE(__shfl_up_sync, unsigned)
SIMT_HALF_SHUFFLE(__shfl_down_sync, unsigned)
SIMT_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef SIMT_HALF_SHUFFLE

SIMT_INLINE __half atomicAdd(__half *p, __half v)
{
    typedef unsigned short bits __attribute__((may_alias));
    simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_RMW, SIMT_DEVICE);
    bits *at = reinterpret_cast<bits *>(p);
    unsigned short old = __atomic_load_n(at, __ATOMIC_RELAXED), found;
    for (;; old = found) {
        found = __sync_val_compare_and_swap(at, old,
                                            __hadd(__half_raw{old}, v).__x);
        if (found == old)
            return __half_raw{old};
    }
}

#include "simt_show.h"
#endif
