// expect: race: the tile is filled again while others still read it
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    __shared__ int s[64];
    int i = threadIdx.x, sum = 0;

    for (int t = 0; t < n; t += 64) {
        s[i] = d[t + i]; // <- here
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += s[j];
    }
    __syncthreads();
    d[i] = sum;
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
