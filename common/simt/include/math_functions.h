/*
 * math_functions.h - the device's mathematical functions beyond those of the C
 * library, and its intrinsics.
 */
#ifndef SIMT_MATH_FUNCTIONS_H
#define SIMT_MATH_FUNCTIONS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "device_functions.h"
#include "simt_helpers.h"
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdlib.h>

/* ---- min, max -------------------------------------------------------- */

#define SIMT_MIN_MAX_OF(A, B, T)                                          \
    SIMT_INLINE constexpr T min(A a, B b)                                 \
    {                                                                     \
        return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(a)  \
                                                     : static_cast<T>(b); \
    }                                                                     \
    SIMT_INLINE constexpr T max(A a, B b)                                 \
    {                                                                     \
        return static_cast<T>(a) > static_cast<T>(b) ? static_cast<T>(a)  \
                                                     : static_cast<T>(b); \
    }
#define SIMT_MIN_MAX_INTEGER(T)                         \
    SIMT_MIN_MAX_OF(T, T, T)                            \
    SIMT_MIN_MAX_OF(unsigned T, unsigned T, unsigned T) \
    SIMT_MIN_MAX_OF(T, unsigned T, unsigned T)          \
    SIMT_MIN_MAX_OF(unsigned T, T, unsigned T)
SIMT_MIN_MAX_INTEGER(int)
SIMT_MIN_MAX_INTEGER(long)
SIMT_MIN_MAX_INTEGER(long long)
#undef SIMT_MIN_MAX_INTEGER
#undef SIMT_MIN_MAX_OF

/* A NaN loses against a number, as fmin() has it. */
#define SIMT_MIN_MAX_OF(A, B, T, f)     \
    SIMT_INLINE T min(A a, B b)         \
    {                                   \
        return __builtin_fmin##f(a, b); \
    }                                   \
    SIMT_INLINE T max(A a, B b)         \
    {                                   \
        return __builtin_fmax##f(a, b); \
    }
SIMT_MIN_MAX_OF(float, float, float, f)
SIMT_MIN_MAX_OF(double, double, double, )
SIMT_MIN_MAX_OF(float, double, double, )
SIMT_MIN_MAX_OF(double, float, double, )
#undef SIMT_MIN_MAX_OF

SIMT_INLINE unsigned umin(unsigned a, unsigned b)
{
    return min(a, b);
}
SIMT_INLINE unsigned umax(unsigned a, unsigned b)
{
    return max(a, b);
}
SIMT_INLINE long long llmin(long long a, long long b)
{
    return min(a, b);
}
SIMT_INLINE long long llmax(long long a, long long b)
{
    return max(a, b);
}
SIMT_INLINE unsigned long long ullmin(unsigned long long a,
                                      unsigned long long b)
{
    return min(a, b);
}
SIMT_INLINE unsigned long long ullmax(unsigned long long a,
                                      unsigned long long b)
{
    return max(a, b);
}

/* ---- functions ------------------------------------------------------- */

/* name(double), namef(float) and name(float). */
#define SIMT_MATH_1(name, expression)          \
    SIMT_INLINE double name(double x)          \
    {                                          \
        return expression;                     \
    }                                          \
    SIMT_INLINE float name##f(float a)         \
    {                                          \
        double x = a;                          \
        return static_cast<float>(expression); \
    }                                          \
    SIMT_INLINE float name(float a)            \
    {                                          \
        return name##f(a);                     \
    }

namespace simt
{
/* sin(pi x), exact where the result is. */
SIMT_INLINE double sin_pi(double x)
{
    double r = x - 2 * __builtin_rint(x / 2); /* -1 ... 1 */
    double a = __builtin_fabs(r);
    if (a > 0.5)
        r = __builtin_copysign(1 - a, r);
    return __builtin_sin(3.14159265358979323846 * r);
}
SIMT_INLINE double cos_pi(double x)
{
    double a = __builtin_fabs(x - 2 * __builtin_rint(x / 2));
    return sin_pi(0.5 - a);
}
} // namespace simt

#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 41)
#define SIMT_HAS_SINPI
#endif
#if __GLIBC_PREREQ(2, 42)
#define SIMT_HAS_RSQRT
#endif
#endif

