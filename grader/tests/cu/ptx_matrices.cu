/*
 * ptx_matrices.cu - tensor cores by way of PTX: each form of mma.sync that the
 * CPU device knows, against plain loops. Where elements lie is written down
 * here as PTX's manual has it ("Matrix fragments for mma"). All values are
 * small whole numbers, so that every result is exact. Says nothing if all is
 * right, on the CPU device in both modes and on a GPU of compute capability 8.0
 * or later.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef uint32_t word;
enum { M = 16, N = 8, WORDS = 8 }; /* words along k, at most */

/* Rows of A, columns of B, rows of C and D. */
struct matrices {
    word a[M][WORDS], b[N][WORDS];
    float c[M][N], d[M][N];
};

/* ---- the forms ----------------------------------------------------------- */

#define D_OF(letter, d) \
    "=" letter(d[0]), "=" letter(d[1]), "=" letter(d[2]), "=" letter(d[3])
#define A4 "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
#define A2 "r"(a[0]), "r"(a[1])
#define B2 "r"(b[0]), "r"(b[1])
#define B1 "r"(b[0])
#define C_OF(letter) letter(c[0]), letter(c[1]), letter(c[2]), letter(c[3])
#define WIDE " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
             "{%10, %11, %12, %13};"
#define SLIM " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"

/* So many words of A and B in a lane; sums of type T. */
#define FORM(name, T, letter, size, types, in_a, in_b, lists)              \
    struct name {                                                          \
        typedef T sum;                                                     \
        enum { A = in_a, B = in_b };                                       \
        static __device__ void multiply(T *d, const word *a, const word *b, \
                                        const T *c)                        \
        {                                                                  \
            asm volatile("mma.sync.aligned." size ".row.col." types lists  \
                         : D_OF(letter, d)                                 \
                         : A##in_a, B##in_b, C_OF(letter));                \
        }                                                                  \
    };
FORM(s8_32, int, "r", "m16n8k32", "s32.s8.s8.s32", 4, 2, WIDE)
FORM(s8_16, int, "r", "m16n8k16", "s32.s8.s8.s32", 2, 1, SLIM)
FORM(u8_16, int, "r", "m16n8k16", "satfinite.s32.u8.u8.s32", 2, 1, SLIM)
FORM(f16_16, float, "f", "m16n8k16", "f32.f16.f16.f32", 4, 2, WIDE)
FORM(f16_8, float, "f", "m16n8k8", "f32.f16.f16.f32", 2, 1, SLIM)
FORM(bf16_16, float, "f", "m16n8k16", "f32.bf16.bf16.f32", 4, 2, WIDE)
FORM(bf16_8, float, "f", "m16n8k8", "f32.bf16.bf16.f32", 2, 1, SLIM)
FORM(tf32_8, float, "f", "m16n8k8", "f32.tf32.tf32.f32", 4, 2, WIDE)

/* As others write it: sums in place, A and B the
 * other way round in the list, expressions, a clobber. */
struct u8_32 {
    typedef int sum;
    enum { A = 4, B = 2 };
    static __device__ void multiply(int *d, const word *a, const word *b,
                                    const int *c)
    {
        for (int i = 0; i < 4; i++)
            d[i] = c[i];
        __asm__ __volatile__(
            "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32\n\t"
            "{%0,%1,%2,%3},\n\t{%6,%7,%8,%9},{%4,%5},{%0,%1,%2,%3};\n"
            : "+r"(d[0]), "+r"(*(d + 1)), "+r"(d[2]), "+r"((d)[3])
            : "r"(b[0]), "r"((true ? b[1] : b[0])), "r"(a[0] + 0u),
              "r"(static_cast<unsigned>(a[1])), "r"(a[2]), "r"(a[3])
            : "memory");
    }
};

/* Sums in halves: two in a register. */
struct halves_8 {
    typedef float sum;
    enum { A = 2, B = 1 };
    static __device__ void multiply(float *d, const word *a, const word *b,
                                    const float *c)
    {
        __half2 in[2] = {__floats2half2_rn(c[0], c[1]),
                         __floats2half2_rn(c[2], c[3])},
                out[2];
        const word *x = reinterpret_cast<const word *>(in);
        word *y = reinterpret_cast<word *>(out);

        asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, "
            "{%2, %3}, {%4}, {%5, %6};"
            : "=r"(y[0]), "=r"(y[1])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(x[0]), "r"(x[1]));
        for (int i = 0; i < 2; i++) {
            d[2 * i] = __low2float(out[i]);
            d[2 * i + 1] = __high2float(out[i]);
        }
    }
};

