/*
 * counts.cu - one access a kernel, one warp, and what it must count: worked
 * out by hand, behind each line, and equal to Nsight Compute's
 * (l1tex__t_requests_*, l1tex__t_sectors_* and
 * l1tex__data_pipe_lsu_wavefronts_mem_shared_op_* of each kernel).
 *
 * A sector has 32 bytes; a wavefront is a turn of 32 banks of 4 bytes. `best`
 * is what as many lanes would take side by side, or less if they take less. A
 * line with several accesses has their sum.
 */
#include <cstdio>

struct int12 {
    int x, y, z;
};

__device__ bool odd(int v)
{
    return v == 77;
}
__device__ bool odd(int2 v)
{
    return v.x + v.y == 77;
}
__device__ bool odd(int4 v)
{
    return v.x + v.y + v.z + v.w == 77;
}
__device__ bool odd(int12 v)
{
    return v.x + v.y + v.z == 77;
}

template <class T> __device__ T zero()
{
    T v = {};
    return v;
}

enum { BYTES = 1 << 14 };

// clang-format off
#define LOAD(name, T, index, when)                                             \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        const T *p = (const T *)memory;                                        \
        const int i = threadIdx.x;                                             \
        if (when)                                                              \
            if (odd(p[index]))                                                 \
                memory[BYTES] = 1;                                             \
    }
#define STORE(name, T, index, when)                                            \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        T *p = (T *)memory;                                                    \
        const int i = threadIdx.x;                                             \
        if (when)                                                              \
            p[index] = zero<T>();                                                    \
    }
#define SHARED_LOAD(name, T, index, when)                                      \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        __shared__ int4 s[BYTES / 16];                                         \
        const int i = threadIdx.x;                                             \
        fill(s);                                                               \
        __syncthreads();                                                       \
        if (when)                                                              \
            if (odd(((const T *)s)[index]))                                    \
                memory[BYTES] = 1;                                             \
    }
#define SHARED_STORE(name, T, index, when)                                     \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        __shared__ int4 s[BYTES / 16];                                         \
        const int i = threadIdx.x;                                             \
        if (when)                                                              \
            ((T *)s)[index] = zero<T>();                                             \
        __syncthreads();                                                       \
        if (memory[BYTES + i] == 1)                                            \
            memory[BYTES] = ((char *)s)[memory[BYTES + 1]];                    \
    }
__device__ void fill(int4 *s)
{
    for (int i = threadIdx.x; i < BYTES / 16; i += blockDim.x)
        s[i] = make_int4(0, 0, 0, 0);
}

