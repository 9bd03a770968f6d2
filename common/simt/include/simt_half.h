/*
 * simt_half.h - what numbers of 16 bits can do: each operation in float, the
 * result rounded. cuda_fp16.h and cuda_bf16.h include this, with
 *
 *   SIMT_H, SIMT_H2, SIMT_H_RAW   the type, that of two, that of the bits
 *   SIMT_H_NAME(before, after)    the function whose name has the type's there
 *   SIMT_H_BITS(v, mode)          a float as bits
 *   SIMT_H_INFINITY               bits
 *
 * Alone there is nothing in it.
 */
#ifdef SIMT_H

#ifndef SIMT_HALF_H
#define SIMT_HALF_H
namespace simt
{
/* To be rounded once more: cut, and the last bit set if something is lost, so
 * that the second time goes as if there had been no first. */
SIMT_INLINE float to_odd(double v)
{
    float f = simt_to_float(v, SIMT_TO_ZERO);
    if (static_cast<double>(f) != v && v == v)
        f = __uint_as_float(__float_as_uint(f) | 1);
    return f;
}
template <class T, class = std::enable_if_t<std::is_integral<T>::value>>
SIMT_INLINE float to_odd(T v)
{
    float f = simt_integer_to_float(static_cast<long long>(v),
                                    std::is_unsigned<T>::value, SIMT_TO_ZERO);
    if (static_cast<T>(f) != v)
        f = __uint_as_float(__float_as_uint(f) | 1);
    return f;
}
} // namespace simt
#endif

/* ---- conversions ----------------------------------------------------- */

