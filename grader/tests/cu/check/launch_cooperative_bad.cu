// A cooperative launch of more blocks than the device holds at once: the kernel's
// name and the line of the call.
// expect: launch: "meet is launched cooperatively with 5000 blocks"
#include <cooperative_groups.h>

__global__ void meet()
{
    cooperative_groups::this_grid().sync();
}

int main()
{
    const dim3 grid(5000), block(256);

    cudaLaunchCooperativeKernel((void *)meet, grid, block, 0); // <- here
    cudaLaunchCooperativeKernel(meet, grid, block, nullptr);   // <- here
    return cudaGetLastError() != cudaErrorCooperativeLaunchTooLarge;
}
