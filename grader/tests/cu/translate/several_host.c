/* See several.cu. */
#include "several.h"
#include <cuda_runtime_api.h>

int in_c(int n)
{
    int *class = 0, device = -1; /* this is C */
    return cudaGetDevice(&device) == cudaSuccess && !class ? 2 * n : 0;
}
