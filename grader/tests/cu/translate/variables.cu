/* Every way to declare variables on the device. Ends with status 1 at the
 * first wrong result. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct point {
    float x, y;
    __host__ __device__ point()
    {
    }
    __host__ __device__ point(float a) : x(a), y(-a)
    {
    }
    __device__ float sum() const;
};
__device__ float point::sum() const
{
    return x + y;
}
typedef float tile_t[4][8];

/* global memory */
__device__ int count;
__device__ int start = 7, table[4] = {1, 2, 3, 4}, *where;
static __device__ unsigned int hidden[3];
__device__ static volatile int flag;
const __device__ float half_[2] = {0.5f, 0.25f};
__device__ const int sizes[] = {3, 4};
__device__ __constant__ float scale = 2;
__constant__ float weights[8], bias;
__constant__ const int fixed[2] = {5, 6};
static __constant__ struct {
    int u, v;
} pair_ = {8, 9};
__device__ __managed__ int managed = 3;
__managed__ float managed_array[4];
extern __device__ int later;
__device__ int later = 11;
__device__ alignas(64) float aligned[4];
__device__ __align__(16) unsigned char bytes[16];
__device__ float4 quads[2];
typedef int (*operation)(int);
__device__ int twice(int v)
{
    return 2 * v;
}
__device__ operation chosen = twice;
__device__ int (*also)(int) = twice;
namespace inside
{
__device__ int count = 40;
} // namespace inside
template <class T> __device__ T identity(T v)
{
    return v;
}
__device__ inline int operator+(point a, int b)
{
    return (int)a.x + b;
}
__device__ point make(float v)
{
    return point(v);
}

/* shared memory */
__shared__ int file_wide[32];
extern __shared__ char dynamic_bytes[];

template <class T, int N> __device__ T total_of(const T *p)
{
    __shared__ T part[N], total;
    if (threadIdx.x < N)
        part[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        total = 0;
        for (int i = 0; i < N; i++)
            total += part[i];
    }
    __syncthreads();
    return total;
}

