// expect: copy: from an array of the host that has only 384 bytes
#include <cuda_runtime.h>
#include <cstdlib>

int main()
{
    const int rows = 8, cols = 12;
    size_t pitch;
    float *h = (float *)malloc(rows * cols * sizeof(float)), *d;

    for (int i = 0; i < rows * cols; i++)
        h[i] = i;
    cudaMallocPitch(&d, &pitch, cols * sizeof(float), rows);
    /* The pitch is the device's; the host's rows are packed. */
    cudaMemcpy2D(d, pitch, h, pitch, cols * sizeof(float), rows, // <- here
                 cudaMemcpyHostToDevice);
    cudaFree(d);
    free(h);
    return 0;
}
