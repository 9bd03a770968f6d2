// The time up to an event that the host has not waited for.
// expect: event: "cudaErrorNotReady" "cudaEventSynchronize() for the later event"
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
    cudaError_t error = cudaEventElapsedTime(&ms, begin, end); // <- here
    printf("%s, %g ms\n", cudaGetErrorName(error), ms);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(p);
}
