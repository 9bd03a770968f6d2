/*
 * devices.h - the contract of lab 55: how many pairs of rows go up and down
 * together, counted by several devices at once. The kernel is given.
 * Source: article 6, on Spearman's rank correlation of all pairs of rows,
 * section "CUDA方案" (the CUDA solution): its last wish, to use several GPUs.
 */
#ifndef DEVICES_H
#define DEVICES_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * *found = in how many pairs of rows row < col both go up and down together, as
 * count_found() below has it; in how many of the whole table.
 *   rank     n rows of 32 bytes: the rank numbers of a row, and two zeros; as
 *            ranks() of lab 51 writes them
 *   power    n ints, the sums of the squares of each row: 0 .. 8990
 *   n        0 .. 2^26; 0 and 1 are no error and have no pairs
 *   devices  1 .. 8: use devices 0 to devices - 1, which are there, and equally
 *            fast
 *   found, refused  hold anything when the call begins
 * rank and power are pinned memory of the host; the kernels read them in their
 * device's memory.
 * All devices work at the same time, and each has the same share of the pairs
 * to do, as nearly as whole rows allow.
 * A device refuses if a call for it fails: there is no memory, a copy or a
 * launch is refused. Then it gets no more work, and bit d of *refused is set,
 * for device d; all other bits are 0. What it should have done, and only that,
 * is dealt to the others in the same way. A device that gets no rows need not be
 * asked for anything.
 * Returns 0 (cudaSuccess) if at least one device has not refused, else the
 * cudaError_t of the first call that failed (with a thread of the host for each
 * device: of the first one in any of them); *found may then be anything.
 * When it returns, the current device is the one that was current before, and
 * what it has allocated is free again on each device, also on those that have
 * refused.
 */
int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused);

#ifdef __cplusplus
}
#endif

#ifdef __CUDACC__
#include <cuda_runtime.h>

#define THREADS_OF_ROW 32

/* Adds to *found how many of the pairs first <= row < first + rows, row < col <
 * n are found: both powers above 0, and the rule of lab 52. A block for each
 * row: count_found<<<rows, THREADS_OF_ROW>>>(...), rows at least 1. All three
 * pointers are to memory of the device that it runs on; rank and power have all
 * n rows, but only those from `first` on are read. */
[[maybe_unused]] static __global__ void __launch_bounds__(THREADS_OF_ROW)
    count_found(const signed char *rank, const int *power, int n, int first,
                long long *found)
{
    const int row = first + blockIdx.x, mine = power[row];
    const int4 *rows = (const int4 *)rank;
    int sum = 0;

    if (mine == 0)
        return;
    const int4 a = rows[2 * (size_t)row], b = rows[2 * (size_t)row + 1];
    for (int col = row + 1 + threadIdx.x; col < n; col += THREADS_OF_ROW) {
        const int4 c = rows[2 * (size_t)col], d = rows[2 * (size_t)col + 1];
        int dot = __dp4a(a.x, c.x, __dp4a(a.y, c.y, 0));

        dot = __dp4a(a.z, c.z, __dp4a(a.w, c.w, dot));
        dot = __dp4a(b.x, d.x, __dp4a(b.y, d.y, dot));
        dot = __dp4a(b.z, d.z, __dp4a(b.w, d.w, dot));
        sum += 201224641LL * (dot * dot) > 26224641LL * (mine * power[col]);
    }
    for (int half = THREADS_OF_ROW / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, half);
    if (threadIdx.x == 0 && sum > 0)
        atomicAdd((unsigned long long *)found, (unsigned long long)sum);
}
#endif
#endif
