// expect: order: "`*p`" "cudaMemset()"
#include <cstdio>
#include <cstdlib>

__device__ void reset(int *p)
{
    atomicExch(p, 0); // <- here
}

__global__ void k(int *d)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        reset(d);
    atomicAdd(d, 1);
}

int main()
{
    int *d, h;

    cudaMalloc(&d, sizeof h);
    k<<<8, 32>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
    return 0;
}
