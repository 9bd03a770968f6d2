/*
 * matrices.cu - tensor cores against plain loops: all types, shapes and layouts
 * of mma.h, in global and in shared memory, and what a fragment's elements are.
 * Says nothing if all is right, on the CPU device in both modes and on a GPU of
 * compute capability 8.0 or later.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mma.h>

using namespace nvcuda;
namespace exact = wmma::experimental::precision;

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t e_ = (call);                                               \
        if (e_ != cudaSuccess) {                                               \
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static int wrong;

static void expect(const char *what, int i, int j, double is, double want)
{
    if (is == want || (std::isnan(is) && std::isnan(want)))
        return;
    if (++wrong < 20)
        printf("%s, row %d, column %d: %.10g, not %.10g\n", what, i, j, is,
               want);
}

typedef wmma::row_major R;
typedef wmma::col_major L;
static const wmma::layout_t BY_ROWS = wmma::mem_row_major;

/* What memory holds of each type of element. */
template <class T> struct in_memory {
    typedef T type;
};
template <> struct in_memory<wmma::precision::tf32> {
    typedef float type;
};

enum { LDA = 48, LDB = 80, LDC = 40, ROWS = 128 };

/* One block takes the tiles from global memory, the other from shared. Both
 * have two warps, which do the same, as far as that is no race. */
template <int M, int N, int K, class T, class A, class B, class C, class D>
__global__ void product(const typename in_memory<T>::type *a,
                        const typename in_memory<T>::type *b, const C *c, D *d,
                        wmma::layout_t layout)
{
    typedef typename in_memory<T>::type E;
    __shared__ __align__(128) char memory[32768];
    wmma::fragment<wmma::matrix_a, M, N, K, T, A> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fragment<wmma::accumulator, M, N, K, D> fd;

    if (blockIdx.x) { /* all through shared memory */
        E *sa = (E *)memory, *sb = (E *)(memory + 10240);
        D *sd = (D *)(memory + 24576);

        for (int i = threadIdx.x; i < 32 * LDA; i += blockDim.x)
            if (i * sizeof(E) < 10240)
                sa[i] = a[i];
        for (int i = threadIdx.x; i < 32 * LDB; i += blockDim.x)
            if (i * sizeof(E) < 14336)
                sb[i] = b[i];
        __syncthreads();
        if (threadIdx.x >= 32)
            return;
        wmma::load_matrix_sync(fa, sa, LDA);
        wmma::load_matrix_sync(fb, sb, LDB);
        wmma::load_matrix_sync(fc, c, LDC, layout);
        wmma::mma_sync(fd, fa, fb, fc);
        wmma::store_matrix_sync(sd, fd, 32, layout);
        __syncwarp();
        const bool rows = layout == wmma::mem_row_major;
        for (int i = threadIdx.x; i < M * N; i += 32) {
            const int line = i / (rows ? N : M), at = i % (rows ? N : M);
            d[ROWS / 2 * LDC + line * LDC + at] = sd[line * 32 + at];
        }
        return;
    }
    wmma::load_matrix_sync(fa, a, LDA);
    wmma::load_matrix_sync(fb, b, LDB);
    wmma::load_matrix_sync(fc, c, LDC, layout);
    wmma::mma_sync(fd, fa, fb, fc);
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(d, fd, LDC, layout);
}

/* The same for integers, which may be as near as an int can be. */
template <int M, int N, int K, class T, class A, class B>
__global__ void product_int(const T *a, const T *b, const int *c, int *d,
                            wmma::layout_t layout, bool satf)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, A> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
    wmma::fragment<wmma::accumulator, M, N, K, int> fc;
    __shared__ __align__(128) T s[2][32 * LDB];

    if (blockIdx.x) {
        for (int i = threadIdx.x; i < 32 * LDB; i += blockDim.x) {
            s[0][i] = a[i];
            s[1][i] = b[i];
        }
        __syncthreads();
        a = s[0];
        b = s[1];
        wmma::load_matrix_sync(fa, s[0], LDA);
        wmma::load_matrix_sync(fb, s[1], LDB);
    } else {
        wmma::load_matrix_sync(fa, a, LDA);
        wmma::load_matrix_sync(fb, b, LDB);
    }
    wmma::load_matrix_sync(fc, c, LDC, layout);
    if (satf)
        wmma::mma_sync(fc, fa, fb, fc, true);
    else
        wmma::mma_sync(fc, fa, fb, fc);
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(d + blockIdx.x * (ROWS / 2 * LDC), fc, LDC,
                                layout);
}