#ifdef SIMT_HAS_RSQRT
SIMT_INLINE float rsqrt(float x)
{
    return rsqrtf(x);
}
#else
SIMT_INLINE double rsqrt(double x)
{
    return 1 / __builtin_sqrt(x);
}
SIMT_INLINE float rsqrtf(float x)
{
    return 1 / __builtin_sqrtf(x);
}
SIMT_INLINE float rsqrt(float x)
{
    return rsqrtf(x);
}
#endif
#ifdef SIMT_HAS_SINPI
SIMT_INLINE float sinpi(float x)
{
    return sinpif(x);
}
SIMT_INLINE float cospi(float x)
{
    return cospif(x);
}
#else
SIMT_MATH_1(sinpi, simt::sin_pi(x))
SIMT_MATH_1(cospi, simt::cos_pi(x))
#endif
SIMT_MATH_1(rcbrt, 1 / __builtin_cbrt(x))
SIMT_MATH_1(erfinv, simt_erfinv(x))
SIMT_MATH_1(erfcinv, -simt_normcdfinv(x / 2) * 0.70710678118654752440)
SIMT_MATH_1(normcdf, 0.5 * __builtin_erfc(-x * 0.70710678118654752440))
SIMT_MATH_1(normcdfinv, simt_normcdfinv(x))
SIMT_MATH_1(erfcx, simt_erfcx(x))
SIMT_MATH_1(cyl_bessel_i0, simt_bessel_i0(x))
SIMT_MATH_1(cyl_bessel_i1, simt_bessel_i1(x))
#undef SIMT_MATH_1

SIMT_INLINE float exp10(float x)
{
    return ::exp10f(x);
}
SIMT_INLINE void sincospi(double x, double *s, double *c)
{
    *s = simt::sin_pi(x);
    *c = simt::cos_pi(x);
}
SIMT_INLINE void sincospif(float x, float *s, float *c)
{
    *s = static_cast<float>(simt::sin_pi(x));
    *c = static_cast<float>(simt::cos_pi(x));
}
SIMT_INLINE void sincospi(float x, float *s, float *c)
{
    sincospif(x, s, c);
}
SIMT_INLINE void sincos(float x, float *s, float *c)
{
    *s = __builtin_sinf(x);
    *c = __builtin_cosf(x);
}

#define SIMT_NORMS(T, f)                                        \
    SIMT_INLINE T norm3d##f(T a, T b, T c)                      \
    {                                                           \
        return __builtin_hypot##f(__builtin_hypot##f(a, b), c); \
    }                                                           \
    SIMT_INLINE T norm4d##f(T a, T b, T c, T d)                 \
    {                                                           \
        return __builtin_hypot##f(norm3d##f(a, b, c), d);       \
    }                                                           \
    SIMT_INLINE T norm##f(int n, const T *v)                    \
    {                                                           \
        T sum = 0;                                              \
        for (int i = 0; i < n; i++)                             \
            sum = __builtin_hypot##f(sum, v[i]);                \
        return sum;                                             \
    }                                                           \
    SIMT_INLINE T rhypot##f(T a, T b)                           \
    {                                                           \
        return 1 / __builtin_hypot##f(a, b);                    \
    }                                                           \
    SIMT_INLINE T rnorm3d##f(T a, T b, T c)                     \
    {                                                           \
        return 1 / norm3d##f(a, b, c);                          \
    }                                                           \
    SIMT_INLINE T rnorm4d##f(T a, T b, T c, T d)                \
    {                                                           \
        return 1 / norm4d##f(a, b, c, d);                       \
    }                                                           \
    SIMT_INLINE T rnorm##f(int n, const T *v)                   \
    {                                                           \
        return 1 / norm##f(n, v);                               \
    }                                                           \
    SIMT_INLINE T fdivide##f(T a, T b)                          \
    {                                                           \
        return a / b;                                           \
    }
SIMT_NORMS(double, )
SIMT_NORMS(float, f)
#undef SIMT_NORMS

/* ---- quick forms ----------------------------------------------------- */

SIMT_INLINE float __saturatef(float x)
{
    return x > 0 ? x < 1 ? x : 1 : 0; /* NaN gives 0 */
}
SIMT_INLINE float saturate(float x)
{
    return __saturatef(x);
}
/* The C library declares these names, for itself. */
#define SIMT_LIBC \
    extern "C" inline __attribute__((gnu_inline, always_inline, artificial))
