/* What kernels that a kernel launches may count on: what it did before; those
 * that it launched before them, in the same stream; and its end, in the tail
 * launch stream. Atomic operations need no order, and other elements none. */
#include <cstdio>

__global__ void add(int *d, int n)
{
    if (threadIdx.x < n)
        d[threadIdx.x] += 1;
}

__global__ void count(int *sum, const int *d)
{
    atomicAdd(sum, d[threadIdx.x]);
}

__global__ void parent(int *d, int *sum, int level)
{
    d[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        add<<<1, 32>>>(d, 32);
        count<<<1, 32>>>(sum, d);
    }
    __syncthreads();
    atomicAdd(sum, 1);
    d[32 + threadIdx.x] = level;
    if (threadIdx.x == 0) {
        add<<<1, 32>>>(d, 32);
        if (level)
            parent<<<1, 32, 0, cudaStreamTailLaunch>>>(d, sum, level - 1);
    }
}

__global__ void each(int *d)
{
    d[threadIdx.x] = 5;
    add<<<1, 1>>>(d + threadIdx.x, 1);
}

int main()
{
    int *d, r;

    cudaMalloc(&d, 65 * sizeof *d);
    cudaMemset(d, 0, 65 * sizeof *d);
    parent<<<1, 32>>>(d, d + 64, 2);
    each<<<1, 64>>>(d);
    cudaMemcpy(&r, d + 64, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(d);
    return 0;
}