/* Small numbers, whose sums are exact in any order. */
static int small(unsigned i)
{
    return (int)(i * 2654435761u >> 20) % 13 - 6;
}

template <class T> static T number(double v)
{
    return (T)(float)v;
}
template <class T> static double value(T v)
{
    return (double)(float)v;
}
template <> double value<double>(double v)
{
    return v;
}

template <class T> struct array {
    T *at;
    explicit array(int n)
    {
        CHECK(cudaMallocManaged(&at, n * sizeof(T)));
        memset((void *)at, 0, n * sizeof(T));
    }
    ~array()
    {
        cudaFree(at);
    }
};

template <int M, int N, int K, class T, class A, class B, class C, class D>
static void try_product(const char *name)
{
    typedef typename in_memory<T>::type E;
    const bool ra = std::is_same<A, R>::value, rb = std::is_same<B, R>::value;
    const bool is_unsigned = (E)-1 > (E)0;

    for (int layout = 0; layout < 2; layout++) {
        array<E> a(ROWS * LDB), b(ROWS * LDB);
        array<C> c(ROWS * LDC);
        array<D> d(ROWS * LDC);

        for (int i = 0; i < ROWS * LDB; i++) {
            a.at[i] = number<E>(is_unsigned ? abs(small(i)) * 40 : small(i));
            b.at[i] =
                number<E>(is_unsigned ? abs(small(i + 9)) * 40 : small(i + 9));
        }
        for (int i = 0; i < ROWS * LDC; i++)
            c.at[i] = number<C>(small(i + 77) * 3);
        product<M, N, K, T, A, B, C, D><<<2, 64>>>(
            a.at, b.at, c.at, d.at, layout ? wmma::mem_col_major : BY_ROWS);
        CHECK(cudaDeviceSynchronize());
        for (int block = 0; block < 2; block++)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < N; j++) {
                    const int at = layout ? j * LDC + i : i * LDC + j;
                    double sum = value(c.at[at]);

                    for (int k = 0; k < K; k++)
                        sum += value(a.at[ra ? i * LDA + k : k * LDA + i]) *
                               value(b.at[rb ? k * LDB + j : j * LDB + k]);
                    expect(name, i, j,
                           value(d.at[block * (ROWS / 2 * LDC) + at]),
                           value(number<D>(sum)));
                }
    }
}

template <int M, int N, int K, class T, class A, class B>
static void try_int(const char *name, bool satf)
{
    const bool ra = std::is_same<A, R>::value, rb = std::is_same<B, R>::value;

    for (int layout = 0; layout < 2; layout++) {
        array<T> a(ROWS * LDB), b(ROWS * LDB);
        array<int> c(ROWS * LDC), d(ROWS * LDC);

        for (int i = 0; i < ROWS * LDB; i++) {
            a.at[i] = (T)(i * 2654435761u >> 13);
            b.at[i] = (T)(i * 2246822519u >> 11);
        }
        for (int i = 0; i < ROWS * LDC; i++)
            c.at[i] = (i % 3 ? 2147483647 - i : -2147483647 + i);
        product_int<M, N, K, T, A, B>
            <<<2, 64>>>(a.at, b.at, c.at, d.at,
                        layout ? wmma::mem_col_major : BY_ROWS, satf);
        CHECK(cudaDeviceSynchronize());
        for (int block = 0; block < 2; block++)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < N; j++) {
                    const int at = layout ? j * LDC + i : i * LDC + j;
                    long long sum = c.at[at];

                    for (int k = 0; k < K; k++)
                        sum += (int)a.at[ra ? i * LDA + k : k * LDA + i] *
                               (int)b.at[rb ? k * LDB + j : j * LDB + k];
                    if (satf && sum > 2147483647)
                        sum = 2147483647;
                    if (satf && sum < -2147483647 - 1)
                        sum = -2147483647 - 1;
                    expect(name, i, j, d.at[block * (ROWS / 2 * LDC) + at],
                           (int)(unsigned)sum);
                }
    }
}

