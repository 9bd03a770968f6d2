// Each device first takes its memory and shows that it can launch, on one row
// whose result nobody uses; so who refuses a launch never gets a share.
// What is refused later is done by calling the same function for the rest.
#include "devices.h"

struct dev {
    char *p;
    int lo, hi;
    bool ok;
};

static cudaError_t launch(const dev &d, int n, int first, int rows)
{
    long long *counter = (long long *)d.p;
    const int *power = (const int *)(d.p + 256);
    const signed char *rank =
        (const signed char *)(d.p + 256) + ((size_t)n * 4 + 255) / 256 * 256;
    cudaError_t e = cudaMemsetAsync(counter, 0, 8);

    if (e != cudaSuccess)
        return e;
    count_found<<<rows, THREADS_OF_ROW>>>(rank, power, n, first, counter);
    return cudaGetLastError();
}

static cudaError_t open_device(dev *d, int n, const signed char *rank,
                               const int *power)
{
    size_t at = 256 + ((size_t)n * 4 + 255) / 256 * 256;
    cudaError_t e = cudaMalloc(&d->p, at + (size_t)n * 32);

    if (e == cudaSuccess)
        e = cudaMemcpyAsync(d->p + 256, power, (size_t)n * 4,
                            cudaMemcpyHostToDevice, cudaStreamPerThread);
    if (e == cudaSuccess)
        e = cudaMemcpyAsync(d->p + at, rank, (size_t)n * 32,
                            cudaMemcpyHostToDevice, cudaStreamPerThread);
    if (e == cudaSuccess)
        e = launch(*d, n, n - 2, 1);
    return e;
}

static long long share(dev *dev, int devices, int n, int lo, int hi,
                       cudaError_t *why)
{
    long long sum = 0, pairs = 0, done = 0;
    int left = 0, row = lo;

    for (int r = lo; r < hi; r++)
        pairs += n - 1 - r;
    for (int d = 0; d < devices; d++)
        left += dev[d].ok;
    if (left == 0)
        return 0;
    unsigned asked = 0, lost = 0;
    for (int d = 0, k = 1; d < devices; d++) {
        if (!dev[d].ok)
            continue;
        dev[d].lo = row;
        while (row < hi && (k == left || done * left < pairs * k))
            done += n - 1 - row++;
        dev[d].hi = row;
        k++;
        if (dev[d].lo == dev[d].hi)
            continue;
        asked |= 1u << d;
        cudaSetDevice(d);
        cudaError_t e = launch(dev[d], n, dev[d].lo, dev[d].hi - dev[d].lo);
        if (e != cudaSuccess) {
            *why = *why == cudaSuccess ? e : *why;
            lost |= 1u << d;
            dev[d].ok = false;
            cudaGetLastError();
        }
    }
    for (int d = 0; d < devices; d++) {
        long long part;

        if (!(asked >> d & 1) || !dev[d].ok)
            continue;
        cudaSetDevice(d);
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess)
            e = cudaMemcpy(&part, dev[d].p, 8, cudaMemcpyDeviceToHost);
        if (e == cudaSuccess) {
            sum += part;
        } else {
            *why = *why == cudaSuccess ? e : *why;
            lost |= 1u << d;
            dev[d].ok = false;
            cudaGetLastError();
        }
    }
    for (int d = 0; d < devices; d++)
        if (lost >> d & 1)
            sum += share(dev, devices, n, dev[d].lo, dev[d].hi, why);
    return sum;
}

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    dev dev[8] = {};
    cudaError_t why = cudaSuccess;
    int now, fine = 0;

    *found = 0;
    *refused = 0;
    if (n <= 1)
        return 0;
    cudaGetDevice(&now);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaError_t e = open_device(&dev[d], n, rank, power);
        dev[d].ok = e == cudaSuccess;
        if (!dev[d].ok) {
            why = why == cudaSuccess ? e : why;
            cudaGetLastError();
        }
    }
    *found = share(dev, devices, n, 0, n - 1, &why);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaFree(dev[d].p);
        if (dev[d].ok)
            fine++;
        else
            *refused |= 1u << d;
    }
    cudaSetDevice(now);
    return fine ? 0 : why;
}
