/* What right programs do: nothing here may be found. */
#include <cstdio>
#include <cstdlib>

enum { N = 1000 };

#define CHECK(call)                                                            \
    do {                                                                       \
        if ((call) != cudaSuccess)                                             \
            exit(1);                                                           \
    } while (0)

__device__ int sums[64];
__device__ unsigned tickets;
__device__ volatile int stage;
__device__ int locks[4];
__constant__ float weights[8];

__inline__ __device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__global__ void block_sum(const int *a, int n, int *out)
{
    __shared__ int parts[32];
    int t = threadIdx.x, v = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        v += a[i];
    v = warp_sum(v);
    if (t % 32 == 0)
        parts[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < blockDim.x / 32 ? parts[t] : 0;
        v = warp_sum(v);
        if (t == 0)
            atomicAdd(out, v);
    }
}

__global__ void last_block(const int *a, int n, int *out)
{
    __shared__ int s[128];
    __shared__ bool last;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 32; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        int v = s[t] + s[t + 32];

        v = warp_sum(v);
        if (t == 0) {
            sums[blockIdx.x] = v;
            __threadfence();
            last = atomicAdd(&tickets, 1) == gridDim.x - 1;
        }
    }
    __syncthreads();
    if (last && t == 0) {
        int v = 0;

        for (int b = 0; b < gridDim.x; b++)
            v += ((volatile int *)sums)[b];
        *out = v;
        tickets = 0;
    }
}

__global__ void scan(int *a)
{
    extern __shared__ int two[];
    int t = threadIdx.x, n = blockDim.x, in = 0;

    two[t] = a[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int *from = two + in * n, *to = two + (1 - in) * n;

        to[t] = from[t] + (t >= d ? from[t - d] : 0);
        in = 1 - in;
        __syncthreads();
    }
    a[t] = two[in * n + t];
}

