/* Tensor cores: mistakes that do not end the kernel. */
#include <mma.h>

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> A;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> B;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;

__global__ void no_a_wrong(const half *a, float *c)
{
    C sum;
    A x;
    B y;

    wmma::load_matrix_sync(y, a, 16);
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, x, y, sum); // matrix
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void no_b_wrong(const half *a, float *c)
{
    C sum;
    A x;
    B y;

    wmma::load_matrix_sync(x, a, 16);
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, x, y, sum); // matrix
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void no_c_wrong(const half *a, float *c)
{
    C sum;
    A x;
    B y;

    wmma::load_matrix_sync(x, a, 16);
    wmma::load_matrix_sync(y, a, 16);
    wmma::mma_sync(sum, x, y, sum); // matrix
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

/* In the second turn it is another one. */
__global__ void in_a_loop_wrong(const half *a, float *c)
{
    A x;
    B y;

    wmma::load_matrix_sync(x, a, 16);
    wmma::load_matrix_sync(y, a, 16);
    for (int i = 0; i < 2; i++) {
        C sum;

        if (i == 0)
            wmma::fill_fragment(sum, 0.0f);
        wmma::mma_sync(sum, x, y, sum); // matrix
        wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
    }
}

/* Half of the lanes only. */
__global__ void filled_in_part_wrong(const half *a, float *c)
{
    C sum;

    (void)a;
    if (threadIdx.x < 16)
        wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major); // matrix
}

__global__ void bytes_wrong(const half *a, float *c)
{
    wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 8, 32, 16, int> sum;

    wmma::load_matrix_sync(y, (const signed char *)a, 32);
    wmma::fill_fragment(sum, 0);
    wmma::mma_sync(sum, x, y, sum); // matrix
    wmma::store_matrix_sync((int *)c, sum, 32, wmma::mem_row_major);
}

__global__ void one_over_another_wrong(const half *a, float *c)
{
    C sum;

    (void)a;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(c, sum, 8, wmma::mem_row_major); // matrix
}

__global__ void written_before_wrong(const half *a, float *c)
{
    __shared__ __align__(32) half s[256];
    A x;

    for (int i = threadIdx.x; i < 256; i += 32)
        s[i] = a[i]; // race
    wmma::load_matrix_sync(x, s, 16); // race
    c[threadIdx.x] = x.x[0];
}

__global__ void written_before(const half *a, float *c)
{
    __shared__ __align__(32) half s[256];
    A x;

    for (int i = threadIdx.x; i < 256; i += 32)
        s[i] = a[i];
    __syncwarp();
    wmma::load_matrix_sync(x, s, 16);
    c[threadIdx.x] = x.x[0];
}

__global__ void read_behind_wrong(const half *a, float *c)
{
    __shared__ __align__(32) float s[256];
    C sum;

    (void)a;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(s, sum, 16, wmma::mem_row_major); // race
    c[threadIdx.x] = s[threadIdx.x]; // race
}

__global__ void read_behind(const half *a, float *c)
{
    __shared__ __align__(32) float s[256];
    C sum;

    (void)a;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(s, sum, 16, wmma::mem_row_major);
    __syncwarp();
    c[threadIdx.x] = s[threadIdx.x];
}

__global__ void other_value_wrong(const half *a, float *c)
{
    C sum;

    (void)a;
    wmma::fill_fragment(sum, (float)(threadIdx.x / 32));
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major); // race
}

__global__ void never_written_wrong(const half *a, float *c)
{
    __shared__ __align__(32) half s[256];
    A x;

    for (int i = threadIdx.x; i < 224; i += 32)
        s[i] = a[i];
    __syncwarp();
    wmma::load_matrix_sync(x, s, 16); // unwritten
    c[threadIdx.x] = x.x[0];
}

int main()
{
    half *a;
    float *c;

    cudaMalloc(&a, 1024 * sizeof *a);
    cudaMalloc(&c, 1024 * sizeof *c);
    cudaMemset(a, 0, 1024 * sizeof *a);
    no_a_wrong<<<1, 32>>>(a, c);
    no_b_wrong<<<1, 32>>>(a, c);
    no_c_wrong<<<1, 32>>>(a, c);
    in_a_loop_wrong<<<1, 32>>>(a, c);
    filled_in_part_wrong<<<1, 32>>>(a, c);
    bytes_wrong<<<1, 32>>>(a, c);
    one_over_another_wrong<<<1, 32>>>(a, c);
    written_before_wrong<<<1, 32>>>(a, c);
    written_before<<<1, 32>>>(a, c);
    read_behind_wrong<<<1, 32>>>(a, c);
    read_behind<<<1, 32>>>(a, c);
    other_value_wrong<<<1, 64>>>(a, c);
    never_written_wrong<<<1, 32>>>(a, c);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(c);
    return 0;
}
