// expect: host_access: a function of the C library reads, which has no hooks
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void k(int *d, int n)
{
    d[threadIdx.x] = n;
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = n;
    cudaMalloc(&d, n * sizeof(int));
    k<<<1, 256>>>(d, n);
    mempcpy(h, d, n * sizeof(int)); // <- here
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
