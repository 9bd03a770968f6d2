// expect: unwritten: "`s[0][31]`" "The nearest that have been written go from `s[0][0]` to `s[0][30]`. So look at the index"
// The barrier is there: it is the index that is wrong
#include <cuda_runtime.h>

#define TILE 32

__global__ void k(float *d)
{
    __shared__ float s[TILE][TILE + 1];
    int i = threadIdx.x;

    s[0][i < TILE - 1 ? i : TILE - 2] = d[i];
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
