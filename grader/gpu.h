/*
 * gpu.h - the judge's side of a GPU: memory that the judge owns and the
 * student's process opens (CUDA IPC), so that inputs, outputs and the clock
 * stay in trusted hands. Talks to NVIDIA's driver (libcuda.so.1), which is
 * loaded when needed: the kit is built without any CUDA.
 * Source: CUDA Driver API, sections "Memory Management" and "Unified
 * Addressing".
 *
 * Rules of use:
 * - One GPU arena mirrors one arena of judge.c: the same offsets, so a buffer
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

#endif
