/* All pitches are multiples of 4: rows in floats, a struct for a matrix. */
#include "matmul_pitched.h"

#include <cuda_runtime.h>

struct matrix {
    float *at;
    size_t step; /* floats from row to row */

    __device__ float &operator()(int i, int j) const
    {
        return at[i * step + j];
    }
};

__global__ void mul(matrix a, matrix b, matrix c, int m, int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m && j < n) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += a(i, l) * b(l, j);
        c(i, j) = sum;
    }
}

int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n)
{
    matrix a = {(float *)d_a, a_pitch / 4}, b = {(float *)d_b, b_pitch / 4};
    matrix c = {d_c, c_pitch / 4};

    if (m && n)
        mul<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, k,
                                                                  n);
    return cudaGetLastError();
}

#define CHECK(call)                          \
    do {                                     \
        if ((error = (call)) != cudaSuccess) \
            goto end;                        \
    } while (0)

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    float *d_a = 0, *d_b = 0, *d_c = 0;
    size_t pa = 0, pb = 0, pc = 0;
    cudaError_t error = cudaSuccess;

    if (!m || !n)
        return cudaSuccess;
    if (k) {
        CHECK(cudaMallocPitch((void **)&d_a, &pa, k * 4ul, m));
        CHECK(cudaMallocPitch((void **)&d_b, &pb, n * 4ul, k));
        CHECK(cudaMemcpy2D(d_a, pa, a, k * 4ul, k * 4ul, m,
                           cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy2D(d_b, pb, b, n * 4ul, n * 4ul, k,
                           cudaMemcpyHostToDevice));
    }
    CHECK(cudaMallocPitch((void **)&d_c, &pc, n * 4ul, m));
    CHECK((cudaError_t)matmul_pitched(d_a, pa, d_b, pb, d_c, pc, m, k, n));
    CHECK(cudaDeviceSynchronize());
    CHECK(
        cudaMemcpy2D(c, n * 4ul, d_c, pc, n * 4ul, m, cudaMemcpyDeviceToHost));
end:
    cudaFree(d_c);
    cudaFree(d_b);
    cudaFree(d_a);
    return error;
}
