// expect: barrier: half of a warp at a barrier, half at a shuffle
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    int i = threadIdx.x, v = d[i];

    if (i < 16)
        __syncthreads(); // <- here
    v += __shfl_xor_sync(0xffffffff, v, 16);
    d[i] = v;
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 32>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
