/*
 * exchanges.cu - every function by which the lanes of a warp exchange
 * something, in every kind of group, against a serial model that follows the
 * CUDA C++ Programming Guide. What reads from a lane outside of its group is
 * undefined and not looked at. Says nothing and ends with 0 if all is right, in
 * fast mode, in check mode and on a GPU:
 *
 *     nvcc -arch=native -std=c++17 -o exchanges exchanges.cu && ./exchanges
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define OK(call)                                               \
    do {                                                       \
        cudaError_t e_ = (call);                               \
        if (e_ != cudaSuccess) {                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, \
                    cudaGetErrorString(e_));                   \
            exit(1);                                           \
        }                                                      \
    } while (0)

enum { WARPS = 2, THREADS = 32 * WARPS, MOST = 512, TELL = 20 };

static int wrong;

static void tell(const char *what, const char *how, int k, int thread)
{
    if (wrong++ < TELL)
        fprintf(stderr, "%s, %s: number %d is wrong in thread %d\n", what, how,
                k, thread);
}

/* ---- how a warp is split -------------------------------------------------
 */

/* The lanes that exchange with a lane, itself among them; 0: it takes no part.
 */
struct split {
    char name[32];
    unsigned mask[32];
};

/* By the number of its group, which must be below 32; -1: takes no part. */
template <class F> static split split_by(const char *name, F group)
{
    split s = {};

    snprintf(s.name, sizeof s.name, "%s", name);
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 32; k++)
            if (group(i) >= 0 && group(i) == group(k))
                s.mask[i] |= 1u << k;
    return s;
}

/* How they come to the call: all groups to the same one at once; one group
 * after the other; half of the groups to another one; the same without lanes
 * that take no part, as these have ended. */
enum way { TOGETHER, IN_TURN, TWO_CALLS, OTHERS_ENDED, WAYS };
static const char *const way_name[] = {"together", "in turn", "two calls",
                                       "others ended"};

/* ---- one call ------------------------------------------------------------
 */

enum op {
    SHFL,
    UP,
    DOWN,
    XOR,
    MATCH_ANY,
    MATCH_ALL,
    ALL,
    ANY,
    BALLOT,
    ADD,
    MIN,
    MAX,
    BITS_AND,
    BITS_OR,
    BITS_XOR,
    ACTIVE,
    SYNC,
};

struct test {
    op what;
    int width, arg[32];
};

/* What 64 bits can hold of a result. */
template <class T> __host__ __device__ unsigned long long bits(T v)
{
    unsigned long long b = 0;

    memcpy(&b, &v, sizeof v);
    return b;
}

template <class T> struct shuffles {
    static __device__ unsigned long long call(op what, unsigned mask, T v,
                                              int arg, int width)
    {
        switch (what) {
        case SHFL:
            return bits(__shfl_sync(mask, v, arg, width));
        case UP:
            return bits(__shfl_up_sync(mask, v, (unsigned)arg, width));
        case DOWN:
            return bits(__shfl_down_sync(mask, v, (unsigned)arg, width));
        default:
            return bits(__shfl_xor_sync(mask, v, arg, width));
        }
    }
};

template <class T> struct matches {
    static __device__ unsigned long long call(op what, unsigned mask, T v, int,
                                              int)
    {
        int same = 0;
        unsigned lanes = 0;

        if (what == MATCH_ANY)
            return __match_any_sync(mask, v);
        lanes = __match_all_sync(mask, v, &same);
        return (unsigned long long)(same != 0) << 32 | lanes;
    }
};

template <class T> struct votes {
    static __device__ unsigned long long call(op what, unsigned mask, T v, int,
                                              int)
    {
        switch (what) {
        case ALL:
            return __all_sync(mask, v % 2) != 0;
        case ANY:
            return __any_sync(mask, v % 2) != 0;
        case BALLOT:
            return __ballot_sync(mask, v % 2);
        case ACTIVE:
            return __activemask();
        default:
            __syncwarp(mask);
            return 1;
        }
    }
};

template <class T> struct sums {
    static __device__ unsigned long long call(op what, unsigned mask, T v, int,
                                              int)
    {
        switch (what) {
        case ADD:
            return bits(__reduce_add_sync(mask, v));
        case MIN:
            return bits(__reduce_min_sync(mask, v));
        default:
            return bits(__reduce_max_sync(mask, v));
        }
    }
};

