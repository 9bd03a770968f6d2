/* What is right with tensor cores, though it looks odd. */
#include <mma.h>

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> A;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> B;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;

/* Filled by hand, copied, and in arrays. */
__global__ void by_hand(const half *a, float *c)
{
    C sum[2], copy;
    A x;
    B y;

    for (int i = 0; i < copy.num_elements; i++)
        copy.x[i] = 0;
    sum[0] = sum[1] = copy;
    for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(x, a + 16 * i, 32);
        wmma::load_matrix_sync(y, a + 16 * i, 32);
        wmma::mma_sync(sum[i], x, y, sum[i]);
    }
    for (int i = 0; i < copy.num_elements; i++)
        sum[0].x[i] += sum[1].x[i];
    wmma::store_matrix_sync(c, sum[0], 16, wmma::mem_row_major);
}

/* A row for all rows: no step from one to the next. */
__global__ void one_row(const half *a, const float *row, float *c)
{
    C sum;

    (void)a;
    wmma::load_matrix_sync(sum, row, 0, wmma::mem_row_major);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

/* Each warp a tile of its own; some warps have none. */
__global__ void by_warps(const half *a, float *c)
{
    __shared__ __align__(32) half s[4][16 * 24];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    C sum;
    A x;
    B y;

    if (warp == 3)
        return;
    for (int i = lane; i < 256; i += 32)
        s[warp][i / 16 * 24 + i % 16] = a[warp * 256 + i];
    __syncwarp();
    wmma::load_matrix_sync(x, s[warp], 24);
    wmma::load_matrix_sync(y, s[warp], 24);
    wmma::fill_fragment(sum, 1.0f);
    wmma::mma_sync(sum, x, y, sum);
    wmma::store_matrix_sync(c + warp * 256, sum, 16, wmma::mem_col_major);
}

/* Two warps that store the same. */
__global__ void twice(const half *a, float *c)
{
    C sum;

    (void)a;
    wmma::fill_fragment(sum, 2.0f);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

/* The second tile of a row of bytes begins at 16. */
__global__ void bytes(const half *a, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;

    wmma::fill_fragment(sum, 0);
    for (int k = 0; k < 48; k += 16) {
        wmma::load_matrix_sync(x, (const signed char *)a + k, 48);
        wmma::load_matrix_sync(y, (const signed char *)a + k, 48);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync((int *)c, sum, 16, wmma::mem_row_major);
}

int main()
{
    half *a;
    float *c, *row;

    cudaMalloc(&a, 1024 * sizeof *a);
    cudaMalloc(&c, 1024 * sizeof *c);
    cudaMalloc(&row, 16 * sizeof *row);
    cudaMemset(a, 0, 1024 * sizeof *a);
    cudaMemset(row, 0, 16 * sizeof *row);
    by_hand<<<1, 32>>>(a, c);
    one_row<<<1, 32>>>(a, row, c);
    by_warps<<<1, 128>>>(a, c);
    twice<<<2, 64>>>(a, c);
    bytes<<<1, 32>>>(a, c);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(c);
    cudaFree(row);
    return 0;
}
