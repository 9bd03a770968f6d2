/*
 * mma.h - tensor cores: nvcuda::wmma as in the CUDA C++ programming guide,
 * "Warp matrix functions". ../matrix.c does the work.
 *
 * In check mode a new fragment's elements hold a pattern, by which it is known
 * again if it is used before it is loaded or filled.
 */
#ifndef SIMT_MMA_H
#define SIMT_MMA_H
#pragma GCC system_header
#include "simt_hide.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#define __CUDA_IMMA__ 1
#define __CUDA_SUBBYTE_IMMA__ 1
#define __CUDA_AMPERE_MMA__ 1

namespace nvcuda
{
namespace wmma
{

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision
{
struct tf32;
}
namespace experimental
{
namespace precision
{
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/* To 10 bits behind the point, to the nearest, ties away from 0. */
SIMT_INLINE float __float_to_tf32(float in)
{
    unsigned bits = __float_as_uint(in);

    return in != in ? __uint_as_float(0x7fffffff)
           : (bits & 0x7f800000u) == 0x7f800000u
               ? in
               : __uint_as_float((bits + 0x1000) & ~0x1fffu);
}

/* ---- fragments ------------------------------------------------------- */

/* What elements are: in x[], where they come from, how many lie in one of x[],
 * and simt.h's name. */
template <class T, class X, class From, int Packed, simt_element Code>
struct simt_traits_of {
    typedef T element_type;
    typedef X storage_element_type;
    typedef X fill_argument_type;
    typedef From from;
    static constexpr int packed = Packed;
    static constexpr simt_element code = Code;
};
template <class T> struct simt_traits;
#define SIMT_TRAITS(T, X, From, packed, code)                          \
    template <>                                                        \
    struct simt_traits<T> : simt_traits_of<T, X, From, packed, code> { \
    };
SIMT_TRAITS(__half, __half, __half, 1, SIMT_HALF)
SIMT_TRAITS(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, 1, SIMT_BFLOAT)
SIMT_TRAITS(precision::tf32, float, float, 1, SIMT_TF32)
SIMT_TRAITS(float, float, float, 1, SIMT_FLOAT)
SIMT_TRAITS(double, double, double, 1, SIMT_DOUBLE)
SIMT_TRAITS(signed char, signed char, signed char, 1, SIMT_S8)
SIMT_TRAITS(unsigned char, unsigned char, unsigned char, 1, SIMT_U8)
SIMT_TRAITS(int, int, int, 1, SIMT_INT)
SIMT_TRAITS(experimental::precision::s4, int, void, 8, SIMT_S4)
SIMT_TRAITS(experimental::precision::u4, unsigned, void, 8, SIMT_U4)
SIMT_TRAITS(experimental::precision::b1, unsigned, void, 32, SIMT_B1)
#undef SIMT_TRAITS

template <class T, int size, int packed_size = size>
struct __align__(8) __frag_base
{
    enum { num_elements = size };
    enum { num_storage_elements = packed_size };
    typedef T element_type;
    typedef typename simt_traits<T>::storage_element_type storage_element_type;

#ifdef SIMT_CHECK
    __frag_base()
    {
        simt_matrix_unset(x, sizeof x);
    }
#endif
    storage_element_type x[num_storage_elements];
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

/* Of A and B in both layouts, with so many elements in a lane. */
#define SIMT_OPERAND(use, m, n, k, T, ...)     \
    template <>                                \
    class fragment<use, m, n, k, T, row_major> \
        : public __frag_base<T, __VA_ARGS__>   \
    {                                          \
    };                                         \
    template <>                                \
    class fragment<use, m, n, k, T, col_major> \
        : public __frag_base<T, __VA_ARGS__>   \
    {                                          \
    };
#define SIMT_OPERANDS(m, n, k, T, in_a, in_b) \
    SIMT_OPERAND(matrix_a, m, n, k, T, in_a)  \
    SIMT_OPERAND(matrix_b, m, n, k, T, in_b)
#define SIMT_ACCUMULATOR(m, n, k, T, elements)                                \
    template <>                                                               \
    class fragment<accumulator, m, n, k, T> : public __frag_base<T, elements> \
    {                                                                         \
    };
/* Of packed elements A is by rows, B by columns. */
#define SIMT_PACKED(m, n, k, T, elements)           \
    template <>                                     \
    class fragment<matrix_a, m, n, k, T, row_major> \
        : public __frag_base<T, elements, 1>        \
    {                                               \
    };                                              \
    template <>                                     \
    class fragment<matrix_b, m, n, k, T, col_major> \
        : public __frag_base<T, elements, 1>        \
    {                                               \
    };
#define SIMT_SHAPE(m, n, k, in_a, in_b)               \
    SIMT_OPERANDS(m, n, k, __half, 16, 16)            \
    SIMT_OPERANDS(m, n, k, __nv_bfloat16, in_a, in_b) \
    SIMT_OPERANDS(m, n, k, signed char, in_a, in_b)   \
    SIMT_OPERANDS(m, n, k, unsigned char, in_a, in_b) \
    SIMT_ACCUMULATOR(m, n, k, __half, 8)              \
    SIMT_ACCUMULATOR(m, n, k, float, 8)               \
    SIMT_ACCUMULATOR(m, n, k, int, 8)
SIMT_SHAPE(16, 16, 16, 8, 8)
SIMT_SHAPE(32, 8, 16, 16, 4)
SIMT_SHAPE(8, 32, 16, 4, 16)
SIMT_OPERANDS(16, 16, 8, precision::tf32, 4, 4)
SIMT_ACCUMULATOR(16, 16, 8, float, 8)
SIMT_OPERANDS(8, 8, 4, double, 1, 1)
SIMT_ACCUMULATOR(8, 8, 4, double, 2)
SIMT_PACKED(8, 8, 32, experimental::precision::s4, 8)
SIMT_PACKED(8, 8, 32, experimental::precision::u4, 8)
SIMT_ACCUMULATOR(8, 8, 32, int, 2)
SIMT_PACKED(8, 8, 128, experimental::precision::b1, 32)
SIMT_ACCUMULATOR(8, 8, 128, int, 2)
#undef SIMT_OPERAND
#undef SIMT_OPERANDS
#undef SIMT_ACCUMULATOR
#undef SIMT_PACKED
#undef SIMT_SHAPE

constexpr unsigned char simt_shape_of(int m, int n, int k)
{
    return m == 32   ? SIMT_32_8_16
           : n == 32 ? SIMT_8_32_16
           : m == 16 ? (k == 8 ? SIMT_16_16_8 : SIMT_16_16_16)
           : k == 4  ? SIMT_8_8_4
           : k == 32 ? SIMT_8_8_32
                     : SIMT_8_8_128;
}

template <class Use> struct simt_use_of;
template <> struct simt_use_of<matrix_a> {
    static constexpr simt_use code = SIMT_A;
};
template <> struct simt_use_of<matrix_b> {
    static constexpr simt_use code = SIMT_B;
};
template <> struct simt_use_of<accumulator> {
    static constexpr simt_use code = SIMT_C;
};

template <class Use, int m, int n, int k, class T>
SIMT_INLINE simt_tile simt_tile_of(bool columns)
{
    return {static_cast<unsigned char>(simt_use_of<Use>::code),
            simt_shape_of(m, n, k),
            static_cast<unsigned char>(simt_traits<T>::code), columns};
}

/* So that a parameter's type follows from the fragment alone. */
template <class T> struct simt_just {
    typedef T type;
};

/* ---- what a warp does with them -------------------------------------- */

/* Each lane for itself. */
template <class T, int size, int packed_size>
SIMT_INLINE void
fill_fragment(__frag_base<T, size, packed_size> &f,
              const typename simt_traits<T>::fill_argument_type &in)
{
    typename simt_traits<T>::storage_element_type v = in;

    if (simt_traits<T>::packed == 8)
        v = static_cast<decltype(v)>((static_cast<unsigned>(in) & 15) *
                                     0x11111111u);
    if (simt_traits<T>::packed == 32)
        v = static_cast<decltype(v)>(static_cast<unsigned>(in) & 1 ? ~0u : 0);
    for (int i = 0; i < packed_size; i++)
        f.x[i] = v;
}

template <class Use, int m, int n, int k, class T, class Layout,
          class = std::enable_if_t<!std::is_void<Layout>::value>>
SIMT_INLINE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                                  const typename simt_traits<T>::from *p,
                                  unsigned ldm)
{
    simt_matrix_load(
        simt_tile_of<Use, m, n, k, T>(std::is_same<Layout, col_major>::value),
        f.x, p, ldm);
}
template <int m, int n, int k, class T>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T> &f,
                                  const typename simt_just<T>::type *p,
                                  unsigned ldm, layout_t layout)
{
    simt_matrix_load(
        simt_tile_of<accumulator, m, n, k, T>(layout == mem_col_major), f.x, p,
        ldm);
}
template <int m, int n, int k, class T>
SIMT_INLINE void store_matrix_sync(typename simt_just<T>::type *p,
                                   const fragment<accumulator, m, n, k, T> &f,
                                   unsigned ldm, layout_t layout)
{
    simt_matrix_store(
        simt_tile_of<accumulator, m, n, k, T>(layout == mem_col_major), f.x, p,
        ldm);
}

#define SIMT_MULTIPLY_WITH(how)                                             \
    simt_matrix_multiply({simt_shape_of(m, n, k),                           \
                          static_cast<unsigned char>(simt_traits<T>::code), \
                          static_cast<unsigned char>(simt_traits<C>::code), \
                          static_cast<unsigned char>(simt_traits<D>::code), \
                          static_cast<unsigned char>(how)},                 \
                         d.x, a.x, b.x, c.x)

/* Sums of T's products: half with half or float, and so on. */
template <class T, class Sum>
constexpr bool simt_sums_in =
    std::is_same<T, __half>::value
        ? std::is_same<Sum, __half>::value || std::is_same<Sum, float>::value
    : std::is_same<T, double>::value ? std::is_same<Sum, double>::value
    : std::is_same<T, __nv_bfloat16>::value ||
            std::is_same<T, precision::tf32>::value
        ? std::is_same<Sum, float>::value
        : std::is_same<Sum, int>::value;

template <int m, int n, int k, class D, class T, class LA, class LB, class C,
          class = std::enable_if_t<simt_sums_in<T, C> && simt_sums_in<T, D> &&
                                   !std::is_same<C, int>::value>>
SIMT_INLINE void mma_sync(fragment<accumulator, m, n, k, D> &d,
                          const fragment<matrix_a, m, n, k, T, LA> &a,
                          const fragment<matrix_b, m, n, k, T, LB> &b,
                          const fragment<accumulator, m, n, k, C> &c)
{
    SIMT_MULTIPLY_WITH(SIMT_PLAIN);
}
template <int m, int n, int k, class T, class LA, class LB,
          class = std::enable_if_t<
              simt_sums_in<T, int> &&
              !std::is_same<T, experimental::precision::b1>::value>>
SIMT_INLINE void mma_sync(fragment<accumulator, m, n, k, int> &d,
                          const fragment<matrix_a, m, n, k, T, LA> &a,
                          const fragment<matrix_b, m, n, k, T, LB> &b,
                          const fragment<accumulator, m, n, k, int> &c,
                          bool satf = false)
{
    typedef int C, D;
    SIMT_MULTIPLY_WITH(satf ? SIMT_SATURATE : SIMT_PLAIN);
}
SIMT_INLINE void bmma_sync(
    fragment<accumulator, 8, 8, 128, int> &d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>
        &a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>
        &b,
    const fragment<accumulator, 8, 8, 128, int> &c,
    experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    typedef experimental::precision::b1 T;
    typedef int C, D;
    constexpr int m = 8, n = 8, k = 128;
    SIMT_MULTIPLY_WITH(op == experimental::bmmaBitOpAND ? SIMT_BITS_AND
                                                        : SIMT_BITS_XOR);
}
#undef SIMT_MULTIPLY_WITH

} // namespace wmma
} // namespace nvcuda

#include "simt_show.h"
#endif
