/* Only looks at the launch's error: it stays CUDA's last one. */
#include "matmul_pitched.h"

#include <cuda_runtime.h>

template <typename T> __device__ T *row(T *matrix, size_t pitch, int i)
{
    return (T *)((char *)matrix + i * pitch);
}

__global__ void matmul_kernel(const float *a, size_t a_pitch, const float *b,
                              size_t b_pitch, float *c, size_t c_pitch, int m,
                              int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m && j < n) {
        const float *a_row = row(a, a_pitch, i);
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += a_row[l] * row(b, b_pitch, l)[j];
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
        return cudaSuccess; /* a launch of no blocks would be an error */
    matmul_kernel<<<blocks, threads>>>(d_a, a_pitch, d_b, b_pitch, d_c, c_pitch,
                                       m, k, n);
    return cudaPeekAtLastError();
}

/* A matrix on the device with rows of `cols` floats; null if it has none. */
static cudaError_t allocate(float **d_x, size_t *pitch, int rows, int cols)
{
    *d_x = NULL;
    *pitch = cols * sizeof(float);
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    return cudaMallocPitch(d_x, pitch, cols * sizeof(float), rows);
}

static cudaError_t upload(float *d_x, size_t pitch, const float *x, int rows,
                          int cols)
{
    size_t width = cols * sizeof(float);

    return cudaMemcpy2D(d_x, pitch, x, width, width, rows,
                        cudaMemcpyHostToDevice);
}

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;
    size_t a_pitch, b_pitch, c_pitch, width = n * sizeof(float);
    cudaError_t error;

    if (m == 0 || n == 0)
        return cudaSuccess;
    error = allocate(&d_a, &a_pitch, m, k);
    if (error == cudaSuccess)
        error = allocate(&d_b, &b_pitch, k, n);
    if (error == cudaSuccess)
        error = allocate(&d_c, &c_pitch, m, n);
    if (error == cudaSuccess && k > 0)
        error = upload(d_a, a_pitch, a, m, k);
    if (error == cudaSuccess && k > 0)
        error = upload(d_b, b_pitch, b, k, n);
    if (error == cudaSuccess)
        error = (cudaError_t)matmul_pitched(d_a, a_pitch, d_b, b_pitch, d_c,
                                            c_pitch, m, k, n);
    if (error == cudaSuccess)
        error = cudaMemcpy2D(c, width, d_c, c_pitch, width, m,
                             cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return error;
}
