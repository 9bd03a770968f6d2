// expect: cast: "makes 1e+20 an integer": "on a GPU it is 2147483647"
#include <cstdio>

__global__ void k(int *a, const float *x)
{
    a[threadIdx.x] = x[threadIdx.x]; // <- here
}

int main()
{
    const float h[] = {1.5f, -2.5f, -1e20f, 1e20f};
    float *x;
    int *d, out[4];

    cudaMalloc(&d, sizeof out);
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 4>>>(d, x);
    cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[3]);
    cudaFree(d);
    cudaFree(x);
    return 0;
}
