/*
 * half, and instructions on pieces of a number, as NVIDIA's headers have them
 * on the host: of each, a hash of its results for 4000 numbers, many of them
 * special. Those hashes are from CUDA 13.0 (nvcc takes this file; for a GPU
 * without a host's form they are not there).
 */
#include "check.h"
#include <cstring>
#include <cuda_fp16.h>

typedef unsigned long long u64;

static u64 bits(__half v)
{
    unsigned short s;

    memcpy(&s, &v, sizeof s);
    return (s & 0x7fff) > 0x7c00 ? 0x7fff : s; /* one NaN for all */
}

static u64 bits(__half2 v)
{
    __half w[2];

    memcpy(w, &v, sizeof w);
    return bits(w[1]) << 16 | bits(w[0]);
}

static unsigned state;

static unsigned some()
{
    static const unsigned special[] = {
        0,          0x8000,     0x7c00,     0xfc00,     0x7e00,
        1,          0x3ff,      0x400,      0x3c00,     0xbc00,
        0x7bff,     0x3800,     0x7fffffff, 0x80000000, 0xffffffff,
        0x80008000, 0x7fff7fff, 65519,      65520,      65504};
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

static int wrong;

#define TRY(name, want, expression)                                       \
    state = 1;                                                            \
    sum = 5381;                                                           \
    for (int i = 0; i < 4000; i++) {                                      \
        unsigned x = some(), y = some(), z = some();                      \
        u64 v = (u64)some() << some() % 32;                               \
        if (some() % 2)                                                   \
            v = -v;                                                       \
        __half a = as<__half>(x), b = as<__half>(y);                      \
        __half2 p = as<__half2>(x), q = as<__half2>(y);                   \
        bool t = false, t2 = false;                                       \
        (void)z, (void)a, (void)b, (void)p, (void)q, (void)t, (void)t2;   \
        sum = sum * 1099511628211ull ^ (u64)(expression);                 \
    }                                                                     \
    if (sum != want##ull)                                                 \
    fprintf(stderr, "%s is wrong: %llx\n", name, sum), wrong = 1

int main()
{
    u64 sum;

    TRY("__hneg", 0x2e75b67b1eb37bf7,
        bits(__hneg(a)));
    TRY("__habs", 0xbe57f450a8a17bf7,
        bits(__habs(a)));
    TRY("__hadd", 0x23f04a43d4421a81,
        bits(__hadd(a, b)));
    TRY("__hsub", 0x9439c49926f18dba,
        bits(__hsub(a, b)));
    TRY("__hmul", 0x1aaaaa5b07f9919b,
        bits(__hmul(a, b)));
    TRY("__hadd_rn", 0x23f04a43d4421a81,
        bits(__hadd_rn(a, b)));
    TRY("__hsub_rn", 0x9439c49926f18dba,
        bits(__hsub_rn(a, b)));
    TRY("__hmul_rn", 0x1aaaaa5b07f9919b,
        bits(__hmul_rn(a, b)));
    TRY("__hadd_sat", 0xa14a5193731b612d,
        bits(__hadd_sat(a, b)));
    TRY("__hsub_sat", 0xae1c19fca37e0230,
        bits(__hsub_sat(a, b)));
    TRY("__hmul_sat", 0x236c440b45246732,
        bits(__hmul_sat(a, b)));
    TRY("__hmin", 0x654292baf53ab754,
        bits(__hmin(a, b)));
    TRY("__hmax", 0x3d74e1ba185748e4,
        bits(__hmax(a, b)));
    TRY("__hmin_nan", 0x390b2b037db7ad60,
        bits(__hmin_nan(a, b)));
    TRY("__hmax_nan", 0x88c69ba14c94bd94,
        bits(__hmax_nan(a, b)));
    TRY("__hdiv", 0x1fbc56bf61a1ef8c,
        bits(__hdiv(a, b)));
    TRY("__hadd2", 0x1058bd0764581a81,
        bits(__hadd2(p, q)));
    TRY("__hsub2", 0xd12a570639f48dba,
        bits(__hsub2(p, q)));
    TRY("__hmul2", 0x6c218504592a919b,
        bits(__hmul2(p, q)));
    TRY("__hadd2_rn", 0x1058bd0764581a81,
        bits(__hadd2_rn(p, q)));
    TRY("__hsub2_rn", 0xd12a570639f48dba,
        bits(__hsub2_rn(p, q)));
    TRY("__hmul2_rn", 0x6c218504592a919b,
        bits(__hmul2_rn(p, q)));
    TRY("__hadd2_sat", 0x29edbe8124eb612d,
        bits(__hadd2_sat(p, q)));
    TRY("__hsub2_sat", 0x43fe62def5aa0230,
        bits(__hsub2_sat(p, q)));
    TRY("__hmul2_sat", 0x8f456a41cca86732,
        bits(__hmul2_sat(p, q)));
    TRY("__hmin2", 0x88f12aa16e30b754,
        bits(__hmin2(p, q)));
    TRY("__hmax2", 0x98e75aa876b948e4,
        bits(__hmax2(p, q)));
    TRY("__hmin2_nan", 0xca8f50d5c177ad60,
        bits(__hmin2_nan(p, q)));
    TRY("__hmax2_nan", 0xef053c28cca2bd94,
        bits(__hmax2_nan(p, q)));
    TRY("__h2div", 0x422197d44739ef8c,
        bits(__h2div(p, q)));
    TRY("__heq", 0x6d60c0a729e82f72,
        __heq(a, b));
    TRY("__heq2", 0x43ce0147a24a2185,
        bits(__heq2(p, q)));
    TRY("__heq2_mask", 0x8c9735d6abbd1468,
        __heq2_mask(p, q));
    TRY("__hbeq_", 0x6d60c0a729e82f72,
        __hbeq2(p, q));
    TRY("__hequ", 0xdae98ef3e3645a87,
        __hequ(a, b));
    TRY("__hequ2", 0xedfd45e5270f3585,
        bits(__hequ2(p, q)));
    TRY("__hequ2_mask", 0x9c862eda48a6c083,
        __hequ2_mask(p, q));
    TRY("__hbequ_", 0xf0d7cb66edb0d029,
        __hbequ2(p, q));
    TRY("__hne", 0x96ff06b05a4a8e5f,
        __hne(a, b));
    TRY("__hne2", 0xef8ea5a26d7e2d85,
        bits(__hne2(p, q)));
    TRY("__hne2_mask", 0xb0e62b0ebaea8cab,
        __hne2_mask(p, q));
    TRY("__hbne_", 0x0d3033ab9cfefc63,
        __hbne2(p, q));
    TRY("__hneu", 0xaa1cf1335ee37566,
        __hneu(a, b));
    TRY("__hneu2", 0x5ef216d0af4a5985,
        bits(__hneu2(p, q)));
    TRY("__hneu2_mask", 0x6c58d8c4ac805a5c,
        __hneu2_mask(p, q));
    TRY("__hbneu_", 0x06f75fd1001b8e2e,
        __hbneu2(p, q));
    TRY("__hlt", 0xb49907f606a5523e,
        __hlt(a, b));
    TRY("__hlt2", 0x6a83aae04cbac185,
        bits(__hlt2(p, q)));
    TRY("__hlt2_mask", 0x46dec4a229613734,
        __hlt2_mask(p, q));
    TRY("__hblt_", 0x30b7a01e026e9ffd,
        __hblt2(p, q));
    TRY("__hltu", 0x3c4c4c2c8367e83f,
        __hltu(a, b));
    TRY("__hltu2", 0xeb5304237045f585,
        bits(__hltu2(p, q)));
    TRY("__hltu2_mask", 0xd26601d83a7c32cb,
        __hltu2_mask(p, q));
    TRY("__hbltu_", 0x86b111ea9a23464b,
        __hbltu2(p, q));
    TRY("__hle", 0xb56e69fa530bbff9,
        __hle(a, b));
    TRY("__hle2", 0x3cd72bb905e6ed85,
        bits(__hle2(p, q)));
    TRY("__hle2_mask", 0x2115d30841ee5b11,
        __hle2_mask(p, q));
    TRY("__hble_", 0xed45a14a6209dff5,
        __hble2(p, q));
    TRY("__hleu", 0xe0617bd8f54e9128,
        __hleu(a, b));
    TRY("__hleu2", 0x3849370cefa67985,
        bits(__hleu2(p, q)));
    TRY("__hleu2_mask", 0x61c0ea78cf06761e,
        __hleu2_mask(p, q));
    TRY("__hbleu_", 0xf9737dfa1c4b87f8,
        __hbleu2(p, q));
    TRY("__hgt", 0xa06f7049de1b2ae0,
        __hgt(a, b));
    TRY("__hgt2", 0xfe31a61302c8f185,
        bits(__hgt2(p, q)));
    TRY("__hgt2_mask", 0x471f8f9b749d0fd6,
        __hgt2_mask(p, q));
    TRY("__hbgt_", 0xf0514c1a660f388d,
        __hbgt2(p, q));
    TRY("__hgtu", 0xa038a4c25cac5bcd,
        __hgtu(a, b));
    TRY("__hgtu2", 0xf304326289158585,
        bits(__hgtu2(p, q)));
    TRY("__hgtu2_mask", 0x67d371854069bf3d,
        __hgtu2_mask(p, q));
    TRY("__hbgtu_", 0x6d80f3d440c244f6,
        __hbgtu2(p, q));
    TRY("__hge", 0x02c1f3bffe27bdab,
        __hge(a, b));
    TRY("__hge2", 0x9d920c6b8c3a8d85,
        bits(__hge2(p, q)));
    TRY("__hge2_mask", 0x01f9571b8fe45d5f,
        __hge2_mask(p, q));
    TRY("__hbge_", 0xf9635ad759832572,
        __hbge2(p, q));
    TRY("__hgeu", 0x80763182372aae46,
        __hgeu(a, b));
    TRY("__hgeu2", 0x0e3f437182c43985,
        bits(__hgeu2(p, q)));
    TRY("__hgeu2_mask", 0x3c3ec037345a933c,
        __hgeu2_mask(p, q));
    TRY("__hbgeu_", 0xa5834ca6e8e017fa,
        __hbgeu2(p, q));
    TRY("__int2half_rn", 0x11eec166eb69b0fd,
        bits(__int2half_rn((int)v)));
    TRY("__half2int_rz", 0xaf1135d5607659fc,
        __half2int_rz(a));
    TRY("__int2half_rz", 0x5e96a5a7358cc0df,
        bits(__int2half_rz((int)v)));
    TRY("__int2half_ru", 0xd30441c30851ac7b,
        bits(__int2half_ru((int)v)));
    TRY("__int2half_rd", 0x69935dabb9816325,
        bits(__int2half_rd((int)v)));
    TRY("__uint2half_rn", 0x7952c444d61bc7c3,
        bits(__uint2half_rn((unsigned)v)));
    TRY("__half2uint_rz", 0xad41b69e4aca6543,
        __half2uint_rz(a));
    TRY("__uint2half_rz", 0xf3e3a43ca877cbc5,
        bits(__uint2half_rz((unsigned)v)));
    TRY("__uint2half_ru", 0xb3982215cdcb7587,
        bits(__uint2half_ru((unsigned)v)));
    TRY("__uint2half_rd", 0xf3e3a43ca877cbc5,
        bits(__uint2half_rd((unsigned)v)));
    TRY("__short2half_rn", 0x533c8b9e49ea315c,
        bits(__short2half_rn((short)v)));
    TRY("__half2short_rz", 0xc05a0270d9d99480,
        __half2short_rz(a));
    TRY("__short2half_rz", 0x1bb54e35395a12a5,
        bits(__short2half_rz((short)v)));
    TRY("__short2half_ru", 0xf73e7b897083244c,
        bits(__short2half_ru((short)v)));
    TRY("__short2half_rd", 0x4f8edc31610f2aff,
        bits(__short2half_rd((short)v)));
    TRY("__ushort2half_rn", 0x3212f062e3d7b1c5,
        bits(__ushort2half_rn((unsigned short)v)));
    TRY("__half2ushort_rz", 0xf3c6a21d9be36543,
        __half2ushort_rz(a));
    TRY("__ushort2half_rz", 0xca8c7024f446d5c3,
        bits(__ushort2half_rz((unsigned short)v)));
    TRY("__ushort2half_ru", 0xdc54d132b33a0790,
        bits(__ushort2half_ru((unsigned short)v)));
    TRY("__ushort2half_rd", 0xca8c7024f446d5c3,
        bits(__ushort2half_rd((unsigned short)v)));
    TRY("__ll2half_rn", 0x74b73691fb4cd4fd,
        bits(__ll2half_rn((long long)v)));
    TRY("__half2ll_rz", 0xd9e5d875607659fc,
        __half2ll_rz(a));
    TRY("__ll2half_rz", 0x85e171db8ce3c41e,
        bits(__ll2half_rz((long long)v)));
    TRY("__ll2half_ru", 0x7f5cc0c8a27b461a,
        bits(__ll2half_ru((long long)v)));
    TRY("__ll2half_rd", 0x8feec5434c38f751,
        bits(__ll2half_rd((long long)v)));
    TRY("__ull2half_rn", 0x62bdeda4cffe9bc3,
        bits(__ull2half_rn((unsigned long long)v)));
    TRY("__half2ull_rz", 0xd5f4b1e94aca6543,
        __half2ull_rz(a));
    TRY("__ull2half_rz", 0x6e434384b924ae44,
        bits(__ull2half_rz((unsigned long long)v)));
    TRY("__ull2half_ru", 0xbd24ea748f480987,
        bits(__ull2half_ru((unsigned long long)v)));
    TRY("__ull2half_rd", 0x6e434384b924ae44,
        bits(__ull2half_rd((unsigned long long)v)));
    TRY("__half2char_rz", 0xa259fa0eb4e8aae9,
        __half2char_rz(a));
    TRY("__half2uchar_rz", 0x433616d6bddab00c,
        __half2uchar_rz(a));
    TRY("__hisnan2", 0xf730ce9c1ed47185,
        bits(__hisnan2(p)));
    TRY("__lows2half2", 0xcade1a54b141fbf7,
        bits(__lows2half2(p, q)));
    TRY("__highs2half2", 0xf4e6eae3fbf24875,
        bits(__highs2half2(p, q)));
    TRY("half ==", 0x6d60c0a729e82f72,
        a == b);
    TRY("half2 ==", 0x6d60c0a729e82f72,
        p == q);
    TRY("half !=", 0xaa1cf1335ee37566,
        a != b);
    TRY("half2 !=", 0x06f75fd1001b8e2e,
        p != q);
    TRY("half <", 0xb49907f606a5523e,
        a < b);
    TRY("half2 <", 0x30b7a01e026e9ffd,
        p < q);
    TRY("half <=", 0xb56e69fa530bbff9,
        a <= b);
    TRY("half2 <=", 0xed45a14a6209dff5,
        p <= q);
    TRY("half >", 0xa06f7049de1b2ae0,
        a > b);
    TRY("half2 >", 0xf0514c1a660f388d,
        p > q);
    TRY("half >=", 0x02c1f3bffe27bdab,
        a >= b);
    TRY("half2 >=", 0xf9635ad759832572,
        p >= q);
    TRY("__viaddmax_s32", 0xe58ac3517d8c0844,
        __viaddmax_s32((int)x, (int)y, (int)z));
    TRY("__viaddmax_s32_relu", 0x0a8e38d73c245fd6,
        __viaddmax_s32_relu(x, y, z));
    TRY("__viaddmin_s32", 0xc5df2a12ee212bf8,
        __viaddmin_s32((int)x, (int)y, (int)z));
    TRY("__viaddmin_s32_relu", 0x5ef9976d69653db7,
        __viaddmin_s32_relu(x, y, z));
    TRY("__vimax3_s32", 0x9758de094466953d,
        __vimax3_s32((int)x, (int)y, (int)z));
    TRY("__vimax3_s32_relu", 0xa2fc0c76b72674e4,
        __vimax3_s32_relu(x, y, z));
    TRY("__vimin3_s32", 0x3288bccc8c39c576,
        __vimin3_s32((int)x, (int)y, (int)z));
    TRY("__vimin3_s32_relu", 0x4e956cf5bcd3f6ed,
        __vimin3_s32_relu(x, y, z));
    TRY("__vibmax_s32", 0xed2f5f5493751418,
        __vibmax_s32((int)x, (int)y, &t) * 2 + t);
    TRY("__vibmin_s32", 0x56f20bda6dbba283,
        __vibmin_s32((int)x, (int)y, &t) * 2 + t);
    TRY("__viaddmax_u32", 0x95e4346fdf39dd81,
        __viaddmax_u32((unsigned)x, (unsigned)y, (unsigned)z));
    TRY("__viaddmin_u32", 0x21b08262d174b1f5,
        __viaddmin_u32((unsigned)x, (unsigned)y, (unsigned)z));
    TRY("__vimax3_u32", 0x6ad16934769f362d,
        __vimax3_u32((unsigned)x, (unsigned)y, (unsigned)z));
    TRY("__vimin3_u32", 0x7a779b5df23309f1,
        __vimin3_u32((unsigned)x, (unsigned)y, (unsigned)z));
    TRY("__vibmax_u32", 0x418ec366640da09f,
        __vibmax_u32((unsigned)x, (unsigned)y, &t) * 2 + t);
    TRY("__vibmin_u32", 0x6f292c30fb0f0f38,
        __vibmin_u32((unsigned)x, (unsigned)y, &t) * 2 + t);
    TRY("__viaddmax_s16x2", 0x3b63bd1ccbb19586,
        __viaddmax_s16x2(x, y, z));
    TRY("__viaddmax_u16x2", 0x4d7a57d5fb38636f,
        __viaddmax_u16x2(x, y, z));
    TRY("__viaddmin_s16x2", 0x7973cd3b95b60f92,
        __viaddmin_s16x2(x, y, z));
    TRY("__viaddmin_u16x2", 0x6f016049793bc1eb,
        __viaddmin_u16x2(x, y, z));
    TRY("__vimax3_s16x2", 0x685b5059086b43f8,
        __vimax3_s16x2(x, y, z));
    TRY("__vimax3_u16x2", 0x6100669d0e40e8d3,
        __vimax3_u16x2(x, y, z));
    TRY("__vimax3_s16x2_relu", 0x0ec2cf726d50d373,
        __vimax3_s16x2_relu(x, y, z));
    TRY("__vimin3_s16x2", 0x6451dcec385ac966,
        __vimin3_s16x2(x, y, z));
    TRY("__vimin3_u16x2", 0xb278a4161eeffe38,
        __vimin3_u16x2(x, y, z));
    TRY("__vimin3_s16x2_relu", 0x1916ef76bfc86555,
        __vimin3_s16x2_relu(x, y, z));
    TRY("__vibmax_s16x2", 0x89241da1db404db1,
        __vibmax_s16x2(x, y, &t, &t2) * 4 + t * 2 + t2);
    TRY("__vibmax_u16x2", 0x88626a8818109b07,
        __vibmax_u16x2(x, y, &t, &t2) * 4 + t * 2 + t2);
    TRY("__vibmin_s16x2", 0xecaa83a3b94238df,
        __vibmin_s16x2(x, y, &t, &t2) * 4 + t * 2 + t2);
    TRY("__vibmin_u16x2", 0xf206ce558e6d3451,
        __vibmin_u16x2(x, y, &t, &t2) * 4 + t * 2 + t2);
    TRY("__vimax_s32_relu", 0xbd898c0633182687,
        __vimax_s32_relu(x, y));
    TRY("__vimax_s16x2_relu", 0xad40ee57cb8a4825,
        __vimax_s16x2_relu(x, y));
    TRY("__vimin_s32_relu", 0x0f5d0de663b7f941,
        __vimin_s32_relu(x, y));
    TRY("__vimin_s16x2_relu", 0x305129d7ac87206e,
        __vimin_s16x2_relu(x, y));
    return wrong;
}
