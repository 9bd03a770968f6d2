// expect: out_of_bounds: past the end of the array "`x`", not of a type
#include <cstdio>
#include <cstdlib>

__device__ int x[256];

__global__ void k(int *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, *p = x;

    p[i] = i; // <- here
    if (i < n)
        d[i] = i;
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<2, 160>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
