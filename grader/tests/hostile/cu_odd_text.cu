// expect: right:
#include <cuda_runtime.h>

/* add<<<1, 1>>>(x) in a comment, and "<<< in a string in one */
// add<<<
static const char *const words[] = {"add<<<1, 2>>>(a, \"n\")",
                                    R"(raw "<<<1, 1>>>(" text)",
                                    R"x(more )" <<<)x", "\\", "'<<<'"};

template <int N, bool B> struct number {
    static const int value = N;
};
template <class T, int N> __global__ void add(T *a, int n)
{
    __shared__ T one[N];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char quote = '"', c2 = '\'', c3 = '<';

    one[threadIdx.x % N] = 1;
    __syncthreads();
    if (i < n)
        a[i] += one[0] + 0 * (quote + c2 + c3);
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    float *d_a = NULL;
    cudaError_t e;

    if (n == 0)
        return 0;
    if ((e = cudaMalloc(&d_a, n * sizeof *a)))
        return e;
    cudaMemcpy(d_a, a, n * sizeof *a, cudaMemcpyHostToDevice);
    add<float, number<(8 >> 1), (3 > 2)>::value>
        <<<dim3((n + 255) >> 8), dim3(1 << 8) /* >>> */,
           0 * sizeof(words)>>>(d_a, // >>>
                                n);
    if (!(e = cudaGetLastError()))
        e = cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return e;
}
