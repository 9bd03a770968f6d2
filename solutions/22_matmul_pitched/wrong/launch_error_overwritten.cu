// caught by: correctness
// says: is the error kept until then
// hint: What does `matmul_pitched()` return if the launch
#include "matmul_pitched.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, size_t a_pitch, const float *b,
                              size_t b_pitch, float *c, size_t c_pitch, int m,
                              int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m && j < n) {
        const float *row_a = (const float *)((const char *)a + i * a_pitch);
        float *row_c = (float *)((char *)c + i * c_pitch);
        float sum = 0;

        for (int l = 0; l < k; l++) {
            const float *row_b = (const float *)((const char *)b + l * b_pitch);

            sum += row_a[l] * row_b[j];
        }
        row_c[j] = sum;
    }
}

int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n)
{
    dim3 threads(32, 8);
    dim3 blocks((n + 31) / 32, (m + 7) / 8);

    if (m == 0 || n == 0)
        return cudaSuccess;
    matmul_kernel<<<blocks, threads>>>(d_a, a_pitch, d_b, b_pitch, d_c, c_pitch,
                                       m, k, n);
    return cudaGetLastError();
}

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;
    size_t a_pitch = 0, b_pitch = 0, c_pitch = 0;
    size_t a_width = k * sizeof(float);
    size_t bc_width = n * sizeof(float);
    int error = cudaSuccess;

    if (m == 0 || n == 0)
        return cudaSuccess;
    if (k > 0) {
        error = cudaMallocPitch(&d_a, &a_pitch, a_width, m);
        if (!error)
            error = cudaMallocPitch(&d_b, &b_pitch, bc_width, k);
    }
    if (!error)
        error = cudaMallocPitch(&d_c, &c_pitch, bc_width, m);
    if (!error && k > 0)
        error = cudaMemcpy2D(d_a, a_pitch, a, a_width, a_width, m,
                             cudaMemcpyHostToDevice);
    if (!error && k > 0)
        error = cudaMemcpy2D(d_b, b_pitch, b, bc_width, bc_width, k,
                             cudaMemcpyHostToDevice);
    if (!error) {
        error = matmul_pitched(d_a, a_pitch, d_b, b_pitch, d_c, c_pitch, m, k,
                               n);
        error = cudaMemcpy2D(c, bc_width, d_c, c_pitch, bc_width, m,
                             cudaMemcpyDeviceToHost);
    }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return error;
}
