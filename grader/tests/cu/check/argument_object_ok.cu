// An argument with a destructor: one copy is made for the launch, and destroyed
// behind it, however many threads there are (the lock of "CUDA by Example").
#include <cstdio>

struct lock {
    int *mutex;
    lock()
    {
        cudaMalloc(&mutex, sizeof(int));
        cudaMemset(mutex, 0, sizeof(int));
    }
    ~lock()
    {
        cudaFree(mutex);
    }
    __device__ void take()
    {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void give()
    {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__global__ void add(lock l, int *sum)
{
    if (threadIdx.x == 0) {
        l.take();
        *sum += 1;
        l.give();
    }
}

template <class T> __global__ void add_any(lock l, T *sum)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        l.take();
        *sum += 1;
        l.give();
    }
}

int main()
{
    int *sum, result = -1;

    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<8, 32>>>(lock(), sum);
    add_any<<<8, 32>>>(lock(), sum);
    add_any<int><<<8, 32>>>(lock(), sum);
    cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(sum);
    return result != 24;
}
