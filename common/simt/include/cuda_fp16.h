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
SIMT_INLINE __half2 __lows2half2(__half2 a, __half2 b)
{
    return __half2(a.x, b.x);
}
SIMT_INLINE __half2 __highs2half2(__half2 a, __half2 b)
{
    return __half2(a.y, b.y);
}
/* Where float is not exact, half is infinite. */
#define SIMT_HALF_INTEGER(name, T, suffix, mode)                      \
    SIMT_INLINE T __half2##name##_##suffix(__half h)                  \
    {                                                                 \
        return simt::to_integer<T>(h, mode);                          \
    }                                                                 \
    SIMT_INLINE __half __##name##2half_##suffix(T v)                  \
    {                                                                 \
        return __half_raw{                                            \
            simt::to_half_bits(static_cast<float>(v), mode)};         \
    }
#define SIMT_HALF_INTEGERS(name, T)                 \
    SIMT_HALF_INTEGER(name, T, rn, SIMT_NEAREST)    \
    SIMT_HALF_INTEGER(name, T, rz, SIMT_TO_ZERO)    \
    SIMT_HALF_INTEGER(name, T, ru, SIMT_UP)         \
    SIMT_HALF_INTEGER(name, T, rd, SIMT_DOWN)
SIMT_HALF_INTEGERS(short, short)
SIMT_HALF_INTEGERS(ushort, unsigned short)
SIMT_HALF_INTEGERS(int, int)
SIMT_HALF_INTEGERS(uint, unsigned)
SIMT_HALF_INTEGERS(ll, long long)
SIMT_HALF_INTEGERS(ull, unsigned long long)
#undef SIMT_HALF_INTEGERS
#undef SIMT_HALF_INTEGER
SIMT_INLINE signed char __half2char_rz(__half h)
{
    return simt::to_integer<signed char>(h, SIMT_TO_ZERO);
}
SIMT_INLINE unsigned char __half2uchar_rz(__half h)
{
    return simt::to_integer<unsigned char>(h, SIMT_TO_ZERO);
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
/* -0 is less than 0, and a NaN loses against a number. */
#define SIMT_HALF_LESS (a < b || (a == b && __builtin_signbit(a)))
SIMT_HALF_2(__hmin, a != a ? b : b != b || SIMT_HALF_LESS ? a : b)
SIMT_HALF_2(__hmax, a != a ? b : b == b && SIMT_HALF_LESS ? b : a)
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
SIMT_INLINE __half2 __hcmadd(__half2 p, __half2 q, __half2 r)
{
    return __half2(__hfma(__hneg(p.y), q.y, __hfma(p.x, q.x, r.x)),
                   __hfma(p.y, q.x, __hfma(p.x, q.y, r.y)));
}
/* Not fused with others; from 0 to 1, NaN gives 0; 0 in place of what is
 * negative; NaN if one of them is. */
#define SIMT_HALF_SATURATED(v) \
    __half(__saturatef(static_cast<float>(v)))
#define SIMT_HALF_2_VARIANTS(name)                                     \
    SIMT_INLINE __half name##_rn(__half p, __half q)                   \
    {                                                                  \
        return name(p, q);                                             \
    }                                                                  \
    SIMT_INLINE __half2 name##2_rn(__half2 p, __half2 q)               \
    {                                                                  \
        return name##2(p, q);                                          \
    }                                                                  \
    SIMT_INLINE __half name##_sat(__half p, __half q)                  \
    {                                                                  \
        return SIMT_HALF_SATURATED(name(p, q));                        \
    }                                                                  \
    SIMT_INLINE __half2 name##2_sat(__half2 p, __half2 q)              \
    {                                                                  \
        return __half2(name##_sat(p.x, q.x), name##_sat(p.y, q.y));    \
    }
SIMT_HALF_2_VARIANTS(__hadd)
SIMT_HALF_2_VARIANTS(__hsub)
SIMT_HALF_2_VARIANTS(__hmul)
#undef SIMT_HALF_2_VARIANTS
SIMT_INLINE __half __hfma_sat(__half p, __half q, __half r)
{
    return SIMT_HALF_SATURATED(__hfma(p, q, r));
}
SIMT_INLINE __half2 __hfma2_sat(__half2 p, __half2 q, __half2 r)
{
    return __half2(__hfma_sat(p.x, q.x, r.x), __hfma_sat(p.y, q.y, r.y));
}
#undef SIMT_HALF_SATURATED
SIMT_INLINE __half __hfma_relu(__half p, __half q, __half r)
{
    __half v = __hfma(p, q, r);
    return static_cast<float>(v) < 0 ? __half(0) : v;
}
SIMT_INLINE __half2 __hfma2_relu(__half2 p, __half2 q, __half2 r)
{
    return __half2(__hfma_relu(p.x, q.x, r.x), __hfma_relu(p.y, q.y, r.y));
}
SIMT_HALF_2(__hmin_nan_, a != a || (b == b && SIMT_HALF_LESS) ? a : b)
SIMT_HALF_2(__hmax_nan_, b != b || (a == a && SIMT_HALF_LESS) ? b : a)
#undef SIMT_HALF_LESS
#define SIMT_HALF_NAN(name)                            \
    SIMT_INLINE __half name##_nan(__half p, __half q)  \
    {                                                  \
        return name##_nan_(p, q);                      \
    }                                                  \
    SIMT_INLINE __half2 name##2_nan(__half2 p, __half2 q) \
    {                                                  \
        return name##_nan_2(p, q);                     \
    }
SIMT_HALF_NAN(__hmin)
SIMT_HALF_NAN(__hmax)
#undef SIMT_HALF_NAN
/* Of two, h2 for h. */
#define SIMT_HALF_1_2(name, expression)                  \
    SIMT_HALF_1(h##name, expression)                     \
    SIMT_INLINE __half2 h2##name(__half2 v)              \
    {                                                    \
        return __half2(h##name(v.x), h##name(v.y));      \
    }
SIMT_HALF_1(__habs, __builtin_fabsf(a))
SIMT_HALF_1_2(sqrt, __builtin_sqrtf(a))
SIMT_HALF_1_2(rsqrt, 1 / __builtin_sqrtf(a))
SIMT_HALF_1_2(rcp, 1 / a)
SIMT_HALF_1_2(exp, __builtin_expf(a))
SIMT_HALF_1_2(exp2, __builtin_exp2f(a))
SIMT_HALF_1_2(log, __builtin_logf(a))
SIMT_HALF_1_2(log2, __builtin_log2f(a))
SIMT_HALF_1_2(sin, __builtin_sinf(a))
SIMT_HALF_1_2(cos, __builtin_cosf(a))
SIMT_HALF_1_2(floor, __builtin_floorf(a))
SIMT_HALF_1_2(ceil, __builtin_ceilf(a))
SIMT_HALF_1_2(trunc, __builtin_truncf(a))
SIMT_HALF_1_2(rint, __builtin_rintf(a))
SIMT_HALF_1_2(exp10, ::exp10f(a))
SIMT_HALF_1_2(log10, __builtin_log10f(a))
SIMT_HALF_1_2(tanh, __builtin_tanhf(a))
SIMT_HALF_1_2(tanh_approx, __builtin_tanhf(a))
#undef SIMT_HALF_1_2
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

/* __heq(), __heq2() with 1 or 0 in each, __heq2_mask() with all bits, __hbeq2()
 * for both; __hequ() and so on are true where there is a NaN. */
#define SIMT_HALF_COMPARE_ONE(name, all, expression)                          \
    SIMT_INLINE bool name(__half p, __half q)                                 \
    {                                                                         \
        float a = p, b = q;                                                   \
        return expression;                                                    \
    }                                                                         \
    SIMT_INLINE __half2 name##2(__half2 p, __half2 q)                         \
    {                                                                         \
        return __half2(name(p.x, q.x), name(p.y, q.y));                       \
    }                                                                         \
    SIMT_INLINE unsigned name##2_mask(__half2 p, __half2 q)                   \
    {                                                                         \
        return (name(p.x, q.x) ? 0xffffu : 0) |                               \
               (name(p.y, q.y) ? 0xffff0000u : 0);                            \
    }                                                                         \
    SIMT_INLINE bool all(__half2 p, __half2 q)                                \
    {                                                                         \
        return name(p.x, q.x) && name(p.y, q.y);                              \
    }
#define SIMT_HALF_COMPARE(name, expression)                        \
    SIMT_HALF_COMPARE_ONE(__h##name, __hb##name##2, expression)    \
    SIMT_HALF_COMPARE_ONE(__h##name##u, __hb##name##u2,            \
                          a != a || b != b || (expression))
SIMT_HALF_COMPARE(eq, a == b)
SIMT_HALF_COMPARE(ne, a < b || a > b)
SIMT_HALF_COMPARE(lt, a < b)
SIMT_HALF_COMPARE(le, a <= b)
SIMT_HALF_COMPARE(gt, a > b)
SIMT_HALF_COMPARE(ge, a >= b)
#undef SIMT_HALF_COMPARE
#undef SIMT_HALF_COMPARE_ONE
SIMT_INLINE bool __hisnan(__half h)
{
    return (h.__x & 0x7fff) > 0x7c00;
}
SIMT_INLINE __half2 __hisnan2(__half2 v)
{
    return __half2(__hisnan(v.x), __hisnan(v.y));
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
#define SIMT_HALF_RELATION_2(op, all)                                \
    SIMT_INLINE bool operator op(const __half2 &a, const __half2 &b) \
    {                                                                \
        return all(a, b);                                            \
    }
SIMT_HALF_RELATION_2(==, __hbeq2)
SIMT_HALF_RELATION_2(!=, __hbneu2)
SIMT_HALF_RELATION_2(<, __hblt2)
SIMT_HALF_RELATION_2(<=, __hble2)
SIMT_HALF_RELATION_2(>, __hbgt2)
SIMT_HALF_RELATION_2(>=, __hbge2)
#undef SIMT_HALF_RELATION_2
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
