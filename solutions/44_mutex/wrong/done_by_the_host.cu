// caught by: traffic
// says: Not done on the device
// hint: your kernel or the host
#include "mutex.h"

#include <cuda_runtime.h>
#include <stdlib.h>

int largest(const int *d_a, int n, int *d_top, int)
{
    int *a = (int *)malloc(n * sizeof *a + 1), top[TOP];

    cudaMemcpy(a, d_a, n * sizeof *a, cudaMemcpyDeviceToHost);
    for (int k = 0; k < TOP; k++)
        top[k] = -1;
    for (int i = 0; i < n; i++) {
        int k = TOP;

        while (k > 0 && top[k - 1] < a[i])
            k--;
        for (int j = TOP - 1; j > k; j--)
            top[j] = top[j - 1];
        if (k < TOP)
            top[k] = a[i];
    }
    free(a);
    cudaMemcpy(d_top, top, sizeof top, cudaMemcpyHostToDevice);
    return cudaGetLastError();
}
