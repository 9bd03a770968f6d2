// Two locks, by one block in this order and by another in that: it goes well as
// long as one block runs after the other. Then three in a ring, by functions.
// expect: lock_order: "Locks are taken in two orders" "in the same order"
// expect: lock_order: "by the call at line 47"
#include <cstdio>

__device__ int first, second, chairs[3];

__device__ void lock(int *m)
{
    while (atomicCAS(m, 0, 1) != 0) // <- here
        ;
    __threadfence();
}

__device__ void unlock(int *m)
{
    __threadfence();
    atomicExch(m, 0);
}

__global__ void both(int *sum)
{
    if (threadIdx.x)
        return;
    int *one = blockIdx.x % 2 ? &first : &second;
    int *other = blockIdx.x % 2 ? &second : &first;

    while (atomicCAS(one, 0, 1) != 0)
        ;
    __threadfence();
    while (atomicExch(other, 1) != 0) // <- here
        ;
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(other, 0);
    atomicExch(one, 0);
}

__global__ void dine(int *eaten)
{
    int me = blockIdx.x;

    if (threadIdx.x == 0) {
        lock(&chairs[me]);
        lock(&chairs[(me + 1) % 3]);
        eaten[me]++;
        unlock(&chairs[(me + 1) % 3]);
        unlock(&chairs[me]);
    }
}

int main()
{
    int *sum;

    cudaMalloc(&sum, 12);
    cudaMemset(sum, 0, 12);
    both<<<2, 32>>>(sum);
    dine<<<3, 32>>>(sum);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
