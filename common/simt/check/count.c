/*
 * count.c - what the hardware would do for each request, by site (an access in
 * the program), as Nsight Compute counts on its Source page:
 *
 *   request     the lanes of a warp that execute an access together
 *   sector      an aligned piece of 32 bytes of global memory
 *   wavefront   a turn of the 32 banks of shared memory, each of which gives
 *               one word of 4 bytes to whoever wants it
 *
 * and what as many lanes would need at best: side by side in memory, and in
 * shared memory without conflicts. Lanes that want the same may need less.
 *
 * What always holds: a site stands once in `table`, by its place, and once in
 * `numbered`, and stays there; `used` names those whose counts are of this
 * launch. All of it belongs to the thread that runs the kernel.
 */
#include "base/handles.h"
#include "base/variables.h"
#include "check/check.h"
#include "timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

enum { SITES = 1 << 16 };

static struct site *table[2 * SITES]; /* by hash */
static struct site *numbered[SITES];
static uint32_t sites = 1;
static struct site *used[SITES]; /* in this launch */
static uint32_t used_count;

static struct site *unknown(void)
{
    static struct site s;

    return &s;
}

struct site *site_numbered(uint32_t number)
{
    return number && number < sites ? numbered[number] : unknown();
}

static void begin(struct site *s, unsigned bytes)
{
    if (s->launch == check_launch_number)
        return;
    used[used_count++] = s;
    s->launch = check_launch_number;
    s->bytes = bytes;
    s->requests = s->lanes = s->ideal_requests = 0;
    s->sectors = s->ideal_sectors = 0;
    s->wavefronts = s->ideal_wavefronts = s->passes = 0;
    s->interval = s->interval_lanes = 0;
    s->excess = 0;
    s->worst_mask = 0;
    s->last.at = NULL;
    s->place = s->apart = 0;
    s->changes = false;
    s->object = NULL;
}

struct site *site_of(uintptr_t pc, uint32_t op, unsigned bytes)
{
    const uint32_t kind = op & OP_KIND;
    const unsigned argument = op_argument(op);
    size_t i = (pc * 4 + kind) * 0x9E3779B97F4A7C15u >> 47;
    struct site *s;

    while ((s = table[i]) != NULL) {
        if (s->pc == pc && s->op == kind && s->argument == argument) {
            begin(s, bytes);
            return s;
        }
        i = (i + 1) & (2 * SITES - 1);
    }
    if (sites == SITES) { /* no program has that many */
        begin(unknown(), bytes);
        return unknown();
    }
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->pc = pc;
    s->op = kind;
    s->argument = argument;
    s->number = sites;
    numbered[sites++] = table[i] = s;
    begin(s, bytes);
    return s;
}

/* How many different values key[] has. */
static unsigned different(const uint64_t *key, int n)
{
    uint64_t seen[128]; /* a hash table; 0 is empty */
    unsigned count = 1;
    int i = 1;

    /* Mostly they ascend. */
    while (i < n && key[i] >= key[i - 1]) {
        count += key[i] != key[i - 1];
        i++;
    }
    if (i == n)
        return count;
    memset(seen, 0, sizeof seen);
    count = 0;
    for (i = 0; i < n; i++) {
        size_t h = key[i] * 0x9E3779B97F4A7C15u >> 57;

        while (seen[h] && seen[h] != key[i] + 1)
            h = (h + 1) & 127;
        if (!seen[h]) {
            seen[h] = key[i] + 1;
            count++;
        }
    }
    return count;
}

/* The largest number of different words that some lanes want of one bank.
 * word[] holds n of them. */
static unsigned turns(const uint32_t *word, int n)
{
    uint32_t first[32], used_banks = 0, more[128];
    unsigned char count[32];
    unsigned most = 1;
    int rest = 0;

    for (int i = 0; i < n; i++) {
        const uint32_t bank = word[i] & 31;

        if (!(used_banks >> bank & 1)) {
            used_banks |= 1u << bank;
            first[bank] = word[i];
            count[bank] = 1;
        } else if (first[bank] != word[i]) {
            more[rest++] = word[i];
        }
    }
    for (int i = 0; i < rest; i++) {
        const uint32_t bank = more[i] & 31;
        bool seen = false;

        for (int k = 0; k < i && !seen; k++)
            seen = more[k] == more[i];
        if (!seen && ++count[bank] > most)
            most = count[bank];
    }
    return most;
}

