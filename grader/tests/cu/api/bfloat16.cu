/*
 * bfloat16, as NVIDIA's header has it on the host: of each function, a hash of
 * its results for 4000 numbers, many of them special. The hashes are from CUDA
 * 13.0 (nvcc takes this file). __hmin_nan() and its relatives are not among
 * them, as they do not tell -0 from 0 on the host.
 */
#include "check.h"
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>

typedef unsigned long long u64;

static u64 bits(__nv_bfloat16 v)
{
    unsigned short s;

    memcpy(&s, &v, sizeof s);
    return (s & 0x7fff) > 0x7f80 ? 0x7fff : s; /* one NaN for all */
}

static u64 bits(__nv_bfloat162 v)
{
    __nv_bfloat16 w[2];

    memcpy(w, &v, sizeof w);
    return bits(w[1]) << 16 | bits(w[0]);
}

static unsigned state;

static unsigned some()
{
    static const unsigned special[] = {
        0,          0x8000,     0x7f80,     0xff80,     0x7fc0,
        1,          0x7f,       0x80,       0x3f80,     0xbf80,
        0x7f7f,     0x3f00,     0x7fffffff, 0x80000000, 0xffffffff,
        0x80008000, 0x7fff7fff, 0x4b80,     0x4b7f,     0xcb00};
    state = state * 1664525u + 1013904223u;
    unsigned r = state >> 8;
    if (r % 3 == 0)
        return special[r / 3 % 20];
    state = state * 1664525u + 1013904223u;
    return state >> 16 | r << 16;
}

template <class T> static T as(unsigned x)
{
    T v;

    memcpy(&v, &x, sizeof v);
    return v;
}

static double as_double(unsigned x, unsigned y)
{
    const u64 u = (u64)x << 32 | y;
    double v;

    memcpy(&v, &u, sizeof v);
    return v;
}

static int wrong;

