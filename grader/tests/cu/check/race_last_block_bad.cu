// expect: race: "takes a __threadfence() before it" is missing in the last block
#include <cstdio>
#include <cstdlib>

__device__ unsigned arrived;

__global__ void k(int *d, int n)
{
    __shared__ bool is_last;
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;

    d[i] = d[i] * 2; // <- here
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last) {
        int sum = 0;

        for (int j = threadIdx.x; j < n; j += 64)
            sum += d[j]; // <- here
        s[threadIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int j = 1; j < 64; j++)
                sum += s[j];
            d[0] = sum;
        }
    }
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<4, 64>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
