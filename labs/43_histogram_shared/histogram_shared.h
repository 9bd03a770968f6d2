/*
 * histogram_shared.h - the contract of lab 43: how often each character is in
 * a text, with a histogram of its own for each block.
 * Source: article 7, "Numba 的 CUDA 示例(4/4):原子和互斥", section
 * "原子加法:计算直方图" (atomic addition: a histogram), its second kernel and
 * its search for the best number of blocks.
 */
#ifndef HISTOGRAM_SHARED_H
#define HISTOGRAM_SHARED_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * d_bins[c] = how many of the bytes d_text[0] .. d_text[n-1] are c, for
 * c = 0 .. 127. Bytes of 128 and more are no ASCII characters and do not count.
 *   d_text   n bytes in the device's memory, at an address that 256 divides
 *   n        0 .. 2^30
 *   d_bins   128 numbers in the device's memory; hold anything when the call
 *            begins
 *   blocks   how many blocks share the work, 1 .. 65535; none is launched besides them
 *   threads  in each block, 1 .. 1024, any number
 *            If the launch refuses one of these two, its error is returned;
 *            for n = 0 nothing need be launched.
 * Each block counts in a histogram of its own, in shared memory, and adds it to
 * d_bins at the end.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads);

#ifdef __cplusplus
}
#endif
#endif