SIMT_LIBC float __sinf(float x) noexcept
{
    return __builtin_sinf(x);
}
SIMT_LIBC float __cosf(float x) noexcept
{
    return __builtin_cosf(x);
}
SIMT_LIBC float __tanf(float x) noexcept
{
    return __builtin_tanf(x);
}
SIMT_LIBC float __tanhf(float x) noexcept
{
    return __builtin_tanhf(x);
}
SIMT_LIBC void __sincosf(float x, float *s, float *c) noexcept
{
    *s = __builtin_sinf(x);
    *c = __builtin_cosf(x);
}
SIMT_LIBC float __expf(float x) noexcept
{
    return __builtin_expf(x);
}
SIMT_LIBC float __exp10f(float x) noexcept
{
    return ::exp10f(x);
}
SIMT_LIBC float __logf(float x) noexcept
{
    return __builtin_logf(x);
}
SIMT_LIBC float __log2f(float x) noexcept
{
    return __builtin_log2f(x);
}
SIMT_LIBC float __log10f(float x) noexcept
{
    return __builtin_log10f(x);
}
SIMT_LIBC float __powf(float x, float y) noexcept
{
    return __builtin_powf(x, y);
}
#undef SIMT_LIBC
/* Beyond 2^126 the divisor's reciprocal is 0 to the device. */
SIMT_INLINE float __fdividef(float x, float y)
{
    float a = __builtin_fabsf(y);
    if (a > 0x1p126f && a <= 0x1p128)
        return __builtin_isinf(x) ? __builtin_nanf("") : 0 * x * y;
    return x / y;
}

/* ---- arithmetic with a given rounding -------------------------------- */

namespace simt
{
constexpr simt_rounding rn = SIMT_NEAREST, rz = SIMT_TO_ZERO, ru = SIMT_UP,
                        rd = SIMT_DOWN;
}

#define SIMT_ROUNDED(T, p, f, mode)                     \
    SIMT_INLINE T __##p##add_##mode(T x, T y)           \
    {                                                   \
        return simt_round##f('+', x, y, 0, simt::mode); \
    }                                                   \
    SIMT_INLINE T __##p##sub_##mode(T x, T y)           \
    {                                                   \
        return simt_round##f('-', x, y, 0, simt::mode); \
    }                                                   \
    SIMT_INLINE T __##p##mul_##mode(T x, T y)           \
    {                                                   \
        return simt_round##f('*', x, y, 0, simt::mode); \
    }                                                   \
    SIMT_INLINE T __##p##div_##mode(T x, T y)           \
    {                                                   \
        return simt_round##f('/', x, y, 0, simt::mode); \
    }                                                   \
    SIMT_INLINE T __##p##rcp_##mode(T x)                \
    {                                                   \
        return simt_round##f('/', 1, x, 0, simt::mode); \
    }                                                   \
    SIMT_INLINE T __##p##sqrt_##mode(T x)               \
    {                                                   \
        return simt_round##f('s', x, 0, 0, simt::mode); \
    }
#define SIMT_ROUNDED_FMA(T, name, f, mode)              \
    SIMT_INLINE T name##_##mode(T x, T y, T z)          \
    {                                                   \
        return simt_round##f('f', x, y, z, simt::mode); \
    }
#ifdef __x86_64__
#define SIMT_KEEP(x) __asm__("" : "+x"(x))
#else
#define SIMT_KEEP(x) __asm__("" : "+w"(x))
#endif
#define SIMT_TO_NEAREST(T, p, name, f)                          \
    SIMT_INLINE T __##p##add_rn(T x, T y)                       \
    {                                                           \
        return x + y;                                           \
    }                                                           \
    SIMT_INLINE T __##p##sub_rn(T x, T y)                       \
    {                                                           \
        return x - y;                                           \
    }                                                           \
    SIMT_INLINE T __##p##mul_rn(T x, T y)                       \
    {                                                           \
        T product = x * y;                                      \
        SIMT_KEEP(product); /* no fused multiply-add with it */ \
        return product;                                         \
    }                                                           \
    SIMT_INLINE T __##p##div_rn(T x, T y)                       \
    {                                                           \
        return x / y;                                           \
    }                                                           \
    SIMT_INLINE T __##p##rcp_rn(T x)                            \
    {                                                           \
        return 1 / x;                                           \
    }                                                           \
    SIMT_INLINE T __##p##sqrt_rn(T x)                           \
    {                                                           \
        return __builtin_sqrt##f(x);                            \
    }                                                           \
    SIMT_INLINE T name##_rn(T x, T y, T z)                      \
    {                                                           \
        return __builtin_fma##f(x, y, z);                       \
    }
