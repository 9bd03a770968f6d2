/*
 * sync.c - what orders: barriers, __syncwarp(), fences. Who waits for others
 * knows afterwards what they knew.
 */
#include "check/shadow.h"

#include <stdlib.h>
#include <string.h>

void shadow_grid_sync(void)
{
    check_epoch = check_segment;
}

void shadow_barrier(struct block *b)
{
    uint32_t dirty = 0;

    b->barriers++;
    b->interval_first = check_segment;
    for (int i = 0; i < b->warps; i++) {
        b->warp[i].segment = 0;
        shadow_barrier_behind_lock(&b->warp[i], ~0u);
    }
    if (!shadow_fences)
        return;
    /* What one knows, all know now; and what one has called a fence for, any
     * other may release. */
    for (int i = 0; i < b->threads; i++)
        b->known = shadow_join(b->known, b->warp[i / 32].known[i % 32]);
    for (int i = 0; i < b->warps; i++)
        dirty |= b->warp[i].dirty;
    for (int k = 0; k < 2; k++) {
        bool some = false;

        for (int i = 0; i < b->threads; i++) {
            struct clock *c = b->warp[i / 32].fenced[k][i % 32];

            if (c && c != b->fenced[k]) {
                some = true;
                if (dirty)
                    b->fenced[k] = shadow_join(b->fenced[k], c);
            }
        }
        if (some && !dirty) {
            b->fenced[k] = shadow_new_clock();
            b->fenced[k]->block = (uint32_t)b->number;
            b->fenced[k]->thread = UINT32_MAX;
            b->fenced[k]->block_bound = b->interval_first;
            b->fenced[k]->a = b->known;
        }
    }
    for (int i = 0; i < b->threads; i++) {
        struct warp *w = &b->warp[i / 32];

        w->known[i % 32] = b->known;
        w->fenced[0][i % 32] = b->fenced[0];
        w->fenced[1][i % 32] = b->fenced[1];
    }
}

void shadow_syncwarp(struct warp *w, uint32_t mask)
{
    const bool all = (mask & w->live) == w->live;
    struct clock *known = NULL;

    w->segment = 0;
    shadow_barrier_behind_lock(w, mask);
    w->syncs++;
    if (all) {
        w->full_sync = w->syncs;
        w->sync_first = check_segment;
    } else {
        uint32_t most[32] = {0};

        if (!w->partial) {
            w->partial = calloc(32, sizeof *w->partial);
            if (!w->partial)
                abort();
        }
        for (int i = 0; i < 32; i++)
            for (int k = 0; mask >> i & 1 && k < 32; k++)
                if (w->partial[i][k] > most[k])
                    most[k] = w->partial[i][k];
        for (int k = 0; k < 32; k++)
            if (mask >> k & 1)
                most[k] = w->syncs;
        for (int i = 0; i < 32; i++)
            if (mask >> i & 1)
                memcpy(w->partial[i], most, sizeof most);
    }
    if (!shadow_fences)
        return;
    for (int i = 0; i < 32; i++)
        if (mask >> i & 1)
            known = shadow_join(known, w->known[i]);
    for (int i = 0; i < 32; i++)
        if (mask >> i & 1)
            w->known[i] = known;
    /* As at a barrier: what one has called a fence for, any other may
     * release. */
    for (int k = 0; k < 2; k++) {
        struct clock *fenced = w->fenced[k][__builtin_ctz(mask)];
        bool differ = false;

        for (int i = 0; i < 32; i++)
            if (mask >> i & 1 && w->fenced[k][i] != fenced)
                differ = true;
        if (!differ)
            continue;
        if (all && !w->dirty) {
            fenced = shadow_new_clock();
            fenced->block = (uint32_t)w->block->number;
            fenced->thread = (uint32_t)w->number * 32;
            fenced->warp_bound = w->sync_first;
            fenced->block_bound = w->block->interval_first;
            fenced->a = known;
        }
        for (int i = 0; i < 32 && (!all || w->dirty); i++)
            if (mask >> i & 1)
                fenced = shadow_join(w->fenced[k][i], fenced);
        for (int i = 0; i < 32; i++)
            if (mask >> i & 1)
                w->fenced[k][i] = fenced;
    }
}

void shadow_fence(struct warp *w, int lane, enum simt_scope scope)
{
    struct clock *c = shadow_new_clock();

    shadow_fences = true;
    w->segment = 0;
    w->dirty &= ~(1u << lane);
    if (shadow_atomic_runs)
        shadow_behind[scope == SIMT_BLOCK] |= 1u << lane;
    else
        shadow_fence_behind_lock(w, lane, scope);
    c->block = (uint32_t)w->block->number;
    c->thread = (uint32_t)(w->number * 32 + lane);
    c->bound = check_segment;
    c->warp_bound = w->sync_first;
    c->block_bound = w->block->interval_first;
    c->a = w->known[lane];
    w->fenced[scope == SIMT_BLOCK][lane] = c;
}
