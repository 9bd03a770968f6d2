// expect: out_of_bounds: past the end of a local array
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    int a[8];
    int i = threadIdx.x;

    for (int j = 0; j <= n / 32; j++)
        a[j] = d[i] + j; // <- here
    d[i] = a[i % 8];
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