// global memory, 4 bytes
LOAD(g4_1, int, i, true)          // requests 1 sectors 4 best 4
LOAD(g4_2, int, i * 2, true)      // requests 1 sectors 8 best 4
LOAD(g4_3, int, i * 3, true)      // requests 1 sectors 12 best 4
LOAD(g4_4, int, i * 4, true)      // requests 1 sectors 16 best 4
LOAD(g4_8, int, i * 8, true)      // requests 1 sectors 32 best 4
LOAD(g4_16, int, i * 16, true)    // requests 1 sectors 32 best 4
LOAD(g4_32, int, i * 32, true)    // requests 1 sectors 32 best 4
LOAD(g4_33, int, i * 33, true)    // requests 1 sectors 32 best 4
LOAD(g4_same, int, 5, true)       // requests 1 sectors 1 best 1
LOAD(g4_two, int, i / 16, true)   // requests 1 sectors 1 best 1
LOAD(g4_halves, int, i / 16 * 64, true) // requests 1 sectors 2 best 2
LOAD(g4_back, int, 31 - i, true)  // requests 1 sectors 4 best 4
LOAD(g4_mixed, int, i * 5 % 32, true) // requests 1 sectors 4 best 4
LOAD(g4_off, int, i + 1, true)    // requests 1 sectors 5 best 4
LOAD(g4_off8, int, i + 8, true)   // requests 1 sectors 4 best 4
LOAD(g4_five, int, i, i < 5)      // requests 1 sectors 1 best 1
LOAD(g4_nine, int, i, i < 9)      // requests 1 sectors 2 best 2
LOAD(g4_odd, int, i, i % 2)       // requests 1 sectors 4 best 2
LOAD(g4_last, int, i, i == 31)    // requests 1 sectors 1 best 1
LOAD(g4_square, int, i * i, true) // requests 1 sectors 30 best 4
STORE(gs4_1, int, i, true)        // requests 1 sectors 4 best 4
STORE(gs4_2, int, i * 2, true)    // requests 1 sectors 8 best 4
STORE(gs4_3, int, i * 3, true)    // requests 1 sectors 12 best 4
STORE(gs4_8, int, i * 8, true)    // requests 1 sectors 32 best 4
STORE(gs4_33, int, i * 33, true)  // requests 1 sectors 32 best 4
STORE(gs4_off, int, i + 1, true)  // requests 1 sectors 5 best 4
STORE(gs4_odd, int, i, i % 2)     // requests 1 sectors 4 best 2
// 8 and 16 bytes
LOAD(g8_1, int2, i, true)         // requests 1 sectors 8 best 8
LOAD(g8_2, int2, i * 2, true)     // requests 1 sectors 16 best 8
LOAD(g8_3, int2, i * 3, true)     // requests 1 sectors 24 best 8
LOAD(g8_4, int2, i * 4, true)     // requests 1 sectors 32 best 8
LOAD(g8_8, int2, i * 8, true)     // requests 1 sectors 32 best 8
LOAD(g8_33, int2, i * 33, true)   // requests 1 sectors 32 best 8
LOAD(g8_same, int2, 3, true)      // requests 1 sectors 1 best 1
LOAD(g8_off, int2, i + 1, true)   // requests 1 sectors 9 best 8
LOAD(g8_half, int2, i, i < 16)    // requests 1 sectors 4 best 4
STORE(gs8_1, int2, i, true)       // requests 1 sectors 8 best 8
STORE(gs8_2, int2, i * 2, true)   // requests 1 sectors 16 best 8
LOAD(g16_1, int4, i, true)        // requests 1 sectors 16 best 16
LOAD(g16_2, int4, i * 2, true)    // requests 1 sectors 32 best 16
LOAD(g16_3, int4, i * 3, true)    // requests 1 sectors 32 best 16
LOAD(g16_16, int4, i * 16, true)  // requests 1 sectors 32 best 16
LOAD(g16_same, int4, 1, true)     // requests 1 sectors 1 best 1
LOAD(g16_off, int4, i + 1, true)  // requests 1 sectors 17 best 16
LOAD(g16_odd, int4, i, i % 2)     // requests 1 sectors 16 best 8
STORE(gs16_1, int4, i, true)      // requests 1 sectors 16 best 16
STORE(gs16_3, int4, i * 3, true)  // requests 1 sectors 32 best 16
// 1, 2 and 12 bytes
LOAD(g1_1, char, i, true)         // requests 1 sectors 1 best 1
LOAD(g1_32, char, i * 32, true)   // requests 1 sectors 32 best 1
LOAD(g1_off, char, i + 1, true)   // requests 1 sectors 2 best 1
LOAD(g2_1, short, i, true)        // requests 1 sectors 2 best 2
LOAD(g12_1, int12, i, true)       // requests 3 sectors 36 best 12

