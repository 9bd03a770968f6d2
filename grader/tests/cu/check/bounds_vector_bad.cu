// expect: out_of_bounds: "takes 4 numbers at once: are so many left?"
#include <cuda_runtime.h>

__global__ void k(const float *a, int n, float *sum)
{
    int i = threadIdx.x * 4;

    if (i < n) {
        float4 four = *(const float4 *)(a + i); // <- here
        atomicAdd(sum, four.x + four.y + four.z + four.w);
    }
}

int main()
{
    const float h[6] = {1, 2, 3, 4, 5, 6};
    float *a, *sum;

    cudaMalloc(&a, sizeof h);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(a, 6, sum);
    cudaFree(a);
    cudaFree(sum);
    return cudaGetLastError();
}
