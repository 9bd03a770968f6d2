/*
 * counters.cu - small kernels with known ways of touching memory. Run on a GPU
 * under Nsight Compute and on the CPU device in check mode, the counts must be
 * the same: grader/tests/counters.py compares them.
 *
 * Every kernel has one load or one store of interest; what else it does is
 * the same for all and coalesced. 3 blocks of 64 threads unless said.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                            \
    do {                                                       \
        cudaError_t e_ = (call);                               \
        if (e_ != cudaSuccess) {                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, \
                    cudaGetErrorString(e_));                   \
            exit(1);                                           \
        }                                                      \
    } while (0)

enum { THREADS = 64, BLOCKS = 3, WORDS = 1 << 16 };

static float *in, *out;

static __device__ __forceinline__ int self()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ __forceinline__ float sum(float v)
{
    return v;
}
static __device__ __forceinline__ float sum(float2 v)
{
    return v.x + v.y;
}
static __device__ __forceinline__ float sum(float4 v)
{
    return v.x + v.y + v.z + v.w;
}
static __device__ __forceinline__ float sum(char v)
{
    return v;
}
static __device__ __forceinline__ float sum(short v)
{
    return v;
}
static __device__ __forceinline__ float sum(double v)
{
    return (float)v;
}

template <class T> __device__ T make(float v);
template <> __device__ __forceinline__ float make<float>(float v)
{
    return v;
}
template <> __device__ __forceinline__ float2 make<float2>(float v)
{
    return make_float2(v, v + 1);
}
template <> __device__ __forceinline__ float4 make<float4>(float v)
{
    return make_float4(v, v + 1, v + 2, v + 3);
}
template <> __device__ __forceinline__ char make<char>(float v)
{
    return (char)v;
}
template <> __device__ __forceinline__ short make<short>(float v)
{
    return (short)v;
}

/* Load T number INDEX of global memory, if CONDITION. */
#define LOAD(name, T, condition, index)                             \
    __global__ void name(const T *__restrict__ data, float *result) \
    {                                                               \
        int i = self(), lane = i % 32;                              \
        float v = 0;                                                \
        (void)lane;                                                 \
        if (condition)                                              \
            v = sum(data[index]);                                   \
        result[i] = v;                                              \
    }
#define STORE(name, T, condition, index)                       \
    __global__ void name(const T *__restrict__, float *result) \
    {                                                          \
        int i = self(), lane = i % 32;                         \
        (void)lane;                                            \
        if (condition)                                         \
            ((T *)result)[index] = make<T>(i);                 \
    }
/* Shared memory: filled by coalesced stores of 4 bytes, then one load. */
#define SHARED_LOAD(name, T, condition, index)                    \
    __global__ void name(const T *__restrict__, float *result)    \
    {                                                             \
        __shared__ T s[2112];                                     \
        int i = self(), t = threadIdx.x, lane = i % 32;           \
        float v = 0;                                              \
        (void)lane;                                               \
        for (int k = t; k < (int)(sizeof s / 4); k += blockDim.x) \
            ((float *)s)[k] = k;                                  \
        __syncthreads();                                          \
        if (condition)                                            \
            v = sum(s[index]);                                    \
        result[i] = v;                                            \
    }
#define SHARED_STORE(name, T, condition, index)                \
    __global__ void name(const T *__restrict__, float *result) \
    {                                                          \
        __shared__ T s[2112];                                  \
        int i = self(), t = threadIdx.x, lane = i % 32;        \
        (void)lane;                                            \
        if (condition)                                         \
            s[index] = make<T>(i);                             \
        __syncthreads();                                       \
        result[i] = t < 32 ? ((float *)s)[t] : 0;              \
    }

