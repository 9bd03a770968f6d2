// expect: unwaited_copy: "the reader not for the thread"
// Each thread waits for its copies behind the barrier, where another one may
// read them already.
#include <cuda_pipeline.h>

__global__ void turn(const int *from, int *to)
{
    __shared__ int tile[64];
    const int me = threadIdx.x;

    __pipeline_memcpy_async(&tile[me], &from[me], 4); // <- here
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    to[me] = tile[63 - me];
}

int main()
{
    int *d;

    cudaMalloc(&d, 128 * sizeof *d);
    cudaMemset(d, 0, 64 * sizeof *d);
    turn<<<1, 64>>>(d, d + 64);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
