// A __managed__ variable is read before the host has waited for the kernel.
// expect: host_access: "count" "cudaDeviceSynchronize() first"
#include <cstdio>

__managed__ int count;

__global__ void add()
{
    atomicAdd(&count, 1);
}

int main()
{
    count = 0;
    add<<<1, 32>>>();
    printf("%d\n", count); // <- here
    cudaDeviceSynchronize();
}
