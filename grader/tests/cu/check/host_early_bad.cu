// expect: host_access: nothing has waited for "add"
#include <cstdio>

__global__ void add(int *a, int n)
{
    a[threadIdx.x] += n;
}

int main()
{
    int *a;

    cudaMallocManaged(&a, 64 * sizeof *a);
    for (int i = 0; i < 64; i++)
        a[i] = i;
    add<<<1, 64>>>(a, 3);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    printf("%d\n", a[5]); // <- here
    cudaDeviceSynchronize();
    printf("%d\n", a[6]);
    cudaFree(a);
    return 0;
}
