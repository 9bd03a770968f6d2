// expect: host_access: nothing has waited for cudaMemcpyAsync()
#include <cstdio>

__global__ void add(int *a, int n)
{
    a[threadIdx.x] = n;
}

int main()
{
    int *d, *h;

    cudaMalloc(&d, 64 * sizeof *d);
    cudaMallocHost(&h, 64 * sizeof *h);
    add<<<1, 64>>>(d, 3);
    cudaMemcpyAsync(h, d, 64 * sizeof *h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[5]); // <- here
    cudaStreamSynchronize(0);
    printf("%d\n", h[6]);
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