template <class T> struct bitwise {
    static __device__ unsigned long long call(op what, unsigned mask, T v, int,
                                              int)
    {
        switch (what) {
        case BITS_AND:
            return __reduce_and_sync(mask, v);
        case BITS_OR:
            return __reduce_or_sync(mask, v);
        default:
            return __reduce_xor_sync(mask, v);
        }
    }
};

template <class Calls, class T>
__global__ void run(const test *tests, int n, split s, way how, const T *in,
                    unsigned long long *out)
{
    const int lane = threadIdx.x % 32;
    const unsigned mask = s.mask[lane];

    if (how == OTHERS_ENDED && !mask)
        return;
    for (int k = 0; k < n; k++) {
        const int at = k * THREADS + threadIdx.x;
        const T v = in[at];
        const op what = tests[k].what;
        const int arg = tests[k].arg[lane], width = tests[k].width;
        unsigned long long r = 0;

        if (how == IN_TURN) {
            for (int first = 0; first < 32; first++)
                if (mask && __ffs(mask) - 1 == first)
                    r = Calls::call(what, mask, v, arg, width);
        } else if (how == TWO_CALLS) {
            if (mask && __ffs(mask) % 2)
                r = Calls::call(what, mask, v, arg, width);
            else if (mask)
                r = Calls::call(what, mask, v, arg, width);
        } else if (mask) {
            r = Calls::call(what, mask, v, arg, width);
        }
        out[at] = r;
    }
}

/* ---- the model ----------------------------------------------------------- */

/* The lane that a shuffle reads from. */
static int source(const test &t, int lane)
{
    const int piece = lane / t.width * t.width, in_piece = lane % t.width;
    const int arg = t.arg[lane];

    switch (t.what) {
    case SHFL:
        return piece + (arg % t.width + t.width) % t.width;
    case UP:
        return in_piece - arg < 0 ? lane : lane - arg;
    case DOWN:
        return in_piece + arg >= t.width ? lane : lane + arg;
    default: /* into a piece before its own, not into one behind it */
        return (lane ^ arg) >= piece + t.width ? lane : lane ^ arg;
    }
}

/* Lane's result; false if nothing says what it is. v: of its warp. */
template <class T>
static bool model(const test &t, unsigned mask, int lane, const T *v,
                  unsigned long long *r)
{
    unsigned equal = 0, odd = 0, all_and = ~0u, all_or = 0, all_xor = 0;
    T sum = T(), least = v[lane], most = v[lane];

    if (t.what <= XOR) {
        const int from = source(t, lane);

        *r = bits(v[from]);
        return mask >> from & 1;
    }
    if constexpr (!std::is_same<T, half2>::value) {
        for (int i = 0; i < 32; i++) {
            const unsigned b = (unsigned)bits(v[i]);

            if (!(mask >> i & 1))
                continue;
            equal |= (unsigned)(v[i] == v[lane]) << i;
            odd |= (b & 1) << i;
            all_and &= b;
            all_or |= b;
            all_xor ^= b;
            sum = (T)(sum + v[i]);
            least = v[i] < least ? v[i] : least;
            most = v[i] > most ? v[i] : most;
        }
    }
    switch (t.what) {
    case MATCH_ANY:
        *r = equal;
        break;
    case MATCH_ALL:
        *r = equal == mask ? 1ull << 32 | mask : 0;
        break;
    case ALL:
        *r = odd == mask;
        break;
    case ANY:
        *r = odd != 0;
        break;
    case BALLOT:
        *r = odd;
        break;
    case ADD:
        *r = bits(sum);
        break;
    case MIN:
        *r = bits(least);
        break;
    case MAX:
        *r = bits(most);
        break;
    case BITS_AND:
        *r = all_and;
        break;
    case BITS_OR:
        *r = all_or;
        break;
    case BITS_XOR:
        *r = all_xor;
        break;
    case ACTIVE:
        *r = mask;
        break;
    default:
        *r = 1;
    }
    return true;
}

/* ---- all calls in all splits --------------------------------------------- */

static unsigned random_state = 1;