SIMT_TO_NEAREST(float, f, __fmaf, f)
SIMT_TO_NEAREST(double, d, __fma, )
SIMT_ROUNDED(float, f, f, rz)
SIMT_ROUNDED(float, f, f, ru)
SIMT_ROUNDED(float, f, f, rd)
SIMT_ROUNDED(double, d, , rz)
SIMT_ROUNDED(double, d, , ru)
SIMT_ROUNDED(double, d, , rd)
SIMT_ROUNDED_FMA(float, __fmaf, f, rz)
SIMT_ROUNDED_FMA(float, __fmaf, f, ru)
SIMT_ROUNDED_FMA(float, __fmaf, f, rd)
SIMT_ROUNDED_FMA(double, __fma, , rz)
SIMT_ROUNDED_FMA(double, __fma, , ru)
SIMT_ROUNDED_FMA(double, __fma, , rd)
#undef SIMT_ROUNDED
#undef SIMT_ROUNDED_FMA
#undef SIMT_TO_NEAREST
#undef SIMT_KEEP
SIMT_INLINE float __frsqrt_rn(float x)
{
    return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(x)));
}

/* ---- conversions ----------------------------------------------------- */

namespace simt
{
SIMT_INLINE double to_whole(double x, simt_rounding mode)
{
    return mode == rn   ? __builtin_rint(x)
           : mode == rz ? __builtin_trunc(x)
           : mode == ru ? __builtin_ceil(x)
                        : __builtin_floor(x);
}
/* Out of range gives the nearest value, NaN gives 0; a 64-bit NaN 2^63. */
template <class T> SIMT_INLINE T to_integer(double x, simt_rounding mode)
{
    const bool is_signed = T(-1) < T(0);
    const int bits = 8 * sizeof(T) - is_signed;
    const double end = static_cast<double>(1ull << (bits - 1)) * 2;
    const T top = static_cast<T>(~0ull >> (64 - bits));
    double whole = to_whole(x, mode);
    if (whole != whole)
        return sizeof(T) == 8 ? static_cast<T>(1ull << 63) : 0;
    if (whole >= end)
        return top;
    if (whole < (is_signed ? -end : 0))
        return is_signed ? static_cast<T>(-top - 1) : 0;
    return static_cast<T>(whole);
}
} // namespace simt

#define SIMT_TO_INTEGER(name, F, T, mode)          \
    SIMT_INLINE T name(F x)                        \
    {                                              \
        return simt::to_integer<T>(x, simt::mode); \
    }
#define SIMT_FROM_INTEGER(name, T, F, mode)                             \
    SIMT_INLINE F name(T x)                                             \
    {                                                                   \
        if (simt::mode == simt::rn)                                     \
            return static_cast<F>(x);                                   \
        return simt_integer_to_##F(static_cast<long long>(x),           \
                                   static_cast<T>(-1) > 0, simt::mode); \
    }
