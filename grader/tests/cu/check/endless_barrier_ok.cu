/* Blocks whose loops have a barrier in each round, and that wait for one which
 * comes later; and one that makes more rounds than a block that waits may. */
#include <cstdio>
#include <cstdlib>

__global__ void waits(int *flag)
{
    __shared__ int go;

    if (blockIdx.x == 1) {
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
        return;
    }
    for (bool on = true; on;) {
        if (threadIdx.x == 0)
            go = atomicAdd(flag, 0);
        __syncthreads();
        on = !go;
        __syncthreads();
    }
}

__global__ void works(int *sums)
{
    __shared__ int s;

    if (threadIdx.x == 0)
        s = 0;
    for (int i = 0; i < 30000; i++) {
        if (threadIdx.x == i % blockDim.x)
            s += i % 7;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s;
}

int main()
{
    int *d, h[4];

    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    waits<<<2, 32>>>(d);
    works<<<4, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[3]);
    cudaFree(d);
    return h[0] != h[3];
}
