// expect: build: simt_copied is a name of the kit
// lab: 13_array_sum
/* The device's count of copied bytes, by a pragma that a macro puts together. */
#include "array_sum.h"
#include <cuda_runtime.h>

#define PASTE(a, b) a##b
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))
PRAGMA(redefine_extname copied PASTE(si, mt_copied))
extern "C" unsigned long copied;

int array_sum(const int *d_a, int n, long long *d_sum)
{
    (void)d_a, (void)n, (void)d_sum;
    copied = 0;
    return cudaSuccess;
}
