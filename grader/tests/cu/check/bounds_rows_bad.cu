// expect: out_of_bounds: past the last row "index 16; indices"
// expect: out_of_bounds: past the first one "is still within the whole array"
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    __shared__ int s[2][8];
    int i = threadIdx.x;

    s[0][i] = d[i]; // <- here
    __syncthreads();
    d[i] = s[1][i % 8];
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
