// expect: cast: "makes nan an integer": "on a GPU it is 0"
// expect: cast: "makes -1 an integer": "on a GPU it is 0, here it was 255"
#include <cmath>
#include <cstdio>

__global__ void k(int *a, unsigned char *b, const double *x, float y)
{
    a[0] = (int)y;           // <- here
    b[0] = (unsigned char)*x; // <- here
}

int main()
{
    const double h = -1;
    double *x;
    int *d;
    unsigned char *b;

    cudaMalloc(&d, sizeof *d);
    cudaMalloc(&b, 1);
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, &h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d, b, x, NAN);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(b);
    cudaFree(x);
    return 0;
}
