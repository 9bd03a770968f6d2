// Lock, change and unlock in one line: what is missing there, and where.
// expect: race: "`*a`" "a __threadfence() is missing before line 11, which gives it back"
// expect: race: "`*b`" "__threadfence() behind the taking of the lock"
// expect: race: "`*c`" "stores 0, and 0 means that the lock is free"
// expect: race: "`*d`" "which is when this thread got the lock"
#include <cstdio>

__device__ int m1, m2, m3, m4;

__global__ void no_fence_at_the_end(int *a, int x) { if (threadIdx.x == 0) {
    while (atomicCAS(&m1, 0, 1)); __threadfence(); *a += x; atomicExch(&m1, 0); // <- here
} }

__global__ void no_fence_at_the_beginning(int *b, int x) { if (threadIdx.x == 0) {
    while (atomicCAS(&m2, 0, 1)); *b += x; __threadfence(); atomicExch(&m2, 0); // <- here
} }

__global__ void stores_0(int *c, int x) { if (threadIdx.x == 0) {
    while (atomicExch(&m3, 0)); __threadfence(); *c += x; __threadfence(); atomicExch(&m3, 0); // <- here
} }

__global__ void goes_on_with_it(int *d, int x) { if (threadIdx.x == 0) {
    while (!atomicExch(&m4, 1)); __threadfence(); *d += x; __threadfence(); atomicExch(&m4, 0); // <- here
} }

__global__ void right(int *e, int x) { if (threadIdx.x == 0) {
    while (atomicCAS(&m1, 0, 1)); __threadfence(); *e += x; __threadfence(); atomicExch(&m1, 0);
} }

int main()
{
    int *sum;

    cudaMalloc(&sum, 20);
    cudaMemset(sum, 0, 20);
    no_fence_at_the_end<<<8, 32>>>(sum, 1);
    no_fence_at_the_beginning<<<8, 32>>>(sum + 1, 1);
    stores_0<<<8, 32>>>(sum + 2, 1);
    goes_on_with_it<<<8, 32>>>(sum + 3, 1);
    right<<<8, 32>>>(sum + 4, 1);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
