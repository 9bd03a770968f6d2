// expect: unwritten: only a part was copied
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, const int *e)
{
    int i = threadIdx.x;

    d[i] += e[i]; // <- here
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
    cudaMemcpy(e, h, n, cudaMemcpyHostToDevice);
    k<<<1, 256>>>(d, e);
    cudaFree(e);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
