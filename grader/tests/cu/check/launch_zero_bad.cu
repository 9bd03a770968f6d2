// expect: launch: "grid of 0 blocks: a grid has at least 1 in each direction. Is there nothing to be done? Then"
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    d[threadIdx.x] = n;
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<0, 32>>>(d, n); // <- here
    cudaGetLastError();
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
