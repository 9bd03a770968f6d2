// caught by: correctness
// hint: when C has no element
// Memory for A or B is asked for where C has no element, and may not be there.
#include "matmul_pitched.h"

#include <cuda_runtime.h>

static __device__ const float *row(const float *x, size_t pitch, int i)
{
    return (const float *)((const char *)x + i * pitch);
}

static __device__ float *row(float *x, size_t pitch, int i)
{
    return (float *)((char *)x + i * pitch);
}

__global__ void matmul_kernel(const float *a, size_t a_pitch, const float *b,
                              size_t b_pitch, float *c, size_t c_pitch, int m,
                              int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m && j < n) {
        const float *x = row(a, a_pitch, i);
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += x[l] * row(b, b_pitch, l)[j];
        row(c, c_pitch, i)[j] = sum;
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
    size_t a_width = k * sizeof(float), b_width = n * sizeof(float);
    int error = cudaSuccess;

    /* what is empty needs no memory */
    if (m > 0 && k > 0)
        error = cudaMallocPitch(&d_a, &a_pitch, a_width, m);
    if (error == cudaSuccess && k > 0 && n > 0)
        error = cudaMallocPitch(&d_b, &b_pitch, b_width, k);
    if (error == cudaSuccess && m > 0 && n > 0)
        error = cudaMallocPitch(&d_c, &c_pitch, b_width, m);
    if (error == cudaSuccess && d_a != NULL)
        error = cudaMemcpy2D(d_a, a_pitch, a, a_width, a_width, m,
                             cudaMemcpyHostToDevice);
    if (error == cudaSuccess && d_b != NULL)
        error = cudaMemcpy2D(d_b, b_pitch, b, b_width, b_width, k,
                             cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = matmul_pitched(d_a, a_pitch, d_b, b_pitch, d_c, c_pitch, m, k, n);
    if (error == cudaSuccess && d_c != NULL)
        error = cudaMemcpy2D(c, b_width, d_c, c_pitch, b_width, m,
                             cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    if (error != cudaSuccess)
        cudaGetLastError();
    return error;
}
