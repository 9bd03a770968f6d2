// Threads that wait for a time wait together: one after the other, these would
// take 16 seconds.
#include <cstdio>

__global__ void wait(int *done, clock_t ticks)
{
    clock_t begin = clock();

    while (clock() - begin < ticks)
        ;
    done[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
    const int n = 16384;
    static int h[n];
    int *d, sum = 0;
    cudaEvent_t a, b;
    float ms;

    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    cudaEventRecord(a);
    wait<<<n / 1024, 1024>>>(d, 1000000);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += h[i];
    if (sum != n || ms > 8000)
        printf("%d threads, %g ms\n", sum, ms);
    return sum != n || ms > 8000;
}
