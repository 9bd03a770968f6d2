/*
 * device_functions.h - barriers, warp functions, bits, cache hints, clocks.
 *
 * Everything here is inlined, so that the return address which the device sees
 * is in the student's code.
 */
#ifndef SIMT_DEVICE_FUNCTIONS_H
#define SIMT_DEVICE_FUNCTIONS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "simt_helpers.h"
#include "vector_functions.h"
#include <initializer_list>
#include <string.h>
#include <type_traits>

#define SIMT_INLINE \
    static inline __attribute__((always_inline, artificial, unused))

#define SIMT_MEMBER inline __attribute__((always_inline, artificial))

/* ---- barriers and fences --------------------------------------------- */

SIMT_INLINE void __syncthreads()
{
    simt_barrier(SIMT_SYNC, 0);
}
SIMT_INLINE int __syncthreads_count(int predicate)
{
    return simt_barrier(SIMT_SYNC_COUNT, predicate);
}
SIMT_INLINE int __syncthreads_and(int predicate)
{
    return simt_barrier(SIMT_SYNC_AND, predicate);
}
SIMT_INLINE int __syncthreads_or(int predicate)
{
    return simt_barrier(SIMT_SYNC_OR, predicate);
}
SIMT_INLINE void __threadfence_block()
{
    simt_fence(SIMT_BLOCK);
}
SIMT_INLINE void __threadfence()
{
    simt_fence(SIMT_DEVICE);
}
SIMT_INLINE void __threadfence_system()
{
    simt_fence(SIMT_SYSTEM);
}

/* ---- warps ----------------------------------------------------------- */

#define SIMT_FULL 0xffffffffu

SIMT_INLINE void __syncwarp(unsigned mask = SIMT_FULL)
{
    simt_warp(SIMT_SYNCWARP, mask, 0, 0, SIMT_WARP, nullptr);
}
SIMT_INLINE unsigned __activemask()
{
    return static_cast<unsigned>(
        simt_warp(SIMT_ACTIVE, 0, 0, 0, SIMT_WARP, nullptr));
}
SIMT_INLINE int __all_sync(unsigned mask, int predicate)
{
    return static_cast<int>(
        simt_warp(SIMT_ALL, mask, predicate != 0, 0, SIMT_WARP, nullptr));
}
SIMT_INLINE int __any_sync(unsigned mask, int predicate)
{
    return static_cast<int>(
        simt_warp(SIMT_ANY, mask, predicate != 0, 0, SIMT_WARP, nullptr));
}
SIMT_INLINE int __uni_sync(unsigned mask, int predicate)
{
    return static_cast<int>(
        simt_warp(SIMT_UNI, mask, predicate != 0, 0, SIMT_WARP, nullptr));
}
SIMT_INLINE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return static_cast<unsigned>(
        simt_warp(SIMT_BALLOT, mask, predicate != 0, 0, SIMT_WARP, nullptr));
}

namespace simt
{
/* A union and no memcpy: it stays in registers, no access is recorded. */
template <class T> SIMT_INLINE __UINT64_TYPE__ to_bits(T value)
{
    union {
        __UINT64_TYPE__ bits;
        T value;
    } u = {0};
    u.value = value;
    return u.bits;
}
template <class T> SIMT_INLINE T from_bits(__UINT64_TYPE__ bits)
{
    union {
        __UINT64_TYPE__ bits;
        T value;
    } u = {bits};
    return u.value;
}
} // namespace simt

#define SIMT_SHUFFLES(T)                                                       \
    SIMT_INLINE T __shfl_sync(unsigned mask, T v, int lane,                    \
                              int width = SIMT_WARP)                           \
    {                                                                          \
        return simt::from_bits<T>(simt_warp(SIMT_SHFL, mask, simt::to_bits(v), \
                                            lane, width, nullptr));            \
    }                                                                          \
    SIMT_INLINE T __shfl_up_sync(unsigned mask, T v, unsigned delta,           \
                                 int width = SIMT_WARP)                        \
    {                                                                          \
        return simt::from_bits<T>(                                             \
            simt_warp(SIMT_SHFL_UP, mask, simt::to_bits(v),                    \
                      static_cast<int>(delta), width, nullptr));               \
    }                                                                          \
    SIMT_INLINE T __shfl_down_sync(unsigned mask, T v, unsigned delta,         \
                                   int width = SIMT_WARP)                      \
    {                                                                          \
        return simt::from_bits<T>(                                             \
            simt_warp(SIMT_SHFL_DOWN, mask, simt::to_bits(v),                  \
                      static_cast<int>(delta), width, nullptr));               \
    }                                                                          \
    SIMT_INLINE T __shfl_xor_sync(unsigned mask, T v, int lanes,               \
                                  int width = SIMT_WARP)                       \
    {                                                                          \
        return simt::from_bits<T>(simt_warp(                                   \
            SIMT_SHFL_XOR, mask, simt::to_bits(v), lanes, width, nullptr));    \
    }

