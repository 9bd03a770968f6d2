// Kernels that launch kernels: when they run, in which order, the limits.
#include <cuda_runtime.h>

#include "check.h"

__global__ void note(int *log, int *n, int what)
{
    if (threadIdx.x == 0)
        log[(*n)++] = what;
}

template <class T> __global__ void fill(T *a, int n, T value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = value;
}

/* A tree: each block launches one for each half. */
__global__ void halves(int *a, int n)
{
    __shared__ int half;

    if (threadIdx.x == 0)
        half = n / 2;
    __syncthreads();
    if (n == 1) {
        if (threadIdx.x == 0)
            a[0]++;
    } else if (threadIdx.x < 2) {
        halves<<<1, 32>>>(threadIdx.x ? a + half : a,
                          threadIdx.x ? n - half : half);
    }
}

__global__ void order(int *log, int *n)
{
    cudaStream_t s;

    if (threadIdx.x == 0) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        note<<<1, 32, 0, cudaStreamTailLaunch>>>(log, n, 5);
        note<<<1, 32>>>(log, n, 3);
        note<<<1, 32, 0, s>>>(log, n, 4);
        note<<<1, 32, 0, cudaStreamTailLaunch>>>(log, n, 6);
        cudaStreamDestroy(s);
    }
    __syncthreads();
    if (threadIdx.x == 33)
        log[(*n)++] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        log[(*n)++] = 2;
}

__global__ void with_types(float *a, double *b, int n)
{
    if (threadIdx.x == 0) {
        fill<<<(n + 63) / 64, 64>>>(a, n, 1.5f);
        fill<double><<<dim3((n + 63) / 64), dim3(64)>>>(b, n, 2);
    }
}

__global__ void deeper(int *depth)
{
    *depth += 1;
    deeper<<<1, 1>>>(depth);
    if (cudaPeekAtLastError() != cudaSuccess)
        *depth +=
            cudaGetLastError() == cudaErrorLaunchMaxDepthExceeded ? 1000 : 5000;
}

__global__ void again(int *left)
{
    if (--*left > 0)
        again<<<1, 1, 0, cudaStreamTailLaunch>>>(left);
}

__global__ void many(int *count, int n)
{
    for (int i = 0; i < n; i++) {
        fill<<<1, 1>>>(count, 0, 0);
        if (cudaGetLastError() == cudaErrorLaunchPendingCountExceeded)
            *count += 1;
    }
}

__global__ void too_large(int *error)
{
    fill<<<1, 1025>>>(error, 1, 7);
    *error = cudaGetLastError();
}

__global__ void breaks()
{
    __trap();
}
__global__ void launches_it()
{
    breaks<<<1, 1>>>();
}

static int get(const int *d)
{
    int h;

    OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    return h;
}

int main()
{
    const int n = 1000;
    static int h[n];
    static double hb[n];
    int *d;
    double *b;

    OK(cudaMalloc(&d, sizeof h));
    OK(cudaMalloc(&b, sizeof hb));
    OK(cudaMemset(d, 0, sizeof h));
    halves<<<1, 32>>>(d, n);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        CHECK(h[i] == 1);

    OK(cudaMemset(d, 0, sizeof h));
    order<<<1, 64>>>(d + 1, d);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 6);
    for (int i = 1; i <= 6; i++)
        CHECK(h[i] == i);

    with_types<<<1, 32>>>((float *)d, b, n);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(hb, b, sizeof hb, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        CHECK(((float *)h)[i] == 1.5f && hb[i] == 2);

    OK(cudaMemset(d, 0, sizeof h));
    deeper<<<1, 1>>>(d);
    CHECK(get(d) == 1025);
    int left = 100000;
    OK(cudaMemcpy(d, &left, sizeof left, cudaMemcpyHostToDevice));
    again<<<1, 1>>>(d);
    CHECK(get(d) == 0);
    many<<<1, 1>>>(d, 2050);
    CHECK(get(d) == 2);
    OK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3000));
    many<<<1, 1>>>(d, 2050);
    CHECK(get(d) == 2);
    too_large<<<1, 1>>>(d);
    OK(cudaGetLastError()); /* the kernel's error is not the host's */
    CHECK(get(d) == cudaErrorInvalidConfiguration);
    launches_it<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    return 0;
}
