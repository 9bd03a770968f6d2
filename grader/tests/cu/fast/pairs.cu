/*
 * pairs.cu - a grid of far more blocks than a GPU holds at a time, half of
 * which wait for the next one. No more than a GPU holds may be begun before one
 * that waits goes on.
 */
#include <cstdio>

enum { BLOCKS = 40000, RESIDENT = 512 };

extern "C" void omp_set_num_threads(int);

__device__ int flag[BLOCKS], begun;

/* most: how many have begun while one has waited. */
__global__ void pairs(int *sum, int *most)
{
    int before = atomicAdd(&begun, 1);

    if (blockIdx.x % 2) {
        atomicExch(&flag[blockIdx.x - 1], 1);
        return;
    }
    while (atomicAdd(&flag[blockIdx.x], 0) == 0)
        __nanosleep(100);
    atomicAdd(sum, 1);
    atomicMax(most, atomicAdd(&begun, 0) - before);
}

int main()
{
    int got[2], *d;

    omp_set_num_threads(1);
    cudaMalloc(&d, sizeof got);
    cudaMemset(d, 0, sizeof got);
    pairs<<<BLOCKS, 1>>>(d, d + 1);
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(d);
    if (got[0] == BLOCKS / 2 && got[1] <= 8 * RESIDENT)
        return 0;
    printf("%d of %d came to an end; while one waited, %d began\n", got[0],
           BLOCKS / 2, got[1]);
    return 1;
}