template <class T> __global__ void reverse(T *out)
{
    extern __shared__ __align__(16) unsigned char memory[];
    T *s = reinterpret_cast<T *>(memory);
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void rows(float *out)
{
    extern __shared__ volatile float grid[][4];
    grid[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x;
    __syncthreads();
    int i = threadIdx.x ^ 5;
    out[threadIdx.x] = grid[i / 4][i % 4] + sizeof dynamic_bytes[0];
}

__global__ void all(float *out, int what)
{
    __shared__ point points[32];
    __shared__ volatile float v[32], *w;
    static __shared__ tile_t tile;
    __shared__ __align__(16) unsigned char raw[64];
    __shared__ struct {
        int u, v;
    } nameless;
    __shared__ struct point named[2];
    float __shared__ behind[32];
    __shared__ float (*row)[8];
    __shared__ dim3 d;
    __shared__ float4 f4[4];
    __shared__ alignas(32) double wide[3];
    __shared__ bool done;
    unsigned i = threadIdx.x;

    points[i] = point(i);
    v[i] = i;
    tile[i / 8][i % 8] = i;
    behind[i] = 1;
    file_wide[i] = i;
    if (i == 0) {
        w = v;
        raw[63] = 3;
        nameless.u = 4;
        named[1].x = 5;
        row = &tile[1];
        d = dim3(1, 2, 3);
        f4[3].w = 7;
        wide[2] = 1;
        done = true;
    }
    __syncthreads();
    int extra = 0;
    switch (what) {
    case 1: __shared__ int in_switch;
        if (i == 0)
            in_switch = 3;
        __syncthreads();
        extra = in_switch;
        break;
    case 2: {
        __shared__ int inner;
        if (i == 0)
            inner = 4;
        __syncthreads();
        extra = inner;
        break;
    }
    }
    out[i] = points[31 - i].x + w[3] + tile[3][7] + raw[63] + nameless.u +
             named[1].x + (*row)[1] + d.z + f4[3].w + wide[2] + done +
             behind[3] + file_wide[5] + sizeof raw + extra;
    __syncthreads();
    out[i] += total_of<float, 4>(out) * 0 + total_of<int, 32>((int *)out) * 0;
}

__global__ void global(float *out)
{
    where = &table[2];
    count += start + *where + hidden[1];
    flag = 1;
    out[0] = count;
    out[1] = half_[1] + sizes[1] + scale + weights[3] + bias + fixed[1];
    out[2] = pair_.v + managed + managed_array[2] + later + aligned[1];
    out[3] = bytes[15] + quads[1].w + chosen(4) + also(5) + inside::count;
    out[4] = identity(3) + (make(2) + 1) + point(4).sum() + twice(start);
    managed = 99;
}

#define IS(have, want)                                                         \
    do {                                                                       \
        if ((have) != (want)) {                                                \
            printf("variables.cu:%d: %g, not %g\n", __LINE__, (double)(have),  \
                   (double)(want));                                            \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

/* What has no value yet is no 0 by luck, where the compiler can see to that. */
__global__ void forgotten(float *p)
{
    int sum, a[4];
    if (p[0] == 0)
        a[threadIdx.x] = 1;
    p[1] = sum;
    p[2] = a[(threadIdx.x + (int)p[0]) % 4];
}

int main()
{
    float *p;
    cudaMallocManaged(&p, 128 * sizeof *p);
    for (int what = 0; what < 3; what++) {
        int extra = what ? what + 2 : 0;
        all<<<1, 32>>>(p, what);
        cudaDeviceSynchronize();
        for (int i = 0; i < 32; i++)
            IS(p[i], 31 - i + 3 + 31 + 3 + 4 + 5 + 9 + 3 + 7 + 1 + 1 + 1 + 5 +
                         64 + extra);
    }
    reverse<float><<<1, 32, 32 * sizeof(float)>>>(p);
    cudaDeviceSynchronize();
    IS(p[0], 31);
    reverse<<<1, 16, 16 * sizeof(double)>>>((double *)p);
    cudaDeviceSynchronize();
    IS(((double *)p)[3], 12);
    rows<<<1, 8, 8 * sizeof(float)>>>(p);
    cudaDeviceSynchronize();
    IS(p[0], 6);

    float w[8] = {0, 0, 0, 10}, b = 100;
    cudaMemcpyToSymbol(weights, w, sizeof w);
    cudaMemcpyToSymbol(bias, &b, sizeof b);
    managed_array[2] = 1000;
    global<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    IS(p[0], 10);
    IS(p[1], 0.25 + 4 + 2 + 10 + 100 + 6);
    IS(p[2], 9 + 3 + 1000 + 11);
    IS(p[3], 8 + 10 + 40);
    IS(p[4], 3 + 3 + 0 + 14);
    IS(managed, 99);
    int c = 0;
    cudaMemcpyFromSymbol(&c, count, sizeof c);
    IS(c, 10);
    void *address;
    cudaGetSymbolAddress(&address, table);
    cudaMemcpy(&c, (int *)address + 3, sizeof c, cudaMemcpyDeviceToHost);
    IS(c, 4);
#if defined __clang__ || __GNUC__ > 11
    p[0] = 3;
    forgotten<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    IS(p[1] != 0, true);
    IS(p[2] != 0, true);
#endif
#ifndef SIMT_CHECK /* which finds that nobody has written it */
    int *fresh = nullptr, n;
    cudaMalloc(&fresh, sizeof n);
    cudaMemcpy(&n, fresh, sizeof n, cudaMemcpyDeviceToHost);
    IS(n != 0, true);
    cudaFree(fresh);
#endif
    cudaFree(p);
    IS(cudaGetLastError(), cudaSuccess);
    puts("ok");
    return 0;
}
