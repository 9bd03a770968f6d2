/* counts.c - see counts.h. */
#include "judge/counts.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/say.h"

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
        format = _("%" PRId64 " requests by warps");
        break;
    case COUNT_LANES:
        format = op == OP_ATOMIC ? _("%" PRId64 " atomic operations")
                                 : _("%" PRId64 " accesses by threads");
        break;
    case COUNT_SECTORS:
        format = op == OP_READ ? _("%" PRId64 " sectors (of 32 bytes) read")
                 : op == OP_WRITE
                     ? _("%" PRId64 " sectors (of 32 bytes) written")
                 : op == OP_ATOMIC
                     ? _("%" PRId64
                         " sectors (of 32 bytes) changed by atomic operations")
                     : _("%" PRId64 " sectors (of 32 bytes)");
        break;
    case COUNT_WAVEFRONTS:
        format = _("%" PRId64 " wavefronts of shared memory");
        break;
    case COUNT_EXCESS_WAVEFRONTS:
        format = _("%" PRId64 " extra wavefronts through bank conflicts");
        break;
    case COUNT_EXCESS_REQUESTS:
        format = _("%" PRId64 " requests more than full warps would need");
        break;
    case COUNT_PASSES:
        format = _("%" PRId64 " atomic operations one after the other");
        break;
    case COUNT_LAUNCHES:
        format = _("%" PRId64 " kernel launches");
        break;
    case COUNT_BLOCKS:
        format = _("%" PRId64 " blocks");
        break;
    case COUNT_WARPS:
        format = _("%" PRId64 " warps");
        break;
    case COUNT_THREADS:
        format = _("%" PRId64 " threads");
        break;
    case COUNT_BARRIERS:
        format = _("%" PRId64 " waits of a warp at a barrier");
        break;
    case COUNT_PRODUCTS:
        format = _("%" PRId64 " products of tiles");
        break;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, format, n);
#pragma GCC diagnostic pop
}
