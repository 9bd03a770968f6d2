// The program waits for the kernel that prints.
#include <cstdio>

__global__ void hello()
{
    printf("hello from %d\n", threadIdx.x);
    if (threadIdx.x == 0)
        printf("the first one\n");
}

int main()
{
    printf("before\n");
    hello<<<1, 4>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
