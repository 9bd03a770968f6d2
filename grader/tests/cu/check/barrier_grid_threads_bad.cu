// expect: barrier: "grid.sync()" "thread 16 has left"
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d)
{
    if (threadIdx.x >= 16)
        return;
    d[threadIdx.x] = 1;
    cooperative_groups::this_grid().sync(); // <- here
}

int main()
{
    int *d;
    void *args[] = {&d};

    cudaMalloc(&d, 64 * sizeof(int));
    cudaLaunchCooperativeKernel((void *)k, 1, 32, args);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(d);
    return 0;
}
