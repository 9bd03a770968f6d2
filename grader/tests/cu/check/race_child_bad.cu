// expect: race: "the kernel that launched `child` reads the same place"
#include <cstdio>

__global__ void child(int *d)
{
    d[threadIdx.x] += 1; // <- here
}

__global__ void parent(int *d, int *o)
{
    child<<<1, 32>>>(d);
    *o = d[3];
}

int main()
{
    int *d, *o, r;

    cudaMalloc(&d, 32 * sizeof *d);
    cudaMalloc(&o, sizeof *o);
    cudaMemset(d, 0, 32 * sizeof *d);
    parent<<<1, 1>>>(d, o);
    cudaMemcpy(&r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(d);
    cudaFree(o);
    return 0;
}