/* Whether each lane's partner, `apart` lanes away, reads the same or nothing.
 */
static bool in_pairs(const struct warp_request *r, int apart)
{
    size_t offset[32];

    for (int i = 0; i < r->n; i++)
        offset[r->lane[i]] = r->offset[i];
    for (int i = 0; i < r->n; i++) {
        const int other = r->lane[i] ^ apart;

        if (r->mask >> other & 1 && offset[other] != r->offset[i])
            return false;
    }
    return true;
}

/* Accesses of 8 bytes go by halves of the warp, those of 16 by quarters. Loads
 * of which neighbours want the same go in half as many phases. (Found by trying
 * on an H200; the rule has been seen since compute capability 5.) */
static unsigned wavefronts_of(const struct warp_request *r, unsigned *ideal)
{
    const unsigned words = r->bytes > 4 ? r->bytes / 4 : 1;
    unsigned phases = words; /* 1, 2 or 4 */
    uint32_t word[128];
    unsigned sum = 0;
    int lanes;

    *ideal = 1;
    if (phases == 1 && r->pattern != SCATTERED && r->bytes == 4)
        return 1;
    if (phases > 1 && (r->op & OP_KIND) == OP_READ &&
        (in_pairs(r, 1) || in_pairs(r, 2)))
        phases /= 2;
    lanes = (int)(32 / phases);
    *ideal = 0;
    for (int i = 0; i < r->n;) {
        const int phase = r->lane[i] / lanes;
        int n = 0;

        for (; i < r->n && r->lane[i] / lanes == phase; i++)
            for (unsigned k = 0; k < words; k++)
                word[n++] = (uint32_t)(r->offset[i] >> 2) + k;
        sum += turns(word, n);
        ++*ideal;
    }
    return sum;
}

/* The largest number of lanes at one address. */
static unsigned passes_of(const struct warp_request *r)
{
    unsigned most = 0;

    for (int i = 0; i < r->n; i++) {
        unsigned same = 0;

        for (int k = 0; k < r->n; k++)
            same += r->offset[k] == r->offset[i];
        if (same > most)
            most = same;
    }
    return most;
}

static void keep_worst(struct site *s, const struct warp_request *r,
                       uint64_t excess)
{
    s->excess = excess;
    s->bytes = r->bytes;
    s->worst_block = r->warp->block->number;
    s->worst_warp = r->warp->number;
    s->worst_mask = r->mask;
    s->worst_object = r->object;
    for (int i = 0; i < r->n; i++)
        s->worst_offset[r->lane[i]] = r->offset[i];
}

struct changes count_changes;

static void wrote_to_callers(const struct warp_request *r)
{
    static uint64_t last_block;
    static uint32_t last_launch;
    const uint64_t block = r->warp->block->number;

    if (!count_changes.writes++ || block != last_block ||
        check_launch_number != last_launch)
        count_changes.turns++;
    last_block = block;
    last_launch = check_launch_number;
}

/* No call of the program has made it. */
static bool is_callers(const struct object *o)
{
    return o->allocation && !o->allocation->site && !o->name;
}

void count_changed(const struct warp_request *r, uint32_t changed)
{
    if (!changed || r->object->space != SPACE_GLOBAL)
        return;
    if (is_callers(r->object))
        wrote_to_callers(r);
    else
        count_changes.atomics += (unsigned)__builtin_popcount(changed);
}

static uint64_t busiest; /* requests of one block, in this launch */
static uint64_t of_host; /* sectors of the host's memory, in this launch */

/* What the host can use as well, and how much of it this launch has moved. */
static struct {
    const struct simt_allocation *a;
    uint64_t bytes;
} both[64];
static int both_sides;

static void moved(const struct simt_allocation *a, uint64_t bytes)
{
    int i = 0;

    while (i < both_sides && both[i].a != a)
        i++;
    if (i == sizeof both / sizeof *both)
        i = 0; /* those of many count as one */
    if (i == both_sides) {
        both[both_sides].a = a;
        both[both_sides++].bytes = 0;
    }
    both[i].bytes += bytes;
}

