/*
 * matrix_counters.cu - a load or store of a tile in each kernel, one warp, and
 * what it must count: worked out by hand from the instructions that nvcc 13
 * makes of it for compute capability 9.0 (8.0 has the same), behind each line.
 * Compared with Nsight Compute on an H200, all equal:
 *
 *     nvcc -arch=native -lineinfo -o matrix_counters \
 *         grader/tests/cu/matrix_counters.cu
 *     ncu --csv --page raw \
 *         --metrics $(python3 grader/tests/counters.py metrics) \
 *         ./matrix_counters > raw.csv
 *     python3 grader/tests/counters.py ncu raw.csv > matrix_counters.csv
 *     build/simt/simtcc --check -o ours grader/tests/cu/matrix_counters.cu
 *     SIMT_REPORT_FD=9 ./ours 9> ours.json
 *     python3 grader/tests/counters.py compare matrix_counters.csv ours.json
 *
 * What else a kernel does with memory, it does not do: the conditions never
 * hold. (SHARED_LOADs fill their memory, 64 wavefronts in each on both.)
 */
#include <cstdio>
#include <mma.h>

using namespace nvcuda;
using wmma::matrix_a;
using wmma::matrix_b;
typedef wmma::row_major by_rows;
typedef wmma::col_major by_columns;
typedef wmma::precision::tf32 tf32;
typedef wmma::experimental::precision::b1 b1;
typedef wmma::experimental::precision::s4 s4;

enum { BYTES = 8192 };

/* So that no part of the load is left out. */
template <class F> __device__ void use(const F &f, char *memory)
{
    float sum = 0; /* of all: no load may wait for what another one brings */

    for (int i = 0; i < f.num_storage_elements; i++)
        sum += (float)f.x[i];
    if (sum == 77)
        memory[BYTES] = 1;
}

__device__ void fill(int4 *s)
{
    for (int i = threadIdx.x; i < BYTES / 16; i += 32)
        s[i] = make_int4(0, 0, 0, 0);
}

// clang-format off
#define LOAD(name, use_, m, n, k, T, layout, E, ldm)                           \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        wmma::fragment<use_, m, n, k, T, layout> f;                            \
        wmma::load_matrix_sync(f, (const E *)memory, ldm);                     \
        use(f, memory);                                                        \
    }
#define SHARED_LOAD(name, use_, m, n, k, T, layout, E, ldm)                    \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        __shared__ __align__(128) int4 s[BYTES / 16];                          \
        wmma::fragment<use_, m, n, k, T, layout> f;                            \
        fill(s);                                                               \
        __syncthreads();                                                       \
        wmma::load_matrix_sync(f, (const E *)s, ldm);                          \
        use(f, memory);                                                        \
    }
#define LOAD_C(name, m, n, k, T, layout, ldm)                                  \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        wmma::fragment<wmma::accumulator, m, n, k, T> f;                       \
        wmma::load_matrix_sync(f, (const T *)memory, ldm, wmma::layout);       \
        use(f, memory);                                                        \
    }
#define STORE(name, m, n, k, T, layout, ldm)                                   \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        wmma::fragment<wmma::accumulator, m, n, k, T> f;                       \
        wmma::fill_fragment(f, (T)1);                                          \
        wmma::store_matrix_sync((T *)memory, f, ldm, wmma::layout);            \
    }
#define SHARED_STORE(name, m, n, k, T, layout, ldm)                            \
    __global__ void name(char *memory)                                         \
    {                                                                          \
        __shared__ __align__(128) int4 s[BYTES / 16];                          \
        wmma::fragment<wmma::accumulator, m, n, k, T> f;                       \
        wmma::fill_fragment(f, (T)1);                                          \
        wmma::store_matrix_sync((T *)s, f, ldm, wmma::layout);                 \
        __syncthreads();                                                       \
        if (memory[threadIdx.x] == 77)                                         \
            memory[BYTES] = ((char *)s)[memory[1]];                            \
    }

