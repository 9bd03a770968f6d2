// expect: build: is a name of the kit
// lab: 13_array_sum
/* A pasted name of the device's that only the build without checks gets. */
#include "array_sum.h"
#include <cuda_runtime.h>

#define PASTE(a, b) a##b
#define CHECKED PASTE(SI, MT_CHECK)
#if !CHECKED
extern "C" unsigned long PASTE(si, mt_copied);
#endif

int array_sum(const int *d_a, int n, long long *d_sum)
{
    (void)d_a, (void)n, (void)d_sum;
#if !CHECKED
    PASTE(si, mt_copied) = 0;
#endif
    return cudaSuccess;
}
