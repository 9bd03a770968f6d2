/* Every way to write a launch. Ends with status 1 at the first wrong result. */
#include <cstddef>
#include <cstdio>
#include <cstdlib>

/* The cell that kernels add to, and what it must be after a launch. */
static int *p;
#define IS(want)                                                               \
    do {                                                                       \
        cudaDeviceSynchronize();                                               \
        if (*p != (want)) {                                                    \
            printf("launches.cu:%d: %d, not %d\n", __LINE__, *p, want);        \
            exit(1);                                                           \
        }                                                                      \
        *p = 0;                                                                \
    } while (0)

__global__ void add(int *q, int n = 5)
{
    *q += n;
}
__global__ void take(int *q, const char *s, float f)
{
    *q += (s == nullptr) + (int)f;
}
template <class T> __global__ void one(T *q, T v)
{
    *q += v;
}
template <class T, class U> __global__ void two(T *q, U v)
{
    *q += v;
}
template <int N, class T = int> __global__ void part(T *q, T v)
{
    *q += v * N;
}
template <class... T> __global__ void many(int *q, T... v)
{
    *q += (v + ...);
}
template <template <class> class Q, class T> __global__ void outer(Q<T> v)
{
    *v.at += 1;
}
template <class T> struct holder {
    T *at;
};
namespace a
{
namespace b
{
__global__ void take(int *q)
{
    *q += 100;
}
template <int X> __global__ void times(int *q)
{
    *q += X;
}
} // namespace b
} // namespace a
__global__ void overloaded(int *q)
{
    *q += 1;
}
__global__ void overloaded(int *q, int)
{
    *q += 2;
}
template <> __global__ void one<int>(int *q, int v)
{
    *q += 10 * v;
}
template __global__ void one<long>(long *, long);
struct couple {
    int x, y;
};
__global__ void sum(int *q, const couple c)
{
    *q += c.x + c.y;
}
typedef void (*function)(int *, int);
struct member {
    function f;
    void go()
    {
        f<<<1, 1>>>(p, 3);
        this->f<<<1, 1>>>(p, 3);
    }
    static void add(int n) /* not the kernel */
    {
        cudaDeviceSynchronize();
        *p += n;
    }
    void call()
    {
        add(3);
    }
};
template <class T> struct generic {
    static void run()
    {
        two<T, T><<<1, 1>>>(p, T(2));
        ::two<<<1, 1>>>(p, T(2));
        if (sizeof(T) > 1)
            part<sizeof(T), T><<<1, 1>>>(p, 1);
    }
};
template <function K> static void via()
{
    K<<<1, 1>>>(p, 7);
}
static function get()
{
    return add;
}
extern "C" __global__ void __launch_bounds__(256) c_linkage(int *q)
{
    *q += 1;
}
extern "C" {
__global__ __launch_bounds__(32, 2) void bounds(int *q, int)
{
    *q += 1;
}
}
static __global__ void __forceinline__ hidden(int *__restrict__ q)
{
    *q += 1;
}
template <class F> __global__ void run(F f, int n)
{
    if ((int)threadIdx.x < n)
        f(threadIdx.x);
}
static inline __host__ __device__ int next(int x)
{
    return x + 1;
}
static int nested() /* a launch while another one's arguments are evaluated */
{
    add<<<1, 1>>>(p, 1000);
    return 1;
}

#define LAUNCH(k, g, b, ...) k<<<g, b>>>(__VA_ARGS__)
#define TWICE(...)                                                             \
    do {                                                                       \
        __VA_ARGS__;                                                           \
        __VA_ARGS__;                                                           \
    } while (0)
#define OPEN <<<
#define CLOSE >>>
#define ONE_THREAD <<<1, 1>>>

