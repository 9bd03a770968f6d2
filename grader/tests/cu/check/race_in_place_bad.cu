// A kernel that reads and writes one array, by two names or by one: which names,
// and no advice that leaves the race between blocks, or that one step does what
// takes another element.
// expect: race: "`in` and `out` are the same array in this launch" "a second array"
// expect: race: "`from` and `to` are the same array in this launch"
// expect: race: "the other one is in another block" "a second array"
// expect: race: "reads `s[t - off]`" "Within a round of the loop at line 45, read"
// expect: race: "reads `v[t + 1]`" "read into a local variable"
// expect: race: "both write `out[t / 2]`" "look at the index"
// expect: race: "`b[c[t] % 4]`" "atomicAdd() does all three"
#include <cstdio>

__global__ void blur(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i > 0 && i < n - 1)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // <- here
}

__global__ void shift(const int *from, int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n - 1) {
        int next = from[i + 1];
        to[i] = next; // <- here
    }
}

__global__ void smooth(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i > 0 && i < n - 1)
        a[i] = (a[i - 1] + a[i + 1]) / 2; // <- here
}

__global__ void scan(int *d, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = d[t];
    for (int off = 1; off < n; off *= 2) {
        __syncthreads();
        if (t >= off) s[t] += s[t - off]; // <- here
        __syncthreads();
    }
    d[t] = s[t];
}

__global__ void alias(int *d)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    volatile int *v = s;

    s[t] = d[t];
    s[64] = 0;
    __syncthreads();
    if (t < 64) { s[t] += v[t + 1]; } // <- here
    __syncthreads();
    d[t] = s[t];
}

__global__ void pairs(int *out, const int *in)
{
    int t = threadIdx.x;

    for (int i = 0; i < 4; i++) out[t / 2] = in[i] + t; // <- here
}

__global__ void count(int *b, const int *c)
{
    int t = threadIdx.x;

    if (c[t] >= 0) b[c[t] % 4] += 1; // <- here
}

int main()
{
    int *a, *b;

    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    cudaMemset(a, 0, 1024);
    cudaMemset(b, 0, 1024);
    blur<<<4, 64>>>(a, a, 256);
    shift<<<4, 64>>>(a, a, 256);
    smooth<<<4, 64>>>(a, 256);
    scan<<<1, 64>>>(a, 64);
    alias<<<1, 64>>>(a);
    pairs<<<1, 64>>>(a, b);
    count<<<1, 64>>>(a, b);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}
