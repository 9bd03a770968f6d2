#include <cstdio>
#include <cstdlib>

__device__ int mutex;

__global__ void k(int *d, int n)
{
    bool done = false;

    while (!done) {
        if (atomicCAS(&mutex, 0, 1) != 0)
            continue;
        __threadfence();
        d[0] += d[threadIdx.x + 1];
        __threadfence();
        atomicExch(&mutex, 0);
        done = true;
    }
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<2, 64>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
