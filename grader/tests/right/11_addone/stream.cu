/* With a stream of its own, and memory that frees itself. */
#include "addone.h"

#include <cuda_runtime.h>

struct memory {
    float *p = nullptr;
    cudaStream_t stream = nullptr;
    ~memory()
    {
        if (stream)
            cudaStreamDestroy(stream);
        cudaFree(p);
    }
};

template <typename T> __global__ void add(T *__restrict__ a, int n, T what)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
         i += blockDim.x * gridDim.x)
        a[i] += what;
}

int add_one(float *a, int rows, int cols)
{
    memory m;
    int n = rows * cols;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess;
    if ((error = cudaMalloc(&m.p, n * sizeof *a)) != cudaSuccess ||
        (error = cudaStreamCreate(&m.stream)) != cudaSuccess ||
        (error = cudaMemcpyAsync(m.p, a, n * sizeof *a, cudaMemcpyHostToDevice,
                                 m.stream)) != cudaSuccess)
        return error;
    add<float><<<64, 256, 0, m.stream>>>(m.p, n, 1);
    if ((error = cudaGetLastError()) != cudaSuccess ||
        (error = cudaMemcpyAsync(a, m.p, n * sizeof *a, cudaMemcpyDeviceToHost,
                                 m.stream)) != cudaSuccess)
        return error;
    return cudaStreamSynchronize(m.stream);
}
