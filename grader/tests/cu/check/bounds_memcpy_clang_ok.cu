#include <cstdio>
#include <cstdlib>
#include <cstring>

/* Newer clang makes calls of this one out of memcpy(). */
extern "C" __device__ void *__tsan_memcpy(void *, const void *, size_t);

__global__ void k(int *d, int n)
{
    int i = threadIdx.x;
    int two[2];

    __tsan_memcpy(two, &d[i * 2], sizeof two);
    __syncthreads();
    d[i] = two[0] + two[1];
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 128>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
