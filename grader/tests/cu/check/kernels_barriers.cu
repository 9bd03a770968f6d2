/*
 * Threads of one block and its barriers: many small kernels, one after the
 * other. The lines that end in "// race" or "// barrier" are where the kernel's
 * mistake must be found; in a kernel without such lines nothing may be found.
 *
 * A barrier orders the accesses of its block's threads, and nothing else does
 * so among warps: CUDA C++ Programming Guide, "Synchronization Functions".
 * It may stand in a branch only if all threads of the block take it.
 */
#include <cstdio>
#include <cstdlib>

enum { T = 64 };

__global__ void reverse_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    d[t] = s[T - 1 - t];
}

__global__ void reverse_wrong(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];         // race
    d[t] = s[T - 1 - t]; // race
}

/* Before the second write, all must have read what the first one wrote. */
__global__ void tile_loop_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x, sum = 0;

    for (int k = 0; k < 4; k++) {
        s[t] = d[T * k + t];
        __syncthreads();
        sum += s[(t + 33) % T];
        __syncthreads();
    }
    d[T * 4 + t] = sum;
}

__global__ void tile_loop_wrong(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x, sum = 0;

    for (int k = 0; k < 4; k++) {
        s[t] = d[T * k + t]; // race
        __syncthreads();
        sum += s[(t + 33) % T]; // race
    }
    d[T * 4 + t] = sum;
}

/* With two tiles in turn one barrier a round is enough. */
__global__ void two_tiles_right(int *d)
{
    __shared__ int s[2][T];
    int t = threadIdx.x, sum = 0;

    for (int k = 0; k < 4; k++) {
        s[k % 2][t] = d[T * k + t];
        __syncthreads();
        sum += s[k % 2][(t + 33) % T];
    }
    d[T * 4 + t] = sum;
}

/* The next tile is fetched into the one that is being read. */
__global__ void two_tiles_wrong(int *d)
{
    __shared__ int s[2][T];
    int t = threadIdx.x, sum = 0;

    s[0][t] = d[t];
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        s[1][t] = d[T * k + t]; // race
        sum += s[k % 2][(t + 33) % T]; // race
        __syncthreads();
    }
    d[T * 4 + t] = sum;
}

__global__ void histogram_right(int *d)
{
    __shared__ int bins[8];
    int t = threadIdx.x;

    if (t < 8)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[d[t] % 8], 1);
    __syncthreads();
    if (t < 8)
        atomicAdd(&d[T + t], bins[t]);
}

__global__ void histogram_unzeroed_wrong(int *d)
{
    __shared__ int bins[8];
    int t = threadIdx.x;

    if (t < 8)
        bins[t] = 0;               // race
    atomicAdd(&bins[d[t] % 8], 1); // race
    __syncthreads();
    if (t < 8)
        atomicAdd(&d[T + t], bins[t]);
}

__global__ void histogram_unmerged_wrong(int *d)
{
    __shared__ int bins[8];
    int t = threadIdx.x;

    if (t < 8)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[d[t] % 8], 1); // race
    if (t < 8)
        atomicAdd(&d[T + t], bins[t]); // race
}

__global__ void transpose_right(int *d)
{
    __shared__ int tile[8][9];
    int x = threadIdx.x % 8, y = threadIdx.x / 8;

    tile[y][x] = d[8 * y + x];
    __syncthreads();
    d[8 * y + x] = tile[x][y];
}

__global__ void transpose_wrong(int *d)
{
    __shared__ int tile[8][9];
    int x = threadIdx.x % 8, y = threadIdx.x / 8;

    tile[y][x] = d[8 * y + x]; // race
    d[8 * y + x] = tile[x][y]; // race
}

