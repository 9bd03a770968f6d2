/* As many blocks as the device runs at once, which go from tile to tile along
 * the columns of tiles; what a block has found in a tile is counted in shared
 * memory, and it asks once. The count is cleared by a kernel. Rows of 12 words
 * are taken four words at a time. */
#include "pairs.h"

#include <cuda_runtime.h>

#define THREADS 256
#define TRY(call)                   \
    do {                            \
        cudaError_t error = (call); \
                                    \
        if (error != cudaSuccess)   \
            return error;           \
    } while (0)

__global__ void clear(int *count)
{
    *count = 0;
}

__device__ int dot4(int4 a, int4 b)
{
    int dot = __dp4a(a.x, b.x, 0);

    dot = __dp4a(a.y, b.y, dot);
    dot = __dp4a(a.z, b.z, dot);
    return __dp4a(a.w, b.w, dot);
}

__global__ void compare(const int4 *rank, const int *power, int n,
                        struct pair *pair, int room, int *count)
{
    __shared__ int4 a[32][3], b[32][3];
    __shared__ int power_a[32], power_b[32], found, begin;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;

    for (int i = blockIdx.x, j = 0;; i += gridDim.x) {
        for (; i > j; j++)
            i -= j + 1;
        if (32 * j >= n)
            break;
        if (t < 128) {
            int first = 32 * (t < 64 ? i : j) + t % 64 / 2;
            int4 none = make_int4(0, 0, 0, 0);

            (t < 64 ? a : b)[t % 64 / 2][t % 2] =
                first < n ? rank[2 * first + t % 2] : none;
        } else if (t < 192) {
            int first = 32 * (t < 160 ? i : j) + lane;

            (t < 160 ? power_a : power_b)[lane] = first < n ? power[first] : 0;
        } else if (t == 192) {
            found = 0;
        }
        __syncthreads();
        int place[4], dot[4];
        for (int s = 0; s < 4; s++) {
            int r = 4 * warp + s;
            long long both = (long long)power_a[r] * power_b[lane];

            dot[s] = dot4(a[r][0], b[lane][0]) + dot4(a[r][1], b[lane][1]);
            bool yes = 32 * i + r < 32 * j + lane && both > 0 &&
                       (long long)dot[s] * dot[s] * 201224641 >=
                           both * 26224641;
            unsigned vote = __ballot_sync(0xffffffff, yes);
            int first = 0;
            if (lane == 0)
                first = atomicAdd(&found, __popc(vote));
            first = __shfl_sync(0xffffffff, first, 0);
            place[s] = yes ? first + __popc(vote & ((1u << lane) - 1)) : -1;
        }
        __syncthreads();
        if (t == 0)
            begin = atomicAdd(count, found);
        __syncthreads();
        for (int s = 0; s < 4; s++)
            if (place[s] >= 0 && begin + place[s] < room)
                pair[begin + place[s]] = {32 * i + 4 * warp + s, 32 * j + lane,
                                          dot[s]};
        __syncthreads();
    }
}

int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count)
{
    int device, multiprocessors, blocks;

    TRY(cudaGetDevice(&device));
    TRY(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount,
                               device));
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, compare, THREADS,
                                                      0));
    clear<<<1, 1>>>(d_count);
    TRY(cudaGetLastError());
    compare<<<blocks * multiprocessors, THREADS>>>(
        (const int4 *)d_rank, d_power, n, d_pair, room, d_count);
    return cudaGetLastError();
}
