// As many threads wait at once as the device holds, in large blocks and in
// small ones.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void k(int *d, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    d[i] = i;
    cg::this_grid().sync();
    if (i == 0)
        d[0] = d[n - 1];
}

int main()
{
    const int sizes[][2] = {{32, 1024}, {512, 1}, {128, 256}};
    int *d, last, failed = 0;

    cudaMalloc(&d, 32768 * sizeof(int));
    for (int i = 0; i < 3; i++) {
        int n = sizes[i][0] * sizes[i][1];
        void *arguments[] = {&d, &n};

        if (cudaLaunchCooperativeKernel((const void *)k, sizes[i][0],
                                        sizes[i][1], arguments, 0, 0))
            failed = 1;
        else if (cudaMemcpy(&last, d, sizeof last, cudaMemcpyDeviceToHost))
            failed = 1;
        else
            failed |= last != n - 1;
    }
    cudaFree(d);
    printf("%s\n", failed ? "wrong" : "right");
    return failed;
}
