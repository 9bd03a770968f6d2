/*
 * requests.cu - the same work written in many ways, to see what nvcc makes of
 * it: it loads or stores the members of one aligned vector at once, and leaves
 * out what a thread has read already if nothing can have changed it since.
 * What the text says more than once a GPU may do once. grader/tests/counters.py
 * compares what Nsight Compute counts with what the CPU device counts.
 *
 * Every kernel runs 3 blocks of 64 threads. The CPU device knows of a file
 * whether it has aligned types, and whether it has a __restrict__: with -DPART=
 * 1 to 4 the program has the forms without both, with __restrict__, with
 * vectors, and with both; else all.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
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

enum { THREADS = 64, BLOCKS = 3, ALL = THREADS * BLOCKS, BYTES = 1 << 20 };

struct loose {
    float x, y, z, w;
};

#if !defined PART || PART > 2
struct alignas(16) quad {
    float x, y, z, w;
};
struct alignas(8) half_aligned {
    float x, y, z, w;
};
struct alignas(16) quad_array {
    float v[4];
};
struct alignas(16) mixed {
    double d;
    int n;
    float f;
};
struct alignas(8) point {
    float x, y;
};
union both {
    float4 v;
    float f[4];
};

static __device__ __forceinline__ float sum(const float4 &v)
{
    return v.x + v.y + v.z + v.w;
}

static __device__ __forceinline__ float dot(const float4 *p, const float4 *q)
{
    return p->x * q->x + p->y * q->y + p->z * q->z + p->w * q->w;
}

template <int K> __device__ __forceinline__ float member(const float4 &v)
{
    return K == 0 ? v.x : K == 1 ? v.y : K == 2 ? v.z : v.w;
}
#endif

#define START                                       \
    const int i = blockIdx.x * THREADS + threadIdx.x; \
    const int lane = threadIdx.x % 32;              \
    (void)i, (void)lane, (void)a, (void)b;

/* Pointers that may point to the same memory, and others. */
#define DEFINE(name, T, U, ...)                        \
    __global__ void name(const T *a, const T *b, U *c) \
    {                                                  \
        START __VA_ARGS__                              \
    }
#define DEFINE_R(name, T, U, ...)                                          \
    __global__ void name(const T *__restrict__ a, const T *__restrict__ b, \
                         U *__restrict__ c)                                \
    {                                                                      \
        START __VA_ARGS__                                                  \
    }
#define RUN(name, T, U, ...)                                             \
    name<<<BLOCKS, THREADS>>>((const T *)one, (const T *)two, (U *)out); \
    CHECK(cudaGetLastError());

