// expect: endless: "work[0]"
#include <cstdio>
#include <cstdlib>

/* The lock is taken and given back: it is the loop around that has no end. */
__device__ void add_under_lock(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    for (int i = 0; i < 3; i++)
        *sum += i;
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void k(int *lock, int *work)
{
    while (atomicAdd(&work[0], 0) > 0) { // <- here
        add_under_lock(lock, &work[1]);
    }
}

int main()
{
    int *lock, *work, h[2] = {1, 0};

    cudaMalloc(&lock, sizeof *lock);
    cudaMalloc(&work, sizeof h);
    cudaMemset(lock, 0, sizeof *lock);
    cudaMemcpy(work, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<2, 1>>>(lock, work);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(lock);
    cudaFree(work);
    return 0;
}
