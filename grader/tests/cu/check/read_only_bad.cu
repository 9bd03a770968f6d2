// expect: read_only: a kernel writes __constant__ memory
#include <cstdio>
#include <cstdlib>

__constant__ int table[4] = {1, 2, 3, 4};

__global__ void k(int *d, int n)
{
    int *p = (int *)table;

    p[threadIdx.x % 4] = 0; // <- here
    d[threadIdx.x] = table[threadIdx.x % 4];
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 256>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