#define GLOBAL_KERNELS(K)                                  \
    K(LOAD, ld4_stride1, float, true, i)                   \
    K(LOAD, ld4_stride2, float, true, 2 * i)               \
    K(LOAD, ld4_stride3, float, true, 3 * i)               \
    K(LOAD, ld4_stride4, float, true, 4 * i)               \
    K(LOAD, ld4_stride8, float, true, 8 * i)               \
    K(LOAD, ld4_stride16, float, true, 16 * i)             \
    K(LOAD, ld4_stride32, float, true, 32 * i)             \
    K(LOAD, ld4_stride33, float, true, 33 * i)             \
    K(LOAD, ld8_stride1, float2, true, i)                  \
    K(LOAD, ld8_stride2, float2, true, 2 * i)              \
    K(LOAD, ld8_stride3, float2, true, 3 * i)              \
    K(LOAD, ld8_stride4, float2, true, 4 * i)              \
    K(LOAD, ld8_stride33, float2, true, 33 * i)            \
    K(LOAD, ld16_stride1, float4, true, i)                 \
    K(LOAD, ld16_stride2, float4, true, 2 * i)             \
    K(LOAD, ld16_stride3, float4, true, 3 * i)             \
    K(LOAD, ld16_stride33, float4, true, 33 * i)           \
    K(LOAD, ld1_stride1, char, true, i)                    \
    K(LOAD, ld1_stride3, char, true, 3 * i)                \
    K(LOAD, ld2_stride1, short, true, i)                   \
    K(LOAD, ld2_stride33, short, true, 33 * i)             \
    K(LOAD, ld4_offset1, float, true, i + 1)               \
    K(LOAD, ld4_offset7, float, true, i + 7)               \
    K(LOAD, ld8_offset3, float2, true, i + 3)              \
    K(LOAD, ld16_offset1, float4, true, i + 1)             \
    K(LOAD, ld4_broadcast, float, true, i / 32)            \
    K(LOAD, ld4_pairs, float, true, i / 2)                 \
    K(LOAD, ld4_reversed, float, true, 1000 - i)           \
    K(LOAD, ld4_shuffled, float, true, i ^ 21)             \
    K(LOAD, ld4_scattered, float, true, (i * 5741) % 8191) \
    K(LOAD, ld4_first17, float, lane < 17, i)              \
    K(LOAD, ld4_odd, float, lane % 2, i)                   \
    K(LOAD, ld4_one, float, lane == 5, i)                  \
    K(LOAD, ld8_first17, float2, lane < 17, i)             \
    K(LOAD, ld16_odd, float4, lane % 2, i)                 \
    K(STORE, st4_stride1, float, true, i)                  \
    K(STORE, st4_stride2, float, true, 2 * i)              \
    K(STORE, st4_stride3, float, true, 3 * i)              \
    K(STORE, st4_stride8, float, true, 8 * i)              \
    K(STORE, st4_stride32, float, true, 32 * i)            \
    K(STORE, st4_stride33, float, true, 33 * i)            \
    K(STORE, st8_stride1, float2, true, i)                 \
    K(STORE, st8_stride3, float2, true, 3 * i)             \
    K(STORE, st16_stride1, float4, true, i)                \
    K(STORE, st16_stride3, float4, true, 3 * i)            \
    K(STORE, st1_stride1, char, true, i)                   \
    K(STORE, st2_stride3, short, true, 3 * i)              \
    K(STORE, st4_offset1, float, true, i + 1)              \
    K(STORE, st4_same, float, true, i / 32)                \
    K(STORE, st4_first17, float, lane < 17, i)             \
    K(STORE, st4_odd, float, lane % 2, i)

