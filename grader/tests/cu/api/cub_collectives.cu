// CUB's reductions and scans of warps and blocks, against sums one by one.
#include "check.h"

#include <cub/cub.cuh>
#include <cuda/functional>

struct least {
    int value, place;
};

struct smaller {
    __host__ __device__ least operator()(const least &a, const least &b) const
    {
        return b.value < a.value ? b : a;
    }
};

template <int X, int Y>
__global__ void of_a_block(const int *x, int valid, long long *sum, int *most,
                           int *some, least *where)
{
    using Reduce = cub::BlockReduce<long long, X,
                                    cub::BLOCK_REDUCE_WARP_REDUCTIONS, Y>;
    using Max = cub::BlockReduce<int, X, cub::BLOCK_REDUCE_RAKING, Y>;
    using Where = cub::BlockReduce<least, X, cub::BLOCK_REDUCE_RAKING, Y>;
    __shared__ typename Reduce::TempStorage first;
    __shared__ union {
        typename Max::TempStorage max;
        typename Where::TempStorage where;
    } second;
    const int tid = threadIdx.y * X + threadIdx.x;
    long long pair[2] = {x[tid], 1000};

    long long s = Reduce(first).Sum(pair);
    int m = Max(second.max).Reduce(x[tid], cuda::maximum<>());
    __syncthreads();
    least l = Where(second.where).Reduce({x[tid], tid}, smaller());
    __syncthreads();
    int v = Max(second.max).Sum(x[tid], valid);
    if (tid == 0) {
        *sum = s;
        *most = m;
        *some = v;
        *where = l;
    }
}

template <int X> __global__ void scans(const int *x, int *in, int *ex, int *four,
                                       int *all)
{
    using Scan = cub::BlockScan<int, X>;
    __shared__ typename Scan::TempStorage temp;
    const int tid = threadIdx.x;
    int items[4], before[4], total;

    Scan(temp).InclusiveSum(x[tid], in[tid]);
    __syncthreads();
    Scan(temp).ExclusiveScan(x[tid], ex[tid], -5, cuda::maximum<>(), total);
    __syncthreads();
    for (int i = 0; i < 4; i++)
        items[i] = x[tid] + i;
    Scan(temp).ExclusiveSum(items, before);
    for (int i = 0; i < 4; i++)
        four[4 * tid + i] = before[i];
    if (tid == X - 1)
        *all = total;
}

__global__ void of_warps(const int *x, int *sum, int *part, int *in, int *ex)
{
    using Eight = cub::WarpReduce<int, 8>;
    using Scan = cub::WarpScan<int>;
    __shared__ Eight::TempStorage eight[8];
    __shared__ Scan::TempStorage temp[2];
    const int tid = threadIdx.x;
    int s = Eight(eight[tid / 8]).Sum(x[tid]);
    int p = Eight(eight[tid / 8]).Reduce(x[tid], cuda::std::plus<>(), 3);

    if (tid % 8 == 0) {
        sum[tid / 8] = s;
        part[tid / 8] = p;
    }
    Scan(temp[tid / 32]).InclusiveSum(x[tid], in[tid]);
    Scan(temp[tid / 32]).ExclusiveSum(x[tid], ex[tid]);
}

template <int X, int Y> static void try_block(int valid)
{
    enum { N = X * Y };
    int *x, *in, *ex, *four, *most, *some, *all;
    long long *sum, want = 0;
    least *where, least_want = {1 << 30, 0};
    int max = -(1 << 30), part = 0, before = 0, run = -5;

    OK(cudaMallocManaged(&x, N * sizeof *x));
    OK(cudaMallocManaged(&in, N * sizeof *in));
    OK(cudaMallocManaged(&ex, N * sizeof *ex));
    OK(cudaMallocManaged(&four, 4 * N * sizeof *four));
    OK(cudaMallocManaged(&sum, sizeof *sum));
    OK(cudaMallocManaged(&where, sizeof *where));
    OK(cudaMallocManaged(&most, 3 * sizeof *most));
    some = most + 1;
    all = most + 2;
    for (int i = 0; i < N; i++) {
        x[i] = i * 7919 % 1009 - 300;
        want += x[i] + 1000;
        max = x[i] > max ? x[i] : max;
        part += i < valid ? x[i] : 0;
        if (x[i] < least_want.value)
            least_want = {x[i], i};
    }
    of_a_block<X, Y><<<1, dim3(X, Y)>>>(x, valid, sum, most, some, where);
    OK(cudaDeviceSynchronize());
    CHECK(*sum == want);
    CHECK(*most == max);
    CHECK(*some == part);
    CHECK(where->value == least_want.value && where->place == least_want.place);
    scans<N><<<1, N>>>(x, in, ex, four, all);
    OK(cudaDeviceSynchronize());
    for (int i = 0, sums = 0; i < N; i++) {
        sums += x[i];
        CHECK(in[i] == sums);
        CHECK(ex[i] == run);
        run = x[i] > run ? x[i] : run;
        for (int k = 0; k < 4; k++) {
            CHECK(four[4 * i + k] == before);
            before += x[i] + k;
        }
    }
    CHECK(*all == max);
    OK(cudaFree(x));
    OK(cudaFree(in));
    OK(cudaFree(ex));
    OK(cudaFree(four));
    OK(cudaFree(sum));
    OK(cudaFree(where));
    OK(cudaFree(most));
}

static void try_warps(void)
{
    int *x, *sum, *part, *in, *ex;

    OK(cudaMallocManaged(&x, 64 * sizeof *x));
    OK(cudaMallocManaged(&sum, 8 * sizeof *sum));
    OK(cudaMallocManaged(&part, 8 * sizeof *part));
    OK(cudaMallocManaged(&in, 64 * sizeof *in));
    OK(cudaMallocManaged(&ex, 64 * sizeof *ex));
    for (int i = 0; i < 64; i++)
        x[i] = i * i - 100;
    of_warps<<<1, 64>>>(x, sum, part, in, ex);
    OK(cudaDeviceSynchronize());
    for (int i = 0, s = 0, run = 0; i < 64; i++) {
        if (i % 8 == 0)
            s = 0;
        if (i % 32 == 0)
            run = 0;
        s += x[i];
        CHECK(ex[i] == run);
        run += x[i];
        CHECK(in[i] == run);
        if (i % 8 == 2)
            CHECK(part[i / 8] == s);
        if (i % 8 == 7)
            CHECK(sum[i / 8] == s);
    }
    OK(cudaFree(x));
    OK(cudaFree(sum));
    OK(cudaFree(part));
    OK(cudaFree(in));
    OK(cudaFree(ex));
}

int main(void)
{
    try_block<256, 1>(256);
    try_block<256, 1>(33);
    try_block<32, 1>(5);
    try_block<16, 5>(70); /* 80 threads: the last warp has 16 */
    try_block<100, 1>(99);
    try_warps();
    return 0;
}
