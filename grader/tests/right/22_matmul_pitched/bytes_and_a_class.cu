/* Memory frees itself; addresses are computed in bytes. */
#include "matmul_pitched.h"

#include <cuda_runtime.h>

__global__ void product(const char *a, size_t pa, const char *b, size_t pb,
                        char *c, size_t pc, int m, int k, int n)
{
    for (int i = blockIdx.y; i < m; i += gridDim.y)
        for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n;
             j += blockDim.x * gridDim.x) {
            const float *x = reinterpret_cast<const float *>(a + pa * i);
            const char *y = b + sizeof(float) * j;
            float sum = 0;

            for (int l = k; l--; y += pb)
                sum += *x++ * *reinterpret_cast<const float *>(y);
            reinterpret_cast<float *>(c + pc * i)[j] = sum;
        }
}

int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n)
{
    if (m == 0 || n == 0)
        return 0;
    product<<<dim3((n + 127) / 128, m > 5000 ? 5000 : m), 128>>>(
        (const char *)d_a, a_pitch, (const char *)d_b, b_pitch, (char *)d_c,
        c_pitch, m, k, n);
    return cudaGetLastError();
}

namespace
{
class device_matrix
{
  public:
    float *p = nullptr;
    size_t pitch = 0;
    device_matrix(int rows, int cols) : width(cols * sizeof(float)), rows(rows)
    {
        if (rows > 0 && cols > 0)
            error = cudaMallocPitch(&p, &pitch, width, rows);
    }
    ~device_matrix()
    {
        cudaFree(p);
    }
    cudaError_t from(const float *h)
    {
        if (!error && p)
            error = cudaMemcpy2D(p, pitch, h, width, width, rows,
                                 cudaMemcpyHostToDevice);
        return error;
    }
    cudaError_t to(float *h)
    {
        return cudaMemcpy2D(h, width, p, pitch, width, rows,
                            cudaMemcpyDeviceToHost);
    }
    cudaError_t error = cudaSuccess;

  private:
    size_t width;
    int rows;
};
} // namespace

int matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    device_matrix x(m, k), y(k, n), z(m, n);
    if (x.from(a))
        return x.error;
    if (y.from(b))
        return y.error;
    if (z.error)
        return z.error;
    if (int e =
            matmul_pitched(x.p, x.pitch, y.p, y.pitch, z.p, z.pitch, m, k, n))
        return e;
    return z.to(c);
}