#define SHARED_KERNELS(K)                                                    \
    K(SHARED_LOAD, sl4_stride1, float, true, t)                              \
    K(SHARED_LOAD, sl4_stride2, float, true, 2 * t)                          \
    K(SHARED_LOAD, sl4_stride3, float, true, 3 * t)                          \
    K(SHARED_LOAD, sl4_stride4, float, true, 4 * t)                          \
    K(SHARED_LOAD, sl4_stride8, float, true, 8 * t)                          \
    K(SHARED_LOAD, sl4_stride16, float, true, 16 * t)                        \
    K(SHARED_LOAD, sl4_stride32, float, true, 32 * t)                        \
    K(SHARED_LOAD, sl4_stride33, float, true, 33 * t)                        \
    K(SHARED_LOAD, sl4_broadcast, float, true, t / 32)                       \
    K(SHARED_LOAD, sl4_pairs, float, true, t / 2)                            \
    K(SHARED_LOAD, sl4_first17, float, lane < 17, 2 * t)                     \
    K(SHARED_LOAD, sl4_odd, float, lane % 2, t)                              \
    K(SHARED_LOAD, sl8_stride1, float2, true, t)                             \
    K(SHARED_LOAD, sl8_stride2, float2, true, 2 * t)                         \
    K(SHARED_LOAD, sl8_stride3, float2, true, 3 * t)                         \
    K(SHARED_LOAD, sl8_stride16, float2, true, 16 * t)                       \
    K(SHARED_LOAD, sl8_stride17, float2, true, 17 * t)                       \
    K(SHARED_LOAD, sl8_broadcast, float2, true, t / 32)                      \
    K(SHARED_LOAD, sl8_first17, float2, lane < 17, t)                        \
    K(SHARED_LOAD, sl16_stride1, float4, true, t)                            \
    K(SHARED_LOAD, sl16_stride2, float4, true, 2 * t)                        \
    K(SHARED_LOAD, sl16_stride3, float4, true, 3 * t)                        \
    K(SHARED_LOAD, sl16_stride8, float4, true, 8 * t)                        \
    K(SHARED_LOAD, sl16_broadcast, float4, true, t / 32)                     \
    K(SHARED_LOAD, sl16_odd, float4, lane % 2, t)                            \
    K(SHARED_LOAD, sl4_hash, float, true, (t * t * 7 + 3 * t) % 2003)        \
    K(SHARED_LOAD, sl8_hash, float2, true, (t * t * 7 + 3 * t) % 2003)       \
    K(SHARED_LOAD, sl8_hash2, float2, true, (t * 37) % 101)                  \
    K(SHARED_LOAD, sl8_hash3, float2, true, (t * t) % 53)                    \
    K(SHARED_LOAD, sl8_halves, float2, true, lane < 16 ? lane % 2 * 16 : 3)  \
    K(SHARED_LOAD, sl8_odd, float2, lane % 2, t)                             \
    K(SHARED_LOAD, sl8_quads, float2, true, t / 4)                           \
    K(SHARED_LOAD, sl8_cross, float2, true, lane % 16 * 16)                  \
    K(SHARED_LOAD, sl16_hash, float4, true, (t * t * 7 + 3 * t) % 2003)      \
    K(SHARED_LOAD, sl16_hash2, float4, true, (t * 37) % 101)                 \
    K(SHARED_LOAD, sl16_hash3, float4, true, (t * t) % 53)                   \
    K(SHARED_LOAD, sl16_halves, float4, true,                                \
      lane < 8    ? lane % 2 * 8                                             \
      : lane < 16 ? 3                                                        \
                  : 5)                                                       \
    K(SHARED_LOAD, sl16_quads, float4, true, t / 4)                          \
    K(SHARED_LOAD, sl16_first9, float4, lane < 9, t)                         \
    K(SHARED_LOAD, sl16_first17, float4, lane < 17, t)                       \
    K(SHARED_LOAD, sl16_even8, float4, lane % 8 == 0, 8 * t)                 \
    K(SHARED_LOAD, sl16_cross, float4, true, lane % 8 * 8)                   \
    K(SHARED_STORE, ss8_hash, float2, true, (t * t * 7 + 3 * t) % 2003)      \
    K(SHARED_STORE, ss8_halves, float2, true, lane < 16 ? lane % 2 * 16 : 3) \
    K(SHARED_STORE, ss16_hash, float4, true, (t * t * 7 + 3 * t) % 2003)     \
    K(SHARED_STORE, ss16_halves, float4, true,                               \
      lane < 8    ? lane % 2 * 8                                             \
      : lane < 16 ? 3                                                        \
                  : 5)                                                       \
    K(SHARED_STORE, ss16_odd, float4, lane % 2, t)                           \
    K(SHARED_LOAD, sl8_compact, float2, lane % 2, lane / 2)                  \
    K(SHARED_LOAD, sl8_compact4, float2, lane % 4 == 0, lane / 4)            \
    K(SHARED_LOAD, sl8_xor1, float2, true, lane / 2 * 3 % 16)                \
    K(SHARED_LOAD, sl8_xor2, float2, true, (lane & 1) + lane / 4 * 2)        \
    K(SHARED_LOAD, sl8_xor4, float2, true, (lane & 3) + lane / 8 * 4)        \
    K(SHARED_LOAD, sl8_mixed, float2, true,                                  \
      lane < 16 ? lane / 2 : (lane & 1) + lane / 4 * 2)                      \
    K(SHARED_LOAD, sl8_almost, float2, true, lane == 31 ? 15 : lane / 4)     \
    K(SHARED_LOAD, sl8_low, float2, lane < 16, t)                            \
    K(SHARED_LOAD, sl8_high, float2, lane >= 16, t)                          \
    K(SHARED_LOAD, sl16_compact, float4, lane % 2, lane / 2)                 \
    K(SHARED_LOAD, sl16_compact4, float4, lane % 4 == 0, lane / 4)           \
    K(SHARED_LOAD, sl16_xor1, float4, true, lane / 2)                        \
    K(SHARED_LOAD, sl16_xor2, float4, true, (lane & 1) + lane / 4 * 2)       \
    K(SHARED_LOAD, sl16_xor4, float4, true, (lane & 3) + lane / 8 * 4)       \
    K(SHARED_LOAD, sl16_mixed, float4, true,                                 \
      lane < 16 ? lane / 2 : (lane & 1) + lane / 4 * 2)                      \
    K(SHARED_LOAD, sl16_mixed8, float4, true,                                \
      lane & 8 ? lane / 2 : (lane & 1) + lane / 4 * 2)                       \
    K(SHARED_LOAD, sl16_half, float4, true, lane < 16 ? lane : lane / 2)     \
    K(SHARED_LOAD, sl16_almost, float4, true, lane == 31 ? 15 : lane / 4)    \
    K(SHARED_STORE, ss8_same, float2, true, t / 32)                          \
    K(SHARED_STORE, ss8_compact, float2, lane % 2, lane / 2)                 \
    K(SHARED_STORE, ss8_xor1, float2, true, lane / 2 * 3 % 16)               \
    K(SHARED_STORE, ss8_xor2, float2, true, (lane & 1) + lane / 4 * 2)       \
    K(SHARED_STORE, ss8_low, float2, lane < 16, t)                           \
    K(SHARED_STORE, ss16_same, float4, true, t / 32)                         \
    K(SHARED_STORE, ss16_compact, float4, lane % 2, lane / 2)                \
    K(SHARED_STORE, ss16_xor1, float4, true, lane / 2)                       \
    K(SHARED_STORE, ss16_low, float4, lane < 8, t)                           \
    K(SHARED_STORE, ss16_half, float4, lane < 16, t)                         \
    K(SHARED_LOAD, sl1_stride1, char, true, t)                               \
    K(SHARED_LOAD, sl1_stride32, char, true, 32 * t)                         \
    K(SHARED_LOAD, sl2_stride2, short, true, 2 * t)                          \
    K(SHARED_STORE, ss4_stride1, float, true, t)                             \
    K(SHARED_STORE, ss4_stride2, float, true, 2 * t)                         \
    K(SHARED_STORE, ss4_stride3, float, true, 3 * t)                         \
    K(SHARED_STORE, ss4_stride32, float, true, 32 * t)                       \
    K(SHARED_STORE, ss4_stride33, float, true, 33 * t)                       \
    K(SHARED_STORE, ss4_same, float, true, t / 32)                           \
    K(SHARED_STORE, ss4_odd, float, lane % 2, t)                             \
    K(SHARED_STORE, ss8_stride1, float2, true, t)                            \
    K(SHARED_STORE, ss8_stride2, float2, true, 2 * t)                        \
    K(SHARED_STORE, ss8_stride17, float2, true, 17 * t)                      \
    K(SHARED_STORE, ss16_stride1, float4, true, t)                           \
    K(SHARED_STORE, ss16_stride3, float4, true, 3 * t)                       \
    K(SHARED_STORE, ss1_stride1, char, true, t)

