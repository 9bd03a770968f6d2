// caught by: traffic (correctness, speed)
// says: Not done on the device
// hint: your kernel or the host
#include "histogram_shared.h"

#include <cuda_runtime.h>
#include <stdlib.h>

#define BINS 128

int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    unsigned bins[BINS] = {0};
    unsigned char *text = (unsigned char *)malloc(n + 1);
    cudaError_t error = cudaMemcpy(text, d_text, n, cudaMemcpyDeviceToHost);

    for (int i = 0; i < n; i++) /* BUG: not on the device */
        if (text[i] < BINS)
            bins[text[i]]++;
    free(text);
    if (blocks < 1 || threads > 1024)
        return cudaErrorInvalidConfiguration;
    return error
               ? error
               : cudaMemcpy(d_bins, bins, sizeof bins, cudaMemcpyHostToDevice);
}
