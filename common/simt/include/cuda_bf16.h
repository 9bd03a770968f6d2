/*
 * cuda_bf16.h - bfloat16, the upper half of a float, and two of them: each
 * operation in float, the result rounded.
 */
#ifndef SIMT_CUDA_BF16_H
#define SIMT_CUDA_BF16_H
#pragma GCC system_header
#include "simt_hide.h"

#include "cuda_fp16.h"

typedef struct __nv_bfloat16_raw {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct __nv_bfloat162_raw {
    unsigned short x, y;
} __nv_bfloat162_raw;

namespace simt
{

/* To the nearest, ties to even, or as the mode says. */
SIMT_INLINE unsigned short to_bfloat_bits(float value,
                                          simt_rounding mode = SIMT_NEAREST)
{
    unsigned u = __float_as_uint(value), sign = u >> 31;

    if (value != value)
        return 0x7fff;
    if (mode == SIMT_NEAREST)
        u += 0x7fff + (u >> 16 & 1);
    else if (mode == (sign ? SIMT_DOWN : SIMT_UP) && !__builtin_isinf(value))
        u += 0xffff;
    return static_cast<unsigned short>(u >> 16);
}

} // namespace simt

struct __align__(2) __nv_bfloat16
{
    unsigned short __x;

    __nv_bfloat16() = default;
    constexpr __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x)
    {
    }
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
    SIMT_MEMBER __nv_bfloat16(T v)
        : __x(simt::to_bfloat_bits(static_cast<float>(v)))
    {
    }
    SIMT_MEMBER operator float() const
    {
        return __uint_as_float(static_cast<unsigned>(__x) << 16);
    }
    operator __nv_bfloat16_raw() const
    {
        return {__x};
    }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162
{
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    SIMT_MEMBER __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b)
    {
    }
};
typedef __nv_bfloat162 nv_bfloat162;

#define SIMT_H __nv_bfloat16
#define SIMT_H2 __nv_bfloat162
#define SIMT_H_RAW __nv_bfloat16_raw
#define SIMT_H_NAME(before, after) before##bfloat16##after
#define SIMT_H_BITS simt::to_bfloat_bits
#define SIMT_H_INFINITY 0x7f80
#include "simt_half.h"

SIMT_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)
{
    return __nv_bfloat162(a, a);
}

#include "simt_show.h"
#endif
