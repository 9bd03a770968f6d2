// expect: launch: "blocks of 0 threads: a block has at least 1"
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
    k<<<1, 0>>>(d, n); // <- here
    cudaGetLastError();
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
