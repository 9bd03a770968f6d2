// expect: host_access: "nothing has waited for"
// That the kernel counts atomically does not order the host's reading.
#include <cstdio>

__global__ void count(int *n)
{
    atomicAdd(n, 1);
}

int main()
{
    int *n;

    cudaHostAlloc(&n, sizeof *n, cudaHostAllocMapped);
    *n = 0;
    count<<<4, 64>>>(n);
    printf("%d\n", *n); // <- here
    cudaDeviceSynchronize();
    cudaFreeHost(n);
    return 0;
}