__global__ void product_right(int *d)
{
    __shared__ int a[8][8], b[8][8];
    int x = threadIdx.x % 8, y = threadIdx.x / 8, sum = 0;

    for (int k = 0; k < 2; k++) {
        a[y][x] = d[16 * y + 8 * k + x];
        b[y][x] = d[8 * (8 * k + y) + x];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    d[512 + threadIdx.x] = sum;
}

__global__ void product_first_barrier_wrong(int *d)
{
    __shared__ int a[8][8];
    int x = threadIdx.x % 8, y = threadIdx.x / 8, sum = 0;

    for (int k = 0; k < 2; k++) {
        a[y][x] = d[16 * y + 8 * k + x]; // race
        for (int i = 0; i < 8; i++)
            sum += a[y][i]; // race
        __syncthreads();
    }
    d[512 + threadIdx.x] = sum;
}

__global__ void product_second_barrier_wrong(int *d)
{
    __shared__ int a[8][8];
    int x = threadIdx.x % 8, y = threadIdx.x / 8, sum = 0;

    for (int k = 0; k < 2; k++) {
        a[y][x] = d[16 * y + 8 * k + x]; // race
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += a[y][i]; // race
    }
    d[512 + threadIdx.x] = sum;
}

__global__ void halo_right(int *d)
{
    __shared__ int s[T + 2];
    int t = threadIdx.x;

    s[t + 1] = d[t + 1];
    if (t < 2)
        s[t * (T + 1)] = d[t * (T + 1)];
    __syncthreads();
    d[512 + t] = s[t] + s[t + 1] + s[t + 2];
}

/* The halo comes behind the barrier. */
__global__ void halo_wrong(int *d)
{
    __shared__ int s[T + 2];
    int t = threadIdx.x;

    s[t + 1] = d[t + 1];
    __syncthreads();
    if (t < 2)
        s[t * (T + 1)] = d[t * (T + 1)];     // race
    d[512 + t] = s[t] + s[t + 1] + s[t + 2]; // race
}

__global__ void shift_right(int *d)
{
    __shared__ int s[T + 1];
    int t = threadIdx.x, v;

    s[t] = d[t];
    s[T] = 0;
    __syncthreads();
    v = s[t + 1];
    __syncthreads();
    s[t] = v;
    d[t] = s[t];
}

__global__ void shift_wrong(int *d)
{
    __shared__ int s[T + 1];
    int t = threadIdx.x;

    s[t] = d[t];
    s[T] = 0;
    __syncthreads();
    s[t] = s[t + 1]; // race
    d[t] = s[t];
}

__global__ void scan_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    for (int k = 1; k < T; k *= 2) {
        int v = t >= k ? s[t - k] : 0;

        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    d[t] = s[t];
}

__global__ void scan_wrong(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    __syncthreads();
    for (int k = 1; k < T; k *= 2) {
        if (t >= k)
            s[t] += s[t - k]; // race
        __syncthreads();
    }
    d[t] = s[t];
}

__global__ void tree_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    for (int k = T / 2; k > 0; k /= 2) {
        __syncthreads();
        if (t < k)
            s[t] += s[t + k];
    }
    if (t == 0)
        d[0] = s[0];
}

/* The barrier is left out once one warp alone is at work: its lanes do not
 * wait for each other ("Independent Thread Scheduling"). */
__global__ void tree_last_warp_wrong(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    for (int k = T / 2; k > 0; k /= 2) {
        if (k >= 32)
            __syncthreads();
        if (t < k)
            s[t] += s[t + k]; // race
    }
    if (t == 0)
        d[0] = s[0];
}

__global__ void one_for_all_right(int *d)
{
    __shared__ int first;

    if (threadIdx.x == 0)
        first = d[0];
    __syncthreads();
    d[threadIdx.x] = first;
}

__global__ void one_for_all_wrong(int *d)
{
    __shared__ int first;

    if (threadIdx.x == 0)
        first = d[0];       // race
    d[threadIdx.x] = first; // race
}

/* All write the same, and each reads what it wrote itself. */
__global__ void same_value_right(int *d)
{
    __shared__ int limit;
    __shared__ double scale;

    limit = 7;
    scale = 0.5;
    d[threadIdx.x] = limit * scale;
}

/* Some write the same; those that do not may read what was there before. */
__global__ void same_value_lanes_wrong(int *d)
{
    __shared__ int found;
    int t = threadIdx.x;

    found = 0;
    __syncthreads();
    if (t % 8 == 3)
        found = 1; // race
    d[t] = found;  // race
}

