// expect: unwaited_copy: "for this batch"
// All batches but the last one are waited for, and the last one is read as well.
#include <cuda_pipeline.h>

__global__ void turn(const int *from, int *to)
{
    __shared__ int tile[2][64];
    const int me = threadIdx.x;

    for (int b = 0; b < 2; b++) {
        __pipeline_memcpy_async(&tile[b][me], &from[64 * b + me], 4); // <- here
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    to[me] = tile[0][63 - me];
    to[64 + me] = tile[1][63 - me];
    __pipeline_wait_prior(0);
}

int main()
{
    int *d;

    cudaMalloc(&d, 256 * sizeof *d);
    cudaMemset(d, 0, 128 * sizeof *d);
    turn<<<1, 64>>>(d, d + 128);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
