/* Instructions on the bytes or shorts of a number, each against its rule for
 * one of them. */
#include "check.h"

typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;

__device__ unsigned wrong;

__device__ int saturated(int v, int bottom, int top)
{
    return v < bottom ? bottom : v > top ? top : v;
}

#define TRY(name, T, bits, rule)                                            \
    for (int i = 0; i < 32; i += bits) {                                    \
        int x = (T)(a >> i), y = (T)(b >> i);                               \
        unsigned mask = (1u << bits) - 1, got = name(a, b) >> i & mask;     \
        (void)y;                                                            \
        if (got != ((unsigned)(rule) & mask)) {                             \
            printf("%s(%x, %x) gives %x\n", #name, a, b, name(a, b));       \
            atomicAdd(&wrong, 1u);                                          \
        }                                                                   \
    }
#define BOTH(name, sign, rule)        \
    TRY(name##2, sign##16, 16, rule)  \
    TRY(name##4, sign##8, 8, rule)
#define LIMITED(name, rule)                                          \
    TRY(name##ss2, s16, 16, saturated(rule, -32768, 32767))          \
    TRY(name##ss4, s8, 8, saturated(rule, -128, 127))
#define LIMITED_U(name, rule)                                        \
    TRY(name##us2, u16, 16, saturated(rule, 0, 65535))               \
    TRY(name##us4, u8, 8, saturated(rule, 0, 255))
#define vneg2(a, b) __vneg2(a)
#define vneg4(a, b) __vneg4(a)
#define vabs2(a, b) __vabs2(a)
#define vabs4(a, b) __vabs4(a)
#define vnegss2(a, b) __vnegss2(a)
#define vnegss4(a, b) __vnegss4(a)
#define vabsss2(a, b) __vabsss2(a)
#define vabsss4(a, b) __vabsss4(a)

__global__ void work()
{
    unsigned state = threadIdx.x * 2654435761u, a, b;

    for (int i = 0; i < 200; i++) {
        a = state = state * 1664525u + 1013904223u;
        b = state = state * 1664525u + 1013904223u;
        if (i % 4 == 1)
            a &= 0x80808080u;
        if (i % 4 == 2)
            b = 0x80008000u | (i & 8 ? 0x7f007fu : 0);
        BOTH(__vadd, u, x + y)
        BOTH(__vsub, u, x - y)
        LIMITED(__vadd, x + y)
        LIMITED(__vsub, x - y)
        LIMITED_U(__vadd, x + y)
        LIMITED_U(__vsub, x - y)
        BOTH(vneg, s, -x)
        BOTH(vabs, s, x < 0 ? -x : x)
        LIMITED(vneg, -x)
        LIMITED(vabs, x < 0 ? -x : x)
        BOTH(__vsetges, s, x >= y)
        BOTH(__vsetgeu, u, x >= y)
        BOTH(__vsetgts, s, x > y)
        BOTH(__vsetgtu, u, x > y)
        BOTH(__vsetles, s, x <= y)
        BOTH(__vsetleu, u, x <= y)
        BOTH(__vsetlts, s, x < y)
        BOTH(__vsetltu, u, x < y)
        BOTH(__vseteq, u, x == y)
        BOTH(__vsetne, u, x != y)
        BOTH(__vmaxs, s, x > y ? x : y)
        BOTH(__vminu, u, x < y ? x : y)
        unsigned sums[2] = {0, 0};
        for (int k = 0; k < 32; k += 8)
            sums[0] += abs((s8)(a >> k) - (s8)(b >> k));
        for (int k = 0; k < 32; k += 16)
            sums[1] += abs((s16)(a >> k) - (s16)(b >> k));
        if (sums[0] != __vsads4(a, b) || sums[1] != __vsads2(a, b))
            atomicAdd(&wrong, 1u);
    }
}

/* Addresses keep their meaning on the way to a space and back. */
__global__ void there_and_back(int *a)
{
    __shared__ int s[2];

    s[threadIdx.x] = 3;
    *(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&s[threadIdx.x]))
        += 4;
    *(int *)__cvta_global_to_generic(__cvta_generic_to_global(
        &a[threadIdx.x])) = s[threadIdx.x] + __isShared(s) + __isGlobal(a) * 2;
}

int main()
{
    unsigned n;
    int *d, h[2];

    work<<<2, 64>>>();
    OK(cudaMemcpyFromSymbol(&n, wrong, sizeof n));
    CHECK(n == 0);
    OK(cudaMalloc(&d, sizeof h));
    there_and_back<<<1, 2>>>(d);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 10 && h[1] == 10);
    OK(cudaFree(d));
    return 0;
}
