// Devices, their properties and attributes, limits, errors' names.
#include "check.h"
#include <cstring>
#include <thread>

__device__ int count = 5, table[3000];
__constant__ int step = 1;

__global__ void add()
{
    count += step;
    table[2999] = count;
}

/* The calling thread's device does it so often, and nobody else's shows. */
static void add_on(int device, int times, int steps)
{
    int value;

    OK(cudaSetDevice(device));
    OK(cudaMemcpyToSymbol(step, &steps, sizeof steps));
    for (int k = 0; k < times; k++)
        add<<<1, 1>>>();
    OK(cudaMemcpyFromSymbol(&value, count, sizeof value));
    CHECK(value == 5 + times * steps);
    OK(cudaMemcpyFromSymbol(&value, table, sizeof value,
                            2999 * sizeof value));
    CHECK(value == 5 + times * steps);
}

int main()
{
    int n, now, value, can;
    cudaDeviceProp p;
    size_t limit;
    char id[32];

    OK(cudaGetDeviceCount(&n));
    CHECK(n >= 1);
    OK(cudaGetDevice(&now));
    CHECK(now == 0);
    CHECK(cudaSetDevice(n) == cudaErrorInvalidDevice);
    CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
    CHECK(cudaGetDeviceProperties(&p, n) == cudaErrorInvalidDevice);
    for (int d = 0; d < n; d++) {
        OK(cudaSetDevice(d));
        OK(cudaGetDevice(&now));
        CHECK(now == d);
        OK(cudaGetDeviceProperties(&p, d));
        CHECK(strlen(p.name) > 0 && p.warpSize == 32);
        CHECK(p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64);
        CHECK(p.totalGlobalMem > 0 && p.multiProcessorCount > 0);
        OK(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, d));
        CHECK(value > 0);
        OK(cudaDeviceGetAttribute(&value, cudaDevAttrMemoryClockRate, d));
        CHECK(value > 0);
        OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, d));
        CHECK(value == p.multiProcessorCount);
        OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor,
                                  d));
        CHECK(value == p.major);
        OK(cudaDeviceGetAttribute(&value,
                                  cudaDevAttrMaxSharedMemoryPerBlockOptin, d));
        CHECK((size_t)value == p.sharedMemPerBlockOptin);
        OK(cudaDeviceGetPCIBusId(id, sizeof id, d));
        OK(cudaDeviceGetByPCIBusId(&value, id));
        CHECK(value == d);
    }
    if (n > 1) {
        int *a, *b, x = 7;
        OK(cudaDeviceCanAccessPeer(&can, 0, 1));
        CHECK(can);
        OK(cudaSetDevice(1));
        OK(cudaMalloc(&b, 4));
        OK(cudaSetDevice(0));
        OK(cudaMalloc(&a, 4));
        OK(cudaDeviceEnablePeerAccess(1, 0));
        CHECK(cudaDeviceEnablePeerAccess(1, 0) ==
              cudaErrorPeerAccessAlreadyEnabled);
        OK(cudaMemcpy(a, &x, 4, cudaMemcpyHostToDevice));
        OK(cudaMemcpyPeer(b, 1, a, 0, 4));
        x = 0;
        OK(cudaMemcpy(&x, b, 4, cudaMemcpyDeviceToHost));
        CHECK(x == 7);

        std::thread other(add_on, 1, 500, 3);
        add_on(0, 500, 2);
        other.join();
        void *p;
        for (int d = 0; d < 2; d++) {
            OK(cudaSetDevice(d));
            OK(cudaGetSymbolAddress(&p, count));
            OK(cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost));
            CHECK(x == 5 + 500 * (2 + d));
            OK(cudaMemset(p, 0, 4));
        }
        OK(cudaSetDevice(0));
        OK(cudaMemcpyFromSymbol(&x, count, 4));
        CHECK(x == 0);
        OK(cudaMemcpyFromSymbol(&x, step, 4));
        CHECK(x == 2);
    }
    OK(cudaSetDevice(0));
    OK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
    OK(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    CHECK(limit == 2 << 20);
    CHECK(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation),
                  "cudaErrorMemoryAllocation"));
    CHECK(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation),
                  "out of memory"));
    CHECK(!strcmp(cudaGetErrorString(cudaSuccess), "no error"));
    CHECK(!strcmp(cudaGetErrorString((cudaError_t)987654),
                  "unrecognized error code"));
    CHECK(cudaErrorIllegalAddress == 700 && cudaErrorLaunchFailure == 719);
    return 0;
}
