// caught by: memory, correctness (race, traffic, speed)
// says: is never freed
// hint: on which way out does it not free it
#include "matmul_pitched.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m && j < n) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += a[i * k + l] * b[l * n + j];
        c[i * n + j] = sum;
    }
}

int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n)
{
    dim3 threads(32, 8);
    dim3 blocks((n + 31) / 32, (m + 7) / 8);

    (void)a_pitch;
    (void)b_pitch;
    (void)c_pitch;
    if (m == 0 || n == 0)
        return cudaSuccess;
    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    float *d_a, *d_b, *d_c;
    size_t size_a = (size_t)m * k * sizeof(float);
    size_t size_b = (size_t)k * n * sizeof(float);
    size_t size_c = (size_t)m * n * sizeof(float);

    cudaMalloc(&d_a, size_a);
    cudaMalloc(&d_b, size_b);
    cudaMalloc(&d_c, size_c);
    cudaMemcpy(d_a, a, size_a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, size_b, cudaMemcpyHostToDevice);
    int error = matmul_pitched(d_a, k * sizeof(float), d_b, n * sizeof(float),
                               d_c, n * sizeof(float), m, k, n);
    cudaMemcpy(c, d_c, size_c, cudaMemcpyDeviceToHost);
    return error;
}