__global__ void same_value_warp_wrong(int *d)
{
    __shared__ int found;
    int t = threadIdx.x;

    found = 0;
    __syncthreads();
    if (t < 32)
        found = 1; // race
    d[t] = found;  // race
}

/* They write it, and read it back. */
__global__ void same_value_writers_right(int *d)
{
    __shared__ int found;
    int t = threadIdx.x;

    found = 0;
    __syncthreads();
    if (t % 8 == 3) {
        found = 1;
        d[t] = found;
    }
}

__global__ void vote_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    if (__syncthreads_or(d[t] == 5))
        d[t] = s[T - 1 - t];
}

/* A loop with a barrier that all threads go round equally often. */
__global__ void uniform_loop_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x, n = d[0] % 4 + 2;

    for (int k = 0; k < n; k++) {
        s[t] = k + t;
        __syncthreads();
        d[T + t] = s[T - 1 - t];
        __syncthreads();
    }
}

__global__ void uneven_loop_wrong(int *d)
{
    int t = threadIdx.x;

    for (int k = 0; k < 1 + (t < 32); k++) {
        d[t] += k;
        __syncthreads(); // barrier
    }
}

/* Two barriers on a line are two. */
__global__ void one_line_wrong(int *d)
{
    if (threadIdx.x < 32) __syncthreads(); else __syncthreads(); // barrier
    d[threadIdx.x]++;
}

__device__ void meet()
{
    __syncthreads();
}

/* One barrier in a function, whose callers all come to it. */
__global__ void function_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    meet();
    d[t] = s[T - 1 - t];
    meet();
    s[t] = 0;
}

__global__ void uniform_branch_right(int *d)
{
    __shared__ int s[T];
    int t = threadIdx.x;

    s[t] = d[t];
    if (d[1000] > 3)
        __syncthreads();
    else
        __syncthreads();
    d[t] = s[T - 1 - t];
}

/* All rows through the first one: within the array, if not within the row. */
__global__ void rows_right(int *d)
{
    __shared__ int s[8][8], r[8][8];
    int t = threadIdx.x;

    s[0][t] = d[t];
    r[0][t] = s[0][t] + s[7][t - 56];
    s[0][t] += r[0][t];
    __syncthreads();
    d[t] = s[0][T - 1 - t] + r[t / 8][7 - t % 8];
}

#define RUN(kernel)                                                       \
    do {                                                                  \
        cudaMemcpy(d, h, 4096 * sizeof(int), cudaMemcpyHostToDevice);     \
        kernel<<<1, T>>>(d);                                              \
        if (cudaDeviceSynchronize() != cudaSuccess)                       \
            return 1;                                                     \
    } while (0)

int main()
{
    static int h[4096];
    int *d;

    for (int i = 0; i < 4096; i++)
        h[i] = i * 7 % 31 + 1;
    cudaMalloc(&d, sizeof h);
    RUN(reverse_right);
    RUN(reverse_wrong);
    RUN(tile_loop_right);
    RUN(tile_loop_wrong);
    RUN(two_tiles_right);
    RUN(two_tiles_wrong);
    RUN(histogram_right);
    RUN(histogram_unzeroed_wrong);
    RUN(histogram_unmerged_wrong);
    RUN(transpose_right);
    RUN(transpose_wrong);
    RUN(product_right);
    RUN(product_first_barrier_wrong);
    RUN(product_second_barrier_wrong);
    RUN(halo_right);
    RUN(halo_wrong);
    RUN(shift_right);
    RUN(shift_wrong);
    RUN(scan_right);
    RUN(scan_wrong);
    RUN(tree_right);
    RUN(tree_last_warp_wrong);
    RUN(one_for_all_right);
    RUN(one_for_all_wrong);
    RUN(same_value_right);
    RUN(same_value_lanes_wrong);
    RUN(same_value_warp_wrong);
    RUN(same_value_writers_right);
    RUN(vote_right);
    RUN(uniform_loop_right);
    RUN(uneven_loop_wrong);
    RUN(one_line_wrong);
    RUN(function_right);
    RUN(uniform_branch_right);
    RUN(rows_right);
    cudaFree(d);
    return 0;
}
