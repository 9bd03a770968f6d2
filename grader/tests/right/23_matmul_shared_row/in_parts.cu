/* The row in parts of 1024; a thread keeps its sums meanwhile. */
#include "matmul_shared_row.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define PART 1024
#define WIDTH 64

__global__ void mul(const float *a, const float *b, float *c, int k, int n)
{
    __shared__ float part[PART];
    cg::thread_block block = cg::this_thread_block();
    int i = blockIdx.y, j = blockIdx.x * WIDTH + threadIdx.x;
    float sum = 0;

    for (int begin = 0; begin < k; begin += PART) {
        int length = min(PART, k - begin);

        for (int l = block.thread_rank(); l < length; l += block.size())
            part[l] = a[(size_t)i * k + begin + l];
        block.sync();
        if (j < n)
            for (int l = 0; l < length; l++)
                sum += part[l] * b[(size_t)(begin + l) * n + j];
        block.sync();
    }
    if (j < n)
        c[(size_t)i * n + j] = sum;
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 grid((n + WIDTH - 1) / WIDTH, m);

    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<grid, WIDTH>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
