// caught by: traffic (memory)
// says: Not done on the device: counting 9600 threads takes at least 1; your kernels made 0 blocks. No kernel was launched. The work of this lab is a kernel's, not the host's.
// hint: somebody for all
#include "atomic_add.h"

#include <cuda_runtime.h>

#define THREADS 256

int count_up(int *d_counter, int blocks, int threads)
{
    int counter;
    cudaError_t error =
        cudaMemcpy(&counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost);

    if (error == cudaSuccess && (blocks < 1 || threads > 1024))
        return cudaErrorInvalidConfiguration;
    counter += blocks * threads; /* BUG: no thread counts itself */
    return error ? error
                 : cudaMemcpy(d_counter, &counter, sizeof counter,
                              cudaMemcpyHostToDevice);
}

__global__ void pick_kernel(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && a[i] % 2 == 0)
        out[atomicAdd(count, 1)] = a[i];
}

int pick_even(const int *d_a, int n, int *d_out, int *d_count)
{
    cudaError_t error = cudaMemset(d_count, 0, sizeof *d_count);

    if (error != cudaSuccess || n == 0)
        return error;
    pick_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_a, n, d_out,
                                                          d_count);
    return cudaGetLastError();
}
