// (choice ? a : b)[k]: g++ with any -fsanitize that replaces operators computes
// k in one of the two cases only; the translator has to go round that.
#include <cstdio>
#include <cuda_runtime.h>

struct list {
    int of[8];
    __device__ int &operator[](int i) { return of[i]; }
};

__global__ void choose(const int4 *from, int n, int *to)
{
    __shared__ int4 a[32][3], b[32][3];
    __shared__ int c[64], d[64];
    int t = threadIdx.x;
    int4 none = make_int4(0, 0, 0, 0);

    (t < 64 ? a : b)[t % 64 / 2][t % 2] = t < n ? from[t] : none;
    if (t >= 0)
        (t < 64 ? c : d)[t % 64] = t;
    __syncthreads();

    list x = {}, y = {};
    (t % 2 ? x : y)[t % 8] = 1;
    to[t] = (t < 64 ? a : b)[t % 64 / 2][t % 2].x +
            (int)(t < 64 ? c : d)[t % 64] + (t % 2 ? c + 1 : c)[0] +
            (t % 2 ? x : y)[t % 8];
}

int main()
{
    const int n = 100;
    int4 *from, host[128];
    int *to, result[128], wrong = 0;

    for (int t = 0; t < 128; t++)
        host[t] = make_int4(1000 * t, 0, 0, 0);
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof result);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    choose<<<1, 128>>>(from, n, to);
    cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 128; t++)
        wrong += result[t] != (t < n ? 1000 * t : 0) + t + t % 2 + 1;
    if (wrong)
        printf("%d are wrong\n", wrong);
    cudaFree(from);
    cudaFree(to);
    return wrong > 0;
}