#define LAYOUTS(M, N, K, T, C, D)                                       \
    try_product<M, N, K, T, R, R, C, D>(#M "x" #N "x" #K " " #T " rr"); \
    try_product<M, N, K, T, R, L, C, D>(#M "x" #N "x" #K " " #T " rc"); \
    try_product<M, N, K, T, L, R, C, D>(#M "x" #N "x" #K " " #T " cr"); \
    try_product<M, N, K, T, L, L, C, D>(#M "x" #N "x" #K " " #T " cc");
#define INTEGERS(M, N, K, T, satf)                                  \
    try_int<M, N, K, T, R, R>(#M "x" #N "x" #K " " #T " rr", satf); \
    try_int<M, N, K, T, R, L>(#M "x" #N "x" #K " " #T " rc", satf); \
    try_int<M, N, K, T, L, R>(#M "x" #N "x" #K " " #T " cr", satf); \
    try_int<M, N, K, T, L, L>(#M "x" #N "x" #K " " #T " cc", satf);
#define SHAPE(M, N, K)                            \
    LAYOUTS(M, N, K, half, float, float)          \
    LAYOUTS(M, N, K, half, half, half)            \
    LAYOUTS(M, N, K, half, half, float)           \
    LAYOUTS(M, N, K, half, float, half)           \
    LAYOUTS(M, N, K, __nv_bfloat16, float, float) \
    INTEGERS(M, N, K, signed char, false)         \
    INTEGERS(M, N, K, signed char, true)          \
    INTEGERS(M, N, K, unsigned char, false)       \
    INTEGERS(M, N, K, unsigned char, true)

/* ---- less than a byte ---------------------------------------------------- */

template <class T, int K>
__global__ void product_packed(const unsigned *a, const unsigned *b,
                               const int *c, int *d, int how)
{
    wmma::fragment<wmma::matrix_a, 8, 8, K, T, R> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, K, T, L> fb;
    wmma::fragment<wmma::accumulator, 8, 8, K, int> fc;
    __shared__ __align__(32) unsigned s[8 * 12];

    if (threadIdx.x < 32)
        for (int i = threadIdx.x; i < 8 * 12; i += 32)
            s[i] = b[i];
    __syncthreads();
    wmma::load_matrix_sync(fa, a, K * 2);
    wmma::load_matrix_sync(fb, s, K * 3);
    wmma::load_matrix_sync(fc, c, 8, BY_ROWS);
    if constexpr (K == 128) {
        if (how == 0)
            wmma::bmma_sync(fc, fa, fb, fc);
        else
            wmma::bmma_sync(fc, fa, fb, fc,
                            how == 1 ? wmma::experimental::bmmaBitOpXOR
                                     : wmma::experimental::bmmaBitOpAND,
                            wmma::experimental::bmmaAccumulateOpPOPC);
    } else {
        wmma::mma_sync(fc, fa, fb, fc, how == 1);
    }
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(d, fc, 8, wmma::mem_col_major);
}

template <class T> static int piece(const unsigned *row, int k)
{
    const int v = row[k / 8] >> k % 8 * 4 & 15;

    return std::is_same<T, exact::s4>::value && v > 7 ? v - 16 : v;
}

template <class T, int K> static void try_packed(const char *name)
{
    for (int how = 0; how < (K == 128 ? 3 : 2); how++) {
        array<unsigned> a(64), b(96);
        array<int> c(64), d(64);

        for (int i = 0; i < 96; i++)
            b.at[i] = (i + 3) * 2246822519u ^ i * 40503u;
        for (int i = 0; i < 64; i++) {
            a.at[i] = i * 2654435761u ^ 0x5bd1e995u;
            c.at[i] = K == 128 ? i * 1000 - 7 : 2147483647 - i * 40;
        }
        product_packed<T, K><<<1, 32>>>(a.at, b.at, c.at, d.at, how);
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) {
                const unsigned *x = a.at + i * 8, *y = b.at + j * 12;
                long long sum = c.at[i * 8 + j];

                for (int k = 0; k < K; k++) {
                    const unsigned u = x[k / 32] >> k % 32 & 1;
                    const unsigned v = y[k / 32] >> k % 32 & 1;

                    if (K == 128)
                        sum += how == 2 ? u & v : u ^ v;
                    else
                        sum += piece<T>(x, k) * piece<T>(y, k);
                }
                if (K == 32 && how == 1 && sum > 2147483647)
                    sum = 2147483647;
                expect(name, i, j, d.at[j * 8 + i], (int)(unsigned)sum);
            }
    }
}

/* ---- elements ------------------------------------------------------------ */

/* Where elements lie, since compute capability 8.0; and that the same index
 * means the same element in fragments of one type. */
__global__ void elements(const float *in, float *out, int *place)
{
    __shared__ __align__(32) half s[256];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, R> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, R> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> x, y;
    const int lane = threadIdx.x % 32;

    wmma::load_matrix_sync(x, in, 16, BY_ROWS);
    wmma::fill_fragment(y, 0.5f);
    static_assert(x.num_elements == 8 && sizeof x.x == 32, "eight in a lane");
    for (int i = 0; i < x.num_elements; i++) {
        place[lane * 8 + i] = (int)x.x[i];
        y.x[i] += 2 * x.x[i];
    }
    wmma::store_matrix_sync(out, y, 16, wmma::mem_col_major);
    for (int i = threadIdx.x; i < 256; i += 32)
        s[i] = in[i];
    __syncwarp();
    wmma::load_matrix_sync(a, s, 16);
    wmma::load_matrix_sync(b, s, 16);
    for (int i = 0; i < 16; i++) {
        place[256 + lane * 16 + i] = (int)(float)a.x[i];
        place[768 + lane * 16 + i] = (int)(float)b.x[i];
    }
}

__global__ void halves(const half *in, half *out, float *sum)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> d;

    wmma::load_matrix_sync(a, in, 16);
    for (int i = 0; i < a.num_elements; i++)
        a.x[i] = a.x[i] * half(2.0f);
    wmma::fill_fragment(b, half(1.0f));
    wmma::fill_fragment(c, half(0.0f));
    for (int i = 0; i < d.num_elements; i++)
        d.x[i] = 3;
    wmma::mma_sync(c, a, b, c);
    wmma::mma_sync(d, a, b, d);
    wmma::store_matrix_sync(out, c, 16, BY_ROWS);
    wmma::store_matrix_sync(sum, d, 16, BY_ROWS);
}

static void try_elements()
{
    array<float> in(256), out(256), sum(256);
    array<half> h(256), hout(256);
    array<int> place(1280);

    for (int i = 0; i < 256; i++) {
        in.at[i] = (float)i;
        h.at[i] = half((float)small(i));
    }
    elements<<<1, 32>>>(in.at, out.at, place.at);
    CHECK(cudaDeviceSynchronize());
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < 8; i++) {
            const int row = lane / 4 + (i / 2 % 2) * 8;
            const int column = lane % 4 * 2 + i % 2 + i / 4 * 8;

            expect("place", lane, i, place.at[lane * 8 + i], row * 16 + column);
        }
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < 16; i++) { /* 8 to 15 are 0 to 7 again */
            const int g = lane / 4, k = lane % 4 * 2 + i % 2;
            const int second = i / 2 % 2 * 8, fourth = i / 4 % 2 * 8;

            expect("place in A", lane, i, place.at[256 + lane * 16 + i],
                   (g + second) * 16 + k + fourth);
            expect("place in B", lane, i, place.at[768 + lane * 16 + i],
                   (k + second) * 16 + g + fourth);
        }
    for (int i = 0; i < 256; i++)
        expect("epilogue", i / 16, i % 16, out.at[i % 16 * 16 + i / 16],
               2 * i + 0.5);
    halves<<<1, 32>>>(h.at, hout.at, sum.at);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 256; i++) {
        double row = 0;

        for (int k = 0; k < 16; k++)
            row += 2 * value(h.at[i / 16 * 16 + k]);
        expect("halves", i / 16, i % 16, value(hout.at[i]), row);
        expect("halves, in float", i / 16, i % 16, sum.at[i], row + 3);
    }
}

/* ---- rounding ------------------------------------------------------------ */

enum { FIRST = 8 };

/* The first row of A and the first column of B from x and y. */
template <class T, class C>
__global__ void dot(const T *x, const T *y, C c, C *out)
{
    __shared__ __align__(32) T a[256], b[256];
    __shared__ __align__(32) C d[256];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, T, R> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, T, L> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, C> fc;

    for (int i = threadIdx.x; i < 256; i += 32) {
        a[i] = i < FIRST ? x[i] : T(0.0f);
        b[i] = i < FIRST ? y[i] : T(0.0f);
    }
    __syncwarp();
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, c);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 16, BY_ROWS);
    __syncwarp();
    if (threadIdx.x == 0)
        *out = d[0];
}

template <class T, class C>
static double dot_of(const float *x, const float *y, float c)
{
    array<T> a(FIRST), b(FIRST);
    array<C> out(1);

    for (int i = 0; i < FIRST; i++) {
        a.at[i] = T(x[i]);
        b.at[i] = T(y[i]);
    }
    dot<T, C><<<1, 32>>>(a.at, b.at, C(c), out.at);
    CHECK(cudaDeviceSynchronize());
    return value(out.at[0]);
}

static void try_rounding()
{
    const float one[FIRST] = {1, 0, 0, 0, 0, 0, 0, 0};
    const float tiny[FIRST] = {0x1p-24f, 0, 0, 0, 0, 0, 0, 0};
    const float third[FIRST] = {0.33325195f, 0, 0, 0, 0, 0, 0, 0};
    const float both[FIRST] = {1, 0x1p-12f, 0, 0, 0, 0, 0, 0};
    const float more[FIRST] = {1, 0x1.8p-12f, 0, 0, 0, 0, 0, 0};
    const float large[FIRST] = {60000, 60000, 0, 0, 0, 0, 0, 0};
    const float huge[FIRST] = {INFINITY, 1, 0, 0, 0, 0, 0, 0};
    const float much[FIRST] = {0x1p14f, 0, 0, 0, 0, 0, 0, 0};

    /* Exact products, of the smallest half as well. */
    expect("half * half", 0, 0, (dot_of<half, float>(third, third, 0)),
           (double)(float)half(third[0]) * (float)half(third[0]));
    expect("subnormal", 0, 0, (dot_of<half, float>(tiny, much, 0)), 0x1p-10);
    expect("subnormal half", 0, 0, (dot_of<half, half>(tiny, one, 0)), 0x1p-24);
    expect("bfloat16", 0, 0, (dot_of<__nv_bfloat16, float>(third, third, 0)),
           (double)(float)__nv_bfloat16(third[0]) *
               (float)__nv_bfloat16(third[0]));
    /* Cut, not rounded: 1 + 1.5 * 2^-24 is 1. */
    expect("cut", 0, 0, (dot_of<half, float>(both, more, 0)), 1);
    expect("cut, bfloat16", 0, 0, (dot_of<__nv_bfloat16, float>(more, both, 0)),
           1);
    /* A half is rounded to the nearest, ties to even. */
    expect("half sum", 0, 0, (dot_of<half, half>(one, one, 2048)), 2048);
    expect("half sum", 0, 0, (dot_of<half, half>(one, one, 2050)), 2052);
    expect("half sum", 0, 0, (dot_of<half, half>(one, large, 0)), 60000);
    expect("overflow", 0, 0, (dot_of<half, half>(large, large, 0)), INFINITY);
    expect("overflow", 0, 0, (dot_of<half, float>(large, large, 0)), 7.2e9);
    expect("infinite", 0, 0, (dot_of<half, float>(huge, one, 0)), INFINITY);
    expect("not a number", 0, 0, (dot_of<half, float>(huge, tiny, -INFINITY)),
           NAN);
}

__global__ void tf32(const float *in, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, R> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, L> b;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;

    wmma::load_matrix_sync(a, in, 8);
    for (int i = 0; i < a.num_elements; i++)
        a.x[i] = wmma::__float_to_tf32(a.x[i]);
    wmma::load_matrix_sync(b, in + 128, 8);
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out, c, 16, BY_ROWS);
}