#define TRY(name, want, expression)                                       \
    state = 1;                                                            \
    sum = 5381;                                                           \
    for (int i = 0; i < 4000; i++) {                                      \
        unsigned x = some(), y = some(), z = some();                      \
        u64 v = (u64)some() << some() % 32;                               \
        if (some() % 2)                                                   \
            v = -v;                                                       \
        __nv_bfloat16 a = as<__nv_bfloat16>(x), b = as<__nv_bfloat16>(y); \
        __nv_bfloat162 p = as<__nv_bfloat162>(x);                         \
        __nv_bfloat162 q = as<__nv_bfloat162>(y);                         \
        bool t = false, t2 = false;                                       \
        (void)z, (void)a, (void)b, (void)p, (void)q, (void)t, (void)t2;   \
        sum = sum * 1099511628211ull ^ (u64)(expression);                 \
    }                                                                     \
    if (sum != want##ull)                                                 \
    fprintf(stderr, "%s is wrong: %llx\n", name, sum), wrong = 1

int main()
{
    u64 sum;

    TRY("__hneg", 0xdd1c9a89de6af249,
        bits(__hneg(a)));
    TRY("__habs", 0x050d64b00d9bf249,
        bits(__habs(a)));
    TRY("__hadd", 0x6a6178ca6453a637,
        bits(__hadd(a, b)));
    TRY("__hsub", 0x4abb0c0fd5af454b,
        bits(__hsub(a, b)));
    TRY("__hmul", 0xe1e4b4d4392cdbda,
        bits(__hmul(a, b)));
    TRY("__hadd_rn", 0x6a6178ca6453a637,
        bits(__hadd_rn(a, b)));
    TRY("__hsub_rn", 0x4abb0c0fd5af454b,
        bits(__hsub_rn(a, b)));
    TRY("__hmul_rn", 0xe1e4b4d4392cdbda,
        bits(__hmul_rn(a, b)));
    TRY("__hadd_sat", 0x4a088df8dfa7ca6c,
        bits(__hadd_sat(a, b)));
    TRY("__hsub_sat", 0x691c526656ff05bd,
        bits(__hsub_sat(a, b)));
    TRY("__hmul_sat", 0xc815a3b608f45e39,
        bits(__hmul_sat(a, b)));
    TRY("__hmin", 0xb6374d967392ee6e,
        bits(__hmin(a, b)));
    TRY("__hmax", 0x4203edd25f0dc0d6,
        bits(__hmax(a, b)));
    TRY("__hdiv", 0xaad83dd0e0e6ab4c,
        bits(__hdiv(a, b)));
    TRY("__hadd2", 0xc39be4729d3da637,
        bits(__hadd2(p, q)));
    TRY("__hsub2", 0x723699cdd39a454b,
        bits(__hsub2(p, q)));
    TRY("__hmul2", 0xe8712ffc5539dbda,
        bits(__hmul2(p, q)));
    TRY("__hadd2_rn", 0xc39be4729d3da637,
        bits(__hadd2_rn(p, q)));
    TRY("__hsub2_rn", 0x723699cdd39a454b,
        bits(__hsub2_rn(p, q)));
    TRY("__hmul2_rn", 0xe8712ffc5539dbda,
        bits(__hmul2_rn(p, q)));
    TRY("__hadd2_sat", 0xa2700b056fbeca6c,
        bits(__hadd2_sat(p, q)));
    TRY("__hsub2_sat", 0x96b68999620505bd,
        bits(__hsub2_sat(p, q)));
    TRY("__hmul2_sat", 0xc74169467f665e39,
        bits(__hmul2_sat(p, q)));
    TRY("__hmin2", 0x86496738232aee6e,
        bits(__hmin2(p, q)));
    TRY("__hmax2", 0x01527e08ab35c0d6,
        bits(__hmax2(p, q)));
    TRY("__h2div", 0xf04ae3a8009dab4c,
        bits(__h2div(p, q)));
    TRY("__heq", 0x4ca20dc8a4405f80,
        __heq(a, b));
    TRY("__heq2", 0xb5a0644871936705,
        bits(__heq2(p, q)));
    TRY("__heq2_mask", 0x13dcc707c8794476,
        __heq2_mask(p, q));
    TRY("__hbeq_", 0x4ca20dc8a4405f80,
        __hbeq2(p, q));
    TRY("__hequ", 0x5db3a3ed6efef994,
        __hequ(a, b));
    TRY("__hequ2", 0x44682bf19c420a05,
        bits(__hequ2(p, q)));
    TRY("__hequ2_mask", 0x5107322c885ade8a,
        __hequ2_mask(p, q));
    TRY("__hbequ_", 0x951177c2710ba802,
        __hbequ2(p, q));
    TRY("__hne", 0xc0b39276422fb248,
        __hne(a, b));
    TRY("__hne2", 0xc811931e9f753705,
        bits(__hne2(p, q)));
    TRY("__hne2_mask", 0x3c9c39723641973e,
        __hne2_mask(p, q));
    TRY("__hbne_", 0x3470eb265892838d,
        __hbne2(p, q));
    TRY("__hneu", 0x3773cd8132d37c68,
        __hneu(a, b));
    TRY("__hneu2", 0x8d561b17ab4e8405,
        bits(__hneu2(p, q)));
    TRY("__hneu2_mask", 0xc28a19b37544615e,
        __hneu2_mask(p, q));
    TRY("__hbneu_", 0x06f75fd1001b8e2e,
        __hbneu2(p, q));
    TRY("__hlt", 0xf85d63ecebb1905c,
        __hlt(a, b));
    TRY("__hlt2", 0x3abaeabd7df04305,
        bits(__hlt2(p, q)));
    TRY("__hlt2_mask", 0x1ae3f8514daa7552,
        __hlt2_mask(p, q));
    TRY("__hblt_", 0xb1eea89f1009d86c,
        __hblt2(p, q));
    TRY("__hltu", 0x0a902e5a67856f1c,
        __hltu(a, b));
    TRY("__hltu2", 0x721cd0ce7d984005,
        bits(__hltu2(p, q)));
    TRY("__hltu2_mask", 0x55482f14bec55412,
        __hltu2_mask(p, q));
    TRY("__hbltu_", 0xc03b64e3f43540e9,
        __hbltu2(p, q));
    TRY("__hle", 0xcc771e95b2c68d59,
        __hle(a, b));
    TRY("__hle2", 0xb2cd3f3a3472df85,
        bits(__hle2(p, q)));
    TRY("__hle2_mask", 0xdfbbdc152a4c8db1,
        __hle2_mask(p, q));
    TRY("__hble_", 0xcb07e7050cd2dc58,
        __hble2(p, q));
    TRY("__hleu", 0x3fe3d01b33ce2b99,
        __hleu(a, b));
    TRY("__hleu2", 0xf642e22e14b1c685,
        bits(__hleu2(p, q)));
    TRY("__hleu2_mask", 0x86cae23d85f3ef71,
        __hleu2_mask(p, q));
    TRY("__hbleu_", 0x15c6cd084b23b0af,
        __hbleu2(p, q));
    TRY("__hgt", 0xac01c286e2643ec5,
        __hgt(a, b));
    TRY("__hgt2", 0x2634f683a13d7585,
        bits(__hgt2(p, q)));
    TRY("__hgt2_mask", 0x1b5fc03db37ddc45,
        __hgt2_mask(p, q));
    TRY("__hbgt_", 0x44bdf1ae321e6360,
        __hbgt2(p, q));
    TRY("__hgtu", 0x5fd25849d1bc5d11,
        __hgtu(a, b));
    TRY("__hgtu2", 0x79ebfe65d098a685,
        bits(__hgtu2(p, q)));
    TRY("__hgtu2_mask", 0x162c40b88db0bdf9,
        __hgtu2_mask(p, q));
    TRY("__hbgtu_", 0x3409f1351164ee62,
        __hbgtu2(p, q));
    TRY("__hge", 0x7992a25b679fe268,
        __hge(a, b));
    TRY("__hge2", 0x26a3a008e62b6705,
        bits(__hge2(p, q)));
    TRY("__hge2_mask", 0x21d42d5558abc75e,
        __hge2_mask(p, q));
    TRY("__hbge_", 0xeb058e44977da73c,
        __hbge2(p, q));
    TRY("__hgeu", 0xadbe64df5bcfa9fc,
        __hgeu(a, b));
    TRY("__hgeu2", 0xc4c0c1f4d4438605,
        bits(__hgeu2(p, q)));
    TRY("__hgeu2_mask", 0xa02ba25efc388ef2,
        __hgeu2_mask(p, q));
    TRY("__hbgeu_", 0xacb15f7c07ff0e28,
        __hbgeu2(p, q));
    TRY("__int2bfloat16_rn", 0x74a2682b6b921987,
        bits(__int2bfloat16_rn((int)v)));
    TRY("__bfloat162int_rz", 0x790f48e5019e963f,
        __bfloat162int_rz(a));
    TRY("__uint2bfloat16_rn", 0x7a4bdfce9b72e7df,
        bits(__uint2bfloat16_rn((unsigned)v)));
    TRY("__bfloat162uint_rz", 0xa61f205d6a01ca35,
        __bfloat162uint_rz(a));
    TRY("__short2bfloat16_rn", 0x496bac1e7aa29ac3,
        bits(__short2bfloat16_rn((short)v)));
    TRY("__bfloat162short_rz", 0x4c5a3f7a447704f9,
        __bfloat162short_rz(a));
    TRY("__ushort2bfloat16_rn", 0xaaf008a50dbd2db0,
        bits(__ushort2bfloat16_rn((unsigned short)v)));
    TRY("__bfloat162ushort_rz", 0xbe630ce90456c2ba,
        __bfloat162ushort_rz(a));
    TRY("__ll2bfloat16_rn", 0xe6a3b604378c9d2a,
        bits(__ll2bfloat16_rn((long long)v)));
    TRY("__bfloat162ll_rz", 0xa5c7b00228c2a36a,
        __bfloat162ll_rz(a));
    TRY("__ull2bfloat16_rn", 0x9256d92fd9b9b015,
        bits(__ull2bfloat16_rn((unsigned long long)v)));
    TRY("__bfloat162ull_rz", 0x4f46fc7de6eb6c98,
        __bfloat162ull_rz(a));
    TRY("__bfloat162char_rz", 0x222691fb7674bf0c,
        __bfloat162char_rz(a));
    TRY("__bfloat162uchar_rz", 0x5eddf27d6577854a,
        __bfloat162uchar_rz(a));
    TRY("__hisnan2", 0xe3aab36d59f30685,
        bits(__hisnan2(p)));
    TRY("__lows2bfloat162", 0xb55146d5e195f249,
        bits(__lows2bfloat162(p, q)));
    TRY("__highs2bfloat162", 0xfd863a0c5af214a0,
        bits(__highs2bfloat162(p, q)));
    TRY("bfloat16 ==", 0x4ca20dc8a4405f80,
        a == b);
    TRY("bfloat162 ==", 0x4ca20dc8a4405f80,
        p == q);
    TRY("bfloat16 !=", 0x3773cd8132d37c68,
        a != b);
    TRY("bfloat162 !=", 0x06f75fd1001b8e2e,
        p != q);
    TRY("bfloat16 <", 0xf85d63ecebb1905c,
        a < b);
    TRY("bfloat162 <", 0xb1eea89f1009d86c,
        p < q);
    TRY("bfloat16 <=", 0xcc771e95b2c68d59,
        a <= b);
    TRY("bfloat162 <=", 0xcb07e7050cd2dc58,
        p <= q);
    TRY("bfloat16 >", 0xac01c286e2643ec5,
        a > b);
    TRY("bfloat162 >", 0x44bdf1ae321e6360,
        p > q);
    TRY("bfloat16 >=", 0x7992a25b679fe268,
        a >= b);
    TRY("bfloat162 >=", 0xeb058e44977da73c,
        p >= q);
    TRY("__float2bfloat16_rn", 0x6bca40b04057215c,
        bits(__float2bfloat16_rn(as<float>(x))));
    TRY("__float2bfloat16_rz", 0xf4dd2fe696c814a0,
        bits(__float2bfloat16_rz(as<float>(x))));
    TRY("__float2bfloat16_ru", 0x1e577d68ee58d4dd,
        bits(__float2bfloat16_ru(as<float>(x))));
    TRY("__float2bfloat16_rd", 0xdefdc51815db1d5c,
        bits(__float2bfloat16_rd(as<float>(x))));
    TRY("__double2bfloat16", 0xad0bbd601bf4a07b,
        bits(__double2bfloat16(as_double(x, y))));
    return wrong;
}
