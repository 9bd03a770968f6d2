// expect: barrier: "grid.sync()" "block 1 has left"
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d)
{
    d[32 * blockIdx.x + threadIdx.x] = 1;
    if (blockIdx.x == 0)
        cooperative_groups::this_grid().sync(); // <- here
}

int main()
{
    int *d;
    void *args[] = {&d};

    cudaMalloc(&d, 64 * sizeof(int));
    cudaLaunchCooperativeKernel((void *)k, 2, 32, args);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(d);
    return 0;
}
