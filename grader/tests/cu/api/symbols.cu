// __device__, __constant__ and __managed__ variables from the host.
#include "check.h"

__device__ int counter;
__device__ float table[64] = {1, 2, 3};
__constant__ float weights[16];
__constant__ int one = 1;
__managed__ int shared_by_both = 5;
struct point {
    double x, y;
};
static __device__ point origin;
namespace inner
{
__device__ int hidden[2][3];
}

__global__ void work(float *out)
{
    int i = threadIdx.x;
    atomicAdd(&counter, one);
    table[i] += weights[i % 16];
    out[i] = table[i];
    if (i == 0) {
        shared_by_both *= 2;
        origin.x += 1;
        inner::hidden[1][2] = 42;
    }
}

int main()
{
    float h[64], *d, w[16];
    int c = 10, n[6], *address;
    size_t bytes;
    point p = {3, 4};

    for (int i = 0; i < 16; i++)
        w[i] = i * 0.5f;
    OK(cudaMemcpyToSymbol(weights, w, sizeof w));
    OK(cudaMemcpyToSymbol(counter, &c, sizeof c));
    OK(cudaMemcpyToSymbol(origin, &p, sizeof p));
    OK(cudaMalloc(&d, sizeof h));
    work<<<1, 64>>>(d);
    OK(cudaDeviceSynchronize());
    CHECK(shared_by_both == 10);
    OK(cudaMemcpyFromSymbol(&c, counter, sizeof c));
    CHECK(c == 74);
    OK(cudaMemcpyFromSymbol(h, table, sizeof h));
    CHECK(h[0] == 1 && h[1] == 2.5f && h[2] == 4 && h[17] == 0.5f);
    OK(cudaMemcpyFromSymbol(&h[0], table, 4, 17 * 4));
    CHECK(h[0] == 0.5f);
    OK(cudaMemcpyFromSymbol(&p, origin, sizeof p));
    CHECK(p.x == 4 && p.y == 4);
    OK(cudaMemcpyFromSymbol(n, inner::hidden, sizeof n));
    CHECK(n[5] == 42 && n[4] == 0);
    OK(cudaGetSymbolSize(&bytes, table));
    CHECK(bytes == 256);
    OK(cudaGetSymbolSize(&bytes, inner::hidden));
    CHECK(bytes == 24);
    OK(cudaGetSymbolAddress((void **)&address, counter));
    OK(cudaMemset(address, 0, 4));
    OK(cudaMemcpyFromSymbol(&c, counter, sizeof c));
    CHECK(c == 0);
    CHECK(cudaMemcpyToSymbol(weights, w, sizeof w + 4) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpyToSymbol(w, w, sizeof w) == cudaErrorInvalidSymbol);
    /* A variable's name is no device pointer. */
    CHECK(cudaMemcpy(table, h, 4, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    return 0;
}