// shared memory, 4 bytes
SHARED_LOAD(s4_1, int, i, true)       // requests 1 wavefronts 1 best 1
SHARED_LOAD(s4_2, int, i * 2, true)   // requests 1 wavefronts 2 best 1
SHARED_LOAD(s4_3, int, i * 3, true)   // requests 1 wavefronts 1 best 1
SHARED_LOAD(s4_4, int, i * 4, true)   // requests 1 wavefronts 4 best 1
SHARED_LOAD(s4_8, int, i * 8, true)   // requests 1 wavefronts 8 best 1
SHARED_LOAD(s4_16, int, i * 16, true) // requests 1 wavefronts 16 best 1
SHARED_LOAD(s4_32, int, i * 32, true) // requests 1 wavefronts 32 best 1
SHARED_LOAD(s4_33, int, i * 33, true) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s4_same, int, 9, true)    // requests 1 wavefronts 1 best 1
SHARED_LOAD(s4_bank, int, i % 2 * 32, true) // requests 1 wavefronts 2 best 1
SHARED_LOAD(s4_half, int, i * 2, i < 16) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s4_odd, int, i * 2, i % 2)   // requests 1 wavefronts 2 best 1
SHARED_LOAD(s4_off, int, i + 1, true) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s4_square, int, i * i, true) // requests 1 wavefronts 8 best 1
SHARED_STORE(ss4_1, int, i, true)     // requests 1 wavefronts 1 best 1
SHARED_STORE(ss4_2, int, i * 2, true) // requests 1 wavefronts 2 best 1
SHARED_STORE(ss4_32, int, i * 32, true) // requests 1 wavefronts 32 best 1
SHARED_STORE(ss4_33, int, i * 33, true) // requests 1 wavefronts 1 best 1
// 8 bytes: by halves of the warp; 16: by quarters
SHARED_LOAD(s8_1, int2, i, true)      // requests 1 wavefronts 2 best 2
SHARED_LOAD(s8_2, int2, i * 2, true)  // requests 1 wavefronts 4 best 2
SHARED_LOAD(s8_3, int2, i * 3, true)  // requests 1 wavefronts 2 best 2
SHARED_LOAD(s8_4, int2, i * 4, true)  // requests 1 wavefronts 8 best 2
SHARED_LOAD(s8_16, int2, i * 16, true) // requests 1 wavefronts 32 best 2
SHARED_LOAD(s8_33, int2, i * 33, true) // requests 1 wavefronts 2 best 2
SHARED_LOAD(s8_same, int2, 3, true)   // requests 1 wavefronts 1 best 1
SHARED_LOAD(s8_low, int2, i, i < 16)  // requests 1 wavefronts 1 best 1
SHARED_LOAD(s8_high, int2, i, i >= 16) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s8_odd, int2, i, i % 2)   // requests 1 wavefronts 2 best 1
SHARED_LOAD(s8_pairs, int2, i / 2, true) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s8_halves, int2, i % 16, true) // requests 1 wavefronts 2 best 2
SHARED_STORE(ss8_1, int2, i, true)    // requests 1 wavefronts 2 best 2
SHARED_STORE(ss8_2, int2, i * 2, true) // requests 1 wavefronts 4 best 2
SHARED_LOAD(s16_1, int4, i, true)     // requests 1 wavefronts 4 best 4
SHARED_LOAD(s16_2, int4, i * 2, true) // requests 1 wavefronts 8 best 4
SHARED_LOAD(s16_3, int4, i * 3, true) // requests 1 wavefronts 4 best 4
SHARED_LOAD(s16_8, int4, i * 8, true) // requests 1 wavefronts 32 best 4
SHARED_LOAD(s16_same, int4, 1, true)  // requests 1 wavefronts 2 best 2
SHARED_LOAD(s16_first, int4, i, i < 8) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s16_half, int4, i, i < 16) // requests 1 wavefronts 2 best 2
SHARED_LOAD(s16_odd, int4, i, i % 2)  // requests 1 wavefronts 4 best 2
SHARED_LOAD(s16_pairs, int4, i / 2, true) // requests 1 wavefronts 2 best 2
SHARED_LOAD(s16_quarters, int4, i % 8, true) // requests 1 wavefronts 4 best 4
SHARED_STORE(ss16_1, int4, i, true)   // requests 1 wavefronts 4 best 4
SHARED_STORE(ss16_2, int4, i * 2, true) // requests 1 wavefronts 8 best 4
SHARED_LOAD(s1_1, char, i, true)      // requests 1 wavefronts 1 best 1
SHARED_LOAD(s1_4, char, i * 4, true)  // requests 1 wavefronts 1 best 1
SHARED_LOAD(s1_128, char, i * 128, true) // requests 1 wavefronts 32 best 1
SHARED_LOAD(s2_1, short, i, true)     // requests 1 wavefronts 1 best 1

