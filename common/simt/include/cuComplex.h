/*
 * cuComplex.h - complex numbers as float2 and double2. C and C++.
 */
#ifndef SIMT_CUCOMPLEX_H
#define SIMT_CUCOMPLEX_H
#pragma GCC system_header
#include "simt_hide.h"

#include "vector_functions.h"
#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define SIMT_COMPLEX(C, T, z, f)                                              \
    static __forceinline__ T cuCreal##f(C x)                                  \
    {                                                                         \
        return x.x;                                                           \
    }                                                                         \
    static __forceinline__ T cuCimag##f(C x)                                  \
    {                                                                         \
        return x.y;                                                           \
    }                                                                         \
    static __forceinline__ C make_cu##z##Complex(T r, T i)                    \
    {                                                                         \
        C c = {r, i};                                                         \
        return c;                                                             \
    }                                                                         \
    static __forceinline__ C cuConj##f(C x)                                   \
    {                                                                         \
        return make_cu##z##Complex(x.x, -x.y);                                \
    }                                                                         \
    static __forceinline__ C cuCadd##f(C x, C y)                              \
    {                                                                         \
        return make_cu##z##Complex(x.x + y.x, x.y + y.y);                     \
    }                                                                         \
    static __forceinline__ C cuCsub##f(C x, C y)                              \
    {                                                                         \
        return make_cu##z##Complex(x.x - y.x, x.y - y.y);                     \
    }                                                                         \
    static __forceinline__ C cuCmul##f(C x, C y)                              \
    {                                                                         \
        return make_cu##z##Complex(x.x * y.x - x.y * y.y,                     \
                                   x.x * y.y + x.y * y.x);                    \
    }                                                                         \
    static __forceinline__ C cuCdiv##f(C x, C y)                              \
    {                                                                         \
        T s = fabs##f(y.x) + fabs##f(y.y);                                    \
        T a = x.x / s, b = x.y / s, c = y.x / s, d = y.y / s;                 \
        T n = c * c + d * d;                                                  \
        return make_cu##z##Complex((a * c + b * d) / n, (b * c - a * d) / n); \
    }                                                                         \
    static __forceinline__ T cuCabs##f(C x)                                   \
    {                                                                         \
        return hypot##f(x.x, x.y);                                            \
    }                                                                         \
    static __forceinline__ C cuCfma##f(C x, C y, C d)                         \
    {                                                                         \
        return cuCadd##f(cuCmul##f(x, y), d);                                 \
    }
SIMT_COMPLEX(cuFloatComplex, float, Float, f)
SIMT_COMPLEX(cuDoubleComplex, double, Double, )
#undef SIMT_COMPLEX
#define make_cuComplex make_cuFloatComplex

static __forceinline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c)
{
    return make_cuDoubleComplex(c.x, c.y);
}
static __forceinline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c)
{
    return make_cuFloatComplex((float)c.x, (float)c.y);
}

#include "simt_show.h"
#endif
