/*
 * grid.cu - launches whose blocks wait for each other: grid.sync() keeps each
 * block's shared memory, locks, a barrier made by hand, launches from several
 * host threads; and the limits.
 */
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>

namespace cg = cooperative_groups;

static int wrong;

#define CHECK(x)                                   \
    do                                             \
        if (!(x)) {                                \
            printf("line %d: %s\n", __LINE__, #x); \
            wrong = 1;                             \
        }                                          \
    while (0)

/* Each step adds a neighbour of another block; shared memory remembers. */
__global__ void steps(int *a, int *b, int n, int *bad)
{
    extern __shared__ int s_dynamic[];
    __shared__ int s_fixed[2000];
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    s_fixed[threadIdx.x] = id;
    s_dynamic[threadIdx.x] = -id;
    for (int i = 0; i < n; i++) {
        b[id] = a[(id + 1) % all] + 1;
        cg::this_grid().sync();
        a[id] = b[(id + 5) % all];
        __syncthreads();
        if (s_fixed[threadIdx.x] != id || s_dynamic[threadIdx.x] != -id)
            atomicAdd(bad, 1);
        cg::this_grid().sync();
    }
    if (threadIdx.x % 2)
        return;
    cg::this_grid().sync();
    atomicAdd(bad + 1, 1);
}

__device__ int lock;

__global__ void locked(long long *count)
{
    for (int done = 0; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            *(volatile long long *)count += 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = 1;
        }
}

__global__ void locked_exchange(long long *count)
{
    while (atomicExch(&lock, 1))
        ;
    __threadfence();
    *(volatile long long *)count += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

__global__ void by_hand(unsigned *arrived, int *bad)
{
    __shared__ unsigned s_block;

    if (threadIdx.x == 0)
        s_block = blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x)
            __nanosleep(100);
    }
    __syncthreads();
    if (s_block != blockIdx.x)
        atomicAdd(bad, 1);
}

__global__ void add(int *a)
{
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x]++;
}

static void *launch_many(void *unused)
{
    int *a, bad = 0;

    (void)unused;
    if (cudaMallocManaged(&a, 4 * 1000))
        return (void *)1;
    for (int i = 0; i < 1000; i++)
        a[i] = 0;
    for (int i = 0; i < 100; i++)
        add<<<10, 100>>>(a);
    cudaDeviceSynchronize();
    for (int i = 0; i < 1000; i++)
        bad += a[i] != 100;
    cudaFree(a);
    return bad ? (void *)1 : NULL;
}

__global__ void empty()
{
}

static int error_of(dim3 grid, dim3 block, size_t shared)
{
    empty<<<grid, block, shared>>>();
    return cudaGetLastError();
}

int main(void)
{
    enum { BLOCKS = 48, THREADS = 96, STEPS = 10 };
    int *a, *b, n = STEPS, *bad;
    long long *count;
    unsigned *arrived;
    void *args[] = {&a, &b, &n, &bad};
    pthread_t threads[4];

    if (cudaMallocManaged(&a, BLOCKS * THREADS * sizeof *a) ||
        cudaMallocManaged(&b, BLOCKS * THREADS * sizeof *b) ||
        cudaMallocManaged(&bad, 2 * sizeof *bad) ||
        cudaMallocManaged(&count, sizeof *count) ||
        cudaMallocManaged(&arrived, sizeof *arrived))
        return 1;
    bad[0] = bad[1] = 0;
    *arrived = 0;
    *count = 0;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        a[i] = 1;
    CHECK(cudaLaunchCooperativeKernel(steps, dim3(BLOCKS), dim3(THREADS), args,
                                      THREADS * sizeof(int), 0) == 0);
    CHECK(cudaDeviceSynchronize() == 0);
    for (int i = 0; i < BLOCKS * THREADS; i++)
        CHECK(a[i] == 1 + STEPS);
    CHECK(bad[0] == 0 && bad[1] == BLOCKS * THREADS / 2);
    CHECK(cudaLaunchCooperativeKernel(steps, dim3(1000), dim3(THREADS), args,
                                      THREADS * sizeof(int),
                                      0) == cudaErrorCooperativeLaunchTooLarge);
    CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);

    locked<<<50, 200>>>(count);
    locked_exchange<<<50, 200>>>(count);
    CHECK(cudaDeviceSynchronize() == 0);
    CHECK(*count == 20000);
    by_hand<<<40, 64>>>(arrived, bad);
    CHECK(cudaDeviceSynchronize() == 0);
    CHECK(*arrived == 40 && bad[0] == 0);

    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, launch_many, NULL) == 0);
    for (int i = 0; i < 4; i++) {
        void *result;

        pthread_join(threads[i], &result);
        CHECK(result == NULL);
    }

    CHECK(error_of(1, 1024, 48 << 10) == 0);
    CHECK(error_of(dim3(1, 65535), dim3(1, 1, 64), 0) == 0);
    CHECK(error_of(0, 1, 0) == cudaErrorInvalidConfiguration);
    CHECK(error_of(1, 0, 0) == cudaErrorInvalidConfiguration);
    CHECK(error_of(1, 1025, 0) == cudaErrorInvalidConfiguration);
    CHECK(error_of(1, dim3(32, 33), 0) == cudaErrorInvalidConfiguration);
    CHECK(error_of(1, dim3(1, 1, 65), 0) == cudaErrorInvalidConfiguration);
    CHECK(error_of(dim3(1, 65536), 1, 0) == cudaErrorInvalidConfiguration);
    CHECK(error_of(1, 1, (48 << 10) + 1) == cudaErrorInvalidValue);
    CHECK(error_of(1, 1, 0) == 0);
    return wrong;
}
