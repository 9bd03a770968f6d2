/* One program of two .cu files and one of C; a kernel launched in another
 * file than it is defined in, variables of another file. */
#include "several.h"
#include <cstdio>

static __device__ int local_to_file = 1;
static __global__ void same_name(int *p)
{
    *p += local_to_file + shared_by_files + (int)constant_by_files[2];
}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = in_c(4);
    elsewhere<<<1, 1>>>(p, 5);
    same_name<<<1, 1>>>(p);
    launch_other(p);
    in_header<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    if (*p != 8 + 5 + 1 + 20 + 300 + 2 + 1 + 1) {
        printf("several.cu: %d\n", *p);
        return 1;
    }
    cudaFree(p);
    puts("ok");
    return 0;
}
