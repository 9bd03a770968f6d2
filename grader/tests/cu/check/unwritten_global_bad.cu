// expect: unwritten: sum into memory that cudaMalloc() left as it was
#include <cstdio>
#include <cstdlib>

__global__ void k(const int *d, int *sum)
{
    int i = threadIdx.x;

    sum[i] += d[i]; // <- here
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    int *e;
    cudaMalloc(&e, n * sizeof(int));
    k<<<1, 256>>>(d, e);
    cudaFree(e);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
