// expect: endless: "does not end"
#include <cstdio>
#include <cstdlib>

/* Each round has a barrier, which every thread reaches. */
__global__ void k(int *d, int n)
{
    for (int i = 0; i >= 0; i = (i + 1) % n) {
        d[threadIdx.x] = i; // <- here
        __syncthreads();    // <- here
    }
}

int main()
{
    const int n = 256;
    int *d;

    cudaMalloc(&d, n * sizeof(int));
    k<<<1, 32>>>(d, n);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(d);
    return 0;
}
