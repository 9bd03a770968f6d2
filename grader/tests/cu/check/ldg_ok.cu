// __ldg() of what an earlier kernel and the host have written.
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}

__global__ void turn(const int *data, const int *more, int *out)
{
    out[threadIdx.x] = __ldg(&data[255 - threadIdx.x]) + __ldg(more);
}

int main()
{
    int *data, seven = 7;

    cudaMalloc(&data, 513 * sizeof *data);
    cudaMemcpy(data + 512, &seven, sizeof seven, cudaMemcpyHostToDevice);
    fill<<<1, 256>>>(data);
    turn<<<1, 256>>>(data, data + 512, data + 256);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(data);
    return 0;
}
