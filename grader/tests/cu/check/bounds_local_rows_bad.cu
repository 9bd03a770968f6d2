// expect: out_of_bounds: a local array as long as a row "0 to 7"
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    __shared__ int s[8][8];
    int a[8];
    int i = threadIdx.x;

    if (i < 64)
        s[i / 8][i % 8] = d[i];
    __syncthreads();
    for (int j = 0; j <= n / 32; j++)
        a[j] = s[j % 8][0] + j; // <- here
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
