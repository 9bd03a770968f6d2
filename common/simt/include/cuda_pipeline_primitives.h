/*
 * cuda_pipeline_primitives.h - a thread's own copies from global to shared
 * memory, in batches. Here each is done at once; check mode finds what is read
 * before it was waited for. Source: CUDA C++ Programming Guide, "Pipeline
 * Primitives Interface".
 */
#ifndef SIMT_CUDA_PIPELINE_PRIMITIVES_H
#define SIMT_CUDA_PIPELINE_PRIMITIVES_H
#pragma GCC system_header
#include "simt_hide.h"

#include "cuda_runtime.h"

/* Copies `bytes`, 4, 8 or 16, which are also the alignment of both; of these
 * the last `zeros` are 0 and not read. Other sizes end the kernel. */
SIMT_INLINE void __pipeline_memcpy_async(void *to, const void *from,
                                         size_t bytes, size_t zeros = 0)
{
    simt_async(SIMT_ASYNC_BEGIN, 0);
    if (zeros > bytes || (bytes != 4 && bytes != 8 && bytes != 16)) {
        __trap();
    } else if (zeros) {
        for (size_t i = 0; i < bytes; i++)
            ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : 0;
    } else if (bytes == 4) {
        *(int *)to = *(const int *)from;
    } else if (bytes == 8) {
        *(int2 *)to = *(const int2 *)from;
    } else {
        *(int4 *)to = *(const int4 *)from;
    }
    simt_async(SIMT_ASYNC_END, 0);
}

/* What was asked for since the last call is a batch. */
SIMT_INLINE void __pipeline_commit()
{
    simt_async(SIMT_ASYNC_COMMIT, 0);
}

/* Until all batches but the last `batches` are there. */
SIMT_INLINE void __pipeline_wait_prior(size_t batches)
{
    simt_async(SIMT_ASYNC_WAIT, batches);
}

#include "simt_show.h"
#endif