#define SIMT_MATCHES(T)                                                        \
    SIMT_INLINE unsigned __match_any_sync(unsigned mask, T v)                  \
    {                                                                          \
        return static_cast<unsigned>(simt_warp(                                \
            SIMT_MATCH_ANY, mask, simt::to_bits(v), 0, SIMT_WARP, nullptr));   \
    }                                                                          \
    SIMT_INLINE unsigned __match_all_sync(unsigned mask, T v, int *predicate)  \
    {                                                                          \
        return static_cast<unsigned>(simt_warp(                                \
            SIMT_MATCH_ALL, mask, simt::to_bits(v), 0, SIMT_WARP, predicate)); \
    }

#define SIMT_EXCHANGES(T) SIMT_SHUFFLES(T) SIMT_MATCHES(T)
SIMT_EXCHANGES(int)
SIMT_EXCHANGES(unsigned)
SIMT_EXCHANGES(long)
SIMT_EXCHANGES(unsigned long)
SIMT_EXCHANGES(long long)
SIMT_EXCHANGES(unsigned long long)
SIMT_EXCHANGES(float)
SIMT_EXCHANGES(double)
#undef SIMT_EXCHANGES
#undef SIMT_MATCHES

#define SIMT_REDUCE(name, T, kind)                                            \
    SIMT_INLINE T name(unsigned mask, T v)                                    \
    {                                                                         \
        return static_cast<T>(simt_warp(kind, mask, static_cast<unsigned>(v), \
                                        0, SIMT_WARP, nullptr));              \
    }
SIMT_REDUCE(__reduce_add_sync, unsigned, SIMT_ADD)
SIMT_REDUCE(__reduce_add_sync, int, SIMT_ADD)
SIMT_REDUCE(__reduce_min_sync, unsigned, SIMT_MIN_U)
SIMT_REDUCE(__reduce_min_sync, int, SIMT_MIN_S)
SIMT_REDUCE(__reduce_max_sync, unsigned, SIMT_MAX_U)
SIMT_REDUCE(__reduce_max_sync, int, SIMT_MAX_S)
SIMT_REDUCE(__reduce_and_sync, unsigned, SIMT_AND)
SIMT_REDUCE(__reduce_or_sync, unsigned, SIMT_OR)
SIMT_REDUCE(__reduce_xor_sync, unsigned, SIMT_XOR)
#undef SIMT_REDUCE

/* ---- ending, waiting, time ------------------------------------------- */

SIMT_INLINE long long clock64()
{
    return simt_clock();
}
SIMT_INLINE void __nanosleep(unsigned)
{
    simt_yield();
}
SIMT_INLINE void __trap()
{
    simt_stop(719);
}
SIMT_INLINE void __brkpt()
{
    simt_stop(719);
}
SIMT_INLINE void __prof_trigger(int)
{
}
#define __assume(condition)          \
    do {                             \
        if (!(condition))            \
            __builtin_unreachable(); \
    } while (0)
#define __builtin_assume(condition) __assume(condition)

/* ---- bits ------------------------------------------------------------ */

SIMT_INLINE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
SIMT_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
SIMT_INLINE int __clz(int x)
{
    return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
SIMT_INLINE int __clzll(long long x)
{
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
SIMT_INLINE int __ffs(int x)
{
    return __builtin_ffs(x);
}
SIMT_INLINE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
SIMT_INLINE unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
SIMT_INLINE unsigned long long __brevll(unsigned long long x)
{
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x)))
               << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}
SIMT_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long both = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned pick = selector >> 4 * i;
        unsigned byte = static_cast<unsigned>(both >> 8 * (pick & 7)) & 0xff;
        if (pick & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
SIMT_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
    return static_cast<unsigned>(both << (shift & 31) >> 32);
}
SIMT_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
    return static_cast<unsigned>(both >> (shift & 31));
}
SIMT_INLINE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
SIMT_INLINE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}
/* Position of the offset-th set bit from base upwards, or downwards. */
SIMT_INLINE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    if (offset == 0)
        return mask >> (base & 31) & 1 ? base : SIMT_FULL;
    int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset : -offset;
    for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
        if (mask >> bit & 1 && --left == 0)
            return static_cast<unsigned>(bit);
    }
    return SIMT_FULL;
}

