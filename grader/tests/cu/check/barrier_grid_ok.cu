#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

/* Behind the last grid.sync(), threads and blocks may leave when they like. */
__global__ void k(int *d)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = 32 * blockIdx.x + threadIdx.x;

    for (int round = 0; round < 3; round++) {
        int v = d[(i + 32) % 96];

        grid.sync();
        d[i] = v + 1;
        grid.sync();
    }
    if (blockIdx.x == 1 || threadIdx.x > 20)
        return;
    __syncwarp(0x1fffff);
    d[i] += d[i];
}

int main()
{
    int *d;
    void *args[] = {&d};

    cudaMalloc(&d, 96 * sizeof(int));
    cudaMemset(d, 0, 96 * sizeof(int));
    cudaLaunchCooperativeKernel((void *)k, 3, 32, args);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(d);
    return 0;
}
