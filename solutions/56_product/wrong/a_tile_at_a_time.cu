// caught by: traffic
// says: sectors
// hint: How many columns does a warp compare
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define TILE 16
#define BYTES 32
#define WARPS 4

using namespace nvcuda::wmma;

__device__ bool is_found(int dot, int power_a, int power_b)
{
    return (long long)(dot * dot) * 201224641 >
           (long long)(power_a * power_b) * 26224641;
}

/* Tiles of 16 x 16 in the triangle of tiles; column j begins with number
 * j * (j + 1) / 2. The first row of the strip lies in row i of tiles. */
__global__ void product_kernel(const signed char *rank, const int *power, int n,
                               int first, int end, unsigned long long *found)
{
    __shared__ int dots[WARPS][TILE * TILE];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int side = (n + TILE - 1) / TILE, top = first / TILE;
    int last = (end - 1) / TILE;
    unsigned long long mine = 0;

    /* BUG: each row comes again for each tile of 16 columns */
    for (int j = top + blockIdx.x; j < side; j += gridDim.x)
        for (long long tile = (long long)j * (j + 1) / 2 + top + warp;
             tile <= (long long)j * (j + 1) / 2 + min(j, last); tile += WARPS) {
            long long column = (long long)((sqrt(8.0 * tile + 1) - 1) / 2);
            int col = (int)column * TILE;
            int row = (int)(tile - column * (column + 1) / 2) * TILE;
            fragment<matrix_a, TILE, TILE, TILE, signed char, row_major> a;
            fragment<matrix_b, TILE, TILE, TILE, signed char, col_major> b;
            fragment<accumulator, TILE, TILE, TILE, int> dot;

            if (row + TILE > n || col + TILE > n) {
                for (int r = row; r < min(row + TILE, end); r++)
                    for (int c = col + lane; c < min(col + TILE, n); c += 32) {
                        int sum = 0;

                        for (int k = 0; k < BYTES; k++)
                            sum += rank[r * BYTES + k] * rank[c * BYTES + k];
                        mine += r >= first && r < c &&
                                is_found(sum, power[r], power[c]);
                    }
                continue;
            }
            fill_fragment(dot, 0);
            for (int k = 0; k < BYTES; k += TILE) {
                load_matrix_sync(a, &rank[row * BYTES + k], BYTES);
                load_matrix_sync(b, &rank[col * BYTES + k], BYTES);
                mma_sync(dot, a, b, dot);
            }
            store_matrix_sync(dots[warp], dot, TILE, mem_row_major);
            __syncwarp();
            for (int i = lane; i < TILE * TILE; i += 32) {
                int r = row + i / TILE, c = col + i % TILE;

                mine += r >= first && r < end && r < c &&
                        is_found(dots[warp][i], power[r], power[c]);
            }
            __syncwarp();
        }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, apart);
    if (lane == 0 && mine > 0)
        atomicAdd(found, mine);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (error != cudaSuccess || rows == 0)
        return error;
    product_kernel<<<64, WARPS * 32>>>(d_rank, d_power, n, first, first + rows,
                                       d_found);
    return cudaGetLastError();
}