/* ---- integers -------------------------------------------------------- */

SIMT_INLINE int __mulhi(int x, int y)
{
    return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
SIMT_INLINE unsigned __umulhi(unsigned x, unsigned y)
{
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
SIMT_INLINE long long __mul64hi(long long x, long long y)
{
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
SIMT_INLINE unsigned long long __umul64hi(unsigned long long x,
                                          unsigned long long y)
{
    return static_cast<unsigned long long>(
        static_cast<unsigned __int128>(x) * y >> 64);
}
SIMT_INLINE unsigned __umul24(unsigned x, unsigned y)
{
    return (x & 0xffffffu) * (y & 0xffffffu);
}
SIMT_INLINE int __mul24(int x, int y)
{
    long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
    long long b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
    return static_cast<int>(a * b);
}
SIMT_INLINE int mul24(int x, int y)
{
    return __mul24(x, y);
}
SIMT_INLINE unsigned umul24(unsigned x, unsigned y)
{
    return __umul24(x, y);
}
SIMT_INLINE int mulhi(int x, int y)
{
    return __mulhi(x, y);
}
SIMT_INLINE unsigned umulhi(unsigned x, unsigned y)
{
    return __umulhi(x, y);
}
SIMT_INLINE unsigned __sad(int x, int y, unsigned z)
{
    return (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y)
                  : static_cast<unsigned>(y) - static_cast<unsigned>(x)) +
           z;
}
SIMT_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return (x > y ? x - y : y - x) + z;
}
SIMT_INLINE int __hadd(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
SIMT_INLINE int __rhadd(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
SIMT_INLINE unsigned __uhadd(unsigned x, unsigned y)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
SIMT_INLINE unsigned __urhadd(unsigned x, unsigned y)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >>
                                 1);
}
SIMT_INLINE int __dp4a(int a, int b, int c)
{
    unsigned sum = static_cast<unsigned>(c);
    for (int i = 0; i < 32; i += 8)
        sum += static_cast<unsigned>(static_cast<signed char>(a >> i) *
                                     static_cast<signed char>(b >> i));
    return static_cast<int>(sum);
}
SIMT_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 0xff) * (b >> i & 0xff);
    return c;
}
SIMT_INLINE int __dp4a(char4 a, char4 b, int c)
{
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
SIMT_INLINE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c)
{
    return c +
           static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
SIMT_INLINE int __dp2a_lo(int a, int b, int c)
{
    return c + static_cast<short>(a) * static_cast<signed char>(b) +
           static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8);
}
SIMT_INLINE int __dp2a_hi(int a, int b, int c)
{
    return __dp2a_lo(a, b >> 16, c);
}

/* Four bytes or two shorts at a time. */
#define SIMT_LANES(name, T, bits, expression)                           \
    SIMT_INLINE unsigned name(unsigned a, unsigned b)                   \
    {                                                                   \
        unsigned result = 0;                                            \
        for (int i = 0; i < 32; i += bits) {                            \
            int x = static_cast<T>(a >> i), y = static_cast<T>(b >> i); \
            unsigned piece = static_cast<unsigned>(expression);         \
            result |= (piece & ((1u << bits) - 1)) << i;                \
        }                                                               \
        return result;                                                  \
    }
