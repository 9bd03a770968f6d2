// With SIMT_MEMORY no device has more, and every way to allocate knows it.
#include "../api/check.h"

enum { PAGE = 4096, PAGES = 20 };

static size_t left(size_t *total)
{
    size_t bytes;

    OK(cudaMemGetInfo(&bytes, total));
    return bytes;
}

int main()
{
    size_t total, pitch;
    cudaDeviceProp p;
    cudaArray_t array;
    char *a, *b, *c;
    int n;

    CHECK(setenv("SIMT_MEMORY", "81920", 1) == 0);
    OK(cudaGetDeviceCount(&n));
    for (int d = 0; d < n; d++) {
        OK(cudaSetDevice(d));
        OK(cudaGetDeviceProperties(&p, d));
        CHECK(p.totalGlobalMem == PAGES * PAGE);
        CHECK(left(&total) == PAGES * PAGE && total == PAGES * PAGE);
        CHECK(cudaMalloc(&a, PAGES * PAGE + 1) == cudaErrorMemoryAllocation);
        CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
        OK(cudaMalloc(&a, PAGES * PAGE));
        CHECK(cudaMalloc(&b, 1) == cudaErrorMemoryAllocation);
        OK(cudaFree(a));
        /* a byte takes a page */
        OK(cudaMalloc(&a, 18 * PAGE));
        OK(cudaMalloc(&b, 1));
        CHECK(left(&total) == PAGE);
        CHECK(cudaMallocAsync(&c, PAGE + 1, 0) == cudaErrorMemoryAllocation);
        CHECK(cudaMallocPitch(&c, &pitch, 10, 10) == cudaErrorMemoryAllocation);
        CHECK(cudaMallocManaged(&c, PAGE + 1) == cudaErrorMemoryAllocation);
        cudaChannelFormatDesc bytes = cudaCreateChannelDesc<char>();
        CHECK(cudaMallocArray(&array, &bytes, PAGE + 1) ==
              cudaErrorMemoryAllocation);
        OK(cudaMallocAsync(&c, PAGE, 0));
        CHECK(left(&total) == 0);
        OK(cudaFreeAsync(c, 0));
        /* the host has its own */
        OK(cudaMallocHost(&c, 100 * PAGE));
        OK(cudaFreeHost(c));
        OK(cudaFree(a));
        OK(cudaFree(b));
        CHECK(left(&total) == PAGES * PAGE);
    }
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}