// A and B in global memory: words along k ...
LOAD(half_a, matrix_a, 16, 16, 16, half, by_rows, half, 16) // requests 4 sectors 32 best 16
LOAD(half_a_64, matrix_a, 16, 16, 16, half, by_rows, half, 64) // requests 4 sectors 32 best 16
LOAD(half_b, matrix_b, 16, 16, 16, half, by_columns, half, 16) // requests 4 sectors 32 best 16
LOAD(half_a_8, matrix_a, 8, 32, 16, half, by_rows, half, 16) // requests 2 sectors 16 best 8
LOAD(half_a_32, matrix_a, 32, 8, 16, half, by_rows, half, 16) // requests 8 sectors 64 best 32
LOAD(bfloat_a, matrix_a, 16, 16, 16, __nv_bfloat16, by_rows, __nv_bfloat16, 16) // requests 4 sectors 32 best 16
LOAD(tf32_a, matrix_a, 16, 16, 8, tf32, by_rows, float, 8) // requests 4 sectors 32 best 16
LOAD(s8_a, matrix_a, 16, 16, 16, signed char, by_rows, signed char, 16) // requests 2 sectors 8 best 8
LOAD(s8_a_32, matrix_a, 16, 16, 16, signed char, by_rows, signed char, 32) // requests 2 sectors 16 best 8
LOAD(s8_b_32, matrix_b, 16, 16, 16, signed char, by_columns, signed char, 32) // requests 2 sectors 16 best 8
LOAD(b1_a, matrix_a, 8, 8, 128, b1, by_rows, void, 128) // requests 1 sectors 4 best 4
LOAD(b1_b_512, matrix_b, 8, 8, 128, b1, by_columns, void, 512) // requests 1 sectors 8 best 4
LOAD(s4_a, matrix_a, 8, 8, 32, s4, by_rows, void, 32) // requests 1 sectors 4 best 4
LOAD(double_a, matrix_a, 8, 8, 4, double, by_rows, double, 4) // requests 1 sectors 8 best 8
// ... and across it: halves in blocks of 8 x 8, others one by one
LOAD(half_a_columns, matrix_a, 16, 16, 16, half, by_columns, half, 16) // requests 4 sectors 32 best 16
LOAD(half_b_rows, matrix_b, 16, 16, 16, half, by_rows, half, 48) // requests 4 sectors 32 best 16
LOAD(bfloat_b_rows, matrix_b, 16, 16, 16, __nv_bfloat16, by_rows, __nv_bfloat16, 16) // requests 4 sectors 32 best 16
LOAD(tf32_a_columns, matrix_a, 16, 16, 8, tf32, by_columns, float, 16) // requests 4 sectors 16 best 16
LOAD(s8_a_columns, matrix_a, 16, 16, 16, signed char, by_columns, signed char, 16) // requests 8 sectors 32 best 8
LOAD(s8_b_rows, matrix_b, 16, 16, 16, signed char, by_rows, signed char, 64) // requests 8 sectors 32 best 8
LOAD(double_a_columns, matrix_a, 8, 8, 4, double, by_columns, double, 8) // requests 1 sectors 8 best 8

// C
LOAD_C(float_c, 16, 16, 16, float, mem_row_major, 16) // requests 4 sectors 32 best 32
LOAD_C(float_c_columns, 16, 16, 16, float, mem_col_major, 16) // requests 8 sectors 32 best 32
LOAD_C(half_c, 16, 16, 16, half, mem_row_major, 16) // requests 4 sectors 32 best 16
LOAD_C(half_c_columns, 16, 16, 16, half, mem_col_major, 16) // requests 4 sectors 32 best 16
LOAD_C(int_c_8, 8, 32, 16, int, mem_col_major, 8) // requests 4 sectors 32 best 32
LOAD_C(int_c_8_rows, 8, 32, 16, int, mem_row_major, 32) // requests 8 sectors 32 best 32
LOAD_C(double_c, 8, 8, 4, double, mem_row_major, 8) // requests 1 sectors 16 best 16
STORE(store_float, 16, 16, 16, float, mem_row_major, 16) // requests 4 sectors 32 best 32
STORE(store_float_20, 16, 16, 16, float, mem_row_major, 20) // requests 4 sectors 48 best 32
STORE(store_float_columns, 16, 16, 16, float, mem_col_major, 16) // requests 8 sectors 32 best 32
STORE(store_int, 16, 16, 16, int, mem_row_major, 16) // requests 4 sectors 32 best 32
STORE(store_half, 16, 16, 16, half, mem_row_major, 16) // requests 4 sectors 32 best 16
STORE(store_bits, 8, 8, 128, int, mem_row_major, 8) // requests 1 sectors 8 best 8