static void try_tf32()
{
    array<float> in(256), out(256);

    for (int i = 0; i < 8; i++)
        in.at[128 + i * 8 + i] = 1;
    for (int i = 0; i < 128; i++)
        in.at[i] = 1 + (float)(i - 64) * 0x1p-13f;
    tf32<<<1, 32>>>(in.at, out.at);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++) {
            const double v = in.at[i * 8 + j];
            /* 10 bits, to the nearest, ties away from 0 */
            const double unit = v < 1 ? 0x1p-11 : 0x1p-10;

            expect("tf32", i, j, out.at[i * 16 + j],
                   floor(v / unit + 0.5) * unit);
        }
    /* What is not rounded is cut. */
    const float odd = 1 + 0x1.8p-11f;
    for (int i = 0; i < 8; i++)
        in.at[128 + i * 8 + i] = odd;
    for (int i = 0; i < 128; i++)
        in.at[i] = 1;
    tf32<<<1, 32>>>(in.at, out.at);
    CHECK(cudaDeviceSynchronize());
    expect("tf32, not rounded", 3, 5, out.at[3 * 16 + 5], 1);
}

int main()
{
    SHAPE(16, 16, 16)
    SHAPE(32, 8, 16)
    SHAPE(8, 32, 16)
    LAYOUTS(16, 16, 8, wmma::precision::tf32, float, float)
    LAYOUTS(8, 8, 4, double, double, double)
    try_packed<exact::b1, 128>("b1");
    try_packed<exact::s4, 32>("s4");
    try_packed<exact::u4, 32>("u4");
    try_elements();
    try_rounding();
    try_tf32();
    return wrong != 0;
}
