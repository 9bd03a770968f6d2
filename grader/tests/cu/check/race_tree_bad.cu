// expect: race: no barrier between the steps of a tree
#include <cstdio>
#include <cstdlib>

__global__ void k(int *d, int n)
{
    __shared__ int s[256];
    int i = threadIdx.x;

    s[i] = d[i];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (i < half)
            s[i] += s[i + half]; // <- here
    }
    if (i == 0)
        d[0] = s[0];
}

int main()
{
    const int n = 256;
    int *h = (int *)malloc(n * sizeof(int)), *d;

    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 31;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 256>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}
