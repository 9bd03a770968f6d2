// __ldg() of what the same kernel writes; a barrier between does not help.
// expect: stale: "reads `data[1023 - i]`"
#include <cstdio>

__global__ void turn(int *data, int *out)
{
    int i = threadIdx.x;

    data[i] = i;
    __syncthreads();
    out[i] = __ldg(&data[1023 - i]); // <- here
}

int main()
{
    int *data;

    cudaMalloc(&data, 2048 * sizeof *data);
    turn<<<1, 1024>>>(data, data + 1024);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(data);
    return 0;
}
