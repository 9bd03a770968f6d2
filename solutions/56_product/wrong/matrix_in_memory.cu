// caught by: traffic (memory)
// says: sectors
// hint: What do you write to global memory
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define TILE 16
#define BYTES 32
#define WARPS 4

using namespace nvcuda::wmma;

/* The dots of 64 rows from `row` on and all later columns. */
__global__ void make_dots(const signed char *rank, int n, int row, int end,
                          int *dots)
{
    int warp = threadIdx.x / 32, width = gridDim.x * TILE;
    int col = row + blockIdx.x * TILE, mine = row + warp * TILE;
    fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> a;
    fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> b;
    fragment<accumulator, TILE, TILE, TILE, int> dot;

    if (mine >= end)
        return;
    if (mine + TILE > n || col + TILE > n) {
        for (int i = threadIdx.x % 32; i < TILE * TILE; i += 32) {
            int r = mine + i / TILE, c = col + i % TILE, sum = 0;

            for (int k = 0; k < BYTES && r < n && c < n; k++)
                sum += rank[r * BYTES + k] * rank[c * BYTES + k];
            dots[(r - row) * (size_t)width + c - row] = sum;
        }
        return;
    }
    fill_fragment(dot, 0);
    for (int k = 0; k < BYTES; k += TILE) {
        load_matrix_sync(a, &rank[mine * BYTES + k], BYTES);
        load_matrix_sync(b, &rank[col * BYTES + k], BYTES);
        mma_sync(dot, a, b, dot);
    }
    /* BUG: the matrix is written and read again */
    store_matrix_sync(&dots[warp * TILE * (size_t)width + blockIdx.x * TILE],
                      dot, width, mem_row_major);
}

__global__ void count(const int *dots, const int *power, int n, int row,
                      int end, int width, unsigned long long *found)
{
    unsigned mine = 0;

    for (int r = row + blockIdx.x; r < row + WARPS * TILE && r < end;
         r += gridDim.x)
        for (int c = r + 1 + threadIdx.x; c < n; c += blockDim.x) {
            long long dot = dots[(r - row) * (size_t)width + c - row];

            mine += dot * dot * 201224641 > 26224641ll * power[r] * power[c];
        }
    mine = __reduce_add_sync(0xffffffff, mine);
    if (threadIdx.x % 32 == 0 && mine > 0)
        atomicAdd(found, mine);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    int tiles = (n - first + TILE - 1) / TILE, end = first + rows;
    int *d_dots = NULL;
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (error != cudaSuccess || rows == 0)
        return error;
    error = cudaMalloc(&d_dots, WARPS * TILE * TILE * sizeof(int) * tiles);
    for (int row = first; row < end && error == cudaSuccess;
         row += WARPS * TILE) {
        int width = (n - row + TILE - 1) / TILE;

        make_dots<<<width, WARPS * 32>>>(d_rank, n, row, end, d_dots);
        error = cudaGetLastError();
        if (error == cudaSuccess) {
            count<<<8, 128>>>(d_dots, d_power, n, row, end, width * TILE,
                              d_found);
            error = cudaGetLastError();
        }
    }
    cudaFree(d_dots);
    return error;
}
