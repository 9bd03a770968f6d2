// One __syncwarp() is forgotten between each two of these lines: one mistake.
// expect: race: "__syncwarp() does it" "The same at lines 20 to 23."
// expect: unwritten: "copy the data in" "The same at lines 34 and 36."
// expect: unwritten: "reads `other[i]`"
#include <cstdio>

__global__ void last(const int *d, int *o)
{
    __shared__ int s[128];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    if (t < 32) {
        volatile int *v = s;

        v[t] += v[t + 64];
        v[t] += v[t + 32];
        v[t] += v[t + 16]; // <- here
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
    }
    if (t == 0)
        *o = s[0];
}

__global__ void three(const int *fresh, const int *other, int *o)
{
    int i = threadIdx.x, sum;

    sum = fresh[i]; // <- here
    sum += fresh[i + 1];
    sum += other[i]; // <- here
    sum += fresh[i + 2];
    o[i] = sum;
}

int main()
{
    int h[128], *d, *o, *fresh, *other;

    for (int i = 0; i < 128; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMalloc(&fresh, sizeof h);
    cudaMalloc(&other, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    last<<<1, 128>>>(d, o);
    three<<<1, 64>>>(fresh, other, o);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(o);
    cudaFree(fresh);
    cudaFree(other);
}