#define DEFINE(kind, name, T, condition, index) kind(name, T, condition, index)
#define RUN(kind, name, T, condition, index)       \
    name<<<BLOCKS, THREADS>>>((const T *)in, out); \
    CHECK(cudaGetLastError());

GLOBAL_KERNELS(DEFINE)
SHARED_KERNELS(DEFINE)

/* What the labs are about: products and transposes, ragged sizes. */
enum { N = 100, W = 97, H = 70, TILE = 16 };

__global__ void matmul_naive(const float *a, const float *b, float *c)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;

    if (row >= N || col >= N)
        return;
    for (int k = 0; k < N; k++)
        s += a[row * N + k] * b[k * N + col];
    c[row * N + col] = s;
}

__global__ void matmul_tiled(const float *a, const float *b, float *c)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
    float s = 0;

    for (int k0 = 0; k0 < N; k0 += TILE) {
        ta[ty][tx] = row < N && k0 + tx < N ? a[row * N + k0 + tx] : 0;
        tb[ty][tx] = col < N && k0 + ty < N ? b[(k0 + ty) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            s += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (row < N && col < N)
        c[row * N + col] = s;
}

__global__ void transpose_rows(const float *a, float *b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < W && y < H)
        b[x * H + y] = a[y * W + x];
}