// atomic operations
__global__ void a_same(char *m) { atomicAdd((int *)m, 1); } // requests 1 sectors 1 best 1 passes 32
__global__ void a_own(char *m) { atomicAdd((int *)m + threadIdx.x, 1); } // requests 1 sectors 4 best 4 passes 1
__global__ void a_four(char *m) { atomicAdd((int *)m + threadIdx.x % 4, 1); } // requests 1 sectors 1 best 1 passes 8

// lanes that part
__global__ void d_branch(char *m)
{
    int *p = (int *)m, i = threadIdx.x, v;
    if (i % 2) v = p[i]; else v = p[i + 32]; // requests 2 lanes 32 sectors 8 best 4
    if (odd(v))
        m[BYTES] = 1;
}
__global__ void d_loop(char *m)
{
    int *p = (int *)m, i = threadIdx.x, v = 0;
    for (int k = 0; k <= i % 4; k++)
        v += p[k * 32 + i]; // requests 4 lanes 80 sectors 16 best 10 full 3
    if (odd(v))
        m[BYTES] = 1;
}
__global__ void d_after(char *m)
{
    int *p = (int *)m, i = threadIdx.x, v = 0;
    for (int k = 0; k < i % 5; k++)
        v += i;
    if (i % 3 == 0)
        v *= 2;
    p[BYTES / 8 + i] = v; // requests 1 lanes 32 sectors 4 best 4 full 1
}
__device__ __noinline__ int twice(const int *p)
{
    return *p * 2; // requests 2 lanes 32 sectors 8 best 4
}
__global__ void d_call(char *m)
{
    int *p = (int *)m, i = threadIdx.x, v;
    if (i % 2)
        v = twice(p + i);
    else
        v = twice(p + i + 64);
    p[BYTES / 8 + i] = v; // requests 1 lanes 32 sectors 4 best 4
}
// Lanes that are done with an inner loop, or leave a turn, wait for the others.
__global__ void d_nested(char *m)
{
    float *a = (float *)m;
    for (int i = 0; i < 8; i++)
        for (int j = threadIdx.x; j < 40; j += 32)
            a[i * 48 + j] = 1; // requests 16 lanes 320 sectors 40 best 40
}
__global__ void d_continue(char *m)
{
    float *a = (float *)m;
    for (int i = 0; i < 8; i++) {
        int j = i * 32 + threadIdx.x;
        a[j] = 1; // requests 8 lanes 256 sectors 32 best 32
        if (threadIdx.x % 2) {
            a[j + 256] = 2; // requests 8 lanes 128 sectors 32 best 16
            continue;
        }
        a[j + 512] = 3; // requests 8 lanes 128 sectors 32 best 16
    }
}
__global__ void d_do(char *m)
{
    float *a = (float *)m;
    int i = 0;
    do {
        if (threadIdx.x % 2 == i % 2) {
            a[i * 32 + threadIdx.x] = 1; // requests 8 lanes 128 sectors 32 best 16
            i++;
            continue;
        }
        for (int k = 0; k < 2; k++)
            for (int l = 0; l < 2; l++)
                if (k < l)
                    i++;
    } while (i < 8);
}
__global__ void d_switch(char *m)
{
    float *a = (float *)m;
    for (int i = 0; i < 8; i++) {
        int j = i * 32 + threadIdx.x;
        a[j] = 1; // requests 8 lanes 256 sectors 32 best 32
        switch (threadIdx.x % 2) {
        case 0:
            break;
        default:
            a[j + 256] = 2; // requests 8 lanes 128 sectors 32 best 16
        }
    }
}
/* Lanes part in the condition of a loop; none is through the body before. */
__global__ void d_or_for(char *m)
{
    float *a = (float *)m;
    int t = threadIdx.x;
    for (int i = 0; i < 4 && (t % 2 ||
                              a[32 * i + t] < 9); // requests 4 lanes 64 sectors 16 best 8
         i++)
        a[1024 + 32 * i + t] = 2; // requests 4 lanes 128 sectors 16 best 16
}
__global__ void d_or_while(char *m)
{
    float *a = (float *)m;
    int t = threadIdx.x, i = 0;
    while (i < 4 && (t % 4 ? t % 2 ||
                             a[32 * i + t] < 9 // requests 4 lanes 32 sectors 16 best 4
                           : a[512 + 32 * i + t] < 9)) // requests 4 lanes 32 sectors 16 best 4
        a[1024 + 32 * i++ + t] = 2; // requests 4 lanes 128 sectors 16 best 16
}
__global__ void d_or_do(char *m)
{
    float *a = (float *)m;
    int t = threadIdx.x, i = 0;
    do {
        a[1024 + 32 * i + t] = 2; // requests 4 lanes 128 sectors 16 best 16
        i++;
    } while (i < 4 && (t % 2 ||
                       a[32 * i + t] < 9)); // requests 3 lanes 48 sectors 12 best 6
}
/* A mask of those who are here, for a sum of the warp or a ticket for all. */
__noinline__ __device__ unsigned active()
{
    return __activemask();
}
__global__ void d_active(char *m)
{
    float *a = (float *)m;
    for (int i = 0; i < 8; i++) {
        int j = i * 32 + threadIdx.x;
        a[j] = 1; // requests 8 lanes 256 sectors 32 best 32
        if (threadIdx.x % 2) {
            if (__activemask() == 0xaaaaaaaa)
                a[j + 256] = 2; // requests 8 lanes 128 sectors 32 best 16
        }
    }
}
__global__ void d_active_call(char *m)
{
    float *a = (float *)m;
    for (int i = 0; i < 8; i++) {
        int j = i * 32 + threadIdx.x;
        a[j] = 1; // requests 8 lanes 256 sectors 32 best 32
        if (threadIdx.x % 2) {
            if (active() == 0xaaaaaaaa)
                a[j + 256] = 2; // requests 8 lanes 128 sectors 32 best 16
        }
    }
}
__global__ void d_active_behind(char *m)
{
    float *a = (float *)m;
    for (int i = 0; i <= threadIdx.x % 2 * 8; i++)
        if (i % 2 == 0)
            a[i * 32 + threadIdx.x] = 1;
    if (active() == 0xffffffff)
        a[512 + threadIdx.x] = 2; // requests 1 lanes 32 sectors 4 best 4
}
/* Waiting counts once, however long it takes; looking again for something else
 * counts each time. */
