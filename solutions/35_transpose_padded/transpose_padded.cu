/*
 * Why it works: a warp reads rows of a and writes rows of b, both without a
 * gap; the turn is made in shared memory. Down a column of the tile the lanes
 * are TILE + 1 words apart, so in 32 different banks, which the word more per
 * row is for. That is all that the lab asks for, and its simple form is
 * solutions/33_transpose_shared with TILE + 1 instead of the second TILE in the
 * tile's declaration. In brackets, what each further idea bought: the fraction
 * of a float4 copy on an H200 at 8192 x 8192 and at 8191 x 8193
 * (grader/tests/cu/bench_transpose.cu).
 * - A tile of 32 x 33 and 32 x 8 threads, blocks along the rows of a: 0.84,
 *   0.55. A thread's loads are all under way before it waits for the first;
 *   one after the other, as in a loop that is not unrolled: 0.78.
 * - Blocks that follow one another (x) write next to one another (0.90, 0.70):
 *   writes that lie apart cost more than reads that lie apart.
 * - 64 x 64 with 16 warps (0.97, 0.76): runs of 256 bytes. More threads have
 *   too little under way each, fewer need so many registers that they no
 *   longer fill a multiprocessor.
 * - Sectors written whole (0.97, 0.92). If rows is no multiple of 8, the rows
 *   of b do not begin on sectors. Then each run is moved to the left, up to
 *   the beginning of a sector, and the tile holds the 7 rows of a before its
 *   own as well: read twice, but out of the cache. The shift of row j is
 *   j * rows % 8. It is the same for all rows of a thread, which are 16 apart.
 *   Little is left: a copy whose reads and writes do not begin on sectors
 *   gets 0.94.
 * Bought nothing: float4 loads and stores, blocks in bands, __stcs();
 * __ldcs() costs 0.02.
 *
 * Another way: no shared memory. Each thread reads four float4 below one
 * another, swaps in registers and writes four float4; 8 x 4 such threads make a
 * warp. All sectors are whole here as well if rows and cols are multiples of 8.
 */
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
    return cudaGetLastError();
}
