// expect: stack_overflow: recursion without an end
#include <cstdio>
#include <cstdlib>

__device__ int down(int n, int *d)
{
    int a[16];

    a[n & 15] = d[n & 15];
    return n < 0 ? 0 : a[n & 7] + down(n + 1, d);
}

__global__ void k(int *d, int n)
{
    d[threadIdx.x + 32] = down(threadIdx.x, d);
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
