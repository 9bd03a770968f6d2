/* gpu_memory.c - see gpu_memory.h. */
#define _GNU_SOURCE
#include "judge/gpu_memory.h"

#include <string.h>

#include "judge/memory.h"
#include "machine/gpu.h"

static struct {
    struct gpu_arena arena[2]; /* of REGION_IN and REGION_OUT */
    int copies;                /* judge_copies(); 0 without */
} gpu;

/* From one copy of a region's buffers on the GPU to the next. */
static size_t stride(int r)
{
    return ((size_t)memory_used(REGION_IN + r) + EDGE - 1) / EDGE * EDGE;
}

/* Where buffer b begins in the GPU's arena, what lies before it included. */
static size_t place_of(const struct buffer *b, int copy)
{
    return (size_t)copy * stride((int)b->region - REGION_IN) +
           (size_t)b->offset - EDGE;
}

static _Noreturn void unusable(const char *trouble)
{
    judge_untold(SAY(gpu_unusable), trouble);
}

void gpu_memory_reset(void)
{
    gpu.copies = 0;
}

void gpu_memory_request(struct request *q)
{
    const char *trouble = NULL;

    q->copies = gpu.copies ? gpu.copies : 1;
    q->own_memory = student.build == BUILD_MEMCHECK;
    q->on_gpu = judge_on_gpu() && !q->own_memory;
    for (int r = 0; q->on_gpu && r < 2; r++) {
        q->stride[r] = (int64_t)stride(r);
        trouble =
            gpu_reserve(&gpu.arena[r], (size_t)q->copies * stride(r) + EDGE);
        if (trouble)
            unusable(trouble);
        memcpy(q->gpu[r], gpu.arena[r].handle, sizeof q->gpu[r]);
    }
    if (q->on_gpu && !gpu.copies)
        judge_upload(0);
}

void judge_upload(int copy)
{
    const char *trouble = NULL;
    int n;
    const struct buffer *first = memory_buffers(&n);

    for (const struct buffer *b = first; b < first + n && !trouble; b++) {
        struct gpu_arena *a = &gpu.arena[b->region - REGION_IN];
        size_t place = place_of(b, copy), bytes = (size_t)b->bytes;
        if (!b->device)
            continue;
        if (!gpu.copies || b->filled || b->region == REGION_IN) {
            trouble =
                gpu_put(a, place, judge_arenas()[b->region] + b->offset - EDGE,
                        bytes + 2 * EDGE);
            continue;
        }
        trouble = gpu_fill(a, place, EDGE_BYTE, bytes + 2 * EDGE);
        if (!trouble)
            trouble = gpu_fill(a, place + EDGE, POISON_BYTE, bytes);
    }
    if (trouble)
        unusable(trouble);
}

size_t judge_copy_bytes(void)
{
    return stride(0) + stride(1);
}

void judge_copies(int n)
{
    for (int r = REGION_IN; !gpu.copies && r <= REGION_OUT; r++)
        gpu_pin(judge_arenas()[r], (size_t)memory_used(r) + 1);
    gpu.copies = n;
}

void judge_download(int copy)
{
    const char *trouble = NULL;
    int n;
    const struct buffer *first = memory_buffers(&n);

    for (const struct buffer *b = first; b < first + n && !trouble; b++) {
        if (b->device && b->region == REGION_OUT)
            trouble = gpu_get(&gpu.arena[1], place_of(b, copy),
                              judge_arenas()[REGION_OUT] + b->offset - EDGE,
                              (size_t)b->bytes + 2 * EDGE);
    }
    if (trouble)
        judge_fail(SAY(gpu_memory_unreadable), trouble);
}