template <int PAD> __device__ void transpose_tile(const float *a, float *b)
{
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

    if (x < W && y < H)
        tile[threadIdx.y][threadIdx.x] = a[y * W + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    if (x < H && y < W)
        b[y * H + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_conflicts(const float *a, float *b)
{
    transpose_tile<0>(a, b);
}

__global__ void transpose_padded(const float *a, float *b)
{
    transpose_tile<1>(a, b);
}

__global__ void tree_sum(const float *a, float *b)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int i = 128; i > 0; i /= 2) {
        if (t < i)
            s[t] += s[t + i];
        __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
}

__global__ void tree_interleaved(const float *a, float *b)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int i = 1; i < 256; i *= 2) {
        if (t % (2 * i) == 0)
            s[t] += s[t + i];
        __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
}

int main()
{
    CHECK(cudaMalloc(&in, 16 * WORDS * sizeof *in));
    CHECK(cudaMalloc(&out, 16 * WORDS * sizeof *out));
    CHECK(cudaMemset(in, 0, 16 * WORDS * sizeof *in));
    GLOBAL_KERNELS(RUN)
    SHARED_KERNELS(RUN)
    matmul_naive<<<dim3(7, 7), dim3(16, 16)>>>(in, in + N * N, out);
    matmul_tiled<<<dim3(7, 7), dim3(16, 16)>>>(in, in + N * N, out);
    transpose_rows<<<dim3(4, 9), dim3(32, 8)>>>(in, out);
    transpose_conflicts<<<dim3(4, 3), dim3(32, 32)>>>(in, out);
    transpose_padded<<<dim3(4, 3), dim3(32, 32)>>>(in, out);
    tree_sum<<<5, 256>>>(in, out);
    tree_interleaved<<<5, 256>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
