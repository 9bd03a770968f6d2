// expect: unwritten: "`s[0][31]`" "Line 13 writes `s` only where the if at line 12 lets a thread: what is to be there otherwise?"
// The barrier is there: who is to write the last element?
#include <cuda_runtime.h>

#define TILE 32

__global__ void k(float *d)
{
    __shared__ float s[TILE][TILE + 1];
    int i = threadIdx.x;

    if (i < TILE - 1)
        s[0][i] = d[i];
    __syncthreads();
    d[i] = s[0][i]; // <- here
}

int main()
{
    float *d;

    cudaMalloc(&d, TILE * sizeof(float));
    cudaMemset(d, 0, TILE * sizeof(float));
    k<<<1, TILE>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
