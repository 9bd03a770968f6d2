// expect: shift: by as many bits as there are
#include <cstdio>

__global__ void k(unsigned *a, int bits)
{
    a[threadIdx.x] = 1u << (bits * threadIdx.x); // <- here
}

int main()
{
    unsigned *d, h[5];

    cudaMalloc(&d, sizeof h);
    k<<<1, 5>>>(d, 8);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%u\n", h[1]);
    cudaFree(d);
    return 0;
}