/* ---- a warp -------------------------------------------------------------- */

template <class F> __global__ void product(matrices *m)
{
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;
    typename F::sum c[4], d[4];
    word a[4] = {}, b[2] = {};

    for (int r = 0; r < F::A; r++)
        a[r] = m->a[g + r % 2 * 8][t + r / 2 * 4];
    for (int r = 0; r < F::B; r++)
        b[r] = m->b[g][t + r * 4];
    for (int i = 0; i < 4; i++)
        c[i] = m->c[g + i / 2 * 8][2 * t + i % 2];
    F::multiply(d, a, b, c);
    for (int i = 0; i < 4; i++)
        m->d[g + i / 2 * 8][2 * t + i % 2] = d[i];
}

/* ---- and the same with loops --------------------------------------------- */

static word pack(const char *type, int v)
{
    float f = v;
    word w;
    __half h = __float2half(f);
    unsigned short bits;

    if (type[1] == '8')
        return v & 255;
    memcpy(&w, &f, sizeof w);
    memcpy(&bits, &h, sizeof bits);
    return type[0] == 'f' ? bits : type[0] == 'b' ? w >> 16 : w;
}

template <class F> static int wrong(const char *name, const char *type, int in_word)
{
    const int least = type[0] == 'u' ? 0 : -9;
    static int a[M][64], b[N][64];
    const int k = F::B * 4 * in_word;
    int errors = 0;
    matrices *m;

    if (cudaMallocManaged(&m, sizeof *m) != cudaSuccess)
        exit(1);
    memset(m, 0, sizeof *m);
    for (int j = 0; j < k; j++) {
        for (int i = 0; i < M; i++) {
            a[i][j] = least + (i * 7 + j * 5) % 19;
            m->a[i][j / in_word] |= pack(type, a[i][j])
                                    << 32 / in_word * (j % in_word);
        }
        for (int i = 0; i < N; i++) {
            b[i][j] = least + (i * 11 + j * 3) % 19;
            m->b[i][j / in_word] |= pack(type, b[i][j])
                                    << 32 / in_word * (j % in_word);
        }
    }
    for (int i = 0; i < M * N; i++)
        m->c[i / N][i % N] = i % 23 - 11;
    product<F><<<1, 32>>>(m);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
        exit(1);
    }
    for (int i = 0; i < M * N; i++) {
        float sum = m->c[i / N][i % N];

        for (int j = 0; j < k; j++)
            sum += a[i / N][j] * b[i % N][j];
        if (m->d[i / N][i % N] != sum && errors++ < 3)
            printf("%s, row %d, column %d: %g, not %g\n", name, i / N, i % N,
                   m->d[i / N][i % N], sum);
    }
    cudaFree(m);
    return errors;
}

int main()
{
    return wrong<s8_32>("s8_32", "s8", 4) + wrong<s8_16>("s8_16", "s8", 4) +
                   wrong<u8_32>("u8_32", "u8", 4) +
                   wrong<u8_16>("u8_16", "u8", 4) +
                   wrong<f16_16>("f16_16", "f16", 2) +
                   wrong<f16_8>("f16_8", "f16", 2) +
                   wrong<halves_8>("halves_8", "f16", 2) +
                   wrong<bf16_16>("bf16_16", "bf16", 2) +
                   wrong<bf16_8>("bf16_8", "bf16", 2) +
                   wrong<tf32_8>("tf32_8", "tf32", 1)
               ? 1
               : 0;
}