static unsigned random_number(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

/* Few different values, so that some lanes match. */
template <class T> static T make(void)
{
    return (T)(int)(random_number() % 5 + 1);
}
template <> unsigned make<unsigned>(void)
{
    return random_number() % 3 ? random_number() * 401 : 0x80000001u;
}
template <> int make<int>(void)
{
    return (int)make<unsigned>();
}
template <> long long make<long long>(void)
{
    return (long long)(random_number() % 3) << 40 | 7;
}
template <> unsigned long long make<unsigned long long>(void)
{
    return (unsigned long long)make<long long>() | 1ull << 63;
}
template <> double make<double>(void)
{
    return (int)(random_number() % 3) - 1.25;
}
template <> half2 make<half2>(void)
{
    return __floats2half2_rn((float)(random_number() % 100), -3.0f);
}

/* What takes part with nothing but undefined values is not asked for. */
static bool defined_somewhere(const test &t, const split &s)
{
    for (int lane = 0; lane < 32; lane++) {
        bool some = !s.mask[lane] || t.what > XOR;

        for (int i = 0; i < 32 && !some; i++)
            some = s.mask[lane] >> i & 1 && s.mask[lane] >> source(t, i) & 1;
        if (!some)
            return false;
    }
    return true;
}

template <class Calls, class T>
static void compare(const char *type, const test *tests, int n, const split &s)
{
    static test chosen[MOST], *d_tests;
    static T in[MOST * THREADS], *d_in;
    static unsigned long long out[MOST * THREADS], *d_out;
    int count = 0;

    for (int k = 0; k < n; k++)
        if (defined_somewhere(tests[k], s))
            chosen[count++] = tests[k];
    for (int i = 0; i < count * THREADS; i++)
        in[i] = make<T>();
    OK(cudaMalloc(&d_tests, sizeof chosen));
    OK(cudaMalloc(&d_in, sizeof in));
    OK(cudaMalloc(&d_out, sizeof out));
    OK(cudaMemcpy(d_tests, chosen, sizeof chosen, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    for (int how = 0; how < WAYS; how++) {
        char what[80];

        snprintf(what, sizeof what, "%s, %s, %s", type, s.name, way_name[how]);
        OK(cudaMemset(d_out, 0, sizeof out));
        run<Calls, T><<<1, THREADS>>>(d_tests, count, s, (way)how, d_in, d_out);
        OK(cudaGetLastError());
        OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
        for (int i = 0; i < count * THREADS; i++) {
            const test &t = chosen[i / THREADS];
            const int lane = i % 32;
            unsigned long long want = 0;

            if (!s.mask[lane])
                continue;
            /* Which others are together with it is the hardware's affair. */
            if (t.what == ACTIVE)
                out[i] = out[i] >> lane & 1 ? s.mask[lane] : 0;
            if (model(t, s.mask[lane], lane, in + i / 32 * 32, &want) &&
                out[i] != want) {
                char number[64];

                snprintf(number, sizeof number, "operation %d, width %d, %d",
                         t.what, t.width, t.arg[lane]);
                tell(what, number, i / THREADS, i % THREADS);
            }
        }
    }
    OK(cudaFree(d_tests));
    OK(cudaFree(d_in));
    OK(cudaFree(d_out));
}

static int make_shuffles(test *t)
{
    int n = 0;

    for (int what = SHFL; what <= XOR; what++)
        for (int width = 1; width <= 32; width *= 2)
            for (int arg = 0; arg < 32; arg = arg < 4 ? arg + 1 : 2 * arg - 1) {
                t[n].what = (op)what;
                t[n].width = width;
                for (int i = 0; i < 32; i++)
                    t[n].arg[i] = arg;
                n++;
            }
    /* Each lane wants another one; also what is no lane at all. */
    for (int what = SHFL; what <= XOR; what++)
        for (int width = 1; width <= 32; width *= 2, n++) {
            t[n].what = (op)what;
            t[n].width = width;
            for (int i = 0; i < 32; i++)
                t[n].arg[i] = what == SHFL ? (int)(random_number() % 200) - 100
                                           : (int)(random_number() % 32);
        }
    return n;
}

static int make_others(test *t, op first, op last)
{
    int n = 0;

    for (int k = 0; k < 6; k++)
        for (int what = first; what <= last; what++, n++) {
            t[n].what = (op)what;
            t[n].width = 32;
        }
    return n;
}

static void functions(void)
{
    static test shuffle[MOST], match[MOST], vote[MOST], sum[MOST], bit[MOST];
    const int n_shuffle = make_shuffles(shuffle);
    const int n_match = make_others(match, MATCH_ANY, MATCH_ALL);
    const int n_vote = make_others(vote, ALL, BALLOT);
    const int n_sum = make_others(sum, ADD, MAX);
    const int n_bit = make_others(bit, BITS_AND, BITS_XOR);
    split splits[24];
    char name[32];
    int n = 0;

    for (int size = 1; size <= 32; size *= 2) {
        snprintf(name, sizeof name, "groups of %d", size);
        splits[n++] = split_by(name, [=](int i) { return i / size; });
    }
    splits[n++] = split_by("odd and even", [](int i) { return i % 2; });
    splits[n++] = split_by("odd", [](int i) { return i % 2 ? 0 : -1; });
    splits[n++] = split_by("thirds", [](int i) { return i % 3; });
    splits[n++] = split_by("first 17", [](int i) { return i < 17 ? 0 : -1; });
    splits[n++] = split_by("17 and 15", [](int i) { return i < 17; });
    splits[n++] = split_by("lane 5", [](int i) { return i == 5 ? 0 : -1; });
    splits[n++] = split_by("outer ones", [](int i) { return i < 4 || i > 27; });
    splits[n++] =
        split_by("upper half", [](int i) { return i < 16 ? -1 : i / 8; });
    for (int k = 0; k < 4; k++) {
        int group[32];

        for (int &g : group)
            g = (int)(random_number() % (unsigned)(k + 3)) - 1;
        snprintf(name, sizeof name, "at random, %d", k);
        splits[n++] = split_by(name, [&](int i) { return group[i]; });
    }
    vote[n_vote].what = ACTIVE;
    vote[n_vote + 1].what = SYNC;
    vote[n_vote].width = vote[n_vote + 1].width = 32;
    for (int i = 0; i < n; i++) {
        const split &s = splits[i];

        compare<shuffles<int>, int>("int", shuffle, n_shuffle, s);
        compare<shuffles<unsigned>, unsigned>("unsigned", shuffle, n_shuffle,
                                              s);
        compare<shuffles<long>, long>("long", shuffle, n_shuffle, s);
        compare<shuffles<long long>, long long>("long long", shuffle, n_shuffle,
                                                s);
        compare<shuffles<unsigned long long>, unsigned long long>(
            "unsigned long long", shuffle, n_shuffle, s);
        compare<shuffles<float>, float>("float", shuffle, n_shuffle, s);
        compare<shuffles<double>, double>("double", shuffle, n_shuffle, s);
        compare<shuffles<half2>, half2>("half2", shuffle, n_shuffle, s);
        compare<matches<int>, int>("match int", match, n_match, s);
        compare<matches<unsigned>, unsigned>("match unsigned", match, n_match,
                                             s);
        compare<matches<unsigned long long>, unsigned long long>(
            "match long", match, n_match, s);
        compare<matches<float>, float>("match float", match, n_match, s);
        compare<matches<double>, double>("match double", match, n_match, s);
        compare<votes<unsigned>, unsigned>("vote", vote, n_vote + 2, s);
        compare<sums<int>, int>("reduce int", sum, n_sum, s);
        compare<sums<unsigned>, unsigned>("reduce unsigned", sum, n_sum, s);
        compare<bitwise<unsigned>, unsigned>("reduce bits", bit, n_bit, s);
    }
}

/* ---- cooperative groups -------------------------------------------------- */

enum { RESULTS = 24 };

/* What every group can do. */
template <class G> __device__ void measure(const G &g, int v, int *o)
{
    int same = 0;

    o[0] = (int)g.thread_rank();
    o[1] = (int)g.size();
    o[2] = g.shfl(v, (int)g.size() - 1);
    o[3] = g.shfl(v, 0);
    o[4] = g.shfl_up(v, 1);
    o[5] = g.shfl_down(v, 1);
    o[6] = g.shfl_up(v, 3);
    o[7] = g.shfl_down(v, 2);
    o[8] = g.any(v % 4 == 3) != 0;
    o[9] = g.all(v % 4 != 3) != 0;
    o[10] = (int)g.ballot(v % 4 == 3);
    o[11] = (int)g.match_any(v % 3);
    o[12] = (int)g.match_all(v / 64, same);
    o[13] = same != 0;
    o[14] = (int)g.meta_group_rank();
    o[15] = (int)g.meta_group_size();
    o[16] = (int)g.num_threads();
    g.sync();
    o[17] = cg::reduce(g, v, cg::plus<int>());
    o[18] = cg::reduce(g, v, cg::greater<int>());
    o[19] = (int)(g.shfl(v * 0.5, 0) * 2);
    o[20] = (int)(g.shfl((long long)v << 33, (int)g.size() / 2) >> 33);
}

/* How a thread's group is found; split_of() says who is in it. */
enum family {
    TILE_1,
    TILE_2,
    TILE_4,
    TILE_8,
    TILE_16,
    TILE_32,
    TILE_4_OF_16,
    TILE_2_OF_32,
    COALESCED,
    COALESCED_THIRDS,
    COALESCED_ONE,
    BINARY,
    BINARY_ALL,
    BINARY_OF_8,
    LABELED,
    LABELED_OF_16,
    LABELED_YES_NO,
    FAMILIES
};

static __host__ __device__ int label_of(int lane)
{
    return lane * lane % 7 % 3;
}

template <int N> __device__ void tile(int v, int *o)
{
    measure(cg::tiled_partition<N>(cg::this_thread_block()), v, o);
}

__global__ void in_groups(family f, const int *in, int *out)
{
    const int lane = threadIdx.x % 32, v = in[threadIdx.x];
    int *o = out + threadIdx.x * RESULTS;
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);

    switch (f) {
    case TILE_1:
        tile<1>(v, o);
        break;
    case TILE_2:
        tile<2>(v, o);
        break;
    case TILE_4:
        tile<4>(v, o);
        break;
    case TILE_8:
        tile<8>(v, o);
        break;
    case TILE_16:
        tile<16>(v, o);
        break;
    case TILE_32:
        tile<32>(v, o);
        break;
    case TILE_4_OF_16:
        measure(cg::tiled_partition<4>(cg::tiled_partition<16>(block)), v, o);
        break;
    case TILE_2_OF_32:
        measure(cg::tiled_partition<2>(warp), v, o);
        break;
    case COALESCED:
        measure(cg::coalesced_threads(), v, o);
        break;
    case COALESCED_THIRDS:
        /* Not quite the same, or the compiler makes one branch of them. */
        if (lane % 3 == 0) {
            measure(cg::coalesced_threads(), v, o);
        } else if (lane % 3 == 1) {
            measure(cg::coalesced_threads(), v, o);
            o[21] = 1;
        } else {
            measure(cg::coalesced_threads(), v, o);
            o[21] = 2;
        }
        break;
    case COALESCED_ONE:
        if (lane == 7)
            measure(cg::coalesced_threads(), v, o);
        break;
    case BINARY:
        measure(cg::binary_partition(warp, label_of(lane) == 1), v, o);
        break;
    case BINARY_ALL:
        measure(cg::binary_partition(warp, lane >= 0), v, o);
        break;
    case BINARY_OF_8:
        measure(
            cg::binary_partition(cg::tiled_partition<8>(block), lane % 3 == 0),
            v, o);
        break;
    case LABELED:
        measure(cg::labeled_partition(warp, label_of(lane)), v, o);
        break;
    case LABELED_OF_16:
        measure(cg::labeled_partition(cg::tiled_partition<16>(block),
                                      label_of(lane)),
                v, o);
        break;
    default:
        measure(cg::labeled_partition(warp, label_of(lane) == 1), v, o);
    }
}

/* Threads of the groups that are made while the program runs. */
__global__ void sizes(int size, int *out)
{
    cg::thread_group g =
        cg::tiled_partition((cg::thread_group)cg::this_thread_block(), size);

    g.sync();
    out[threadIdx.x * 2] = (int)g.thread_rank();
    out[threadIdx.x * 2 + 1] = (int)g.size();
}

/* Number of the group of a lane, in its warp; -1: none. */
static int group_of(family f, int lane)
{
    switch (f) {
    case TILE_4_OF_16:
        return lane / 4;
    case TILE_2_OF_32:
        return lane / 2;
    case COALESCED:
    case BINARY_ALL:
        return 0;
    case COALESCED_THIRDS:
        return lane % 3;
    case COALESCED_ONE:
        return lane == 7 ? 0 : -1;
    case BINARY:
    case LABELED_YES_NO:
        return label_of(lane) == 1;
    case BINARY_OF_8:
        return lane / 8 * 2 + (lane % 3 == 0);
    case LABELED:
        return label_of(lane);
    case LABELED_OF_16:
        return lane / 16 * 3 + label_of(lane);
    default:
        return lane >> (int)f;
    }
}

/* Rank and size in the group of groups. */
static void meta_of(family f, int thread, int *rank, int *size)
{
    const int lane = thread % 32, outer = f == LABELED_OF_16 ? 16 : 32;
    const int start = lane / outer * outer;
    bool before[3] = {false}, any[3] = {false};

    *rank = 0;
    *size = 1;
    if (f <= TILE_32) {
        *rank = thread >> (int)f;
        *size = THREADS >> (int)f;
    } else if (f == TILE_4_OF_16 || f == TILE_2_OF_32) {
        *rank = f == TILE_2_OF_32 ? lane / 2 : lane % 16 / 4;
        *size = f == TILE_2_OF_32 ? 16 : 4;
    } else if (f == BINARY || f == BINARY_OF_8 || f == LABELED_YES_NO) {
        *rank = f == BINARY_OF_8 ? lane % 3 == 0 : label_of(lane) == 1;
        *size = 2;
    } else if (f == LABELED || f == LABELED_OF_16) {
        /* in the order of their lowest lanes */
        for (int i = start; i < start + outer; i++) {
            const int l = label_of(i);
            bool seen = any[label_of(lane)];

            if (!seen && l != label_of(lane))
                before[l] = true;
            any[l] = true;
        }
        *rank = before[0] + before[1] + before[2];
        *size = any[0] + any[1] + any[2];
    }
}

static void expect(family f, int thread, const int *in, int *o)
{
    const int warp = thread / 32 * 32, lane = thread % 32;
    int members[32], n = 0, rank = 0, ballot = 0, match = 0, sum = 0;
    int most = in[thread];
    bool any = false, same = true;

    for (int i = 0; i < 32; i++) {
        if (group_of(f, i) != group_of(f, lane))
            continue;
        if (i == lane)
            rank = n;
        members[n++] = in[warp + i];
    }
    for (int i = 0; i < n; i++) {
        const int v = members[i];

        any = any || v % 4 == 3;
        ballot |= (v % 4 == 3) << i;
        match |= (v % 3 == in[thread] % 3) << i;
        same = same && v / 64 == in[thread] / 64;
        sum += v;
        most = v > most ? v : most;
    }
    o[0] = rank;
    o[1] = o[16] = n;
    o[2] = members[n - 1];
    o[3] = o[19] = members[0];
    o[4] = members[rank < 1 ? rank : rank - 1];
    o[5] = members[rank + 1 < n ? rank + 1 : rank];
    o[6] = members[rank < 3 ? rank : rank - 3];
    o[7] = members[rank + 2 < n ? rank + 2 : rank];
    o[8] = any;
    o[9] = !any;
    o[10] = ballot;
    o[11] = match;
    o[12] = same ? (int)(~0u >> (32 - n)) : 0;
    o[13] = same;
    meta_of(f, thread, &o[14], &o[15]);
    o[17] = sum;
    o[18] = most;
    o[20] = members[n / 2];
    o[21] = f == COALESCED_THIRDS ? lane % 3 : 0;
}

static void groups(void)
{
    static int in[THREADS], out[THREADS * RESULTS];
    int *d_in, *d_out;

    OK(cudaMalloc(&d_in, sizeof in));
    OK(cudaMalloc(&d_out, sizeof out));
    for (int f = 0; f < FAMILIES; f++) {
        char name[32];

        snprintf(name, sizeof name, "group %d", f);
        for (int i = 0; i < THREADS; i++)
            in[i] = (int)(random_number() % (i < 32 ? 300 : 64));
        OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
        OK(cudaMemset(d_out, 0, sizeof out));
        in_groups<<<1, THREADS>>>((family)f, d_in, d_out);
        OK(cudaGetLastError());
        OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
        for (int i = 0; i < THREADS; i++) {
            int want[RESULTS] = {0};

            if (group_of((family)f, i % 32) < 0)
                continue;
            expect((family)f, i, in, want);
            for (int k = 0; k < RESULTS; k++)
                if (out[i * RESULTS + k] != want[k])
                    tell(name, "cooperative groups", k, i);
        }
    }
    for (int size = 1; size <= 32; size *= 2) {
        sizes<<<1, THREADS>>>(size, d_out);
        OK(cudaGetLastError());
        OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
        for (int i = 0; i < THREADS; i++)
            if (out[2 * i] != i % size || out[2 * i + 1] != size)
                tell("tiled_partition(group, size)", "rank and size", size, i);
    }
    OK(cudaFree(d_in));
    OK(cudaFree(d_out));
}

int main()
{
    functions();
    groups();
    if (wrong)
        fprintf(stderr, "%d wrong in all\n", wrong);
    return wrong != 0;
}
