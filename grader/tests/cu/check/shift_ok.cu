/* Shifts that are known: by all but one of the bits; of 64 bits by more than 32;
 * as a GPU's own functions do, which know what to do with more. */
#include <cstdio>

__global__ void k(unsigned long long *a, int n)
{
    unsigned lane = threadIdx.x;

    a[lane] = (1ull << (lane + n)) + (1u << lane) +
              __funnelshift_lc(lane, ~lane, lane + 30) +
              __funnelshift_l(lane, ~lane, lane + 30) +
              __shfl_up_sync(~0u, lane, 1) + __ballot_sync(~0u, lane & 1);
}

int main()
{
    unsigned long long *d, h[32];

    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d, 32);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%llu\n", h[1]);
    cudaFree(d);
    return 0;
}
