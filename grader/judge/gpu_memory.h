/*
 * gpu_memory.h - the buffers of memory.h on a GPU: there each call of a batch
 * has a copy of them all.
 */
#ifndef GPU_MEMORY_H
#define GPU_MEMORY_H

#include "judge/state.h"

/* For the next judge_start(): one call at a time. */
void gpu_memory_reset(void);

/* Fill in where a request finds its buffers on the GPU, if it runs there, and
 * upload them, unless judge_copies() was called. */
void gpu_memory_request(struct request *q);

/* Until the next judge_start(): a request on the GPU means n calls, each on
 * buffers of its own there. What is in them comes with judge_upload(), after
 * judge_request(). */
void judge_copies(int n);

/* What all buffers of one call take there. */
size_t judge_copy_bytes(void);

/* The bytes of all buffers into those of the GPU's copy'th call; out-buffers
 * are filled with 0xA5 there, except those that are judge_filled(). */
void judge_upload(int copy);

/* After a call on a GPU: what may have been written comes back. */
void judge_download(int copy);

#endif
