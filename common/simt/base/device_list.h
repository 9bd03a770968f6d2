/*
 * device_list.h - which devices there are, which is the current one, who may
 * touch whose memory.
 *
 * The teaching device has round figures: 16 multiprocessors of 64 cores, one
 * operation of each per cycle at 1 GHz with two floating-point operations in
 * it makes 2048 GFLOP/s; 256 bits at 2 GHz, twice a cycle, 128 GB/s. Limits
 * are those of compute capability 8.0. Device 1, where there is one, is a
 * small laptop's of compute capability 5.0 with slow memory.
 */
#ifndef SIMT_BASE_DEVICE_LIST_H
#define SIMT_BASE_DEVICE_LIST_H

#include "simt.h"

enum {
    SIMT_DEVICES_MAX = 8,
    SIMT_SM_COUNT = 16,
    SIMT_WARPS_PER_SM = 64,
    SIMT_BLOCKS_PER_SM = 32,
    SIMT_GRID_X_MAX = 2147483647,
    SIMT_GRID_YZ_MAX = 65535,
    SIMT_BLOCK_Z_MAX = 64,
};

int simt_device_count(void); /* SIMT_DEVICES, else 1 */
bool simt_is_device(int device);
bool simt_is_small(int device);

int simt_device(void); /* the current one of this thread of the host */
void simt_set_device(int device);

/* Kernels of the one may touch the memory of the other; every device reaches
 * itself. */
bool simt_reaches(int device, int peer);
void simt_set_reach(int device, int peer, bool reaches);

/* SIMT_FIGURES="sms clock memory_clock bus major minor memory shared threads
 * warp name": device 0 says so of itself, and is as ever, but for the memory.
 * False: it is asked for nothing of the kind. */
struct simt_figures {
    int sms, clock, memory_clock, bus, major, minor;
    size_t memory;
    int shared, threads, warp;
    char name[256];
};
bool simt_made_up(struct simt_figures *f, int device);

/* Bytes that it has. SIMT_MEMORY=bytes: so many, and no more; with
 * SIMT_MEMORY_DEVICES=mask these devices, whichever refuse the rest. */
size_t simt_device_memory(int device);

/* Bytes of shared memory of a multiprocessor, and that a block may ask for. */
size_t simt_shared_per_sm(int device);
int simt_shared_optin(int device);

#endif
