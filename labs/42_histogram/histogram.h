/*
 * histogram.h - the contract of lab 42: how often each character is in a text.
 * Source: article 7, "Numba 的 CUDA 示例(4/4):原子和互斥", section
 * "原子加法:计算直方图" (atomic addition: a histogram), its first kernel.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * d_bins[c] = how many of the bytes d_text[0] .. d_text[n-1] are c, for
 * c = 0 .. 127. Bytes of 128 and more are no ASCII characters and do not count.
 *   d_text  n bytes in the device's memory, aligned to 256 bytes
 *   n       0 .. 2^30
 *   d_bins  128 numbers in the device's memory; hold anything when the call
 *           begins
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int histogram(const unsigned char *d_text, int n, unsigned *d_bins);

#ifdef __cplusplus
}
#endif
#endif
