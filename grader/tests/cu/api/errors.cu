// Errors: which are kept, which stay, what clears them.
#include "check.h"

__global__ void nothing()
{
}
__global__ void trap()
{
    if (threadIdx.x == 3)
        __trap();
}

int main()
{
    void *p;

    /* One that is over with the call; later calls succeed. */
    nothing<<<1, 2000>>>();
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    OK(cudaMalloc(&p, 16));
    OK(cudaFree(p));
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    OK(cudaGetLastError());
    /* A call's own error is kept as well. */
    CHECK(cudaSetDevice(99) == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);

    /* One that stays: the kernel broke. */
    trap<<<2, 32>>>();
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(cudaMalloc(&p, 16) == cudaErrorLaunchFailure);
    nothing<<<1, 1>>>();
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    OK(cudaDeviceReset());
    OK(cudaGetLastError());
    nothing<<<1, 1>>>();
    OK(cudaDeviceSynchronize());
    return 0;
}
