/*
 * shadow.h - what the files share that remember who touched memory, and in
 * which order. Everything but the objects is forgotten at the end of a launch.
 *
 *   objects.c  what an address can belong to, and a word's last touches
 *   clocks.c   segments of a warp's work; what threads know by fences
 *   order.c    whether one touch comes before another; races
 *   locks.c    who has taken a lock, and the fences at both its ends
 *   first.c    what depends on who comes first
 *   virtual.c  objects with virtual functions that the host has made
 *   sync.c     barriers, __syncwarp(), fences
 *   shadow.c   reads, writes, launches
 */
#ifndef SIMT_CHECK_SHADOW_H
#define SIMT_CHECK_SHADOW_H

#include "check/check.h"

/* ---- objects.c ------------------------------------------------------- */

void *shadow_map(size_t bytes, int protection);
__attribute__((noreturn)) void shadow_no_memory(size_t bytes);

/* A cell for each word or byte of an object; from words to bytes. */
void shadow_make_cells(struct object *o);
void shadow_drop_cells(struct object *o);
void shadow_split_cells(struct object *o);

/* A launch begins: this thread's shared variables, with so much dynamic
 * memory. */
void shadow_begin_shared(size_t dynamic);
/* Numbers of segments begin anew: forget who touched what. */
void shadow_forget_touches(void);

/* ---- virtual.c ------------------------------------------------------- */

struct simt_elf;

extern bool shadow_has_virtual; /* the host has made some, for kernels */
void shadow_find_tables(const struct simt_elf *e);
/* The host has written these bytes; or, if there is a `from`, they are a copy
 * of that memory of the device. */
void shadow_host_virtual(struct object *o, size_t offset, size_t bytes,
                         const struct object *from, size_t from_offset);
/* Whether a table of the host's is named there. */
bool shadow_is_host_virtual(const struct object *o, size_t offset);

/* ---- clocks.c -------------------------------------------------------- */

struct segment {
    uint32_t block, barrier, sync;
    uint16_t warp;
};

extern struct segment *shadow_segments;   /* from shadow_first on */
extern uint32_t shadow_first;             /* of this launch */
extern bool shadow_fences, shadow_stores; /* of this launch, there are some */

static inline const struct segment *shadow_segment_at(uint32_t number)
{
    return &shadow_segments[number - shadow_first];
}

uint32_t shadow_new_segment(struct warp *w);

static inline uint32_t shadow_segment_of(struct warp *w)
{
    return w->segment ? w->segment : shadow_new_segment(w);
}

/* Everything that one thread had done or known when it called a fence, or the
 * union of two such. Never changed, freed with the launch. */
struct clock {
    struct clock *a, *b;
    uint32_t block, thread;
    uint32_t bound;       /* its own accesses of earlier segments */
    uint32_t warp_bound;  /* those of its warp before the last full sync */
    uint32_t block_bound; /* those of its block before the last barrier */
    uint32_t visited;
};

struct clock *shadow_new_clock(void);
/* What a and b know together; a is the newer one, where things are found
 * sooner. */
struct clock *shadow_join(struct clock *a, struct clock *b);
bool shadow_knows(struct clock *c, struct touch t, const struct segment *s);

/* What was released at an address, and who was the first to store there without
 * a look at what it had; found by hashing. */
struct location {
    uintptr_t address;
    struct clock *device, *within; /* within: one block */
    uint32_t block;
    struct touch store; /* segment 0: nobody */
    bool is_lock;       /* was taken and given back */
    /* Of volatile memory: written under this lock, with no fence up to giving
     * it back; 0: no lock. */
    uintptr_t lock;
    struct touch by;
    uint64_t value;
};

/* Null: there is none, and none is to be made. */
struct location *shadow_location(uintptr_t address, bool make);
void shadow_acquire(struct warp *w, int lane, uintptr_t address);
/* An atomic operation keeps what others released there before; a plain
 * volatile store replaces it. */
void shadow_release(struct warp *w, int lane, uintptr_t address, bool keep);

/* A launch begins: true if numbers of segments begin anew. And it ends. */
bool shadow_begin_segments(void);
void shadow_end_segments(void);

/* ---- order.c --------------------------------------------------------- */

/* By barriers and __syncwarp() alone, or else by fences too. */

