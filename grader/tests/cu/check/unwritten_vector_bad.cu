// expect: unwritten: "(element 5 of `b`)" "and cudaMallocPitch() does not clear"
// The last vector of a row reaches into the gap behind it.
#include <cuda_runtime.h>

__global__ void sum(const float *b, size_t pitch, float *c)
{
    const float *row = (const float *)((const char *)b + threadIdx.x * pitch);
    float s = 0;

    for (int j = 0; j < 5; j += 4) {
        float4 four = *(const float4 *)(row + j); // <- here
        s += four.x + four.y + four.z + four.w;
    }
    c[threadIdx.x] = s;
}

int main()
{
    const float h[2][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
    float *b, *c;
    size_t pitch;

    cudaMallocPitch(&b, &pitch, sizeof h[0], 2);
    cudaMalloc(&c, 2 * sizeof(float));
    cudaMemcpy2D(b, pitch, h, sizeof h[0], sizeof h[0], 2,
                 cudaMemcpyHostToDevice);
    sum<<<1, 2>>>(b, pitch, c);
    cudaFree(b);
    cudaFree(c);
    return cudaGetLastError();
}