__global__ void histogram(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned own[256];

    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&own[text[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (own[b])
            atomicAdd(&bins[b], own[b]);
}

template <int T> __global__ void transpose(const float *a, float *b, int w, int h)
{
    __shared__ float tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;

    for (int j = 0; j < T; j += blockDim.y)
        if (x < w && y + j < h)
            tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    for (int j = 0; j < T; j += blockDim.y)
        if (x < h && y + j < w)
            b[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void bitonic(int *a)
{
    __shared__ int s[256];
    int t = threadIdx.x;

    s[t] = a[t];
    for (int k = 2; k <= 256; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;

            __syncthreads();
            if (other > t && (s[t] > s[other]) == !(t & k)) {
                int v = s[t];

                s[t] = s[other];
                s[other] = v;
            }
        }
    __syncthreads();
    a[t] = s[t];
}

/* A level of a breadth-first search: many write the same. */
__global__ void level(const int *edges, int *cost, bool *next, bool *again,
                      const bool *now, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && now[i])
        for (int k = 0; k < 4; k++) {
            int to = edges[4 * i + k];

            if (cost[to] < 0) {
                next[to] = true;
                *again = true;
            }
        }
}

__global__ void chain(int *data)
{
    if (threadIdx.x == 0) {
        while (stage != blockIdx.x)
            ;
        __threadfence();
        data[0] += blockIdx.x;
        __threadfence();
        stage = blockIdx.x + 1;
    }
}

__global__ void four_locks(int *data)
{
    int k = threadIdx.x % 4;
    bool done = false;

    while (!done)
        if (atomicCAS(&locks[k], 0, 1) == 0) {
            __threadfence();
            data[k]++;
            __threadfence();
            atomicExch(&locks[k], 0);
            done = true;
        }
}

__device__ float max_of(float *address, float v)
{
    int *p = (int *)address, old = *p, seen;

    do {
        seen = old;
        old = atomicCAS(p, seen, __float_as_int(fmaxf(v, __int_as_float(seen))));
    } while (old != seen);
    return __int_as_float(old);
}

__global__ void maximum(const float *a, int n, float *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        max_of(most, a[i]);
}

struct particle {
    float3 at, speed;
    char kind;
};

__global__ void move(particle *p, float4 *trace, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    particle mine = p[i];
    float local[8];

    for (int k = 0; k < 8; k++)
        local[k] = weights[k] * mine.speed.x;
    for (int k = 0; k < 8; k++)
        mine.at.x += local[7 - k];
    p[i] = mine;
    trace[i] = make_float4(mine.at.x, mine.at.y, mine.at.z, mine.kind);
}

__global__ void votes(const int *a, int *out)
{
    int t = threadIdx.x;
    unsigned even = __ballot_sync(0xffffffff, a[t] % 2 == 0);
    int rank = __popc(even & ((1u << t % 32) - 1));
    int many = __syncthreads_count(a[t] > 100);

    if (a[t] % 2 == 0) {
        unsigned here = __activemask();
        int leader = __ffs(here) - 1, base = 0;

        if (t % 32 == leader)
            base = atomicAdd(&out[1], __popc(here));
        base = __shfl_sync(here, base, leader);
        out[2 + base + __popc(here & ((1u << t % 32) - 1))] = a[t];
    }
    if (t == 0)
        out[0] = many + rank;
}

__global__ void in_turns(int *a, int n)
{
    __shared__ short small[2][64];
    __shared__ unsigned char flag;
    int t = threadIdx.x;

    if (t == 0)
        flag = 0;
    for (int r = 0; r < 3; r++) {
        small[r % 2][t] = a[(t + r) % n];
        __syncthreads();
        if (small[r % 2][63 - t] == 5)
            flag = 1;
        __syncthreads();
    }
    a[t] = flag;
}

int main()
{
    static int h[4 * N];
    static particle cloud[N];
    int *a, *b, *out;
    float *f, *g;
    bool *flags;
    particle *p;
    float4 *trace;
    float w[8] = {1, 2, 3, 4, 5, 6, 7, 8};

    for (int i = 0; i < 4 * N; i++)
        h[i] = i * 7919 % N;
    CHECK(cudaMalloc(&a, sizeof h));
    CHECK(cudaMalloc(&b, sizeof h));
    CHECK(cudaMalloc(&out, sizeof h));
    CHECK(cudaMalloc(&f, N * sizeof *f));
    CHECK(cudaMalloc(&g, N * sizeof *g));
    CHECK(cudaMalloc(&flags, 2 * N + 1));
    CHECK(cudaMalloc(&p, sizeof cloud));
    CHECK(cudaMalloc(&trace, N * sizeof *trace));
    CHECK(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, sizeof h));
    CHECK(cudaMemset(f, 0, N * sizeof *f));
    CHECK(cudaMemset(flags, 1, N));
    CHECK(cudaMemset(flags + N, 0, N + 1));
    CHECK(cudaMemcpy(p, cloud, sizeof cloud, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));

    block_sum<<<3, 128>>>(a, N, out);
    last_block<<<8, 128>>>(a, N, out + 1);
    last_block<<<8, 128>>>(a, N, out + 1);
    CHECK(cudaMemcpy(b, a, sizeof h, cudaMemcpyDeviceToDevice));
    scan<<<1, 256, 2 * 256 * sizeof(int)>>>(b);
    bitonic<<<1, 256>>>(b);
    CHECK(cudaMemset(b, 0, 256 * sizeof(int)));
    histogram<<<4, 96>>>((unsigned char *)a, 3 * N + 1, (unsigned *)b);
    transpose<32><<<dim3(2, 1), dim3(32, 8)>>>(f, g, 50, 20);
    CHECK(cudaMemset(b, 255, N * sizeof(int)));
    level<<<8, 128>>>(a, b, flags + N, flags + 2 * N, flags, N);
    chain<<<20, 64>>>(out + 2);
    four_locks<<<3, 64>>>(out + 4);
    maximum<<<8, 128>>>(g, N, f);
    move<<<8, 128>>>(p, trace, N);
    votes<<<1, 96>>>(a, out + 100);
    in_turns<<<1, 64>>>(a, N);
    CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[4]);
    cudaFree(a), cudaFree(b), cudaFree(out), cudaFree(f), cudaFree(g);
    cudaFree(flags), cudaFree(p), cudaFree(trace);
    return 0;
}
