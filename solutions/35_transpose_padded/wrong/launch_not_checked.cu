// caught by: correctness
// says: refuses
// hint: What does your function return if the launch does not work
#include "transpose_padded.h"

#include <cuda_runtime.h>

#define TILE 64
#define WARPS 16
#define SECTOR 8 /* floats */
static_assert(TILE % 32 == 0 && TILE % WARPS == 0,
              "the warps have equal shares of the tile's rows and columns");
static_assert(WARPS % SECTOR == 0, "a thread's rows of b are shifted alike");

__global__ void __launch_bounds__(32 * WARPS)
    transpose_kernel(const float *__restrict__ a, float *__restrict__ b,
                     int rows, int cols)
{
    __shared__ float tile[TILE + SECTOR][TILE + 1];
    float v[TILE / WARPS + 1][TILE / 32]; /* loops unrolled: in registers */
    int lane = threadIdx.x, warp = threadIdx.y;
    int lead = rows % SECTOR ? SECTOR - 1 : 0; /* rows of a before its own */
    int height = lead + TILE;
    int i0 = blockIdx.x * TILE - lead, j0 = blockIdx.y * TILE;
    /* The same for the whole block; most blocks need no other check. */
    bool inside = i0 >= 0 && i0 + height <= rows && j0 + TILE <= cols;

    for (int y = 0; y < TILE + SECTOR; y += WARPS)
        for (int x = 0; x < TILE; x += 32) {
            int i = i0 + warp + y, j = j0 + lane + x;

            if (warp + y < height &&
                (inside || (i >= 0 && i < rows && j < cols)))
                v[y / WARPS][x / 32] = a[(size_t)i * cols + j];
        }
    for (int y = 0; y < TILE + SECTOR; y += WARPS)
        for (int x = 0; x < TILE; x += 32)
            if (warp + y < height)
                tile[warp + y][lane + x] = v[y / WARPS][x / 32];
    __syncthreads();

    int shift = lead - warp * rows % SECTOR;
    for (int y = 0; y < TILE; y += WARPS)
        for (int x = 0; x < TILE; x += 32) {
            int i = i0 + shift + lane + x, j = j0 + warp + y;

            if (inside || (i >= 0 && i < rows && j < cols))
                b[(size_t)j * rows + i] = tile[shift + lane + x][warp + y];
        }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    int lead = rows % SECTOR ? SECTOR - 1 : 0;
    dim3 grid((rows + lead + TILE - 1) / TILE, (cols + TILE - 1) / TILE);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<grid, dim3(32, WARPS)>>>(d_a, d_b, rows, cols);
    return cudaSuccess;
}
