// Kernels as values: attributes, occupancy, launches from an array of
// arguments; conversions of arguments; errors of launches.
#include "check.h"

struct big {
    int a[30];
    double b;
};

__global__ void store(int *to, int value, big b, const char *text)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *to = value + b.a[29] + (int)b.b + (text ? text[0] : 0);
}
template <class T> __global__ void twice(T *p)
{
    p[threadIdx.x] *= 2;
}
template <int N> __global__ void add_n(int *p)
{
    p[threadIdx.x] += N;
}
__global__ void dynamic(int *out, int n)
{
    extern __shared__ int buffer[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        buffer[i] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = buffer[n - 1];
}

int main()
{
    int *d, h, blocks, grid, block;
    big b = {};
    cudaFuncAttributes a;
    void (*pointers[])(int *) = {add_n<3>, add_n<100>};

    b.a[29] = 20;
    b.b = 300.7;
    OK(cudaMalloc(&d, 1024));
    OK(cudaMemset(d, 0, 1024));
    store<<<1, 1>>>(d, 'A', b, NULL);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 'A' + 320);
    store<<<dim3(2, 1), 32, 0, 0>>>(d, 2.9, b, 0);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 322);

    int value = 5;
    const char *text = nullptr;
    void *args[] = {&d, &value, &b, &text};
    OK(cudaLaunchKernel(store, dim3(1), dim3(1), args, 0, 0));
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 325);
    twice<<<1, 4>>>(d);
    twice<int><<<1, 4>>>(d);
    for (auto kernel : pointers)
        kernel<<<1, 1>>>(d);
    pointers[1]<<<1, 1>>>(d);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 325 * 4 + 203);

    OK(cudaFuncGetAttributes(&a, store));
    CHECK(a.maxThreadsPerBlock > 0 && a.maxThreadsPerBlock <= 1024);
    OK(cudaFuncGetAttributes(&a, twice<float>));
    OK(cudaFuncSetCacheConfig(store, cudaFuncCachePreferShared));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 256, 0));
    CHECK(blocks >= 1 && blocks <= 8);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, store));
    CHECK(grid > 0 && block >= 32 && block % 32 == 0);

    dynamic<<<1, 64, 4000>>>(d, 1000);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == 999);
    OK(cudaFuncSetAttribute(
        dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    dynamic<<<1, 64, 64 << 10>>>(d, 16 << 10);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h == (16 << 10) - 1);

    OK(cudaGetLastError());
    dynamic<<<1, 1025>>>(d, 1);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    dynamic<<<0, 1>>>(d, 1);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    dynamic<<<1, 1, 1 << 20>>>(d, 1);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    OK(cudaDeviceSynchronize());
    return 0;
}