__global__ void w_flag(char *m)
{
    int *flag = (int *)m;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        while (*(volatile int *)flag == 0) // requests 1 lanes 1 sectors 1
            ;
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        __threadfence();
        atomicExch(flag, 1);
    }
}
__global__ void w_lock(char *m)
{
    int *lock = (int *)m; /* w_flag() has taken it */
    if (blockIdx.x == 0 && threadIdx.x == 0)
        while (atomicCAS(lock, 0, 1) != 0) // requests 1 lanes 1 passes 1
            ;
    if (blockIdx.x == 1 && threadIdx.x == 0)
        atomicExch(lock, 0);
}
__global__ void w_lock_looked_at(char *m)
{
    int *lock = (int *)m;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        do
            while (*(volatile int *)lock) // requests 1 lanes 1 sectors 1
                ;
        while (atomicCAS(lock, 0, 1) != 0); // requests 1 lanes 1 passes 1
    if (blockIdx.x == 1 && threadIdx.x == 0)
        atomicExch(lock, 0);
}
__global__ void w_work(char *m)
{
    float *a = (float *)m;
    volatile float *v = a;
    float s = 0;
    for (int i = 0; i < 6; i++) {
        s += a[32 * i + threadIdx.x];
        s += v[2000]; // requests 6 lanes 192 sectors 6 best 6
    }
    if (s == 77)
        a[0] = s;
}
__global__ void w_taken_again(char *m)
{
    int *n = (int *)m;
    for (int i = 0; i < 6; i++)
        atomicAdd(n + 2000 + threadIdx.x, 1); // requests 6 lanes 192 passes 6
}
// clang-format on

