/* counts.c - see counts.h. */
#include "judge/counts.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/said.h"

int64_t count_of(enum judge_count count, const struct simt_counts *c)
{
    switch (count) {
    case COUNT_REQUESTS:
        return (int64_t)c->requests;
    case COUNT_LANES:
        return (int64_t)c->lanes;
    case COUNT_SECTORS:
        return (int64_t)c->sectors;
    case COUNT_WAVEFRONTS:
        return (int64_t)c->wavefronts;
    case COUNT_EXCESS_WAVEFRONTS:
        return (int64_t)simt_waste(c, SIMT_WAVEFRONTS);
    case COUNT_EXCESS_REQUESTS:
        return (int64_t)simt_waste(c, SIMT_DIVERGENCE);
    case COUNT_PASSES:
        return (int64_t)c->passes;
    case COUNT_LAUNCHES:
        return (int64_t)c->launches;
    case COUNT_BLOCKS:
        return (int64_t)c->blocks;
    case COUNT_WARPS:
        return (int64_t)c->warps;
    case COUNT_THREADS:
        return (int64_t)c->threads;
    case COUNT_BARRIERS:
        return (int64_t)c->barriers;
    case COUNT_PRODUCTS:
        return (int64_t)c->products;
    }
    return 0;
}

int64_t count_bound(enum judge_count count, int64_t most)
{
    return count == COUNT_SECTORS && most > 0 ? most + most / 1024 + 8 : most;
}

void count_words(enum judge_count count, enum judge_op op, int64_t n,
                 char *text, size_t size)
{
    const char *format = "%" PRId64;

    switch (count) {
    case COUNT_REQUESTS:
        format = SAY(part_warp_requests);
        break;
    case COUNT_LANES:
        format = op == OP_ATOMIC ? SAY(part_atomic_operations)
                                 : SAY(part_thread_accesses);
        break;
    case COUNT_SECTORS:
        format = op == OP_READ     ? SAY(part_sectors_read)
                 : op == OP_WRITE  ? SAY(part_sectors_written)
                 : op == OP_ATOMIC ? SAY(part_sectors_atomic)
                                   : SAY(part_sectors);
        break;
    case COUNT_WAVEFRONTS:
        format = SAY(part_wavefronts);
        break;
    case COUNT_EXCESS_WAVEFRONTS:
        format = SAY(part_bank_conflict_wavefronts);
        break;
    case COUNT_EXCESS_REQUESTS:
        format = SAY(part_extra_requests);
        break;
    case COUNT_PASSES:
        format = SAY(part_serialized_atomics);
        break;
    case COUNT_LAUNCHES:
        format = SAY(part_kernel_launches);
        break;
    case COUNT_BLOCKS:
        format = SAY(part_block_count);
        break;
    case COUNT_WARPS:
        format = SAY(part_warp_count);
        break;
    case COUNT_THREADS:
        format = SAY(part_thread_count);
        break;
    case COUNT_BARRIERS:
        format = SAY(part_barrier_waits);
        break;
    case COUNT_PRODUCTS:
        format = SAY(part_tile_products);
        break;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    said_put(text, size, format, n);
#pragma GCC diagnostic pop
}
