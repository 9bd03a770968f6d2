/* Numbers that fit; some that do not, but come out as on a GPU: too far below,
 * or too large for the bytes that are kept of them. A GPU's own functions know
 * what to do with all; what the host casts is its own business. */
#include <cmath>
#include <cstdio>

__global__ void k(int *a, const float *x)
{
    const float y = x[threadIdx.x];

    a[threadIdx.x] = (int)fminf(y, 100.f) + (unsigned char)fmaxf(y, -0.5f) * 0 +
                     (int)__float2uint_rz(y) + __float2int_rn(y) +
                     (int)(long long)y;
}

int main()
{
    const float h[] = {-0.75f, -1e10f, 300.f, 2147483520.f};
    float *x, big = 1e20f;
    int *d, out[4];

    cudaMalloc(&d, sizeof out);
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 4>>>(d, x);
    cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d\n", out[3], (int)(big * out[0]));
    cudaFree(d);
    cudaFree(x);
    return 0;
}
