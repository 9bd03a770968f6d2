// Streams and events: order, times, handles that are not valid.
#include "check.h"

__global__ void work(float *p)
{
    float x = threadIdx.x;
    for (int i = 0; i < 20000; i++)
        x = x * 0.5f + 1;
    p[threadIdx.x] = x;
}

static void CUDART_CB callback(cudaStream_t, cudaError_t status, void *data)
{
    *static_cast<int *>(data) = status == cudaSuccess ? 1 : -1;
}
static void CUDART_CB host_function(void *data)
{
    ++*static_cast<int *>(data);
}

int main()
{
    cudaStream_t s, t;
    cudaEvent_t a, b, untimed;
    float ms = -1, *d;
    int called = 0, low, high, priority;
    unsigned flags;

    OK(cudaStreamCreate(&s));
    OK(cudaDeviceGetStreamPriorityRange(&low, &high));
    OK(cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, high));
    OK(cudaStreamGetFlags(t, &flags));
    OK(cudaStreamGetPriority(t, &priority));
    CHECK(flags == cudaStreamNonBlocking && priority == high);
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    OK(cudaMalloc(&d, 128));
    CHECK(cudaEventElapsedTime(&ms, a, b) == cudaErrorInvalidResourceHandle);
    OK(cudaEventRecord(a, s));
    work<<<1, 32, 0, s>>>(d);
    OK(cudaStreamAddCallback(s, callback, &called, 0));
    OK(cudaLaunchHostFunc(s, host_function, &called));
    CHECK(called == 0); /* nobody has waited */
    while (*(volatile int *)&called < 2)
        ; /* by other means */
    called = 0;
    OK(cudaStreamAddCallback(s, callback, &called, 0));
    OK(cudaLaunchHostFunc(s, host_function, &called));
    OK(cudaEventRecord(b, s));
    OK(cudaEventRecord(untimed, s));
    OK(cudaStreamWaitEvent(t, untimed, 0));
    OK(cudaEventSynchronize(b));
    OK(cudaStreamSynchronize(s));
    CHECK(called == 2);
    OK(cudaEventQuery(b));
    OK(cudaStreamQuery(t));
    OK(cudaEventElapsedTime(&ms, a, b));
    CHECK(ms > 0 && ms < 10000);
    CHECK(cudaEventElapsedTime(&ms, a, untimed) ==
          cudaErrorInvalidResourceHandle);
    OK(cudaMallocAsync((void **)&d, 1024, s));
    OK(cudaMemsetAsync(d, 0, 1024, s));
    OK(cudaFreeAsync(d, s));
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(b));
    OK(cudaEventDestroy(untimed));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
    OK(cudaStreamSynchronize(0));
    return 0;
}
