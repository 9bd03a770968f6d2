// expect: out_of_bounds: memcpy() in a kernel past the end
#include <cstring>
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    int i = threadIdx.x;
    int two[2];

    memcpy(two, &d[i * 2], sizeof two); // <- here
    __syncthreads();
    d[i] = two[0] + two[1];
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 160>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