// shared memory: ldmatrix, 16 bytes a lane, where there is one for the type
SHARED_LOAD(s_half_a, matrix_a, 16, 16, 16, half, by_rows, half, 16) // requests 1 wavefronts 8 best 4
SHARED_LOAD(s_half_a_24, matrix_a, 16, 16, 16, half, by_rows, half, 24) // requests 1 wavefronts 4 best 4
SHARED_LOAD(s_half_a_64, matrix_a, 16, 16, 16, half, by_rows, half, 64) // requests 1 wavefronts 32 best 4
SHARED_LOAD(s_half_a_columns, matrix_a, 16, 16, 16, half, by_columns, half, 24) // requests 1 wavefronts 4 best 4
SHARED_LOAD(s_half_a_32, matrix_a, 32, 8, 16, half, by_rows, half, 24) // requests 2 wavefronts 8 best 8
SHARED_LOAD(s_half_b_8, matrix_b, 32, 8, 16, half, by_columns, half, 24) // requests 1 wavefronts 2 best 2
SHARED_LOAD(s_s8_a, matrix_a, 16, 16, 16, signed char, by_rows, signed char, 16) // requests 1 wavefronts 2 best 2
SHARED_LOAD(s_s8_a_64, matrix_a, 16, 16, 16, signed char, by_rows, signed char, 64) // requests 1 wavefronts 8 best 2
SHARED_LOAD(s_s8_a_columns, matrix_a, 16, 16, 16, signed char, by_columns, signed char, 16) // requests 8 wavefronts 16 best 8
SHARED_LOAD(s_b1_a, matrix_a, 8, 8, 128, b1, by_rows, void, 128) // requests 1 wavefronts 1 best 1
SHARED_LOAD(s_bfloat_a, matrix_a, 16, 16, 16, __nv_bfloat16, by_rows, __nv_bfloat16, 16) // requests 4 wavefronts 8 best 4
SHARED_LOAD(s_bfloat_a_24, matrix_a, 16, 16, 16, __nv_bfloat16, by_rows, __nv_bfloat16, 24) // requests 4 wavefronts 4 best 4
SHARED_LOAD(s_tf32_a, matrix_a, 16, 16, 8, tf32, by_rows, float, 8) // requests 4 wavefronts 8 best 4
SHARED_STORE(s_store, 16, 16, 16, float, mem_row_major, 16) // requests 4 wavefronts 16 best 8
SHARED_STORE(s_store_24, 16, 16, 16, float, mem_row_major, 24) // requests 4 wavefronts 8 best 8
SHARED_STORE(s_store_columns, 16, 16, 16, float, mem_col_major, 16) // requests 8 wavefronts 32 best 8
SHARED_STORE(s_store_columns_20, 16, 16, 16, float, mem_col_major, 20) // requests 8 wavefronts 8 best 8

// clang-format on

int main()
{
    char *memory;

    cudaMalloc(&memory, BYTES + 1);
    cudaMemset(memory, 0, BYTES + 1);
    half_a<<<1, 32>>>(memory);
    half_a_64<<<1, 32>>>(memory);
    half_b<<<1, 32>>>(memory);
    half_a_8<<<1, 32>>>(memory);
    half_a_32<<<1, 32>>>(memory);
    bfloat_a<<<1, 32>>>(memory);
    tf32_a<<<1, 32>>>(memory);
    s8_a<<<1, 32>>>(memory);
    s8_a_32<<<1, 32>>>(memory);
    s8_b_32<<<1, 32>>>(memory);
    b1_a<<<1, 32>>>(memory);
    b1_b_512<<<1, 32>>>(memory);
    s4_a<<<1, 32>>>(memory);
    double_a<<<1, 32>>>(memory);
    half_a_columns<<<1, 32>>>(memory);
    half_b_rows<<<1, 32>>>(memory);
    bfloat_b_rows<<<1, 32>>>(memory);
    tf32_a_columns<<<1, 32>>>(memory);
    s8_a_columns<<<1, 32>>>(memory);
    s8_b_rows<<<1, 32>>>(memory);
    double_a_columns<<<1, 32>>>(memory);
    float_c<<<1, 32>>>(memory);
    float_c_columns<<<1, 32>>>(memory);
    half_c<<<1, 32>>>(memory);
    half_c_columns<<<1, 32>>>(memory);
    int_c_8<<<1, 32>>>(memory);
    int_c_8_rows<<<1, 32>>>(memory);
    double_c<<<1, 32>>>(memory);
    store_float<<<1, 32>>>(memory);
    store_float_20<<<1, 32>>>(memory);
    store_float_columns<<<1, 32>>>(memory);
    store_int<<<1, 32>>>(memory);
    store_half<<<1, 32>>>(memory);
    store_bits<<<1, 32>>>(memory);
    s_half_a<<<1, 32>>>(memory);
    s_half_a_24<<<1, 32>>>(memory);
    s_half_a_64<<<1, 32>>>(memory);
    s_half_a_columns<<<1, 32>>>(memory);
    s_half_a_32<<<1, 32>>>(memory);
    s_half_b_8<<<1, 32>>>(memory);
    s_s8_a<<<1, 32>>>(memory);
    s_s8_a_64<<<1, 32>>>(memory);
    s_s8_a_columns<<<1, 32>>>(memory);
    s_b1_a<<<1, 32>>>(memory);
    s_bfloat_a<<<1, 32>>>(memory);
    s_bfloat_a_24<<<1, 32>>>(memory);
    s_tf32_a<<<1, 32>>>(memory);
    s_store<<<1, 32>>>(memory);
    s_store_24<<<1, 32>>>(memory);
    s_store_columns<<<1, 32>>>(memory);
    s_store_columns_20<<<1, 32>>>(memory);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess)
        printf("%s\n", cudaGetErrorString(e));
    cudaFree(memory);
    return e != cudaSuccess;
}
