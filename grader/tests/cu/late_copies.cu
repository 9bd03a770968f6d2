// A copy to pinned memory that does not wait arrives when the host waits for
// it, or before work that comes after it could look; not before.
#include <cstring>

#include "api/check.h"

enum { N = 1000, OLD = -1 };

static cudaStream_t s, t, apart; // the last waits for no default stream
static cudaEvent_t event;
static int *h, *h2, *d, *d2;

static __global__ void fill(int *d, int value)
{
    d[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static __global__ void read(const int *h, int *d)
{
    d[threadIdx.x] = h[threadIdx.x];
}

// What is there now: nobody need have waited for it.
static int now(const int *p)
{
    return *(const volatile int *)p;
}

static int value = 0;

// In this stream; not waited for.
static void ask(cudaStream_t stream)
{
    for (int i = 0; i < N; i++)
        *(volatile int *)&h[i] = OLD;
    fill<<<N / 100, 100, 0, stream>>>(d, ++value);
    OK(cudaMemcpyAsync(h, d, N * sizeof *h, cudaMemcpyDeviceToHost, stream));
    CHECK(now(&h[0]) == OLD && now(&h[N - 1]) == OLD);
}

#define ARRIVED CHECK(now(&h[0]) == value && now(&h[N - 1]) == value)
#define NOT_THERE CHECK(now(&h[0]) == OLD)

static void CUDART_CB look(void *p)
{
    *(int *)p = now(&h[N - 1]);
}

static void called(cudaStream_t, cudaError_t, void *p)
{
    look(p);
}

int main()
{
    cudaEvent_t early;
    int seen = 0, rows[4];
    float ms;

    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    OK(cudaEventCreate(&event));
    OK(cudaEventCreate(&early));
    OK(cudaMallocHost(&h, N * sizeof *h));
    OK(cudaMallocHost(&h2, N * sizeof *h2));
    OK(cudaMalloc(&d, N * sizeof *d));
    OK(cudaMalloc(&d2, sizeof *d2));

    // Each way to wait, and what is none.
    ask(s);
    OK(cudaStreamSynchronize(t));
    OK(cudaEventRecord(early, t));
    OK(cudaEventSynchronize(early));
    NOT_THERE;
    OK(cudaStreamSynchronize(s));
    ARRIVED;
    ask(s);
    CHECK(cudaStreamQuery(s) == cudaErrorNotReady); // at the first look
    NOT_THERE;
    while (cudaStreamQuery(s) == cudaErrorNotReady)
        ;
    ARRIVED;
    OK(cudaStreamQuery(s));
    OK(cudaEventRecord(early, s));
    ask(s);
    OK(cudaEventSynchronize(early));
    NOT_THERE;
    OK(cudaEventRecord(event, s));
    NOT_THERE;
    OK(cudaEventSynchronize(event));
    ARRIVED;
    ask(s);
    OK(cudaEventRecord(event, s));
    while (cudaEventQuery(event) == cudaErrorNotReady)
        ;
    ARRIVED;
    OK(cudaEventElapsedTime(&ms, early, event));
    ask(s);
    OK(cudaDeviceSynchronize());
    ARRIVED;
    ask(s);
    OK(cudaStreamSynchronize(0)); // which comes after s
    ARRIVED;
    ask(apart);
    OK(cudaStreamSynchronize(0)); // which does not come after this one
    NOT_THERE;
    OK(cudaStreamSynchronize(apart));
    ARRIVED;
    ask(0);
    OK(cudaMemcpy(h2, d, sizeof *h2, cudaMemcpyDeviceToHost));
    ARRIVED;
    ask(s);
    OK(cudaMemcpyAsync(rows, d, sizeof rows, cudaMemcpyDeviceToHost, s));
    ARRIVED; // the memory of `rows` is pageable: it waits

    // Another stream comes after it.
    ask(s);
    OK(cudaEventRecord(event, s));
    OK(cudaStreamWaitEvent(t, event, 0));
    OK(cudaStreamSynchronize(t));
    ARRIVED;

    // Work that comes after it and could look; another stream's could not.
    ask(s);
    fill<<<1, 1, 0, apart>>>(d2, value);
    OK(cudaMemsetAsync(d, 0, sizeof *d, s));
    OK(cudaMemcpyAsync(h2, d, sizeof *h2, cudaMemcpyDeviceToHost, s));
    NOT_THERE;
    read<<<1, 100, 0, s>>>(h, d);
    ARRIVED;
    OK(cudaMemcpyAsync(h2, d, sizeof *h2, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    CHECK(*h2 == value);
    ask(s);
    OK(cudaMemcpyAsync(d, h, N * sizeof *d, cudaMemcpyHostToDevice, s));
    OK(cudaMemcpyAsync(h2, d, N * sizeof *d, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    CHECK(h2[N - 1] == value);
    ask(s);
    OK(cudaLaunchHostFunc(s, look, &seen));
    OK(cudaStreamSynchronize(s));
    CHECK(seen == value);
    ask(s);
    OK(cudaStreamAddCallback(s, called, &seen, 0));
    OK(cudaStreamSynchronize(s));
    CHECK(seen == value);

    // The later of two to the same place stays.
    ask(s);
    fill<<<N / 100, 100, 0, s>>>(d, ++value);
    OK(cudaMemcpyAsync(h, d, N * sizeof *h, cudaMemcpyDeviceToHost, s));
    fill<<<N / 100, 100, 0, s>>>(d, ++value);
    OK(cudaMemcpy2DAsync(h, 20, d, 20, 20, N / 5, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    ARRIVED;
    ask(s);
    fill<<<N / 100, 100, 0, s>>>(d, ++value);
    OK(cudaMemcpy(h, d, N * sizeof *h, cudaMemcpyDeviceToHost));
    ARRIVED;

    // Rows of their own.
    for (int i = 0; i < N; i++)
        h[i] = OLD;
    OK(cudaMemcpy2DAsync(h, 40, d, 20, 8, N / 10, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    CHECK(h[0] == value && h[1] == value && h[2] == OLD && h[9] == OLD &&
          h[N - 10] == value);

    // A graph's.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    fill<<<N / 100, 100, 0, s>>>(d, ++value);
    OK(cudaMemcpyAsync(h, d, N * sizeof *h, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    ARRIVED;
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));

    // Memory that was only registered; what is freed is waited for.
    int *own = (int *)calloc(N, sizeof *own);
    OK(cudaHostRegister(own, N * sizeof *own, 0));
    OK(cudaMemcpyAsync(own, d, N * sizeof *own, cudaMemcpyDeviceToHost, s));
    CHECK(now(own) == 0);
    OK(cudaHostUnregister(own));
    CHECK(own[N - 1] == value);
    free(own);
    ask(s);
    OK(cudaFree(d));
    ARRIVED;
    OK(cudaMalloc(&d, N * sizeof *d));
    ask(s);
    OK(cudaStreamDestroy(s));
    NOT_THERE;
    OK(cudaFreeHost(h));
    OK(cudaFreeHost(h2));
    OK(cudaFree(d));
    OK(cudaFree(d2));
    OK(cudaStreamDestroy(t));
    OK(cudaStreamDestroy(apart));
    OK(cudaEventDestroy(event));
    OK(cudaEventDestroy(early));
    return 0;
}