/* clang-format off */
#define SCALARS(FORM) \
/* Members of one aligned vector, read. */ \
FORM(member_f3, float3, float, { c[i] = a[i].x + a[i].y + a[i].z; }) \
FORM(whole_f3, float3, float, { float3 v = a[i]; c[i] = v.x + v.y + v.z; }) \
FORM(member_loose, loose, float, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(whole_loose, loose, float, { loose v = a[i]; c[i] = v.x + v.y + v.z + v.w; }) \
FORM(memcpy_float, float, float, { float v[4]; memcpy(v, a + 4 * i, sizeof v); c[i] = v[0] + v[1] + v[2] + v[3]; }) \
/* Loops. */ \
FORM(stride_unrolled, float, float, { float s = 0; _Pragma("unroll 4") for (int k = i; k < 1000; k += ALL) s += a[k]; c[i] = s; }) \
/* What a thread writes, by members. */ \
FORM(store_loose, loose, loose, { c[i].x = i; c[i].y = 2 * i; c[i].z = 3 * i; c[i].w = 4 * i; }) \
FORM(store_float, float, float, { c[4 * i] = i; c[4 * i + 1] = 2 * i; c[4 * i + 2] = 3 * i; c[4 * i + 3] = 4 * i; }) \
FORM(store_twice, float, float, { c[i] = 1; c[i] = a[i]; }) \
FORM(store_read, float, float, { c[i] = a[i]; c[i + ALL] = c[i] + 1; }) \
FORM(sum_in_place, float, float, { c[i] = 0; for (int k = 0; k < 8; k++) c[i] += a[i + k * ALL]; }) \
/* Repeated reads. */ \
FORM(square, float, float, { c[i] = a[i] * a[i]; }) \
FORM(if_even, int, int, { if (a[i] % 2 == 0) c[i] = a[i]; }) \
FORM(again_after_store, float, float, { c[i] = a[i]; c[i + ALL] = 2 * a[i]; }) \
FORM(again_after_atomic, int, int, { if (a[i] % 2 == 0) c[atomicAdd(c, 1) % 64 + 64] = a[i]; }) \
FORM(again_after_barrier, float, float, { float s = a[i]; __syncthreads(); c[i] = s + a[i]; }) \
FORM(again_after_syncwarp, float, float, { float s = a[i]; __syncwarp(); c[i] = s + a[i]; }) \
FORM(again_after_shuffle, float, float, { float s = __shfl_down_sync(~0u, a[i], 1); c[i] = s + a[i]; }) \
FORM(again_after_fence, float, float, { float s = a[i]; __threadfence(); c[i] = s + a[i]; }) \
FORM(again_in_loop, float, float, { float s = 0; for (int k = 0; k < 8; k++) s += a[i] * b[i + k * ALL]; c[i] = s; }) \
FORM(again_in_loop_store, float, float, { for (int k = 0; k < 8; k++) c[i + k * ALL] = a[i] * b[i + k * ALL]; }) \
FORM(again_in_short_loops, float, float, { float s = 0; for (int k = 0; k < 4; k++) s += a[i + k * ALL]; for (int k = 0; k < 4; k++) c[i + k * ALL] = a[i + k * ALL] - s; }) \
FORM(again_in_loops, float, float, { float s = 0; for (int k = 0; k < 8; k++) s += a[i + k * ALL]; for (int k = 0; k < 8; k++) c[i + k * ALL] = a[i + k * ALL] - s; }) \
FORM(again_after_vote, float, float, { float s = a[i]; s += __any_sync(~0u, s > 0); c[i] = s + a[i]; }) \
FORM(again_after_exchange, float, float, { float s = a[i]; atomicExch(c + 1000, s); c[i] = s + a[i]; }) \
FORM(again_volatile, float, float, { const volatile float *p = a; c[i] = p[i] * p[i]; }) \
FORM(one_for_all, float, float, { float s = 0; for (int k = i; k < 1000; k += ALL) s += a[k] - b[0]; c[i] = s; }) \
FORM(one_for_all_store_int, int, float, { for (int k = i; k < 1000; k += ALL) c[k] = a[k] - b[0]; }) \
FORM(one_for_all_store, float, float, { for (int k = i; k < 1000; k += ALL) c[k] = a[k] - b[0]; }) \
/* Neighbours of one thread: nvcc may not join what need not be aligned. */ \
FORM(neighbours, float, float, { c[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3]; }) \
FORM(neighbours_loop, float, float, { float s = 0; for (int k = 0; k < 4; k++) s += a[4 * i + k]; c[i] = s; }) \
FORM(neighbours_2, float, float, { c[i] = a[2 * i] + a[2 * i + 1]; }) \
FORM(neighbours_bytes, unsigned char, int, { c[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3]; }) \
FORM(neighbours_locals, float, float, { float p = a[4 * i]; float q = a[4 * i + 1]; float r = a[4 * i + 2]; float s = a[4 * i + 3]; c[4 * i] = p; c[4 * i + 1] = q; c[4 * i + 2] = r; c[4 * i + 3] = s; }) \
FORM(stencil, float, float, { c[i] = a[i] + a[i + 1] + a[i + 2]; }) \
FORM(rows, float, float, { float s = 0; for (int k = 0; k < 8; k++) s += a[8 * i + k]; c[i] = s; }) \
/* Shared memory. */ \
FORM(shared_neighbours, float, float, { __shared__ float s[4 * THREADS]; for (int k = threadIdx.x; k < 4 * THREADS; k += THREADS) s[k] = i; __syncthreads(); const float *p = s + 4 * threadIdx.x; c[i] = p[0] + p[1] + p[2] + p[3]; }) \
FORM(shared_again, float, float, { __shared__ float s[THREADS]; s[threadIdx.x] = a[i]; __syncthreads(); float *p = s + (threadIdx.x ^ 1); c[i] = p[0] * p[0]; }) \
FORM(shared_row, float, float, { __shared__ float s[8]; if (threadIdx.x < 8) s[threadIdx.x] = i; __syncthreads(); float r = 0; for (int k = 0; k < 8; k++) r += s[k] * a[i + k * ALL]; c[i] = r; })

#define SCALARS_R(FORM) \
/* What a thread writes, by members. */ \
FORM(sum_in_place_r, float, float, { c[i] = 0; for (int k = 0; k < 8; k++) c[i] += a[i + k * ALL]; }) \
/* Repeated reads. */ \
FORM(again_after_store_r, float, float, { c[i] = a[i]; c[i + ALL] = 2 * a[i]; }) \
FORM(again_after_atomic_r, int, int, { if (a[i] % 2 == 0) c[atomicAdd(c, 1) % 64 + 64] = a[i]; }) \
FORM(again_after_barrier_r, float, float, { float s = a[i]; __syncthreads(); c[i] = s + a[i]; }) \
FORM(again_after_shuffle_r, float, float, { float s = __shfl_down_sync(~0u, a[i], 1); c[i] = s + a[i]; }) \
FORM(again_in_loop_store_r, float, float, { for (int k = 0; k < 8; k++) c[i + k * ALL] = a[i] * b[i + k * ALL]; }) \
FORM(again_in_short_loops_r, float, float, { float s = 0; for (int k = 0; k < 4; k++) s += a[i + k * ALL]; for (int k = 0; k < 4; k++) c[i + k * ALL] = a[i + k * ALL] - s; }) \
FORM(again_in_loops_r, float, float, { float s = 0; for (int k = 0; k < 8; k++) s += a[i + k * ALL]; for (int k = 0; k < 8; k++) c[i + k * ALL] = a[i + k * ALL] - s; }) \
FORM(one_for_all_store_r, float, float, { for (int k = i; k < 1000; k += ALL) c[k] = a[k] - b[0]; }) \
/* Neighbours of one thread: nvcc may not join what need not be aligned. */ \
FORM(neighbours_r, float, float, { c[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3]; }) \
FORM(neighbours_copy_r, float, float, { for (int k = 4 * i; k < 4 * i + 4; k++) c[k] = a[k]; })

#define VECTORS(FORM) \
/* Members of one aligned vector, read. */ \
FORM(whole_f4, float4, float, { float4 v = a[i]; c[i] = v.x + v.y + v.z + v.w; }) \
FORM(member_f4, float4, float, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(reference_f4, float4, float, { const float4 &v = a[i]; c[i] = v.x + v.y + v.z + v.w; }) \
FORM(pointer_f4, float4, float, { const float4 *p = a + i; c[i] = p->x + p->y + p->z + p->w; }) \
FORM(function_f4, float4, float, { c[i] = sum(a[i]); }) \
FORM(template_f4, float4, float, { c[i] = member<0>(a[i]) + member<1>(a[i]) + member<2>(a[i]) + member<3>(a[i]); }) \
FORM(lambda_f4, float4, float, { auto f = [](const float4 &v) { return v.x * v.y + v.z * v.w; }; c[i] = f(a[i]); }) \
FORM(cast_f4, float, float, { const float4 &v = reinterpret_cast<const float4 *>(a)[i]; c[i] = v.x + v.y + v.z + v.w; }) \
FORM(backwards_f4, float4, float, { c[i] = a[i].w + a[i].z + a[i].y + a[i].x; }) \
FORM(member_f2, float2, float, { c[i] = a[i].x + a[i].y; }) \
FORM(member_i2, int2, int, { c[i] = a[i].x + a[i].y; }) \
FORM(member_i4, int4, int, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(member_u4, uint4, unsigned, { c[i] = a[i].x ^ a[i].y ^ a[i].z ^ a[i].w; }) \
FORM(member_d2, double2, double, { c[i] = a[i].x + a[i].y; }) \
FORM(member_ll2, longlong2, long long, { c[i] = a[i].x + a[i].y; }) \
FORM(member_s2, short2, int, { c[i] = a[i].x + a[i].y; }) \
FORM(member_s4, short4, int, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(member_uc2, uchar2, int, { c[i] = a[i].x + a[i].y; }) \
FORM(member_uc4, uchar4, int, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(member_quad, quad, float, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(member_half_aligned, half_aligned, float, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(member_array, quad_array, float, { c[i] = a[i].v[0] + a[i].v[1] + a[i].v[2] + a[i].v[3]; }) \
FORM(loop_array, quad_array, float, { float s = 0; for (int k = 0; k < 4; k++) s += a[i].v[k]; c[i] = s; }) \
FORM(member_mixed, mixed, double, { c[i] = a[i].d + a[i].n + a[i].f; }) \
FORM(member_point, point, float, { c[i] = a[i].x * a[i].y; }) \
FORM(member_union, both, float, { c[i] = a[i].f[0] + a[i].f[1] + a[i].f[2] + a[i].f[3]; }) \
FORM(member_half2, half2, float, { c[i] = __half2float(a[i].x) + __half2float(a[i].y); }) \
FORM(only_x, float4, float, { c[i] = a[i].x; }) \
FORM(only_xy, float4, float, { c[i] = a[i].x + a[i].y; }) \
FORM(only_zw, float4, float, { c[i] = a[i].z + a[i].w; }) \
FORM(only_yz, float4, float, { c[i] = a[i].y + a[i].z; }) \
FORM(only_xw, float4, float, { c[i] = a[i].x + a[i].w; }) \
FORM(only_xyz, float4, float, { c[i] = a[i].x + a[i].y + a[i].z; }) \
FORM(only_xz, float4, float, { c[i] = a[i].x + a[i].z; }) \
FORM(only_yw, float4, float, { c[i] = a[i].y + a[i].w; }) \
FORM(only_yzw, float4, float, { c[i] = a[i].y + a[i].z + a[i].w; }) \
FORM(only_xyw, float4, float, { c[i] = a[i].x + a[i].y + a[i].w; }) \
FORM(only_xzw, float4, float, { c[i] = a[i].x + a[i].z + a[i].w; }) \
FORM(two_f2, float2, float, { c[i] = a[2 * i].x + a[2 * i].y + a[2 * i + 1].x + a[2 * i + 1].y; }) \
FORM(two_f4, float4, float, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w + a[i + ALL].x + a[i + ALL].y + a[i + ALL].z + a[i + ALL].w; }) \
FORM(dot_f4, float4, float, { c[i] = a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w; }) \
FORM(dot_function_f4, float4, float, { c[i] = dot(a + i, b + i); }) \
FORM(dot_f2, float2, float, { c[i] = a[i].x * b[i].x + a[i].y * b[i].y; }) \
FORM(whole_then_x, float4, float, { float4 v = a[i]; c[i] = v.x + v.y + v.z + v.w + a[i].x; }) \
FORM(x_then_whole, float4, float, { float x = a[i].x; float4 v = a[i]; c[i] = x * v.x + v.y + v.z + v.w; }) \
FORM(ldg_members, float4, float, { c[i] = __ldg(&a[i].x) + __ldg(&a[i].y) + __ldg(&a[i].z) + __ldg(&a[i].w); }) \
FORM(memcpy_f4, float4, float, { float4 v; memcpy(&v, a + i, sizeof v); c[i] = v.x + v.y + v.z + v.w; }) \
FORM(as_floats, float4, float, { const float *p = (const float *)(a + i); c[i] = p[0] + p[1] + p[2] + p[3]; }) \
FORM(as_floats_loop, float4, float, { const float *p = (const float *)&a[i]; float s = 0; for (int k = 0; k < 4; k++) s += p[k]; c[i] = s; }) \
FORM(as_f2, float4, float, { const float2 *p = (const float2 *)(a + i); c[i] = p[0].x + p[0].y + p[1].x + p[1].y; }) \
FORM(volatile_f4, float4, float, { const volatile float4 *p = a + i; c[i] = p->x + p->y + p->z + p->w; }) \
FORM(next_f4, float4, float, { c[i] = a[i].x + a[i + 1].x; }) \
/* Branches between the members. */ \
FORM(branch_xy, float4, float, { float s = a[i].x; if (lane % 2) s += a[i].y; c[i] = s; }) \
FORM(branch_f4, float4, float, { float s = a[i].x + a[i].y; if (lane < 16) s += a[i].z + a[i].w; c[i] = s; }) \
FORM(halves_f4, float4, float, { float s; if (lane < 16) s = a[i].x + a[i].y; else s = a[i].z - a[i].w; c[i] = s; }) \
FORM(select_f4, float4, float, { c[i] = lane % 2 ? a[i].x : a[i].y; }) \
FORM(leave_f4, float4, float, { if (a[i].x > 1) return; c[i] = a[i].y + a[i].z + a[i].w; }) \
FORM(tested_i2, int2, int, { if (a[i].x == 0) c[i] = a[i].y; }) \
FORM(some_f4, float4, float, { if (lane % 3 == 0) c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
FORM(bound_f4, float4, float, { if (i < 150) c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
/* Loops. */ \
FORM(stride_f4, float4, float, { float s = 0; for (int k = i; k < 1000; k += ALL) s += a[k].x + a[k].y + a[k].z + a[k].w; c[i] = s; }) \
FORM(stride_reference_f4, float4, float, { float s = 0; for (int k = i; k < 1000; k += ALL) { const float4 &v = a[k]; s += v.x + v.y; s += v.z + v.w; } c[i] = s; }) \
FORM(stride_add_f4, float4, float4, { for (int k = i; k < 1000; k += ALL) c[k] = make_float4(a[k].x + b[k].x, a[k].y + b[k].y, a[k].z + b[k].z, a[k].w + b[k].w); }) \
FORM(stride_dot_f2, float2, float, { float s = 0; for (int k = i; k < 1000; k += ALL) s += a[k].x * b[k].x + a[k].y * b[k].y; c[i] = s; }) \
/* What a thread writes, by members. */ \
FORM(store_f4, float4, float4, { c[i].x = i; c[i].y = 2 * i; c[i].z = 3 * i; c[i].w = 4 * i; }) \
FORM(store_backwards_f4, float4, float4, { c[i].w = i; c[i].z = 2 * i; c[i].y = 3 * i; c[i].x = 4 * i; }) \
FORM(store_reference_f4, float4, float4, { float4 &v = c[i]; v.x = i; v.y = 2 * i; v.z = 3 * i; v.w = 4 * i; }) \
FORM(store_f2, float2, float2, { c[i].x = i; c[i].y = 2 * i; }) \
FORM(store_i4, int4, int4, { c[i].x = i; c[i].y = 2 * i; c[i].z = 3 * i; c[i].w = 4 * i; }) \
FORM(store_quad, quad, quad, { c[i].x = i; c[i].y = 2 * i; c[i].z = 3 * i; c[i].w = 4 * i; }) \
FORM(store_xy, float4, float4, { c[i].x = i; c[i].y = 2 * i; }) \
FORM(store_xyz, float4, float4, { c[i].x = i; c[i].y = 2 * i; c[i].z = 3 * i; }) \
FORM(store_yzw, float4, float4, { c[i].y = i; c[i].z = 2 * i; c[i].w = 3 * i; }) \
FORM(store_xw, float4, float4, { c[i].x = i; c[i].w = 2 * i; }) \
FORM(add_f4, float4, float4, { c[i].x = a[i].x + b[i].x; c[i].y = a[i].y + b[i].y; c[i].z = a[i].z + b[i].z; c[i].w = a[i].w + b[i].w; }) \
FORM(add_f2, float2, float2, { c[i].x = a[i].x + b[i].x; c[i].y = a[i].y + b[i].y; }) \
FORM(add_reference_f4, float4, float4, { const float4 &p = a[i], &q = b[i]; float4 &r = c[i]; r.x = p.x + q.x; r.y = p.y + q.y; r.z = p.z + q.z; r.w = p.w + q.w; }) \
FORM(add_local_f4, float4, float4, { float4 p = a[i], q = b[i]; c[i].x = p.x + q.x; c[i].y = p.y + q.y; c[i].z = p.z + q.z; c[i].w = p.w + q.w; }) \
FORM(butterfly_f4, float4, float4, { c[i].x = a[i].x + a[i].y; c[i].y = a[i].x - a[i].y; }) \
FORM(butterfly_f2, float2, float2, { c[i].x = a[i].x + a[i].y; c[i].y = a[i].x - a[i].y; }) \
FORM(add_make_f4, float4, float4, { c[i] = make_float4(a[i].x + b[i].x, a[i].y + b[i].y, a[i].z + b[i].z, a[i].w + b[i].w); }) \
FORM(add_into_f4, float4, float4, { c[i].x += a[i].x; c[i].y += a[i].y; c[i].z += a[i].z; c[i].w += a[i].w; }) \
FORM(add_one_f4, float4, float4, { c[i].x += 1; c[i].y += 1; c[i].z += 1; c[i].w += 1; }) \
/* Repeated reads. */ \
FORM(again_f4, float4, float, { c[i] = a[i].x * a[i].x + a[i].y * a[i].y + a[i].z * a[i].z + a[i].w * a[i].w; }) \
/* Neighbours of one thread: nvcc may not join what need not be aligned. */ \
FORM(piece_f4, float4, float, { float s = 0; for (int k = 0; k < 4; k++) s += a[4 * i + k].x + a[4 * i + k].y + a[4 * i + k].z + a[4 * i + k].w; c[i] = s; }) \
FORM(columns_f4, float4, float, { c[i] = a[i].x; c[i + ALL] = a[i].y; c[i + 2 * ALL] = a[i].z; c[i + 3 * ALL] = a[i].w; }) \
/* Shared memory. */ \
FORM(shared_f4, float4, float, { __shared__ float4 s[THREADS]; s[threadIdx.x] = a[i]; __syncthreads(); const float4 &v = s[threadIdx.x ^ 1]; c[i] = v.x + v.y + v.z + v.w; }) \
FORM(shared_store_f4, float, float, { __shared__ float4 s[THREADS]; float4 &v = s[threadIdx.x]; v.x = i; v.y = 2 * i; v.z = 3 * i; v.w = 4 * i; __syncthreads(); c[i] = ((float *)s)[threadIdx.x]; })

#define VECTORS_R(FORM) \
/* Members of one aligned vector, read. */ \
FORM(member_f4_r, float4, float, { c[i] = a[i].x + a[i].y + a[i].z + a[i].w; }) \
/* What a thread writes, by members. */ \
FORM(add_f4_r, float4, float4, { c[i].x = a[i].x + b[i].x; c[i].y = a[i].y + b[i].y; c[i].z = a[i].z + b[i].z; c[i].w = a[i].w + b[i].w; }) \
FORM(add_f2_r, float2, float2, { c[i].x = a[i].x + b[i].x; c[i].y = a[i].y + b[i].y; }) \
FORM(add_into_f4_r, float4, float4, { c[i].x += a[i].x; c[i].y += a[i].y; c[i].z += a[i].z; c[i].w += a[i].w; }) \
/* Neighbours of one thread: nvcc may not join what need not be aligned. */ \
FORM(columns_f4_r, float4, float, { c[i] = a[i].x; c[i + ALL] = a[i].y; c[i + 2 * ALL] = a[i].z; c[i + 3 * ALL] = a[i].w; })
/* clang-format on */

#if !defined PART || PART == 1
SCALARS(DEFINE)
#else
#undef SCALARS
#define SCALARS(FORM)
#endif
#if !defined PART || PART == 2
SCALARS_R(DEFINE_R)
#else
#undef SCALARS_R
#define SCALARS_R(FORM)
#endif
#if !defined PART || PART == 3
VECTORS(DEFINE)
#else
#undef VECTORS
#define VECTORS(FORM)
#endif
#if !defined PART || PART == 4
VECTORS_R(DEFINE_R)
#else
#undef VECTORS_R
#define VECTORS_R(FORM)
#endif

int main()
{
    char *one, *two, *out;

    CHECK(cudaMalloc(&one, BYTES));
    CHECK(cudaMalloc(&two, BYTES));
    CHECK(cudaMalloc(&out, BYTES));
    CHECK(cudaMemset(one, 0, BYTES));
    CHECK(cudaMemset(two, 0, BYTES));
    CHECK(cudaMemset(out, 0, BYTES));
    SCALARS(RUN)
    SCALARS_R(RUN)
    VECTORS(RUN)
    VECTORS_R(RUN)
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(one));
    CHECK(cudaFree(two));
    CHECK(cudaFree(out));
    return 0;
}
