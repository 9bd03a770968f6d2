/* Names that code for the GPU may use, though others of the same name are of
 * the host. nvcc takes this file as well. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

int twice(int x);
__device__ int twice(float x);
int n = 1, *p, t[4], rounds;
const int size = 4;
const float half = 0.5f;
static const double quarter = 0.25;
constexpr int eight = 8;
enum { sixteen = 16 };
__device__ int sum;
__constant__ int table[4] = {1, 2, 3, 4};
__managed__ int shared_by_both;
thread_local int of_the_host;

namespace host
{
int value = 3;
int f(int x)
{
    return x + 1;
}
} // namespace host

namespace device
{
__device__ int value = 4;
__device__ int f(int x)
{
    return x + 2;
}
} // namespace device

int twice(int x)
{
    of_the_host++;
    return x * 2;
}

__device__ int twice(float x)
{
    return static_cast<int>(x * 2);
}

int later(int x)
{
    return x;
}
__device__ int later(float);

/* Called by the host only. */
__host__ __device__ int host_too(int x)
{
#ifdef __CUDA_ARCH__
    return x;
#else
    return twice(x) + n;
#endif
}

static __device__ inline int never_called()
{
    return eight;
}

template <class T> struct pair_of {
    T n, t;
    __device__ pair_of(T a, T b) : n(a), t(b)
    {
    }
    __device__ T get() const
    {
        return n + t;
    }
    T on_the_host() const
    {
        return n + ::n;
    }
};

template <int rounds, class F> __device__ int apply(F twice, int n)
{
    for (int i = 0; i < rounds; i++)
        n = twice(n);
    return n;
}

__global__ void shadows(int *out, int n, float *p)
{
    __shared__ int t[4];
    auto twice = [](int x) { return x * 3; };
    int rand = 2, i = threadIdx.x, *sum_of = out;

    t[i] = table[i];
    __syncthreads();
    for (int value = 0, rounds = 2; value < rounds; value++)
        sum_of[i] += t[i] * n + rand;
    out[i] += twice(1) + apply<2>(twice, 1) + static_cast<int>(p[i]);
}

__global__ void uses(int *out)
{
    pair_of<int> both(1, 2);
    struct {
        int value;
    } local = {5};
    int i = threadIdx.x;

    static_assert(sizeof(t) / sizeof(t[0]) == 4, "");
    sum = both.get() + device::f(1) + device::value + local.value;
    out[i] = size + sixteen + eight + static_cast<int>(half * 4 + quarter * 8);
    out[i] += twice(2.0f) + later(1.5f) + (sizeof t > sizeof(twice(1)) ? 1 : 0);
    out[i] += sum + host_too(1) + std::abs(-1) + abs(-1) + max(size, 1);
    if (i == 0)
        shared_by_both = 5;
    memset(out + 4, 0, sizeof *out);
    if (i > 4)
        printf("%d\n", never_called());
    goto rounds;
rounds:
    out[i] += clock() == 0 ? 1 : 0;
}

__device__ int later(float x)
{
    return static_cast<int>(x * 2);
}

int main()
{
    int *out, result[4] = {}, expected = 2 * 3 + 2 * 2 + 3 + 9 + 1;
    float *ones, host_ones[4] = {1, 1, 1, 1};
    bool ok = true;

    srand(static_cast<unsigned>(n));
    std::swap(result[0], result[1]);
    cudaMalloc(&out, 8 * sizeof *out);
    cudaMalloc(&ones, sizeof host_ones);
    cudaMemset(out, 0, 8 * sizeof *out);
    cudaMemcpy(ones, host_ones, sizeof host_ones, cudaMemcpyHostToDevice);
    shadows<<<1, 4>>>(out, 3, ones);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    ok = ok && result[0] == expected;
    uses<<<1, 1>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    ok = ok && result[0] == 4 + 16 + 8 + 4 + 4 + 3 + 1 + 15 + 1 + 1 + 1 + 4;
    ok = ok && shared_by_both == 5 && twice(n) == 2 && of_the_host == 1 &&
         host::f(1) == 2 && host::value == 3 && later(3) == 3 &&
         host_too(1) > 0 && rounds == 0 && !p;
    cudaFree(ones);
    cudaFree(out);
    puts(ok ? "ok" : "wrong");
    return !ok;
}
