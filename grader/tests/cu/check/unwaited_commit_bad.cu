// expect: unwaited_copy: "were committed"
// The copies are of no batch when the thread waits.
#include <cuda_pipeline.h>

__global__ void twice(const int *from, int *to)
{
    __shared__ int mine[64];
    const int me = threadIdx.x;

    __pipeline_memcpy_async(&mine[me], &from[me], 4); // <- here
    __pipeline_wait_prior(0);
    to[me] = 2 * mine[me];
}

int main()
{
    int *d;

    cudaMalloc(&d, 128 * sizeof *d);
    cudaMemset(d, 0, 64 * sizeof *d);
    twice<<<1, 64>>>(d, d + 64);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
