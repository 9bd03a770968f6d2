// caught by: correctness (traffic)
// says: a counter that is not set to 0 again
// hint: what is in the counter of those that do a second one
#include "devices.h"

#include <cuda_runtime.h>

#define RANK_ROW 32
#define DEVICES_MAX 8

/* A device: what it has, and what it is to do now. */
struct device {
    signed char *rank;
    int *power;
    long long *found;
    bool out; /* it has refused */
    int first, end;
};

struct work {
    const signed char *rank;
    const int *power;
    int n, devices;
    struct device device[DEVICES_MAX];
    long long found;
    cudaError_t error; /* the first one */
};

/* Keeps the first error. A device whose call has failed is out. */
static void look_at(struct work *w, struct device *d, cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    d->out = true;
    if (w->error == cudaSuccess)
        w->error = error;
    cudaGetLastError(); /* or the next device's launch would seem to fail */
}

static cudaError_t prepare(struct device *d, const struct work *w)
{
    const size_t rank_bytes = (size_t)w->n * RANK_ROW;
    const size_t power_bytes = w->n * sizeof *w->power;
    cudaError_t error = cudaMalloc(&d->rank, rank_bytes);

    if (error == cudaSuccess)
        error = cudaMalloc(&d->power, power_bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d->found, sizeof *d->found);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(d->found, 0, sizeof *d->found);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(d->rank, w->rank, rank_bytes,
                                cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(d->power, w->power, power_bytes,
                                cudaMemcpyHostToDevice);
    return error;
}

/* Asks for the strip; does not wait. */
static cudaError_t ask(const struct device *d, int n)
{
    cudaError_t error = cudaSuccess;

    if (error == cudaSuccess) {
        count_found<<<d->end - d->first, THREADS_OF_ROW>>>(d->rank, d->power, n,
                                                           d->first, d->found);
        error = cudaGetLastError();
    }
    return error;
}

static long long pairs_before(int n, int row)
{
    return (long long)row * (2LL * n - row - 1) / 2;
}

/* The first row from `first` on before which there are at least so many. */
static int cut(int n, int first, int end, long long pairs)
{
    while (first < end) {
        int middle = first + (end - first) / 2;

        if (pairs_before(n, middle) < pairs)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* The pairs of the rows first .. end - 1, by all devices that are left. */
static void count(struct work *w, int first, int end)
{
    const long long before = pairs_before(w->n, first);
    const long long pairs = pairs_before(w->n, end) - before;
    int left = 0, k = 0;
    bool asked[DEVICES_MAX] = {};

    for (int i = 0; i < w->devices; i++)
        left += !w->device[i].out;
    for (int i = 0; i < w->devices; i++) {
        struct device *d = &w->device[i];

        if (d->out)
            continue;
        d->first = first;
        d->end = first = cut(w->n, first, end, before + pairs * ++k / left);
        if (d->first == d->end)
            continue;
        asked[i] = true;
        cudaSetDevice(i);
        look_at(w, d, ask(d, w->n));
    }
    for (int i = 0; i < w->devices; i++) {
        struct device *d = &w->device[i];
        long long part;

        if (!asked[i] || d->out)
            continue;
        cudaSetDevice(i);
        look_at(
            w, d,
            cudaMemcpy(&part, d->found, sizeof part, cudaMemcpyDeviceToHost));
        if (!d->out)
            w->found += part;
    }
    for (int i = 0; i < w->devices; i++) // now: later rounds come
        asked[i] = asked[i] && w->device[i].out;
    for (int i = 0; i < w->devices; i++)
        if (asked[i])
            count(w, w->device[i].first, w->device[i].end);
}

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    struct work w = {rank, power, n, devices, {}, 0, cudaSuccess};
    bool some = false;
    int current;

    cudaGetDevice(&current);
    for (int i = 0; i < devices && n > 1; i++) {
        cudaSetDevice(i);
        look_at(&w, &w.device[i], prepare(&w.device[i], &w));
    }
    if (n > 1)
        count(&w, 0, n - 1);
    *found = w.found;
    *refused = 0;
    for (int i = 0; i < devices; i++) {
        const struct device *d = &w.device[i];

        *refused |= (unsigned)d->out << i;
        some = some || !d->out;
        cudaSetDevice(i);
        cudaFree(d->rank);
        cudaFree(d->power);
        cudaFree(d->found);
    }
    cudaSetDevice(current);
    return some ? cudaSuccess : w.error;
}
