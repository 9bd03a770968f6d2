// expect: unwritten: shared memory of a new block, which an earlier block had filled
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    __shared__ int s[64];
    int i = threadIdx.x;

    if (blockIdx.x == 0)
        s[i] = i;
    __syncthreads();
    d[blockIdx.x * 64 + i] = s[63 - i]; // <- here
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<4, 64>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