/* As if it had been copied, but no more than there is: a flag is a few bytes. */
static uint64_t all_moved(void)
{
    uint64_t sum = 0;

    for (int i = 0; i < both_sides; i++)
        sum += both[i].bytes < both[i].a->bytes ? both[i].bytes
                                                : both[i].a->bytes;
    both_sides = 0;
    return sum;
}

static uint64_t warps_for(uint64_t lanes)
{
    return (lanes + SIMT_WARP - 1) / SIMT_WARP;
}

/* For the timeline: which bytes the kernel touches. */
static void note_touched(const struct warp_request *r)
{
    const enum touching k =
        (r->op & OP_KIND) == OP_ATOMIC || r->op & OP_VOLATILE ? TOUCH_ATOMICS
        : (r->op & OP_KIND) == OP_WRITE                       ? TOUCH_WRITES
                                                              : TOUCH_READS;
    const uintptr_t base =
        (uintptr_t)r->object->base + variables_apart(r->object->allocation);

    if (r->pattern == ROW)
        overlap_touch(k, base + r->offset[0],
                      r->offset[r->n - 1] + r->bytes - r->offset[0]);
    for (int i = 0; r->pattern != ROW && i < r->n; i++)
        overlap_touch(k, base + r->offset[i], r->bytes);
}

void count_request(const struct warp_request *r)
{
    struct site *s = r->site;
    const struct object *o = r->object;
    uint64_t key[33], excess = 0;

    s->requests++;
    if (++r->warp->block->requests > busiest)
        busiest = r->warp->block->requests;
    s->lanes += (unsigned)r->n;
    if (s->interval != check_interval) {
        s->ideal_requests += warps_for(s->interval_lanes);
        s->interval = check_interval;
        s->interval_lanes = 0;
    }
    s->interval_lanes += (unsigned)r->n;
    s->space = o->space;
    if (o->space == SPACE_SHARED) {
        unsigned ideal;
        const unsigned n = wavefronts_of(r, &ideal);

        s->wavefronts += n;
        s->ideal_wavefronts += ideal;
        excess = n - ideal;
    } else if (o->space == SPACE_GLOBAL) {
        const uintptr_t base = (uintptr_t)o->base;
        unsigned n, ideal = ((unsigned)r->n * r->bytes + 31) / 32;

        if (r->pattern == SCATTERED) {
            for (int i = 0; i < r->n; i++)
                key[i] = (base + r->offset[i]) >> 5;
            n = different(key, r->n);
        } else {
            n = (unsigned)(((base + r->offset[r->n - 1]) >> 5) -
                           ((base + r->offset[0]) >> 5)) +
                1;
        }
        if (ideal > n)
            ideal = n;
        s->sectors += n;
        if (o->allocation && o->allocation->space == SIMT_PINNED)
            of_host += n;
        if (o->allocation && (o->allocation->space == SIMT_PINNED ||
                              o->allocation->space == SIMT_MANAGED))
            moved(o->allocation, 32 * (uint64_t)n);
        s->ideal_sectors += ideal;
        if (simt_had_streams)
            note_touched(r);
        if ((r->op & OP_KIND) == OP_WRITE && is_callers(o))
            wrote_to_callers(r);
        excess = n - ideal;
    }
    if ((r->op & OP_KIND) == OP_ATOMIC) {
        const unsigned n = passes_of(r);

        s->passes += n;
        excess += n - 1;
    }
    if (!s->worst_mask || excess > s->excess)
        keep_worst(s, r, excess);
}

static uint64_t products; /* in this launch */

void count_product(void)
{
    products++;
}

void count_launch_end(int error, double seconds, uint64_t barriers)
{
    uint64_t requests = 0, sectors = 0;

    for (uint32_t i = 0; i < used_count; i++) {
        struct site *s = used[i];

        s->ideal_requests += warps_for(s->interval_lanes);
        requests += s->requests;
        sectors += s->sectors;
        if (s->requests)
            report_site(s);
    }
    timeline_counts(sectors, of_host, requests);
    simt_copied += all_moved();
    report_launch(error, barriers, products, requests, busiest, seconds);
    products = busiest = of_host = 0;
    used_count = 0;
}
