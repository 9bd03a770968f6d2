/*
 * Why it works: a block owns a tile of 64 x 128 elements of C and goes through
 * k in steps of 32 words. It copies what the step needs into shared memory once
 * for all its threads: each warp copies 32 neighbouring words of a row, so a
 * copy touches no sector twice and stores into 32 different banks. All lanes of
 * a warp work on the same rows of C and on neighbouring columns. A word of A is
 * then one address for the whole warp (a broadcast), words of B are 32
 * different banks, and the results are stored side by side. Words beyond the
 * matrices are 0 in both tiles, and 0 ^ 0 counts nothing, so only the copies
 * and the stores look at bounds.
 *
 * What each idea brings, 8192 x 8192 x 8192 on an H200 (cuBLAS with floats:
 * 21.6 ms; as many __popc, 16 per clock and multiprocessor, and nothing else:
 * 4.1 ms):
 *   4.7 ms  tiles of 16 x 16, one element per thread: two loads per __popc
 *   4.3 ms  8 x 4 elements per thread, in registers: a word loaded for a row
 *           serves 4 elements, one for a column 8 (3 loads for 8 __popc)
 *   3.3 ms  an adder for three words (see add()): 8 words need 6 __popc
 *   3.0 ms  four adders for seven words: 8 words need 4 __popc. They take
 *           0.25 clocks, 19 logic instructions at 64 per clock 0.30: from here
 *           on more adders would cost more than they save.
 * With the copies in unrolled loops (#pragma unroll) all loads of a step are
 * under way together; without, 3.2 ms. Loading the next step's words ahead was
 * no faster: a second block on the multiprocessor works while one waits.
 * At 1000 it is 0.009 ms against cuBLAS's 0.051 ms.
 */
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

#define LANES 32   /* threads of a warp: blockDim.x */
#define WARPS 8    /* of a block: blockDim.y */
#define ROWS 8     /* elements of C per thread: ROWS below each other, ... */
#define COLUMNS 4  /* ... COLUMNS beside each other, LANES apart */
#define STEP LANES /* words of k that are in shared memory at a time */
#define GROUP 8    /* words that are counted in one go */

#define TILE_ROWS (WARPS * ROWS)
#define TILE_COLUMNS (LANES * COLUMNS)

static_assert(STEP == LANES, "each lane copies one word of a row of A");
static_assert(STEP % WARPS == 0, "all warps copy equally many rows of B");
static_assert(STEP % GROUP == 0, "groups must not reach beyond the tile");
static_assert(GROUP == 8, "differ() adds seven words and counts one by itself");

/*
 * A full adder for each of the 32 bits: x + y + z = sum + 2 * carry. The carry
 * could be (x & y) | (x & z) | (y & z) as well, but nvcc then makes 24 logic
 * instructions of 8 words, not 19: 18 % slower.
 */
static __device__ unsigned add(unsigned x, unsigned y, unsigned z,
                               unsigned *carry)
{
    unsigned half = x ^ y;

    *carry = (half & z) | (~half & x);
    return half ^ z;
}

/* In how many bits GROUP words of a row of A and of a column of B differ. */
static __device__ int differ(const unsigned *a, const unsigned *b)
{
    unsigned x[GROUP], twos_1, twos_2, twos_3, fours;

    for (int i = 0; i < GROUP; i++)
        x[i] = a[i] ^ b[i];
    unsigned ones_1 = add(x[0], x[1], x[2], &twos_1);
    unsigned ones_2 = add(x[3], x[4], x[5], &twos_2);
    unsigned ones = add(ones_1, ones_2, x[6], &twos_3);
    unsigned twos = add(twos_1, twos_2, twos_3, &fours);

    return __popc(x[7]) + __popc(ones) + 2 * __popc(twos) + 4 * __popc(fours);
}

/* At most 128 registers a thread, so that two blocks fit on a multiprocessor.
 */
__global__ void __launch_bounds__(LANES *WARPS, 2)
    product(const unsigned *a, const unsigned *b, int *c, int m, int k, int n,
            int words)
{
    __shared__ unsigned s_a[TILE_ROWS][STEP], s_b[STEP][TILE_COLUMNS];
    int lane = threadIdx.x, warp = threadIdx.y;
    int across = (n - 1) / TILE_COLUMNS + 1; /* tiles beside each other */
    int row = blockIdx.x / across * TILE_ROWS;
    int column = blockIdx.x % across * TILE_COLUMNS;
    int diff[ROWS][COLUMNS] = {};

    for (int begin = 0; begin < words; begin += STEP) {
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            int r = warp + WARPS * i;
            bool in = row + r < m && begin + lane < words;

            s_a[r][lane] = in ? a[(size_t)(row + r) * words + begin + lane] : 0;
        }
#pragma unroll
        for (int i = 0; i < STEP / WARPS; i++)
            for (int j = 0; j < COLUMNS; j++) {
                int w = warp + WARPS * i, q = lane + LANES * j;
                bool in = begin + w < words && column + q < n;

                s_b[w][q] = in ? b[(size_t)(begin + w) * n + column + q] : 0;
            }
        __syncthreads();
#pragma unroll 1
        for (int w = 0; w < STEP && begin + w < words; w += GROUP) {
            unsigned y[COLUMNS][GROUP];

            for (int j = 0; j < COLUMNS; j++)
                for (int i = 0; i < GROUP; i++)
                    y[j][i] = s_b[w + i][lane + LANES * j];
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                const unsigned *x = &s_a[warp * ROWS + r][w];

                for (int j = 0; j < COLUMNS; j++)
                    diff[r][j] += differ(x, y[j]);
            }
        }
        __syncthreads();
    }
    row += warp * ROWS;
    column += lane;
    for (int r = 0; r < ROWS && row + r < m; r++)
        for (int j = 0; j < COLUMNS && column + LANES * j < n; j++)
            c[(size_t)(row + r) * n + column + LANES * j] =
                k - diff[r][j] - diff[r][j];
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    int down = (m - 1) / TILE_ROWS + 1, across = (n - 1) / TILE_COLUMNS + 1;

    product<<<(unsigned)down * across, dim3(LANES, WARPS)>>>(
        d_a, d_b, d_c, m, k, n, k / 32 + (k % 32 != 0));
    return cudaGetLastError();
}
