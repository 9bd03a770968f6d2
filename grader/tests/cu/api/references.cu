// Texture references, which programs from before CUDA 12 use: newer toolkits
// have none, so with them this only compiles.
#include "check.h"

#ifdef SIMT_H
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
texture<int> numbers;

__global__ void read(float *out)
{
    out[threadIdx.x] =
        tex2D(image, threadIdx.x, 1) + tex1Dfetch(numbers, threadIdx.x);
}

int main()
{
    float host[2][4], *out;
    int n[4] = {100, 200, 300, 400}, *d;
    cudaArray *array;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();

    for (int i = 0; i < 8; i++)
        host[i / 4][i % 4] = i;
    OK(cudaMallocArray(&array, &f, 4, 2));
    OK(cudaMemcpyToArray(array, 0, 0, host, sizeof host,
                         cudaMemcpyHostToDevice));
    OK(cudaMalloc(&d, sizeof n));
    OK(cudaMemcpy(d, n, sizeof n, cudaMemcpyHostToDevice));
    OK(cudaMalloc(&out, 16));
    image.addressMode[0] = cudaAddressModeClamp;
    image.filterMode = cudaFilterModePoint;
    OK(cudaBindTextureToArray(image, array, f));
    OK(cudaBindTexture(0, numbers, d, sizeof n));
    read<<<1, 4>>>(out);
    OK(cudaMemcpy(host, out, 16, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++)
        CHECK(host[0][i] == 4 + i + 100 * (i + 1));
    OK(cudaUnbindTexture(image));
    OK(cudaUnbindTexture(numbers));
    OK(cudaFreeArray(array));
    OK(cudaFree(d));
    OK(cudaFree(out));
    return 0;
}
#else
int main()
{
    return 0;
}
#endif
