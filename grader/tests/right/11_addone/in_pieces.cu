/* Piece by piece through one buffer on the device. */
#include "addone.h"

#include <algorithm>
#include <cuda_runtime.h>

namespace
{
__global__ void increment(float *p, unsigned n)
{
    const unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    p[i] += 1.f;
}
} // namespace

int add_one(float *a, int rows, int cols)
{
    const size_t n = size_t(rows) * cols, piece = std::min(n, size_t(1) << 18);
    float *buffer;

    if (!n)
        return cudaSuccess;
    cudaError_t e = cudaMalloc(&buffer, piece * sizeof(float));
    if (e != cudaSuccess)
        return e;
    for (size_t at = 0; at < n && !e; at += piece) {
        const size_t many = std::min(piece, n - at);

        e = cudaMemcpy(buffer, a + at, many * 4, cudaMemcpyDefault);
        if (e)
            break;
        increment<<<unsigned(many + 511) / 512, 512>>>(buffer, many);
        e = cudaGetLastError();
        if (!e)
            e = cudaMemcpy(a + at, buffer, many * 4, cudaMemcpyDefault);
    }
    cudaFree(buffer);
    return e;
}
