// libcu++'s atomic objects and references: a lock, counters, the host's own.
#include "check.h"

#include <cuda/atomic>
#include <cuda/std/limits>

__device__ int lock = 0;
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> total(0u);

/* Each block adds its part to the sum, under a lock. */
__global__ void add_parts(int *sum, const int *x, int n)
{
    const int first = blockIdx.x * blockDim.x, end = first + blockDim.x;
    int part = 0;

    total++;
    total.fetch_add(2, cuda::memory_order_relaxed);
    if (threadIdx.x > 0)
        return;
    for (int i = first; i < end && i < n; i++)
        part += x[i];
    cuda::atomic_ref<int, cuda::thread_scope_device> taken(lock);
    while (taken.exchange(1, cuda::memory_order_acquire))
        ;
    *sum += part;
    taken.store(0, cuda::std::memory_order_release);
}

/* One thread: what each operation leaves, and what it returns. */
__global__ void each_operation(int *bad, unsigned *count)
{
    __shared__ int a;
    __shared__ double d;
    cuda::atomic_ref<int, cuda::thread_scope_block> i(a);
    cuda::atomic_ref<double, cuda::thread_scope_block> f(d);
    int expected = 7;

    static_assert(cuda::std::numeric_limits<int>::max() == 0x7fffffff, "");
    a = 6;
    d = 0.5;
    *bad = i.load() != 6 || i.fetch_sub(1) != 6 || i++ != 5 || ++i != 7 ||
           i-- != 7 || --i != 5 || (i += 3) != 8 || (i -= 1) != 7;
    *bad += 2 * (i.compare_exchange_strong(expected, 12) ? a != 12 : 1);
    *bad += 4 * (i.compare_exchange_weak(expected, 1) || expected != 12);
    *bad += 8 * (i.fetch_and(8) != 12 || i.fetch_or(3) != 8 ||
                 i.fetch_xor(1) != 11 || (i |= 1) != 11);
    *bad += 16 * (i.fetch_min(-4) != 11 || i.fetch_max(9) != -4 || i != 9);
    *bad += 32 * (f.fetch_add(0.25) != 0.5 || d != 0.75);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst,
                              cuda::thread_scope_device);
    *count = total.load();
}

int main()
{
    enum { N = 1000, BLOCKS = 10, THREADS = 100 };
    static int x[N];
    int *d_x, *d_sum, *d_bad, sum, bad, expected = 1;
    unsigned *d_count, count;

    for (int i = 0; i < N; i++)
        x[i] = i;
    OK(cudaMalloc(&d_x, sizeof x));
    OK(cudaMalloc(&d_sum, sizeof sum));
    OK(cudaMalloc(&d_bad, sizeof bad));
    OK(cudaMalloc(&d_count, sizeof count));
    OK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
    OK(cudaMemset(d_sum, 0, sizeof sum));
    add_parts<<<BLOCKS, THREADS>>>(d_sum, d_x, N);
    each_operation<<<1, 1>>>(d_bad, d_count);
    OK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&bad, d_bad, sizeof bad, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost));
    CHECK(sum == N * (N - 1) / 2);
    CHECK(bad == 0);
    CHECK(count == 3 * BLOCKS * THREADS);
    cuda::atomic_ref<int> own(sum);
    own = 5;
    for (int i = 0; i < 20; i++) /* in vain */
        CHECK(!own.compare_exchange_strong(expected = 1, 2));
    own += 2;
    CHECK(sum == 7);
    OK(cudaFree(d_x));
    OK(cudaFree(d_sum));
    OK(cudaFree(d_bad));
    OK(cudaFree(d_count));
    return 0;
}
