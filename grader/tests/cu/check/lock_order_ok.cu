// Locks that no two threads wait for in a ring: always the smaller one first; a
// third one around both; one of the orders behind a barrier of the block; the
// second one only tried; one thread alone.
#include <cstdio>

__device__ int first, second, around, chairs[3];

__device__ void lock(int *m)
{
    while (atomicCAS(m, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void unlock(int *m)
{
    __threadfence();
    atomicExch(m, 0);
}

__global__ void smaller_first(int *eaten)
{
    int me = blockIdx.x, next = (me + 1) % 3;

    if (threadIdx.x == 0) {
        lock(&chairs[min(me, next)]);
        lock(&chairs[max(me, next)]);
        eaten[me]++;
        unlock(&chairs[max(me, next)]);
        unlock(&chairs[min(me, next)]);
    }
}

__global__ void in_a_third(int *sum)
{
    if (threadIdx.x)
        return;
    lock(&around);
    lock(blockIdx.x ? &first : &second);
    lock(blockIdx.x ? &second : &first);
    *sum += 1;
    unlock(&first);
    unlock(&second);
    unlock(&around);
}

__global__ void one_then_the_other(int *sum)
{
    if (threadIdx.x == 0) {
        lock(&first);
        lock(&second);
        *sum += 1;
        unlock(&second);
        unlock(&first);
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        lock(&second);
        lock(&first);
        *sum += 1;
        unlock(&first);
        unlock(&second);
    }
}

__global__ void tries(int *sum)
{
    int *one = blockIdx.x ? &first : &second;
    int *other = blockIdx.x ? &second : &first;

    for (bool done = threadIdx.x != 0; !done;) {
        if (atomicCAS(one, 0, 1) == 0) {
            if (atomicCAS(other, 0, 1) == 0) {
                __threadfence();
                *sum += 1;
                __threadfence();
                atomicExch(other, 0);
                done = true;
            }
            __threadfence();
            atomicExch(one, 0);
        }
    }
}

__global__ void alone(int *sum)
{
    for (int i = 0; i < 2 && threadIdx.x == 0; i++) {
        lock(i ? &first : &second);
        lock(i ? &second : &first);
        *sum += 1;
        unlock(&first);
        unlock(&second);
    }
}

int main()
{
    int *sum;

    cudaMalloc(&sum, 12);
    cudaMemset(sum, 0, 12);
    smaller_first<<<3, 32>>>(sum);
    in_a_third<<<2, 32>>>(sum);
    one_then_the_other<<<1, 64>>>(sum);
    tries<<<2, 32>>>(sum);
    alone<<<1, 32>>>(sum);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
