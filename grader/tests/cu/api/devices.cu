// Devices, their properties and attributes, limits, errors' names.
#include "check.h"
#include <cstring>

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