static inline bool shadow_ordered_by(struct touch t, const struct warp *w,
                                     int lane, bool by_fences)
{
    const struct block *b = w->block;
    const struct segment *s;

    if (t.segment < check_epoch)
        return true;
    s = shadow_segment_at(t.segment);
    if (s->block == (uint32_t)b->number) {
        const int other = t.info & TOUCH_LANE;

        if (s->barrier < b->barriers)
            return true;
        if (s->warp == w->number) {
            if (other == lane || s->sync < w->full_sync)
                return true;
            if (w->partial && s->sync < w->partial[lane][other])
                return true;
        }
    }
    return by_fences && w->known[lane] && shadow_knows(w->known[lane], t, s);
}

static inline bool shadow_ordered(struct touch t, const struct warp *w,
                                  int lane)
{
    return shadow_ordered_by(t, w, lane, shadow_fences);
}

/* By the kernel that has launched this one, behind the launch: nothing orders
 * the two. Its segments are gone. */
static inline bool shadow_is_parents(struct touch t)
{
    return t.segment >= check_launch->asked && t.segment < check_launch->ended;
}

/* Whether two unordered accesses, one of them a write, may be so. */
bool shadow_compatible(struct touch t, uint32_t info, const struct object *o,
                       const struct warp *w);
bool shadow_same_thread(struct touch a, struct touch b);
struct party shadow_touch_party(struct touch t, enum op op);
uint32_t shadow_info_of(const struct warp_request *r, int i);
/* A volatile write behind a fence is how a flag is raised or a lock is given
 * back; without one it tells others nothing, as a plain write. A fence that
 * belongs to a lock which is given back already is none. */
bool shadow_raises_flag(const struct warp_request *r, int lane);
/* Lane r->lane[i] and the touch t race. */
void shadow_race(const struct warp_request *r, int i, struct touch t,
                 bool t_writes, size_t cell);
/* Words that some loop has waited for in this launch, by hashing: the compiler
 * may put the first look at a flag before the loop. */
uintptr_t *shadow_waited_at(uintptr_t word);
extern size_t shadow_later; /* findings that wait; see order.c */
/* Of this thread, at this address or (word 0) at all; or of all threads. */
void shadow_take_up(const struct warp *w, int lane, uintptr_t word,
                    bool report);
void shadow_forget_waited(void);
/* The cell is the first of them that lane r->lane[i] reads. */
void shadow_never_written(const struct warp_request *r, int i, size_t cell);

/* ---- locks.c --------------------------------------------------------- */

enum { READ = 4, WRITTEN = 4, HELD = 4 };
struct owner {
    uintptr_t lock;         /* 0: none */
    uintptr_t held[HELD];   /* all that it has changed, the last one first; 0:
                             * no more */
    bool fenced[2];         /* since then; [1]: within the block at least */
    const char *read[READ]; /* the last places read without */
    unsigned reads;
    int written; /* volatile places since the last fence */
    struct {
        const struct object *object;
        size_t offset;
        unsigned bytes;
        struct touch by;
    } write[WRITTEN];
};

/* Whether the atomic operation succeeds is known only when its lanes have come
 * to their next access. Their fences up to there, device and block. */
extern bool shadow_atomic_runs;
extern uint32_t shadow_behind[2];

void shadow_take_lock(struct warp *w, int lane, uintptr_t lock, uintptr_t pc);
/* What it has changed is changed once more, by a step that gives back. */
void shadow_lets_go(struct warp *w, int lane, uintptr_t lock);
/* The launch ends: which locks were taken in two orders? */
void shadow_lock_orders(void);
void shadow_give_back_lock(struct warp *w, int lane);
struct owner *shadow_owner_at(const struct warp *w, int lane); /* or null */
void shadow_fence_behind_lock(struct warp *w, int lane, enum simt_scope scope);
void shadow_barrier_behind_lock(struct warp *w, uint32_t mask);
/* A volatile write of an owner: to the lock itself, or to something else. */
void shadow_owner_writes(const struct warp_request *r, int i, struct touch by);

/* ---- first.c --------------------------------------------------------- */

void shadow_looks_at(struct warp *w, int lane, uintptr_t place);
/* A look at shared memory counts up to the next barrier. */
uintptr_t shadow_place_of(const struct warp_request *r, int i);
extern bool shadow_some_lost;
/* Before lane r->lane[i] stores or changes what lies in this cell. */
void shadow_see_order(const struct warp_request *r, int i, size_t cell);
/* Of one cell; after `before`, which wrote the same. */
void shadow_write_same(const struct warp_request *r, int lane, size_t cell,
                       struct touch before);
/* Whether the lane is one of several that wrote this. */
bool shadow_wrote_same(const struct warp_request *r, int lane, size_t cell);

#endif
