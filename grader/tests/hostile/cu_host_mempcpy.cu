// expect: memory: that is memory of the device
// lab: 12_vector_add
/* Functions of the C library, which check mode has wrappers for. */
#include <stdlib.h>
#include <string.h>

#include "vector_add.h"

static void fetch(float *to, const float *from, size_t bytes)
{
    mempcpy(to, from, bytes);
}

static void bring(float *to, const float *from, size_t bytes)
{
    bcopy(from, to, bytes);
}

__global__ void nothing()
{
}

static int add(const float *d_a, const float *d_b, float *d_c, int n)
{
    size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes + 1), *b = (float *)malloc(bytes + 1);

    fetch(a, d_a, bytes);
    fetch(b, d_b, bytes);
    for (int i = 0; i < n; i++)
        a[i] += b[i];
    bring(d_c, a, bytes);
    free(a);
    free(b);
    return cudaGetLastError();
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n > 0)
        nothing<<<(n + 255) / 256, 256>>>();
    if (cudaError_t e = cudaGetLastError())
        return e;
    return add(d_a, d_b, d_c, n);
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    nothing<<<blocks, 256>>>();
    if (cudaError_t e = cudaGetLastError())
        return e;
    return add(d_a, d_b, d_c, n);
}
