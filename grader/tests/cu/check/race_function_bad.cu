// expect: race: in a function of the kernel "by the call at line 30"
#include <cstdio>
#include <cstdlib>

__device__ void smooth(int *s, int t, int n)
{
    for (int k = 1; k < n; k++) {
        int v = s[t] + k;

        if (v % 2 == 0)
            v = v / 2 + s[(t + k) % n]; // <- here
        if (v % 3 == 0)
            v = v / 3 + s[(t + 2 * k) % n]; // <- here
        if (v > 1000)
            v -= 1000;
        s[t] = v; // <- here
    }
    __syncthreads();
}

__global__ void k(int *d, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    if (n > 1000)
        smooth(s, t, 32);
    smooth(s, t, 64);
    d[t] = s[t];
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