SIMT_INLINE SIMT_H SIMT_H_NAME(__float2, )(float v)
{
    return SIMT_H(v);
}
#define SIMT_HALF_MODE(suffix, mode)                             \
    SIMT_INLINE SIMT_H SIMT_H_NAME(__float2, _##suffix)(float v) \
    {                                                            \
        return SIMT_H_RAW{SIMT_H_BITS(v, mode)};                 \
    }
SIMT_HALF_MODE(rn, SIMT_NEAREST)
SIMT_HALF_MODE(rz, SIMT_TO_ZERO)
SIMT_HALF_MODE(ru, SIMT_UP)
SIMT_HALF_MODE(rd, SIMT_DOWN)
#undef SIMT_HALF_MODE
SIMT_INLINE SIMT_H SIMT_H_NAME(__double2, )(double v)
{
    return SIMT_H(simt::to_odd(v));
}
SIMT_INLINE float SIMT_H_NAME(__, 2float)(SIMT_H h)
{
    return h;
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__float2, 2_rn)(float v)
{
    return SIMT_H2(v, v);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__floats2, 2_rn)(float a, float b)
{
    return SIMT_H2(a, b);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__float22, 2_rn)(float2 v)
{
    return SIMT_H2(v.x, v.y);
}
SIMT_INLINE float2 SIMT_H_NAME(__, 22float2)(SIMT_H2 v)
{
    return make_float2(v.x, v.y);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__halves2, 2)(SIMT_H a, SIMT_H b)
{
    return SIMT_H2(a, b);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(make_, 2)(SIMT_H a, SIMT_H b)
{
    return SIMT_H2(a, b);
}
SIMT_INLINE SIMT_H SIMT_H_NAME(__low2, )(SIMT_H2 v)
{
    return v.x;
}
SIMT_INLINE SIMT_H SIMT_H_NAME(__high2, )(SIMT_H2 v)
{
    return v.y;
}
SIMT_INLINE float __low2float(SIMT_H2 v)
{
    return v.x;
}
SIMT_INLINE float __high2float(SIMT_H2 v)
{
    return v.y;
}
SIMT_INLINE SIMT_H2 __lowhigh2highlow(SIMT_H2 v)
{
    return SIMT_H2(v.y, v.x);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__low2, 2)(SIMT_H2 v)
{
    return SIMT_H2(v.x, v.x);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__high2, 2)(SIMT_H2 v)
{
    return SIMT_H2(v.y, v.y);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__lows2, 2)(SIMT_H2 a, SIMT_H2 b)
{
    return SIMT_H2(a.x, b.x);
}
SIMT_INLINE SIMT_H2 SIMT_H_NAME(__highs2, 2)(SIMT_H2 a, SIMT_H2 b)
{
    return SIMT_H2(a.y, b.y);
}
#define SIMT_HALF_INTEGER(name, T, suffix, mode)                \
    SIMT_INLINE T SIMT_H_NAME(__, 2##name##_##suffix)(SIMT_H h) \
    {                                                           \
        return simt::to_integer<T>(h, mode);                    \
    }                                                           \
    SIMT_INLINE SIMT_H SIMT_H_NAME(__##name##2, _##suffix)(T v) \
    {                                                           \
        return SIMT_H_RAW{SIMT_H_BITS(simt::to_odd(v), mode)};  \
    }
#define SIMT_HALF_INTEGERS(name, T)              \
    SIMT_HALF_INTEGER(name, T, rn, SIMT_NEAREST) \
    SIMT_HALF_INTEGER(name, T, rz, SIMT_TO_ZERO) \
    SIMT_HALF_INTEGER(name, T, ru, SIMT_UP)      \
    SIMT_HALF_INTEGER(name, T, rd, SIMT_DOWN)
SIMT_HALF_INTEGERS(short, short)
SIMT_HALF_INTEGERS(ushort, unsigned short)
SIMT_HALF_INTEGERS(int, int)
SIMT_HALF_INTEGERS(uint, unsigned)
SIMT_HALF_INTEGERS(ll, long long)
SIMT_HALF_INTEGERS(ull, unsigned long long)
#undef SIMT_HALF_INTEGERS
#undef SIMT_HALF_INTEGER
SIMT_INLINE signed char SIMT_H_NAME(__, 2char_rz)(SIMT_H h)
{
    return simt::to_integer<signed char>(h, SIMT_TO_ZERO);
}
SIMT_INLINE unsigned char SIMT_H_NAME(__, 2uchar_rz)(SIMT_H h)
{
    return simt::to_integer<unsigned char>(h, SIMT_TO_ZERO);
}
SIMT_INLINE unsigned short SIMT_H_NAME(__, _as_ushort)(SIMT_H h)
{
    return h.__x;
}
SIMT_INLINE short SIMT_H_NAME(__, _as_short)(SIMT_H h)
{
    return static_cast<short>(h.__x);
}
SIMT_INLINE SIMT_H SIMT_H_NAME(__ushort_as_, )(unsigned short x)
{
    return SIMT_H_RAW{x};
}
SIMT_INLINE SIMT_H SIMT_H_NAME(__short_as_, )(short x)
{
    return SIMT_H_RAW{static_cast<unsigned short>(x)};
}

/* ---- arithmetic ------------------------------------------------------ */

#define SIMT_HALF_2(name, expression)                   \
    SIMT_INLINE SIMT_H name(SIMT_H p, SIMT_H q)         \
    {                                                   \
        float a = p, b = q;                             \
        return SIMT_H(expression);                      \
    }                                                   \
    SIMT_INLINE SIMT_H2 name##2(SIMT_H2 p, SIMT_H2 q)   \
    {                                                   \
        return SIMT_H2(name(p.x, q.x), name(p.y, q.y)); \
    }
#define SIMT_HALF_1(name, expression) \
    SIMT_INLINE SIMT_H name(SIMT_H p) \
    {                                 \
        float a = p;                  \
        return SIMT_H(expression);    \
    }
SIMT_HALF_2(__hadd, a + b)
SIMT_HALF_2(__hsub, a - b)
SIMT_HALF_2(__hmul, a *b)
/* -0 is less than 0, and a NaN loses against a number. */
#define SIMT_HALF_LESS (a < b || (a == b && __builtin_signbit(a)))
SIMT_HALF_2(__hmin, a != a ? b : b != b || SIMT_HALF_LESS ? a : b)
SIMT_HALF_2(__hmax, a != a ? b : b == b && SIMT_HALF_LESS ? b : a)
SIMT_INLINE SIMT_H __hdiv(SIMT_H p, SIMT_H q)
{
    return SIMT_H(static_cast<float>(p) / static_cast<float>(q));
}
SIMT_INLINE SIMT_H2 __h2div(SIMT_H2 p, SIMT_H2 q)
{
    return SIMT_H2(__hdiv(p.x, q.x), __hdiv(p.y, q.y));
}
/* The product is exact in double; so is the sum, nearly always. */
SIMT_INLINE SIMT_H __hfma(SIMT_H p, SIMT_H q, SIMT_H r)
{
    double a = static_cast<float>(p), b = static_cast<float>(q);
    return SIMT_H_NAME(__double2, )(a * b + static_cast<float>(r));
}
SIMT_INLINE SIMT_H2 __hfma2(SIMT_H2 p, SIMT_H2 q, SIMT_H2 r)
{
    return SIMT_H2(__hfma(p.x, q.x, r.x), __hfma(p.y, q.y, r.y));
}
SIMT_HALF_1(__hneg, -a)
SIMT_INLINE SIMT_H2 __hcmadd(SIMT_H2 p, SIMT_H2 q, SIMT_H2 r)
{
    return SIMT_H2(__hfma(__hneg(p.y), q.y, __hfma(p.x, q.x, r.x)),
                   __hfma(p.y, q.x, __hfma(p.x, q.y, r.y)));
}
/* Not fused with others; from 0 to 1, NaN gives 0; 0 in place of what is
 * negative; NaN if one of them is. */
#define SIMT_HALF_SATURATED(v) SIMT_H(__saturatef(static_cast<float>(v)))
#define SIMT_HALF_2_VARIANTS(name)                                  \
    SIMT_INLINE SIMT_H name##_rn(SIMT_H p, SIMT_H q)                \
    {                                                               \
        return name(p, q);                                          \
    }                                                               \
    SIMT_INLINE SIMT_H2 name##2_rn(SIMT_H2 p, SIMT_H2 q)            \
    {                                                               \
        return name##2(p, q);                                       \
    }                                                               \
    SIMT_INLINE SIMT_H name##_sat(SIMT_H p, SIMT_H q)               \
    {                                                               \
        return SIMT_HALF_SATURATED(name(p, q));                     \
    }                                                               \
    SIMT_INLINE SIMT_H2 name##2_sat(SIMT_H2 p, SIMT_H2 q)           \
    {                                                               \
        return SIMT_H2(name##_sat(p.x, q.x), name##_sat(p.y, q.y)); \
    }
SIMT_HALF_2_VARIANTS(__hadd)
SIMT_HALF_2_VARIANTS(__hsub)
SIMT_HALF_2_VARIANTS(__hmul)
#undef SIMT_HALF_2_VARIANTS
SIMT_INLINE SIMT_H __hfma_sat(SIMT_H p, SIMT_H q, SIMT_H r)
{
    return SIMT_HALF_SATURATED(__hfma(p, q, r));
}
SIMT_INLINE SIMT_H2 __hfma2_sat(SIMT_H2 p, SIMT_H2 q, SIMT_H2 r)
{
    return SIMT_H2(__hfma_sat(p.x, q.x, r.x), __hfma_sat(p.y, q.y, r.y));
}
#undef SIMT_HALF_SATURATED
SIMT_INLINE SIMT_H __hfma_relu(SIMT_H p, SIMT_H q, SIMT_H r)
{
    SIMT_H v = __hfma(p, q, r);
    return static_cast<float>(v) < 0 ? SIMT_H(0) : v;
}
SIMT_INLINE SIMT_H2 __hfma2_relu(SIMT_H2 p, SIMT_H2 q, SIMT_H2 r)
{
    return SIMT_H2(__hfma_relu(p.x, q.x, r.x), __hfma_relu(p.y, q.y, r.y));
}
SIMT_HALF_2(__hmin_nan_, a != a || (b == b && SIMT_HALF_LESS) ? a : b)
SIMT_HALF_2(__hmax_nan_, b != b || (a == a && SIMT_HALF_LESS) ? b : a)
#undef SIMT_HALF_LESS
#define SIMT_HALF_NAN(name)                               \
    SIMT_INLINE SIMT_H name##_nan(SIMT_H p, SIMT_H q)     \
    {                                                     \
        return name##_nan_(p, q);                         \
    }                                                     \
    SIMT_INLINE SIMT_H2 name##2_nan(SIMT_H2 p, SIMT_H2 q) \
    {                                                     \
        return name##_nan_2(p, q);                        \
    }
SIMT_HALF_NAN(__hmin)
SIMT_HALF_NAN(__hmax)
#undef SIMT_HALF_NAN
/* Of two, h2 for h. */
#define SIMT_HALF_1_2(name, expression)             \
    SIMT_HALF_1(h##name, expression)                \
    SIMT_INLINE SIMT_H2 h2##name(SIMT_H2 v)         \
    {                                               \
        return SIMT_H2(h##name(v.x), h##name(v.y)); \
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
SIMT_INLINE SIMT_H2 __hneg2(SIMT_H2 v)
{
    return SIMT_H2(__hneg(v.x), __hneg(v.y));
}
SIMT_INLINE SIMT_H2 __habs2(SIMT_H2 v)
{
    return SIMT_H2(__habs(v.x), __habs(v.y));
}

/* __heq(), __heq2() with 1 or 0 in each, __heq2_mask() with all bits, __hbeq2()
 * for both; __hequ() and so on are true where there is a NaN. */
#define SIMT_HALF_COMPARE_ONE(name, all, expression)        \
    SIMT_INLINE bool name(SIMT_H p, SIMT_H q)               \
    {                                                       \
        float a = p, b = q;                                 \
        return expression;                                  \
    }                                                       \
    SIMT_INLINE SIMT_H2 name##2(SIMT_H2 p, SIMT_H2 q)       \
    {                                                       \
        return SIMT_H2(name(p.x, q.x), name(p.y, q.y));     \
    }                                                       \
    SIMT_INLINE unsigned name##2_mask(SIMT_H2 p, SIMT_H2 q) \
    {                                                       \
        return (name(p.x, q.x) ? 0xffffu : 0) |             \
               (name(p.y, q.y) ? 0xffff0000u : 0);          \
    }                                                       \
    SIMT_INLINE bool all(SIMT_H2 p, SIMT_H2 q)              \
    {                                                       \
        return name(p.x, q.x) && name(p.y, q.y);            \
    }
#define SIMT_HALF_COMPARE(name, expression)                     \
    SIMT_HALF_COMPARE_ONE(__h##name, __hb##name##2, expression) \
    SIMT_HALF_COMPARE_ONE(__h##name##u, __hb##name##u2,         \
                          a != a || b != b || (expression))
SIMT_HALF_COMPARE(eq, a == b)
SIMT_HALF_COMPARE(ne, a<b || a> b)
SIMT_HALF_COMPARE(lt, a < b)
SIMT_HALF_COMPARE(le, a <= b)
SIMT_HALF_COMPARE(gt, a > b)
SIMT_HALF_COMPARE(ge, a >= b)
#undef SIMT_HALF_COMPARE
#undef SIMT_HALF_COMPARE_ONE
SIMT_INLINE bool __hisnan(SIMT_H h)
{
    return (h.__x & 0x7fff) > SIMT_H_INFINITY;
}
SIMT_INLINE SIMT_H2 __hisnan2(SIMT_H2 v)
{
    return SIMT_H2(__hisnan(v.x), __hisnan(v.y));
}
SIMT_INLINE int __hisinf(SIMT_H h)
{
    return h.__x == SIMT_H_INFINITY              ? 1
           : h.__x == (SIMT_H_INFINITY | 0x8000) ? -1
                                                 : 0;
}

#define SIMT_HALF_OPERATOR(op, name, name2)                             \
    SIMT_INLINE SIMT_H operator op(const SIMT_H &a, const SIMT_H &b)    \
    {                                                                   \
        return name(a, b);                                              \
    }                                                                   \
    SIMT_INLINE SIMT_H &operator op##=(SIMT_H &a, const SIMT_H &b)      \
    {                                                                   \
        return a = name(a, b);                                          \
    }                                                                   \
    SIMT_INLINE SIMT_H2 operator op(const SIMT_H2 &a, const SIMT_H2 &b) \
    {                                                                   \
        return name2(a, b);                                             \
    }                                                                   \
    SIMT_INLINE SIMT_H2 &operator op##=(SIMT_H2 &a, const SIMT_H2 &b)   \
    {                                                                   \
        return a = name2(a, b);                                         \
    }
SIMT_HALF_OPERATOR(+, __hadd, __hadd2)
SIMT_HALF_OPERATOR(-, __hsub, __hsub2)
SIMT_HALF_OPERATOR(*, __hmul, __hmul2)
SIMT_HALF_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_HALF_OPERATOR
SIMT_INLINE SIMT_H operator-(const SIMT_H &a)
{
    return __hneg(a);
}
SIMT_INLINE SIMT_H2 operator-(const SIMT_H2 &a)
{
    return __hneg2(a);
}
#define SIMT_HALF_RELATION(op)                                     \
    SIMT_INLINE bool operator op(const SIMT_H &a, const SIMT_H &b) \
    {                                                              \
        return static_cast<float>(a) op static_cast<float>(b);     \
    }
#define SIMT_HALF_RELATION_2(op, all)                                \
    SIMT_INLINE bool operator op(const SIMT_H2 &a, const SIMT_H2 &b) \
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

/* ---- warps and atomics ----------------------------------------------- */

#define SIMT_HALF_SHUFFLE(name, A)                                             \
    SIMT_INLINE SIMT_H name(unsigned mask, SIMT_H v, A arg,                    \
                            int width = SIMT_WARP)                             \
    {                                                                          \
        return SIMT_H_RAW{static_cast<unsigned short>(                         \
            name(mask, static_cast<unsigned>(v.__x), arg, width))};            \
    }                                                                          \
    SIMT_INLINE SIMT_H2 name(unsigned mask, SIMT_H2 v, A arg,                  \
                             int width = SIMT_WARP)                            \
    {                                                                          \
        unsigned both = name(                                                  \
            mask, v.x.__x | static_cast<unsigned>(v.y.__x) << 16, arg, width); \
        return SIMT_H2(SIMT_H_RAW{static_cast<unsigned short>(both)},          \
                       SIMT_H_RAW{static_cast<unsigned short>(both >> 16)});   \
    }
SIMT_HALF_SHUFFLE(__shfl_sync, int)
SIMT_HALF_SHUFFLE(__shfl_up_sync, unsigned)
SIMT_HALF_SHUFFLE(__shfl_down_sync, unsigned)
SIMT_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef SIMT_HALF_SHUFFLE

SIMT_INLINE SIMT_H atomicAdd(SIMT_H *p, SIMT_H v)
{
    typedef unsigned short bits __attribute__((may_alias));
    simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_RMW, SIMT_DEVICE);
    return simt::atomic_loop<SIMT_H>(
        reinterpret_cast<bits *>(p),
        [v](SIMT_H old) { return __hadd(old, v); });
}
/* One step for each half, says the guide; here for both. */
SIMT_INLINE SIMT_H2 atomicAdd(SIMT_H2 *p, SIMT_H2 v)
{
    simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_RMW, SIMT_DEVICE);
    return simt::atomic_loop<SIMT_H2>(
        reinterpret_cast<simt::u32_alias *>(p),
        [v](SIMT_H2 old) { return __hadd2(old, v); });
}

#undef SIMT_H
#undef SIMT_H2
#undef SIMT_H_RAW
#undef SIMT_H_INFINITY
#undef SIMT_H_NAME
#undef SIMT_H_BITS
#endif
