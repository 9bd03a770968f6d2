// expect: device_access: a null pointer: "null"
#include <cstdio>

/* The compiler knows that this is null, and must not drop the store. */
__global__ void k(const int *d)
{
    int *p = NULL;

    *p = d[threadIdx.x]; // <- here
}

int main()
{
    int *d;

    cudaMalloc(&d, 32 * sizeof(int));
    cudaMemset(d, 0, 32 * sizeof(int));
    k<<<1, 32>>>(d);
    printf("%d\n", (int)cudaDeviceSynchronize());
    cudaFree(d);
    return 0;
}
