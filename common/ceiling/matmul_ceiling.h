/*
 * matmul_ceiling.h - the steps of the matrix product (labs 21 to 27) in good
 * form: what a student's kernel is held against. A lab's ceiling.cu includes
 * its contract and this, and launches one of them. What is summed up are
 * products of floats, or bits that differ in a word of A and one of B; `turns`
 * is k, or the words of k bits.
 */
#ifndef COMMON_MATMUL_CEILING_H
#define COMMON_MATMUL_CEILING_H

#include <cuda_runtime.h>

template <class T> struct sums;

template <> struct sums<float> {
    typedef float type;
    static __device__ float more(float x, float y)
    {
        return x * y;
    }
    static __device__ float end(float sum, int)
    {
        return sum;
    }
};

template <> struct sums<unsigned> {
    typedef int type;
    static __device__ int more(unsigned x, unsigned y)
    {
        return __popc(x ^ y);
    }
    static __device__ int end(int differ, int k)
    {
        return k - 2 * differ;
    }
};

/* Labs 21, 22 and 24: a thread for each element of C. Rows of A begin a_apart
 * elements behind each other. */
template <class T>
__global__ void naive_kernel(const T *a, size_t a_apart, const T *b,
                             size_t b_apart, typename sums<T>::type *c,
                             size_t c_apart, int m, int turns, int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    typename sums<T>::type sum = 0;

    if (i >= m || j >= n)
        return;
    a += i * a_apart;
    b += j;
    for (int l = 0; l < turns; l++)
        sum += sums<T>::more(a[l], b[l * b_apart]);
    c[i * c_apart + j] = sums<T>::end(sum, k);
}

template <class T>
int naive(const T *a, size_t a_apart, const T *b, size_t b_apart,
          typename sums<T>::type *c, size_t c_apart, int m, int turns, int k,
          int n)
{
    dim3 threads(32, 8), blocks((n + 31) / 32, (m + 7) / 8);

    naive_kernel<<<blocks, threads>>>(a, a_apart, b, b_apart, c, c_apart, m,
                                      turns, k, n);
    return cudaGetLastError();
}

/* Labs 23 and 25: a block for each row of C, with the row of A in shared
 * memory. Places in B are ints: there are fewer than 2^31, and with size_t the
 * loop over words takes 1.4 times as long on an H200. */
template <class T>
__global__ void row_kernel(const T *a, const T *b, typename sums<T>::type *c,
                           int turns, int k, int n)
{
    extern __shared__ int room[];
    T *row = (T *)room;
    int i = blockIdx.x;

    for (int l = threadIdx.x; l < turns; l += blockDim.x)
        row[l] = a[i * turns + l];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        typename sums<T>::type sum = 0;

        for (int l = 0; l < turns; l++)
            sum += sums<T>::more(row[l], b[l * n + j]);
        c[i * n + j] = sums<T>::end(sum, k);
    }
}

template <class T>
int row_shared(const T *a, const T *b, typename sums<T>::type *c, int m,
               int turns, int k, int n)
{
    row_kernel<<<m, 256, turns * sizeof(T)>>>(a, b, c, turns, k, n);
    return cudaGetLastError();
}

/* Labs 26 and 27: tiles of A and B in shared memory, and neighbouring threads
 * at neighbouring columns. m, turns and n are multiples of the tile's side. */
template <class T, int SIDE>
__global__ void tile_kernel(const T *a, const T *b, typename sums<T>::type *c,
                            int turns, int k, int n)
{
    __shared__ T tile_a[SIDE][SIDE], tile_b[SIDE][SIDE];
    int r = threadIdx.y, q = threadIdx.x;
    size_t i = blockIdx.y * SIDE + r, j = blockIdx.x * SIDE + q;
    typename sums<T>::type sum = 0;

    for (int begin = 0; begin < turns; begin += SIDE) {
        tile_a[r][q] = a[i * turns + begin + q];
        tile_b[r][q] = b[(size_t)(begin + r) * n + j];
        __syncthreads();
        for (int l = 0; l < SIDE; l++)
            sum += sums<T>::more(tile_a[r][l], tile_b[l][q]);
        __syncthreads();
    }
    c[i * n + j] = sums<T>::end(sum, k);
}

template <class T>
int tiled(const T *a, const T *b, typename sums<T>::type *c, int m, int turns,
          int k, int n)
{
    enum { SIDE = 16 };

    tile_kernel<T, SIDE>
        <<<dim3(n / SIDE, m / SIDE), dim3(SIDE, SIDE)>>>(a, b, c, turns, k, n);
    return cudaGetLastError();
}

#endif
