/*
 * gpu.h - the judge's side of a GPU: memory that the judge owns and the
 * student's process opens (CUDA IPC), so that inputs, outputs and the clock
 * stay in trusted hands. Talks to NVIDIA's driver (libcuda.so.1), which is
 * loaded when needed: the kit is built without any CUDA.
 * Source: CUDA Driver API, sections "Memory Management" and "Unified
 * Addressing".
 *
 * Rules of use:
 * - One GPU arena mirrors one arena of memory.c: the same offsets, so a buffer
 *   is found in both at the same place.
 * - A process that has called gpu_start() must not fork and go on in the
 *   child; tests are processes of their own.
 */
#ifndef GPU_H
#define GPU_H

#include <stdbool.h>
#include <stddef.h>

#define GPU_HANDLE 64 /* bytes of a CUDA IPC handle */

/* Whether a GPU's driver is here; looks, touches nothing. */
bool gpu_present(void);

/* What nvcc's -arch is to be: "sm_90", as nvidia-smi says (asked once); or
 * "native" where it does not, or where GPUs differ. Behind the wall nvcc cannot
 * ask the GPU itself. */
const char *gpu_architecture(void);

/* The path of a tool of CUDA's, on the PATH or where CUDA is usually installed;
 * false, and "", if it is not there. */
bool gpu_find_tool(const char *name, char *path, size_t size);

/* Null, or in words what does not work. */
const char *gpu_start(void);

struct gpu_arena {
    unsigned long long address; /* in this process; 0: none yet */
    size_t bytes;
    unsigned char handle[GPU_HANDLE];
};

/* Make it at least this large; a new one has a new handle. */
const char *gpu_reserve(struct gpu_arena *a, size_t bytes);
const char *gpu_put(struct gpu_arena *a, size_t offset, const void *from,
                    size_t bytes);
const char *gpu_get(struct gpu_arena *a, size_t offset, void *to, size_t bytes);
const char *gpu_fill(struct gpu_arena *a, size_t offset, unsigned char value,
                     size_t bytes);

/* Bytes that can still be had. */
size_t gpu_room(void);

/* Copies from and to this piece of our memory are several times as fast from
 * now on, where the driver can do that; 10 ms for each 256 MB. */
void gpu_pin(void *p, size_t bytes);

/* Wait until nobody's work is on the GPU, at most `seconds`; false if it does
 * not come to rest. */
bool gpu_settle(double seconds);

/* Whether nobody's work is on it for so long, as far as we can see. */
bool gpu_stays_at_rest(double seconds);

/* Who keeps the GPU busy after a call? Others, unless it rested before the
 * student's function was called for the first time, and rests when the
 * student's process has ended: then somebody, and the student only if all of
 * that is seen a second time (round 1), in a grading from the beginning. */
enum gpu_user { GPU_OF_OTHERS, GPU_OF_SOMEBODY, GPU_OF_STUDENT };
enum gpu_user gpu_whose_work(bool called, bool rested_before, bool rests_after,
                             int round);

/* One grading on the GPU at a time, whoever's and in whichever folder: a lock on
 * a file that all users may lock (LOCK_SH or LOCK_EX), waited for at most so
 * long. The descriptor to close; or that the lock is held by others, or that
 * there can be none, and then one does without. A GPU is called what
 * CUDA_VISIBLE_DEVICES calls it. */
enum { GPU_LOCK_NONE = -1, GPU_LOCK_BUSY = -2 };
int gpu_lock(int how, double seconds);

/* ---- internal: here only so that the tests can hand in their own cases -- */

/* Readings, seconds for setting a few bytes, until two quick ones in a row say
 * that the GPU is at rest. */
struct gpu_rest {
    int n, slow, in_a_row;
};
bool gpu_reading(struct gpu_rest *r, double seconds);

/* Whether hardly any of many readings was slow. */
bool gpu_rested(const struct gpu_rest *r);

/* gpu_lock() with a file in this folder. */
int gpu_lock_in(const char *folder, int how, double seconds);

#endif
