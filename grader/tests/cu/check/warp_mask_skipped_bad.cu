// expect: warp_mask: "that the mask names and that do not come" "waits in the __syncthreads() at line 18" "Name in the mask only"
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d)
{
    __shared__ int s[8];
    int t = threadIdx.x, v = d[t];

    if (t < 8)
        s[t] = v;
    __syncthreads();
    if (t < 8) {
        v = s[t];
        v += __shfl_xor_sync(0xffffffff, v, 4); // <- here
        s[t] = v;
    }
    __syncthreads();
    d[t] = s[0];
}

int main()
{
    int h[64], *d;

    for (int i = 0; i < 64; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return 0;
}
