// Twice as many strips as devices, all of the same number of rows: a wide one
// and a narrow one for each device. Strips that got lost go through a list.
#include "devices.h"

#include <string.h>

struct strip {
    int first, rows, device;
};

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    static struct strip list[4096], next[4096];
    signed char *d_rank[8] = {};
    int *d_power[8] = {}, before, strips = 0, round = 0;
    long long *d_found[8] = {}, sum = 0;
    cudaError_t first_error = cudaSuccess;
    unsigned out = 0;
    const unsigned all = (1u << devices) - 1;

#define TRY(d, call)                        \
    do {                                    \
        cudaError_t e_ = (call);            \
        if (e_ != cudaSuccess) {            \
            if (first_error == cudaSuccess) \
                first_error = e_;           \
            out |= 1u << (d);               \
            (void)cudaGetLastError();       \
        }                                   \
    } while (0)
#define IN(d) (!(out >> (d)&1))

    cudaGetDevice(&before);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        TRY(d, cudaMalloc(&d_rank[d], 32 * (size_t)n + 1));
        if (IN(d))
            TRY(d, cudaMalloc(&d_power[d], 4 * (size_t)n + 1));
        if (IN(d))
            TRY(d, cudaMalloc(&d_found[d], 8));
        if (IN(d) && n > 0)
            TRY(d, cudaMemcpyAsync(d_rank[d], rank, 32 * (size_t)n,
                                   cudaMemcpyDefault));
        if (IN(d) && n > 0)
            TRY(d, cudaMemcpyAsync(d_power[d], power, 4 * (size_t)n,
                                   cudaMemcpyDefault));
    }
    list[strips++] = {0, n, -1};
    while (strips > 0 && out != all) {
        int n_next = 0, n_dealt = 0, left = 0, who[8];
        static struct strip dealt[4096];

        for (int d = 0; d < devices; d++)
            if (IN(d))
                who[left++] = d;
        for (int s = 0; s < strips; s++) {
            int pieces = 2 * left;

            for (int k = 0; k < pieces; k++) {
                long long a = (long long)list[s].rows * k / pieces;
                long long b = (long long)list[s].rows * (k + 1) / pieces;
                int d = who[k < left ? k : pieces - 1 - k];

                if (a < b && n_dealt < 4096)
                    dealt[n_dealt++] = {list[s].first + (int)a, (int)(b - a),
                                        d};
            }
        }
        for (int i = 0; i < left; i++) {
            int d = who[i];

            cudaSetDevice(d);
            TRY(d, cudaMemsetAsync(d_found[d], 0, 8));
            for (int k = 0; k < n_dealt && IN(d); k++)
                if (dealt[k].device == d) {
                    count_found<<<dealt[k].rows, THREADS_OF_ROW>>>(
                        d_rank[d], d_power[d], n, dealt[k].first, d_found[d]);
                    TRY(d, cudaGetLastError());
                }
        }
        for (int i = 0; i < left; i++) {
            int d = who[i];
            long long part = 0;

            cudaSetDevice(d);
            if (IN(d))
                TRY(d, cudaMemcpy(&part, d_found[d], 8, cudaMemcpyDefault));
            if (IN(d))
                sum += part;
            for (int k = 0; k < n_dealt && !IN(d); k++)
                if (dealt[k].device == d)
                    next[n_next++] = dealt[k];
        }
        memcpy(list, next, sizeof list);
        strips = n_next;
        round++;
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaFree(d_rank[d]);
        cudaFree(d_power[d]);
        cudaFree(d_found[d]);
    }
    cudaSetDevice(before);
    (void)round;
    *found = sum;
    *refused = out;
    return out == all ? first_error : cudaSuccess;
}
