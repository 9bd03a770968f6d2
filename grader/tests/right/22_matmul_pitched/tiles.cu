/* Tiles of 16 x 16 in shared memory, as in later labs: fewer sectors still. */
#include "matmul_pitched.h"

#include <cuda_runtime.h>

#define S 16

__device__ float get(const float *p, size_t pitch, int i, int j, int rows,
                     int cols)
{
    return i < rows && j < cols
               ? *(const float *)((const char *)p + pitch * i + 4 * (size_t)j)
               : 0;
}

__global__ void tiles(const float *a, size_t a_pitch, const float *b,
                      size_t b_pitch, float *c, size_t c_pitch, int m, int k,
                      int n)
{
    __shared__ float A[S][S], B[S][S];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * S + y;
    int j = blockIdx.x * S + x;
    float sum = 0;

    for (int l = 0; l < k; l += S) {
        A[y][x] = get(a, a_pitch, i, l + x, m, k);
        B[y][x] = get(b, b_pitch, l + y, j, k, n);
        __syncthreads();
        for (int t = 0; t < S; t++)
            sum += A[y][t] * B[t][x];
        __syncthreads();
    }
    if (i < m && j < n)
        *(float *)((char *)c + c_pitch * i + sizeof(float) * j) = sum;
}

int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    tiles<<<dim3((n + S - 1) / S, (m + S - 1) / S), dim3(S, S)>>>(
        d_a, a_pitch, d_b, b_pitch, d_c, c_pitch, m, k, n);
    return cudaGetLastError();
}

static cudaError_t make(float **d, size_t *pitch, const float *h, int rows,
                        int cols)
{
    size_t width = cols * sizeof(float);
    cudaError_t e;

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    e = cudaMallocPitch(d, pitch, width, rows);
    if (e == cudaSuccess && h != NULL)
        e = cudaMemcpy2D(*d, *pitch, h, width, width, rows,
                         cudaMemcpyHostToDevice);
    return e;
}

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    float *x = NULL, *y = NULL, *z = NULL;
    size_t px = 0, py = 0, pz = 0;
    int e = cudaSuccess;

    if (m == 0 || n == 0)
        return e;
    if (!e)
        e = make(&x, &px, a, m, k);
    if (!e)
        e = make(&y, &py, b, k, n);
    if (!e)
        e = make(&z, &pz, NULL, m, n);
    if (!e)
        e = matmul_pitched(x, px, y, py, z, pz, m, k, n);
    if (!e)
        e = cudaMemcpy2D(c, n * sizeof *c, z, pz, n * sizeof *c, m,
                         cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    return e;
}