int main()
{
    int n = 40, none = 0;
    cudaMallocManaged(&p, sizeof *p);
    *p = 0;
    /* conversions of arguments, as in a call */
    take<<<1, 1>>>(p, NULL, 3);
    IS(4);
    take<<<1, 1>>>(p, 0, 3.5);
    IS(4);
    take<<<1, 1, 0, nullptr>>>(p, nullptr, 'a');
    IS(98);
    sum<<<1, 1>>>(p, {3, 4});
    IS(7);
    add<<<1, 1>>>(p);
    IS(5);
    add<<<1, 1, 0>>>(p, nested());
    IS(1001);
    /* templates */
    two<<<1, 1, 0, 0>>>(p, 3);
    IS(3);
    one<<<1, 1>>>(p, 3);
    IS(30);
    two<int, int> <<< 1, 1 >>> (p, 'a');
    IS(97);
    two<int><<<1, 1>>>(p, 2.5f);
    IS(2);
    part<(4 >> 1)><<<1, 1>>>(p, 3);
    IS(6);
    part<(3 > 2), int><<<dim3(8 >> 3), dim3(1 << 0, 2 >> 1, 1)>>>(p, 3);
    IS(3);
    part<sizeof(holder<holder<int>>)><<<1, 1>>>(p, 1);
    IS((int)sizeof(void *));
    many<<<1, 1>>>(p, 1, 2, 3);
    IS(6);
    many<int, int><<<1, 1>>>(p, 1, 2);
    IS(3);
    outer<<<1, 1>>>(holder<int>{p});
    IS(1);
    outer<holder, int><<<1, 1>>>({p});
    IS(1);
    generic<int>::run();
    IS(8);
    /* names */
    a::b::take<<<1, 1>>>(p);
    IS(100);
    ::a::b::times<3><<<1, 1>>>(p);
    IS(3);
    {
        using namespace a::b;
        times<4><<<1, 1>>>(p);
    }
    IS(4);
    overloaded<<<1, 1>>>(p);
    IS(1);
    overloaded<<<1, 1>>>(p, 0);
    IS(2);
    c_linkage<<<1, 1>>>(p);
    bounds<<<1, 1>>>(p, 1);
    hidden<<<1, 1>>>(p);
    IS(3);
    /* expressions */
    member m = {add}, *pm = &m;
    m.go();
    IS(6);
    pm->f<<<1, 1>>>(p, 9);
    (*pm).f<<<1, 1>>>(p, 1);
    m.call();
    member::add(1);
    IS(14);
    via<add>();
    IS(7);
    function table[2] = {add, add}, local = none ? get() : add;
    table[none + 1]<<<1, 1>>>(p, 8);
    (*table[0])<<<1, 1>>>(p, 1);
    local<<<1, 1>>>(p, 2);
    get()<<<1, 1>>>(p, 8);
    IS(19);
    static_cast<function>(add)<<<1, 1>>>(p, 2);
    reinterpret_cast<function>((void *)get())<<<1, 1>>>(p, 2);
    ((function)add)<<<1, 1>>>(p, 2);
    IS(6);
    auto lambda = [&](auto kernel) { kernel<<<1, 1>>>(p, 5); };
    lambda(add);
    lambda(get());
    IS(10);
    /* statements */
    if (none == 0)
        (add)<<<1, 1>>>(p, 8);
    if (none)
        add<<<1, 1>>>(p, 8);
    else
        add<<<1, 1>>>(p, 9);
    IS(17);
    for (int i = 0; i < 3; i++)
        add<<<1, 1>>>(p, i);
    IS(3);
    switch (none) {
    case 0:
        add<<<1, 1>>>(p, 1);
    default:
        add<<<1, 1>>>(p, 1);
    }
    IS(2);
    none ? add<<<1, 1>>>(p, 1) : add<<<1, 1>>>(p, 2);
    add<<<1, 1>>>(p, 1), add<<<1, 1>>>(p, 2);
    IS(5);
    /* what stands between the brackets */
    add<<<n >> 5, n > 5 ? 1 : 2>>>(p, n >> 1);
    IS(20);
    add<<<n>>5, n<5||n>>5 ? 1 : 2>>>(p, (n >> 1));
    IS(20);
    add<<<{1, 1}, {1}>>>(p, 3);
    IS(3);
    add<<<1, 1, n * sizeof(holder<holder<int>>)>>>(p, 3);
    IS(3);
    add<<<[] { return 1; }(), 1>>>(p, [] { return 3; }());
    IS(3);
    add<<<
        1, /* <<< */
        1  // >>>(
        >>>
        (p,
         12);
    IS(12);
    /* macros */
    LAUNCH(add, dim3(1, 1), 1, p, 12);
    LAUNCH((part<2, int>), 1, 1, p,
           1);
    TWICE(add<<<1, 1>>>(p, 2));
    add OPEN 1, 1 CLOSE (p, 1);
    add ONE_THREAD (p, 1);
    IS(20);
    /* a kernel that takes a lambda */
    int *q = p;
    run<<<1, 32>>>(
        [=] __device__(int i) {
            if (i == 3) {
                int v[2] = {1, 2};
                for (int j = 0; j < 3; j++)
                    *q += j;
                *q += next(v[1]);
            }
        },
        32);
    IS(6);
    cudaFree(p);
    puts("ok");
    return 0;
}