SIMT_TO_INTEGER(__float2int_rn, float, int, rn)
SIMT_TO_INTEGER(__float2int_rz, float, int, rz)
SIMT_TO_INTEGER(__float2int_ru, float, int, ru)
SIMT_TO_INTEGER(__float2int_rd, float, int, rd)
SIMT_TO_INTEGER(__float2uint_rn, float, unsigned, rn)
SIMT_TO_INTEGER(__float2uint_rz, float, unsigned, rz)
SIMT_TO_INTEGER(__float2uint_ru, float, unsigned, ru)
SIMT_TO_INTEGER(__float2uint_rd, float, unsigned, rd)
SIMT_TO_INTEGER(__float2ll_rn, float, long long, rn)
SIMT_TO_INTEGER(__float2ll_rz, float, long long, rz)
SIMT_TO_INTEGER(__float2ll_ru, float, long long, ru)
SIMT_TO_INTEGER(__float2ll_rd, float, long long, rd)
SIMT_TO_INTEGER(__float2ull_rn, float, unsigned long long, rn)
SIMT_TO_INTEGER(__float2ull_rz, float, unsigned long long, rz)
SIMT_TO_INTEGER(__float2ull_ru, float, unsigned long long, ru)
SIMT_TO_INTEGER(__float2ull_rd, float, unsigned long long, rd)
SIMT_TO_INTEGER(__double2int_rn, double, int, rn)
SIMT_TO_INTEGER(__double2int_rz, double, int, rz)
SIMT_TO_INTEGER(__double2int_ru, double, int, ru)
SIMT_TO_INTEGER(__double2int_rd, double, int, rd)
SIMT_TO_INTEGER(__double2uint_rn, double, unsigned, rn)
SIMT_TO_INTEGER(__double2uint_rz, double, unsigned, rz)
SIMT_TO_INTEGER(__double2uint_ru, double, unsigned, ru)
SIMT_TO_INTEGER(__double2uint_rd, double, unsigned, rd)
SIMT_TO_INTEGER(__double2ll_rn, double, long long, rn)
SIMT_TO_INTEGER(__double2ll_rz, double, long long, rz)
SIMT_TO_INTEGER(__double2ll_ru, double, long long, ru)
SIMT_TO_INTEGER(__double2ll_rd, double, long long, rd)
SIMT_TO_INTEGER(__double2ull_rn, double, unsigned long long, rn)
SIMT_TO_INTEGER(__double2ull_rz, double, unsigned long long, rz)
SIMT_TO_INTEGER(__double2ull_ru, double, unsigned long long, ru)
SIMT_TO_INTEGER(__double2ull_rd, double, unsigned long long, rd)
SIMT_FROM_INTEGER(__int2float_rn, int, float, rn)
SIMT_FROM_INTEGER(__int2float_rz, int, float, rz)
SIMT_FROM_INTEGER(__int2float_ru, int, float, ru)
SIMT_FROM_INTEGER(__int2float_rd, int, float, rd)
SIMT_FROM_INTEGER(__uint2float_rn, unsigned, float, rn)
SIMT_FROM_INTEGER(__uint2float_rz, unsigned, float, rz)
SIMT_FROM_INTEGER(__uint2float_ru, unsigned, float, ru)
SIMT_FROM_INTEGER(__uint2float_rd, unsigned, float, rd)
SIMT_FROM_INTEGER(__ll2float_rn, long long, float, rn)
SIMT_FROM_INTEGER(__ll2float_rz, long long, float, rz)
SIMT_FROM_INTEGER(__ll2float_ru, long long, float, ru)
SIMT_FROM_INTEGER(__ll2float_rd, long long, float, rd)
SIMT_FROM_INTEGER(__ull2float_rn, unsigned long long, float, rn)
SIMT_FROM_INTEGER(__ull2float_rz, unsigned long long, float, rz)
SIMT_FROM_INTEGER(__ull2float_ru, unsigned long long, float, ru)
SIMT_FROM_INTEGER(__ull2float_rd, unsigned long long, float, rd)
SIMT_FROM_INTEGER(__int2double_rn, int, double, rn)
SIMT_FROM_INTEGER(__uint2double_rn, unsigned, double, rn)
SIMT_FROM_INTEGER(__ll2double_rn, long long, double, rn)
SIMT_FROM_INTEGER(__ll2double_rz, long long, double, rz)
SIMT_FROM_INTEGER(__ll2double_ru, long long, double, ru)
SIMT_FROM_INTEGER(__ll2double_rd, long long, double, rd)
SIMT_FROM_INTEGER(__ull2double_rn, unsigned long long, double, rn)
SIMT_FROM_INTEGER(__ull2double_rz, unsigned long long, double, rz)
SIMT_FROM_INTEGER(__ull2double_ru, unsigned long long, double, ru)
SIMT_FROM_INTEGER(__ull2double_rd, unsigned long long, double, rd)
#undef SIMT_TO_INTEGER
#undef SIMT_FROM_INTEGER

SIMT_INLINE float __double2float_rn(double x)
{
    return static_cast<float>(x);
}
SIMT_INLINE float __double2float_rz(double x)
{
    return simt_to_float(x, simt::rz);
}
SIMT_INLINE float __double2float_ru(double x)
{
    return simt_to_float(x, simt::ru);
}
SIMT_INLINE float __double2float_rd(double x)
{
    return simt_to_float(x, simt::rd);
}

#define SIMT_SAME_BITS(name, A, B)                   \
    SIMT_INLINE B name(A x)                          \
    {                                                \
        return simt::from_bits<B>(simt::to_bits(x)); \
    }
SIMT_SAME_BITS(__int_as_float, int, float)
SIMT_SAME_BITS(__uint_as_float, unsigned, float)
SIMT_SAME_BITS(__float_as_int, float, int)
SIMT_SAME_BITS(__float_as_uint, float, unsigned)
SIMT_SAME_BITS(__longlong_as_double, long long, double)
SIMT_SAME_BITS(__double_as_longlong, double, long long)
#undef SIMT_SAME_BITS
SIMT_INLINE int __double2hiint(double x)
{
    return static_cast<int>(__double_as_longlong(x) >> 32);
}
SIMT_INLINE int __double2loint(double x)
{
    return static_cast<int>(__double_as_longlong(x));
}
SIMT_INLINE double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double(static_cast<long long>(
        static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 |
        static_cast<unsigned>(lo)));
}

/* Old names. */
SIMT_INLINE int float2int(float x)
{
    return __float2int_rz(x);
}
SIMT_INLINE float int_as_float(int x)
{
    return __int_as_float(x);
}
SIMT_INLINE int float_as_int(float x)
{
    return __float_as_int(x);
}

#include "simt_show.h"
#endif
