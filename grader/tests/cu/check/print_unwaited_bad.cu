// The program ends right behind a kernel that prints: a GPU shows nothing of it.
// expect: launch: "nothing of that is shown" "cudaDeviceSynchronize() after"
#include <cstdio>

__global__ void hello()
{
    printf("hello from %d\n", threadIdx.x);
}

int main()
{
    hello<<<1, 4>>>(); // <- here
}