int main()
{
    char *m;

    cudaMalloc(&m, 2 * BYTES);
    cudaMemset(m, 0, 2 * BYTES);
#define RUN(k) k<<<1, 32>>>(m);
    RUN(g4_1) RUN(g4_2) RUN(g4_3) RUN(g4_4) RUN(g4_8) RUN(g4_16) RUN(g4_32)
    RUN(g4_33) RUN(g4_same) RUN(g4_two) RUN(g4_halves) RUN(g4_back)
    RUN(g4_mixed) RUN(g4_off) RUN(g4_off8) RUN(g4_five) RUN(g4_nine)
    RUN(g4_odd) RUN(g4_last) RUN(g4_square) RUN(gs4_1) RUN(gs4_2) RUN(gs4_3)
    RUN(gs4_8) RUN(gs4_33) RUN(gs4_off) RUN(gs4_odd) RUN(g8_1) RUN(g8_2)
    RUN(g8_3) RUN(g8_4) RUN(g8_8) RUN(g8_33) RUN(g8_same) RUN(g8_off)
    RUN(g8_half) RUN(gs8_1) RUN(gs8_2) RUN(g16_1) RUN(g16_2) RUN(g16_3)
    RUN(g16_16) RUN(g16_same) RUN(g16_off) RUN(g16_odd) RUN(gs16_1)
    RUN(gs16_3) RUN(g1_1) RUN(g1_32) RUN(g1_off) RUN(g2_1) RUN(g12_1)
    RUN(s4_1) RUN(s4_2) RUN(s4_3) RUN(s4_4) RUN(s4_8) RUN(s4_16) RUN(s4_32)
    RUN(s4_33) RUN(s4_same) RUN(s4_bank) RUN(s4_half) RUN(s4_odd) RUN(s4_off)
    RUN(s4_square) RUN(ss4_1) RUN(ss4_2) RUN(ss4_32) RUN(ss4_33) RUN(s8_1)
    RUN(s8_2) RUN(s8_3) RUN(s8_4) RUN(s8_16) RUN(s8_33) RUN(s8_same)
    RUN(s8_low) RUN(s8_high) RUN(s8_odd) RUN(s8_pairs) RUN(s8_halves)
    RUN(ss8_1) RUN(ss8_2) RUN(s16_1) RUN(s16_2) RUN(s16_3) RUN(s16_8)
    RUN(s16_same) RUN(s16_first) RUN(s16_half) RUN(s16_odd) RUN(s16_pairs)
    RUN(s16_quarters) RUN(ss16_1) RUN(ss16_2) RUN(s1_1) RUN(s1_4) RUN(s1_128)
    RUN(s2_1) RUN(a_same) RUN(a_own) RUN(a_four) RUN(d_branch) RUN(d_loop)
    RUN(d_after) RUN(d_call) RUN(d_nested) RUN(d_continue) RUN(d_do)
    RUN(d_switch) RUN(d_active) RUN(d_active_call) RUN(d_active_behind)
    RUN(d_or_for) RUN(d_or_while) RUN(d_or_do)
#define RUN_TWO(k) k<<<2, 32>>>(m);
    cudaMemset(m, 0, 4);
    RUN_TWO(w_flag) RUN_TWO(w_lock) RUN(w_taken_again) RUN(w_work)
    cudaMemset(m, 1, 4);
    RUN_TWO(w_lock_looked_at)
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(m);
    return 0;
}
