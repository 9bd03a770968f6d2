/* Names of many letters and of other languages. nvcc takes this file too. */
#include <cstdio>
#include <cuda_runtime.h>

#define 边 8
#define UNROLLED(x) x x

struct 点 {
    int 横, 纵;
};
__device__ int total;
__constant__ int sizes[边] = {1, 2, 3, 4, 5, 6, 7, 8};
extern __shared__ int dynamic[];

template <int 块> __global__ void transpose(int *out)
{
    __shared__ float 瓦片[边 * 边];
    __shared__ 点 角;
    __shared__ int
        a_name_that_is_longer_than_a_hundred_letters_because_somebody_wanted_to_say_everything_that_it_is_for_at_once[4];
    int *结果 = out; // 等所有线程
    瓦片[threadIdx.x] = threadIdx.x;
    dynamic[threadIdx.x] = 块;
    if (threadIdx.x == 0) {
        角 = {1, 2};
        a_name_that_is_longer_than_a_hundred_letters_because_somebody_wanted_to_say_everything_that_it_is_for_at_once[3] = 5;
    }
    __syncthreads();
    结果[threadIdx.x] = 瓦片[63 - threadIdx.x] + 角.横 + 角.纵 +
        a_name_that_is_longer_than_a_hundred_letters_because_somebody_wanted_to_say_everything_that_it_is_for_at_once[3] +
        dynamic[63 - threadIdx.x] + sizes[threadIdx.x % 边];
    atomicAdd(&total, 1);
}

int main()
{
    int *d, h[64], 和 = 0, wrong = 0;
    UNROLLED(和 ++;)
    cudaMalloc(&d, sizeof h);
    transpose<3><<<1, 64, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&和, total, sizeof 和);
    for (int i = 0; i < 64; i++)
        wrong += h[i] != 63 - i + 3 + 5 + 3 + i % 8 + 1;
    puts(wrong || 和 != 64 ? "wrong" : "ok");
    cudaFree(d);
}
