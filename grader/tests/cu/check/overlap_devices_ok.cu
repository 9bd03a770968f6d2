// A variable of two devices, at one address here: nothing of one touches the
// other's.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int count;

__global__ void add(int n)
{
    count += n;
}

int main()
{
    int sum[2] = {0, 0};
    cudaStream_t stream[2];

    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaStreamCreate(&stream[d]);
        add<<<1, 1, 0, stream[d]>>>(d + 1);
    }
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaMemcpyFromSymbol(&sum[d], count, sizeof(int));
        cudaStreamDestroy(stream[d]);
    }
    if (sum[0] != 1 || sum[1] != 2)
        printf("wrong: %d %d\n", sum[0], sum[1]);
    return sum[0] != 1 || sum[1] != 2;
}
