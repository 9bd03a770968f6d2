// expect: matrix: a block that ends in a part of a warp: "16 threads only"
#include <mma.h>

using namespace nvcuda;

__global__ void k(const half *a, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(x, a, 16); // <- here
    wmma::load_matrix_sync(y, a, 16);
    wmma::mma_sync(sum, x, y, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main()
{
    half *a;
    float *c;

    cudaMalloc(&a, 1024 * sizeof *a);
    cudaMalloc(&c, 1024 * sizeof *c);
    cudaMemset(a, 0, 1024 * sizeof *a);
    cudaMemset(c, 0, 1024 * sizeof *c);
    k<<<1, 48>>>(a, c);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(c);
    return 0;
}
