// expect: race: a lock that is released without an order
#include <cstdio>

__device__ int lock, count;

__global__ void k(int *d)
{
    int expected = 0;

    if (threadIdx.x != 0)
        return;
    while (!__nv_atomic_compare_exchange_n(&lock, &expected, 1, false,
                                           __NV_ATOMIC_ACQUIRE,
                                           __NV_ATOMIC_RELAXED,
                                           __NV_THREAD_SCOPE_DEVICE))
        expected = 0;
    d[0] += d[blockIdx.x + 1]; // <- here
    __nv_atomic_store_n(&lock, 0, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
    /* Nobody else may read what this is, but all may count in it. */
    __nv_atomic_add(&count, 1, __NV_ATOMIC_RELAXED);
    if (__nv_atomic_load_n(&count, __NV_ATOMIC_RELAXED) > (int)gridDim.x)
        __trap();
}

int main()
{
    int h[64] = {0}, *d;

    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<32, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return 0;
}
