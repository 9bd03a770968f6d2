/*
 * device_query.h - the contract of lab 10: what a device is, in numbers, and
 * how fast it could be at most.
 * Source: article 2, the sections on the hardware and on performance analysis.
 */
#ifndef DEVICE_QUERY_H
#define DEVICE_QUERY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device_info {
    char name[256];
    int major, minor;    /* compute capability: 5 and 0 for 5.0 */
    int multiprocessors; /* SMs */
    int cores_per_multiprocessor;
    int clock_khz;        /* of a core; 1 kHz = 1000 per second */
    int memory_clock_khz; /* data moves twice in each clock */
    int bus_width_bits;   /* that one move carries */
    size_t memory_bytes;  /* global memory, all of it */
    int shared_per_block; /* bytes, without asking for more */
    int max_threads_per_block;
    int warp_size;
};

/*
 * CUDA cores of one multiprocessor, which only the compute capability tells:
 *
 *     3.x  5.x  6.0  6.1  6.2  7.x  8.0  8.6  8.7  8.9  9.0  10.x  12.x
 *     192  128   64  128  128   64   64  128  128  128  128   128   128
 *
 * Any other major version: 0.
 */
int cores_per_multiprocessor(int major, int minor);

/*
 * Fill in *info for device number `device`; the first one is 0.
 * Returns 0 (cudaSuccess) or the cudaError_t of the call that failed: for a
 * device that is not there that is 101, cudaErrorInvalidDevice. What *info
 * holds then does not matter.
 */
int query_device(int device, struct device_info *info);

/* Floating-point operations, in 10^9 per second, if every core does one
 * multiply-add in every clock. A multiply-add is two operations. The result is
 * exact to 12 digits. */
double peak_gflops(const struct device_info *info);

/* Bytes between the device and its memory, in 10^9 per second, if every clock
 * of the memory moves the width of its bus twice; exact to 12 digits. */
double peak_gbps(const struct device_info *info);

#ifdef __cplusplus
}
#endif
#endif
