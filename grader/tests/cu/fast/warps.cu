/*
 * warps.cu - warp functions and barriers where lanes have ended, have not
 * begun, are split into groups, or are counted by the device.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static int wrong;

#define CHECK(x)                                   \
    do                                             \
        if (!(x)) {                                \
            printf("line %d: %s\n", __LINE__, #x); \
            wrong = 1;                             \
        }                                          \
    while (0)

/* Threads end before, between and while others wait. */
__global__ void leave_early(int *out)
{
    int id = threadIdx.x, count;

    if (id % 3 == 0)
        return;
    __syncthreads();
    if (id % 3 == 1)
        return;
    count = __syncthreads_count(1);
    out[id] = count;
}

__global__ void leave_warp(unsigned *out)
{
    unsigned lane = threadIdx.x % 32;

    if (lane >= 16)
        return;
    /* the lanes that have ended do not keep the others waiting */
    out[threadIdx.x] = __ballot_sync(~0u, lane % 2);
}

/* The last thread of a warp comes only after others have waited and ended. */
__global__ void late(unsigned *out)
{
    __shared__ int s_flag;
    unsigned id = threadIdx.x;

    if (id == 0)
        s_flag = 7;
    if (id < 32)
        out[id] = __shfl_down_sync(~0u, id, 1);
    __syncthreads();
    if (id >= 32)
        out[id] = __shfl_up_sync(~0u, id + s_flag, 1);
}

/* Two halves of a warp exchange on their own, out of step. */
__global__ void halves(unsigned *out)
{
    unsigned id = threadIdx.x, x = id;

    if (id % 2) {
        for (int i = 0; i < 5; i++)
            x += __shfl_xor_sync(0xaaaaaaaau, x, 2);
    } else {
        for (int i = 0; i < 3; i++)
            x += __shfl_xor_sync(0x55555555u, x, 4);
    }
    __syncwarp();
    out[id] = x + (unsigned)__popc(__ballot_sync(~0u, 1));
}

__global__ void who(unsigned *out)
{
    if (threadIdx.x % 3 == 0)
        out[threadIdx.x] = __activemask();
    else
        __syncthreads();
}

__global__ void reduce(const int *in, int *out, int n)
{
    __shared__ int s_part[32];
    int id = threadIdx.x, sum = 0;

    for (int i = blockIdx.x * blockDim.x + id; i < n;
         i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (id % 32 == 0)
        s_part[id / 32] = sum;
    __syncthreads();
    if (id < 32) {
        sum = id < blockDim.x / 32 ? s_part[id] : 0;
        for (int d = 16; d; d /= 2)
            sum += __shfl_down_sync(~0u, sum, d);
        if (id == 0)
            atomicAdd(out, sum);
    }
}

int main(void)
{
    enum { MANY = 1 << 20 };
    unsigned *out;
    int *in, want = 0;

    if (cudaMallocManaged(&out, 4096) || cudaMallocManaged(&in, MANY * 4))
        return 1;
    leave_early<<<1, 300>>>((int *)out);
    CHECK(cudaDeviceSynchronize() == 0);
    for (int i = 2; i < 300; i += 3)
        CHECK(out[i] == 100);
    leave_warp<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize() == 0);
    for (int i = 0; i < 64; i++)
        CHECK(i % 32 >= 16 || out[i] == 0xaaaa);
    late<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize() == 0);
    for (unsigned i = 0; i < 64; i++)
        CHECK(out[i] == (i < 31 ? i + 1 : i == 31 ? 31 : i == 32 ? 39 : i + 6));
    halves<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize() == 0);
    for (unsigned i = 0; i < 32; i++) {
        /* each exchange adds the partner's: the sum of both, doubled */
        unsigned pair = i + (i ^ (i % 2 ? 2 : 4));

        CHECK(out[i] == 32 + pair * (i % 2 ? 16 : 4));
    }
    who<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize() == 0);
    CHECK(out[0] == 0x49249249 && out[33] == 0x92492492);
    for (int i = 0; i < MANY; i++)
        want += in[i] = i % 1000 - 300;
    for (int threads = 32; threads <= 1024; threads *= 2) {
        memset(out, 0, 4);
        reduce<<<37, threads>>>(in, (int *)out, MANY);
        CHECK(cudaDeviceSynchronize() == 0);
        CHECK((int)out[0] == want);
    }
    return wrong;
}
