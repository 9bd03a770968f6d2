// expect: nothing: a border that is left alone may be copied along
#include <cuda_runtime.h>
#include <vector>

__global__ void smooth(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i > 0 && i < n - 1)
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}

int main()
{
    const int n = 1000;
    std::vector<float> h(n, 1);
    float *a, *b;

    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    smooth<<<8, 128>>>(a, b, n);
    cudaMemcpy(h.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
