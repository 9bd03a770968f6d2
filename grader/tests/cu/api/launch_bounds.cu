// A launch with more threads in a block than __launch_bounds__ promise fails, and
// nothing of it runs; however the kernel is written and launched.
#include "check.h"

#define HALF 32

__global__ void __launch_bounds__(2 * HALF, 2) plain(int *out)
{
    atomicAdd(out, 1);
}

template <int most, class T>
__global__ void __launch_bounds__(most) sized(T *out)
{
    atomicAdd(out, 1);
}

template <class T> __launch_bounds__(64) __global__ void deduced(T *out)
{
    atomicAdd(out, 1);
}

__global__ void __launch_bounds__(64) given(int *out, int n = 1)
{
    atomicAdd(out, n);
}

__global__ void __launch_bounds__(64) twice(int *out, int n)
{
    atomicAdd(out, n);
}

__global__ void __launch_bounds__(64) twice(int *out, float n)
{
    atomicAdd(out, int(n));
}

namespace
{
__global__ __launch_bounds__(64) void hidden(int *out)
{
    atomicAdd(out, 1);
}
} // namespace

__global__ void unbound(int *out)
{
    atomicAdd(out, 1);
}

static int *out;

/* How many threads have run, -1: the launch has failed as it should. */
static int ran()
{
    int n = 0;
    cudaError_t error = cudaGetLastError();

    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&n, out, sizeof n, cudaMemcpyDeviceToHost));
    OK(cudaMemset(out, 0, sizeof n));
    if (error == cudaSuccess)
        return n;
    CHECK(error == cudaErrorLaunchOutOfResources && n == 0);
    return -1;
}

int main()
{
    void (*pointer)(int *) = plain;
    void (*instance)(int *) = sized<64, int>;
    void *args[] = {&out};
    cudaFuncAttributes attributes;
    int grid, block;

    OK(cudaMalloc(&out, sizeof(int)));
    OK(cudaMemset(out, 0, sizeof(int)));
#define TRY(kernel, ...)                            \
    do {                                            \
        kernel<<<2, dim3(32, 2)>>>(__VA_ARGS__);    \
        CHECK(ran() == 128);                        \
        kernel<<<2, dim3(32, 2, 2)>>>(__VA_ARGS__); \
        CHECK(ran() == -1);                         \
    } while (0)
    TRY(plain, out);
    sized<64><<<2, dim3(32, 2, 2)>>>(out);
    CHECK(ran() == -1);
    sized<64, int><<<2, dim3(32, 2, 2)>>>(out);
    CHECK(ran() == -1);
    sized<64><<<2, dim3(32, 2)>>>(out);
    CHECK(ran() == 128);
    TRY(deduced, out);
    TRY(given, out);
    TRY(twice, out, 1);
    TRY(twice, out, 1.0f);
    TRY(hidden, out);
    TRY(pointer, out);
    TRY(instance, out);
    unbound<<<1, 1024>>>(out);
    CHECK(ran() == 1024);
    CHECK(cudaLaunchKernel((void *)plain, dim3(1), dim3(65), args, 0, 0) ==
          cudaErrorLaunchOutOfResources);
    CHECK(ran() == -1);
    OK(cudaFuncGetAttributes(&attributes, plain));
    CHECK(attributes.maxThreadsPerBlock == 64);
    OK(cudaFuncGetAttributes(&attributes, unbound));
    CHECK(attributes.maxThreadsPerBlock == 1024);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, hidden));
    CHECK(block == 64);
    OK(cudaFree(out));
    return 0;
}
