// The host waits for the later event, or asks until it is ready.
#include <cstdio>

__global__ void set(int *p)
{
    p[threadIdx.x] = 1;
}

int main()
{
    cudaEvent_t begin, end;
    float ms = -1;
    int *p;

    cudaMalloc(&p, 32 * sizeof(int));
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    set<<<1, 32>>>(p);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaError_t error = cudaEventElapsedTime(&ms, begin, end);
    cudaEventRecord(begin);
    set<<<1, 32>>>(p);
    cudaEventRecord(end);
    while (cudaEventQuery(end) == cudaErrorNotReady)
        ;
    if (cudaEventElapsedTime(&ms, begin, end) != cudaSuccess)
        return 1;
    printf("%s, %g ms\n", cudaGetErrorName(error), ms);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(p);
}
