/* The program of lab 10: what the article looks up with CUDA-Z, in the order
 * of its three pages, for every device there is. */
#include "device_query.h"

#include <cuda_runtime.h>
#include <stdio.h>

static void print_device(int device, const struct device_info *i)
{
    printf("Device %d: %s\n", device, i->name);
    printf("  Core\n");
    printf("    Compute capability     %d.%d\n", i->major, i->minor);
    printf("    Clock rate             %.0f MHz\n", i->clock_khz / 1e3);
    printf("    Multiprocessors        %d\n", i->multiprocessors);
    printf("    CUDA cores             %d\n",
           i->multiprocessors * i->cores_per_multiprocessor);
    printf("    Warp size              %d\n", i->warp_size);
    printf("    Threads per block      %d\n", i->max_threads_per_block);
    printf("  Memory\n");
    printf("    Total global           %.0f MiB\n",
           (double)i->memory_bytes / (1 << 20));
    printf("    Bus width              %d bits\n", i->bus_width_bits);
    printf("    Clock rate             %.0f MHz\n", i->memory_clock_khz / 1e3);
    printf("    Shared per block       %d KiB\n", i->shared_per_block / 1024);
    printf("  Performance, at most\n");
    printf("    Single precision       %.3f GFLOP/s\n", peak_gflops(i));
    printf("    Memory                 %.1f GB/s\n", peak_gbps(i));
}

int main(void)
{
    int devices;
    cudaError_t error = cudaGetDeviceCount(&devices);

    if (error != cudaSuccess) {
        fprintf(stderr, "cudaGetDeviceCount: %s\n", cudaGetErrorString(error));
        return 1;
    }
    for (int d = 0; d < devices; d++) {
        struct device_info info;

        error = (cudaError_t)query_device(d, &info);
        if (error != cudaSuccess) {
            fprintf(stderr, "query_device(%d): %s\n", d,
                    cudaGetErrorString(error));
            return 1;
        }
        print_device(d, &info);
    }
    return 0;
}
