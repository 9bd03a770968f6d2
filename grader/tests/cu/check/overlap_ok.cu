/* What streams do at once lies apart, or is put in order. */
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 1000, BYTES = N * sizeof(int) };

__global__ void every_other(int *a, int first)
{
    int i = 2 * threadIdx.x + first;

    if (i < N)
        a[i] += 1;
}

__global__ void count(int *n, const int *a)
{
    atomicAdd(n, a[threadIdx.x]);
}

int main()
{
    int *h, *d, *n, *more[2];
    cudaStream_t s[2], t;
    cudaEvent_t e;

    cudaMallocHost(&h, BYTES);
    cudaMalloc(&d, BYTES);
    cudaMalloc(&n, sizeof *n);
    for (int i = 0; i < N; i++)
        h[i] = i;
    for (int k = 0; k < 2; k++)
        cudaStreamCreate(&s[k]);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&e);

    /* the default stream before and behind the others */
    cudaMemset(n, 0, sizeof *n);
    cudaMemcpyAsync(d, h, BYTES, cudaMemcpyHostToDevice, 0);
    every_other<<<1, 512, 0, s[0]>>>(d, 0);
    every_other<<<1, 512, 0, s[1]>>>(d, 1);
    cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    printf("%d\n", h[7]);

    /* both read, both count */
    count<<<1, 256, 0, s[0]>>>(n, d);
    count<<<1, 256, 0, s[1]>>>(n, d);
    cudaStreamSynchronize(s[1]);

    /* an event, and a stream that waits for another one that has waited */
    cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, s[0]);
    cudaEventRecord(e, s[0]);
    cudaStreamWaitEvent(t, e);
    cudaMemsetAsync(d, 0, BYTES, t);
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s[1], e);
    every_other<<<1, 512, 0, s[1]>>>(d, 0);

    /* the host has waited for it */
    cudaEventSynchronize(e);
    h[3] = 4;

    /* memory that comes back to the next stream */
    for (int k = 0; k < 2; k++) {
        cudaMallocAsync(&more[k], BYTES, s[k]);
        cudaMemsetAsync(more[k], k, BYTES, s[k]);
        cudaFreeAsync(more[k], s[k]);
    }
    cudaDeviceSynchronize();
    for (int k = 0; k < 2; k++)
        cudaStreamDestroy(s[k]);
    cudaStreamDestroy(t);
    cudaEventDestroy(e);
    cudaFree(d);
    cudaFree(n);
    cudaFreeHost(h);
    return 0;
}
