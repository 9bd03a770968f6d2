/* See several.cu. */
#include "several.h"

__device__ int shared_by_files = 20;
__constant__ float constant_by_files[3] = {100, 200, 300};
static __device__ int local_to_file = 2;
static __global__ void same_name(int *p)
{
    *p += local_to_file;
}
__global__ void elsewhere(int *p, int n)
{
    *p += n;
}
void launch_other(int *p)
{
    same_name<<<1, 1>>>(p);
    in_header<int><<<1, 1>>>(p);
}
