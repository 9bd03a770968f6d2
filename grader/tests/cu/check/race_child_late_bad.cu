// expect: race: "the kernel that launched `child` writes the same place"
#include <cstdio>

__global__ void child(int *to, const int *d)
{
    to[threadIdx.x] = d[threadIdx.x]; // <- here
}

__global__ void parent(int *to, int *d)
{
    if (threadIdx.x == 0)
        child<<<1, 64>>>(to, d);
    __syncthreads();
    d[threadIdx.x] = 7;
}

int main()
{
    int *d, r;

    cudaMalloc(&d, 128 * sizeof *d);
    cudaMemset(d, 0, 128 * sizeof *d);
    parent<<<1, 64>>>(d + 64, d);
    cudaMemcpy(&r, d + 127, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(d);
    return 0;
}