#define SIMT_LANES_2_4(name, prefix, expression)      \
    SIMT_LANES(name##2, prefix short, 16, expression) \
    SIMT_LANES(name##4, prefix char, 8, expression)
SIMT_LANES_2_4(__vadd, unsigned, x + y)
SIMT_LANES_2_4(__vsub, unsigned, x - y)
SIMT_LANES_2_4(__vavgs, signed, (x + y + (x + y >= 0)) >> 1)
SIMT_LANES_2_4(__vavgu, unsigned, (x + y + 1) >> 1)
SIMT_LANES_2_4(__vhaddu, unsigned, (x + y) >> 1)
SIMT_LANES_2_4(__vmaxs, signed, x > y ? x : y)
SIMT_LANES_2_4(__vmaxu, unsigned, x > y ? x : y)
SIMT_LANES_2_4(__vmins, signed, x < y ? x : y)
SIMT_LANES_2_4(__vminu, unsigned, x < y ? x : y)
SIMT_LANES_2_4(__vabsdiffs, signed, x > y ? x - y : y - x)
SIMT_LANES_2_4(__vabsdiffu, unsigned, x > y ? x - y : y - x)
SIMT_LANES_2_4(__vcmpeq, unsigned, x == y ? -1 : 0)
SIMT_LANES_2_4(__vcmpne, unsigned, x != y ? -1 : 0)
SIMT_LANES_2_4(__vcmpgts, signed, x > y ? -1 : 0)
SIMT_LANES_2_4(__vcmpgtu, unsigned, x > y ? -1 : 0)
SIMT_LANES_2_4(__vcmpges, signed, x >= y ? -1 : 0)
SIMT_LANES_2_4(__vcmpgeu, unsigned, x >= y ? -1 : 0)
SIMT_LANES_2_4(__vcmplts, signed, x < y ? -1 : 0)
SIMT_LANES_2_4(__vcmpltu, unsigned, x < y ? -1 : 0)
SIMT_LANES_2_4(__vcmples, signed, x <= y ? -1 : 0)
SIMT_LANES_2_4(__vcmpleu, unsigned, x <= y ? -1 : 0)
SIMT_LANES_2_4(__vseteq, unsigned, x == y)
SIMT_LANES_2_4(__vsetne, unsigned, x != y)
SIMT_LANES_2_4(__vsetgts, signed, x > y)
SIMT_LANES_2_4(__vsetgtu, unsigned, x > y)
SIMT_LANES_2_4(__vsetges, signed, x >= y)
SIMT_LANES_2_4(__vsetgeu, unsigned, x >= y)
SIMT_LANES_2_4(__vsetlts, signed, x < y)
SIMT_LANES_2_4(__vsetltu, unsigned, x < y)
SIMT_LANES_2_4(__vsetles, signed, x <= y)
SIMT_LANES_2_4(__vsetleu, unsigned, x <= y)
#undef SIMT_LANES_2_4
/* With saturation: `top` is the largest value. */
#define SIMT_LANES_TOP(name, T, bits, expression, bottom, top)              \
    SIMT_LANES(name, T, bits,                                               \
               (expression) > (top)                ? (top)                  \
               : (expression) < (bottom)           ? (bottom)               \
                                                   : (expression))
#define SIMT_LANES_SATURATED(name, expression)                                \
    SIMT_LANES_TOP(name##ss2, signed short, 16, expression, -32768, 32767)    \
    SIMT_LANES_TOP(name##ss4, signed char, 8, expression, -128, 127)
#define SIMT_LANES_SATURATED_U(name, expression)                              \
    SIMT_LANES_TOP(name##us2, unsigned short, 16, expression, 0, 65535)       \
    SIMT_LANES_TOP(name##us4, unsigned char, 8, expression, 0, 255)
SIMT_LANES_SATURATED(__vadd, x + y)
SIMT_LANES_SATURATED(__vsub, x - y)
SIMT_LANES_SATURATED_U(__vadd, x + y)
SIMT_LANES_SATURATED_U(__vsub, x - y)
#undef SIMT_LANES_SATURATED
#undef SIMT_LANES_SATURATED_U
#undef SIMT_LANES_TOP
#define SIMT_LANES_OF_ONE(bits)                                             \
    SIMT_INLINE unsigned __vneg##bits(unsigned a)                           \
    {                                                                       \
        return __vsub##bits(0, a);                                          \
    }                                                                       \
    SIMT_INLINE unsigned __vnegss##bits(unsigned a)                         \
    {                                                                       \
        return __vsubss##bits(0, a);                                        \
    }                                                                       \
    SIMT_INLINE unsigned __vabs##bits(unsigned a)                           \
    {                                                                       \
        unsigned negative = __vcmplts##bits(a, 0);                          \
        return (__vneg##bits(a) & negative) | (a & ~negative);              \
    }                                                                       \
    SIMT_INLINE unsigned __vabsss##bits(unsigned a)                         \
    {                                                                       \
        return __vmaxs##bits(a, __vnegss##bits(a));                         \
    }
SIMT_LANES_OF_ONE(2)
SIMT_LANES_OF_ONE(4)
#undef SIMT_LANES_OF_ONE
SIMT_INLINE unsigned __vsadu4(unsigned a, unsigned b)
{
    unsigned d = __vabsdiffu4(a, b);
    return (d & 0xff) + (d >> 8 & 0xff) + (d >> 16 & 0xff) + (d >> 24);
}
SIMT_INLINE unsigned __vsadu2(unsigned a, unsigned b)
{
    unsigned d = __vabsdiffu2(a, b);
    return (d & 0xffff) + (d >> 16);
}

SIMT_INLINE unsigned __vsads4(unsigned a, unsigned b)
{
    unsigned d = __vabsdiffs4(a, b);
    return (d & 0xff) + (d >> 8 & 0xff) + (d >> 16 & 0xff) + (d >> 24);
}
SIMT_INLINE unsigned __vsads2(unsigned a, unsigned b)
{
    unsigned d = __vabsdiffs2(a, b);
    return (d & 0xffff) + (d >> 16);
}

/* Sums, the largest and the smallest of two and three, of 32 bits or of two
 * shorts; _relu: at least 0. */
namespace simt
{
template <class T> SIMT_INLINE T sum(T a, T b)
{
    return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
template <class T> SIMT_INLINE T most(T a, T b)
{
    return a > b ? a : b;
}
template <class T> SIMT_INLINE T least(T a, T b)
{
    return a < b ? a : b;
}
/* Of both halves. */
template <class T, class F>
SIMT_INLINE unsigned halves(unsigned a, unsigned b, unsigned c, F f)
{
    unsigned low = static_cast<unsigned short>(
        f(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c)));
    unsigned high = static_cast<unsigned short>(
        f(static_cast<T>(a >> 16), static_cast<T>(b >> 16),
          static_cast<T>(c >> 16)));
    return high << 16 | low;
}
} // namespace simt
#define SIMT_THREE(name, T, H, t, h, expression)                               \
    SIMT_INLINE T name##_##t(T x, T y, T z)                                    \
    {                                                                          \
        typedef T N;                                                           \
        (void)z;                                                               \
        return expression;                                                     \
    }                                                                          \
    SIMT_INLINE unsigned name##_##h(unsigned a, unsigned b, unsigned c)        \
    {                                                                          \
        typedef H N;                                                           \
        return simt::halves<N>(a, b, c, [](N x, N y, N z) { return expression; \
        });                                                                    \
    }
#define SIMT_THREES(name, expression)                                     \
    SIMT_THREE(name, int, short, s32, s16x2, expression)                  \
    SIMT_THREE(name, unsigned, unsigned short, u32, u16x2, expression)    \
    SIMT_THREE(name, int, short, s32_relu, s16x2_relu,                    \
               simt::most<N>(expression, 0))
SIMT_THREES(__viaddmax, simt::most<N>(simt::sum<N>(x, y), z))
SIMT_THREES(__viaddmin, simt::least<N>(simt::sum<N>(x, y), z))
SIMT_THREES(__vimax3, simt::most<N>(simt::most<N>(x, y), z))
SIMT_THREES(__vimin3, simt::least<N>(simt::least<N>(x, y), z))
#undef SIMT_THREES
#undef SIMT_THREE
#define SIMT_TWO(name, pick)                                                  \
    SIMT_INLINE int __v##name##_s32_relu(int a, int b)                        \
    {                                                                         \
        return simt::most(simt::pick(a, b), 0);                               \
    }                                                                         \
    SIMT_INLINE unsigned __v##name##_s16x2_relu(unsigned a, unsigned b)       \
    {                                                                         \
        return simt::halves<short>(a, b, 0, [](short x, short y, short z) {   \
            return simt::most(simt::pick(x, y), z);                           \
        });                                                                   \
    }
SIMT_TWO(imax, most)
SIMT_TWO(imin, least)
#undef SIMT_TWO
/* ... and whether it was the first of the two. */
#define SIMT_WHICH(name, T, H, t, pick, op)                                    \
    SIMT_INLINE T name##_##t##32(T a, T b, bool *first)                        \
    {                                                                          \
        *first = a op b;                                                       \
        return simt::pick(a, b);                                               \
    }                                                                          \
    SIMT_INLINE unsigned name##_##t##16x2(unsigned a, unsigned b,              \
                                          bool *high, bool *low)               \
    {                                                                          \
        *high = static_cast<H>(a >> 16) op static_cast<H>(b >> 16);            \
        *low = static_cast<H>(a) op static_cast<H>(b);                         \
        return simt::halves<H>(a, b, 0,                                        \
                               [](H x, H y, H) { return simt::pick(x, y); });  \
    }
SIMT_WHICH(__vibmax, int, short, s, most, >=)
SIMT_WHICH(__vibmax, unsigned, unsigned short, u, most, >=)
SIMT_WHICH(__vibmin, int, short, s, least, <=)
SIMT_WHICH(__vibmin, unsigned, unsigned short, u, least, <=)
#undef SIMT_WHICH
#undef SIMT_LANES

/* ---- tensor cores by way of PTX -------------------------------------- */

/* What the translator makes of asm("mma.sync..." : ...): the operands in their
 * order, and which of them are registers of D, A, B and C. */
namespace simt
{
template <int... operand> struct registers {
};
/* One of the operands. <tuple> has more names than nvcc's headers bring in. */
template <int n> struct operand {
    template <class T, class... U> SIMT_INLINE auto &of(T &, U &...u)
    {
        return operand<n - 1>::of(u...);
    }
};
template <> struct operand<0> {
    template <class T, class... U> SIMT_INLINE T &of(T &t, U &...)
    {
        return t;
    }
};
template <int shape, int element, int in_c, int in_d, int how, int... d,
          int... a, int... b, int... c, class... T>
SIMT_INLINE void mma(registers<d...>, registers<a...>, registers<b...>,
                     registers<c...>, T &&...x)
{
    typedef std::conditional_t<element == SIMT_DOUBLE, __UINT64_TYPE__,
                               __UINT32_TYPE__>
        word;
    const word all[] = {static_cast<word>(to_bits(x))...};
    word words_a[] = {all[a]...}, words_b[] = {all[b]...};
    word words_c[] = {all[c]...}, words_d[sizeof...(d)];
    const word *next = words_d;

    simt_matrix_multiply({shape, element, in_c, in_d, how}, words_d, words_a,
                         words_b, words_c);
    (void)std::initializer_list<int>{
        (operand<d>::of(x...) =
             from_bits<std::decay_t<decltype(operand<d>::of(x...))>>(*next++),
         0)...};
}
} // namespace simt

/* ---- cache hints ----------------------------------------------------- */

template <class T> SIMT_INLINE T __ldg(const T *p)
{
#ifdef SIMT_CHECK
    simt_read_only_load(p, sizeof *p);
#endif
    return *p;
}
template <class T> SIMT_INLINE T __ldcg(const T *p)
{
    return *p;
}
template <class T> SIMT_INLINE T __ldca(const T *p)
{
    return *p;
}
template <class T> SIMT_INLINE T __ldcs(const T *p)
{
    return *p;
}
template <class T> SIMT_INLINE T __ldlu(const T *p)
{
    return *p;
}
template <class T> SIMT_INLINE T __ldcv(const T *p)
{
    return *p;
}
template <class T> SIMT_INLINE void __stwb(T *p, T value)
{
    *p = value;
}
template <class T> SIMT_INLINE void __stcg(T *p, T value)
{
    *p = value;
}
template <class T> SIMT_INLINE void __stcs(T *p, T value)
{
    *p = value;
}
template <class T> SIMT_INLINE void __stwt(T *p, T value)
{
    *p = value;
}

/* ---- address spaces -------------------------------------------------- */

SIMT_INLINE unsigned __isGlobal(const void *p)
{
    return simt_address_space(p) == 'g';
}
SIMT_INLINE unsigned __isShared(const void *p)
{
    return simt_address_space(p) == 's';
}
SIMT_INLINE unsigned __isConstant(const void *p)
{
    return simt_address_space(p) == 'c';
}
SIMT_INLINE unsigned __isLocal(const void *p)
{
    return simt_address_space(p) == 'l';
}
SIMT_INLINE unsigned __isGridConstant(const void *)
{
    return 0; /* arguments are each thread's own here */
}

/* An address in a space is as wide as a pointer, and the same number: it is
 * good for nothing but to come back. */
#define SIMT_SPACE(name)                                              \
    SIMT_INLINE size_t __cvta_generic_to_##name(const void *p)        \
    {                                                                 \
        return reinterpret_cast<size_t>(p);                           \
    }                                                                 \
    SIMT_INLINE void *__cvta_##name##_to_generic(size_t p)            \
    {                                                                 \
        return reinterpret_cast<void *>(p);                           \
    }
SIMT_SPACE(global)
SIMT_SPACE(shared)
SIMT_SPACE(constant)
SIMT_SPACE(local)
#undef SIMT_SPACE

#include "simt_show.h"
#endif
