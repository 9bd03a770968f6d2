/*
 * check.h - what the files of check mode share. One operating system thread at
 * a time runs kernels in check mode; nothing here is locked.
 *
 *   check.c      what check mode is to the device; a launch; marks, the end
 *   hooks.c      what the compiler calls before each access
 *   now.c        what runs now, from lane to lane (lanes.h); lanes.c lanes
 *   grid.c, blocks.c, warps.c, turns.c, exchange.c   whose turn it is
 *   endless.c, crash.c, bounds.c, device_heap.c      what else goes wrong
 *   access.c     what a group of lanes is about to touch, and then:
 *   shadow.c     what memory remembers of who touched it; with the files
 *                that shadow.h lists
 *   join.c       which accesses become requests
 *   count.c      sites: requests, sectors, wavefronts
 *   matrix_check.c  tensor cores
 *   heap.c       what the host has allocated; new.c its malloc() and new
 *   report.c     lines of JSON: a sink, which calls none of the others
 */
#ifndef CHECK_H
#define CHECK_H

#include "base/device.h"
#include "engine/fiber.h"

/* ---- objects: what an address can belong to -------------------------- */

enum space {
    SPACE_GLOBAL,
    SPACE_SHARED,
    SPACE_CONSTANT,
    SPACE_LOCAL,
    SPACE_HOST
};

/* Who touched a cell. Segments are numbered in the order of execution; one is
 * a stretch of one warp's work without a barrier, a __syncwarp() or a fence. */
struct touch {
    uint32_t segment; /* 0: nobody; 1: the host */
    uint32_t info;    /* lane, site and the flags below */
};
enum {
    TOUCH_LANE = 31,
    TOUCH_ATOMIC = 1 << 5,
    TOUCH_VOLATILE = 1 << 6,
    /* read2 only: further reads teach nothing, in this block's interval
     * between barriers or in the whole grid */
    TOUCH_BLOCK_KNOWS = 1 << 7,
    TOUCH_GRID_KNOWS = 1 << 8,
    TOUCH_SAME = 1 << 9,    /* several threads wrote the same value */
    TOUCH_STRONG = 1 << 10, /* atomic; volatile, and no write without a fence */
    TOUCH_IN_BLOCK = 1 << 11, /* atomic, but not for other blocks */
    TOUCH_CHANGED = 1 << 12,  /* atomic, and the value is another one now */
    TOUCH_BARE = 1 << 13,   /* by a lock's owner, no fence behind its taking */
    TOUCH_COMING = 1 << 14, /* by an asynchronous copy */
    TOUCH_SITE_SHIFT = 16,
};

/* A cell is a word, or a byte once the object was touched by less than words.
 */
struct object {
    char *base;
    size_t bytes;
    enum space space;
    const char *name;                   /* null: none */
    struct simt_allocation *allocation; /* null: shared variable */
    bool written;                       /* all of it */
    bool host_may;                      /* the host may touch it too */
    uint32_t stored;                    /* last launch that changed it */
    unsigned widest;                    /* shared: bytes of an access */
    int shift;                          /* log2 of a cell's bytes */
    size_t cells;
    struct touch *write, *read1, *read2; /* cells of them; null: none yet */
    struct object *next;                 /* of all allocations */
};

/* ---- lanes ----------------------------------------------------------- */

enum op {
    OP_READ,
    OP_WRITE,
    OP_ATOMIC,
    OP_NONE,    /* only go on */
    OP_YIELD,   /* go on if nobody else can */
    OP_ACTIVE,  /* __activemask(), likewise */
    OP_TURN,    /* the end of a loop's turn */
    OP_BARRIER, /* the rest: in reports only */
    OP_WARP,
    OP_CALL,
    OP_LAUNCH,
    OP_KIND = 15,
    OP_VOLATILE = 16,
    OP_RANGE = 32, /* bytes are in length[] */
    OP_CAS = 64,
    OP_EXCH = 128,
    OP_IN_BLOCK = 256, /* atomic for the threads of the block alone */
    OP_STORE = 512,    /* an OP_EXCH whose old value nobody asks for */
    OP_WHOLE = 1024,   /* an OP_READ or OP_WRITE that is a request as it is */
    OP_BYTES = 11,     /* shift; OP_RANGE: of the argument's number there */
};

/* Which argument of the program's call points to what is touched, from 1; 0: it
 * is no call's. */
static inline unsigned op_argument(uint32_t op)
{
    return op & OP_RANGE ? op >> OP_BYTES : 0;
}

/* Places that a lane has last looked at or changed in one step. */
enum { PLACES = 4 };

enum wait { WAIT_NOT, WAIT_BARRIER, WAIT_WARP, WAIT_GRID };

struct clock; /* what a thread knows of others through fences; shadow.c */
struct owner; /* of a lock; shadow.c */
struct block;

/* A lane, as its hook needs it: in one line of the cache. */
struct lane {
    void *sp;          /* of its fiber, while it does not run */
    struct lane *next; /* of the group that runs; in the end the engine's */
    /* the access that it stands before */
    uintptr_t address, site;
    uint32_t op; /* enum op | flags | bytes << OP_BYTES */
    struct simt_xyz index;
    uint64_t length; /* of a range; OP_TURN: the loop's line; OP_WHOLE: bytes
                      * of an element */
    char *start;     /* of the stack */
} __attribute__((aligned(64)));

/* An index beyond a row, until its access shows whether it is still within
 * the array of rows. */
struct beyond {
    const struct bounds_data *data; /* null: none */
    uintptr_t site;
    int64_t index;
    unsigned row;    /* bytes */
    unsigned passed; /* other accesses since */
};
enum { BEYONDS = 4, BEYOND_PASSED = 16 };

/* What lanes have read or written (join.c). */
struct recent {
    struct site *site, *last; /* of the first and of the last one joined */
    struct object *object;
    uint32_t mask;
    uint32_t used, reads;   /* of the warp's touches and reads */
    unsigned char op, unit; /* unit: bytes of one access */
    unsigned char vector;   /* bytes of what it may be a member of */
    unsigned char turns;    /* times that its site has touched others since */
    bool open;              /* not counted yet, as more may be joined */
    uint16_t have, known;   /* bytes of it: touched; still in registers */
    uintptr_t at[32];       /* where it begins, by lane */
};
/* What lanes have looked at that may wait for others. */
struct look {
    struct site *site;
    uint32_t mask;
    uintptr_t at[32];
};
/* A thread's asynchronous copies, up to that segment, and when it has waited
 * for them; 0: not yet. */
struct batch {
    uint32_t end, waited;
};
enum { RECENTS = 16, LOOKS = 4, BATCHES = 8 };

struct warp {
    struct lane lane[33];               /* the last: the engine */
    struct beyond beyond[32][BEYONDS];  /* of the lanes in has_beyond */
    struct recent recent[RECENTS];      /* the first `recents` */
    uintptr_t recent_at[RECENTS];       /* their first lane's at[]; */
    unsigned char recent_lane[RECENTS]; /* and which that is */
    struct look look[LOOKS];            /* the last `looks`, in a ring */
    struct batch batch[32][BATCHES];    /* in a ring */
    int number;                         /* in the block */
    struct block *block;
    unsigned char chain[33]; /* the group that runs */
    /* From here on a new block begins with zeros. */
    uint32_t live; /* have not ended */
    uint32_t has_beyond;
    int recents, looks;
    uint32_t touches, reads; /* recent ones; those that were counted */
    uint32_t ended;
    uint32_t left;     /* ended by a return */
    uint32_t blocked;  /* wait for others */
    uint32_t exchange; /* of these: in an exchange of the warp */
    /* exchanges and barriers */
    enum wait wait[32];
    int kind[32];
    uint32_t mask[32];
    uint64_t value[32];
    int arg[32], width[32], predicate[32];
    uint64_t result[32];
    /* whose turn */
    uint32_t group;   /* chain[] is of these lanes */
    uint32_t favored; /* goes first for `favor` more choices */
    int favor;
    int idle, passed;       /* choices that left others waiting */
    uintptr_t idle_address; /* of the last volatile read */
    /* where the last volatile read or atomic operation that changed nothing
     * looked, and its place in the program; 0: something else came since */
    uintptr_t looked, look_site;
    /* order of accesses */
    uint32_t segment; /* 0: the next access begins one */
    uint32_t syncs, full_sync;
    uint32_t sync_first;     /* first segment after the last full sync */
    uint32_t (*partial)[32]; /* [lane][other]: syncs that lane knows of other */
    struct clock *known[32];
    struct clock *fenced[2][32]; /* [1]: within the block */
    uint32_t volatile_writes;
    uint32_t dirty; /* have written global memory since their last fence */
    uint32_t used;  /* have given back a lock behind their last fence */
    uint32_t copied, waited;      /* have copied asynchronously; have waited */
    uint32_t copying, batches[32]; /* do so now; of them, so many batches */
    uintptr_t copied_at[32];      /* where they did so first */
    uintptr_t places[32][PLACES]; /* the last one first */
    struct owner *owner;          /* [lane]; null: none yet */
};

struct block {
    uint64_t number;
    struct simt_xyz index;
    int threads, warps;
    int arrived, ended, at_grid; /* threads */
    uint64_t requests;           /* counted so far */
    uint32_t barriers;           /* completed */
    uint32_t interval_first;     /* first segment after the last barrier */
    uint32_t first;              /* first segment of all */
    struct site *lock;           /* what may have taken one, last of all */
    bool kept;                   /* ... and left its place as it was */
    bool before_it;              /* paused, and not behind but before that */
    struct clock *known;         /* by all its threads, at the last barrier */
    struct clock *fenced[2];     /* what all of them may release */
    struct warp *warp;
    struct fiber *fibers;
    char *image;            /* shared memory while it is swapped out */
    struct object *shadows; /* likewise */
    struct block *next;
};

/* The running one. */
extern struct block *check_block;
extern const struct simt_launch *check_launch;
extern uint32_t check_launch_number; /* from 1 */
extern bool check_last_warp_first; /* see choose_order() in grid.c */
extern uint32_t check_epoch;   /* first segment of this launch or grid sync */
extern uint32_t check_segment; /* the next one's number */
extern uint64_t check_interval;
extern uintptr_t check_image, check_image_end; /* of the executable */

/* No lane goes on after this; the launch returns the error. */
void check_stop(int error);
extern bool check_stopping; /* it has been called */

struct warp_request;
/* access.c: look at an OP_WHOLE of these lanes, at lane[].address and at one
 * place in the program, as if it were an instruction of theirs; r is for what
 * follows. Returns whether a store's values matter: then each is to lie between
 * shadow_before() and shadow_after(). */
bool check_access(struct warp_request *r, struct warp *w, uint32_t mask,
                  uint32_t op, unsigned bytes);

/* ---- matrix_check.c -------------------------------------------------- */

/* All live lanes of the warp have called one and the same function. */
void matrix_exchange(struct warp *w, uint32_t here);
/* Nothing goes on, as some lanes of a warp have called one and others not.
 * Returns whether that is so; it has been reported then. */
bool matrix_deadlock(const struct block *b);

/* ---- device_heap.c: malloc() in kernels ------------------------------ */

/* malloc() and new at `site`: true if a kernel asks; then *p is its memory, or
 * null. */
bool check_takes(size_t bytes, void **p, const void *site);
/* free() and delete: true if p is not the C library's, which has been seen to.
 * A misuse is reported at `site`, where `name` was called. */
bool check_gives(void *p, const char *name, const void *site);

/* ---- heap.c ---------------------------------------------------------- */

/* The host has allocated, or frees, memory of its own. */
void host_took(const void *p, size_t bytes);
void host_gave(const void *p);
/* True if it is known how many bytes there are from p on; then in *rest. */
bool host_rest(const void *p, size_t *rest);

/* ---- count.c --------------------------------------------------------- */

struct volatile_read {
    const char *at; /* null: none */
    uint64_t value, block;
    int thread;
    uint32_t writes;
};

struct site {
    uintptr_t pc; /* return address */
    uint32_t op, number;
    unsigned argument;     /* of the call there; 0: none */
    struct object *object; /* of the last request */
    enum space space;
    uint32_t launch; /* the counts are for */
    uint32_t bytes;
    uint64_t requests, lanes, ideal_requests, sectors, ideal_sectors;
    uint64_t wavefronts, ideal_wavefronts, passes;
    uint64_t interval, interval_lanes;
    struct volatile_read last; /* in this launch */
    bool waits;                /* ever read the same again: until it changes */
    /* launches in which a block gave way behind it; likewise, where it had
     * changed nothing; before it */
    uint32_t paused, paused_kept, paused_before;
    uintptr_t place, apart; /* an address; bits in which others differ */
    bool changes;           /* what it has read has been stored to, in a loop */
    /* the worst request */
    uint64_t excess;
    uint64_t worst_block;
    int worst_warp;
    uint32_t worst_mask;
    struct object *worst_object;
    uint64_t worst_offset[32];
};

/* n accesses of `bytes` at offsets of an object, of one warp, at once. */
struct warp_request {
    struct warp *warp;
    struct site *site;
    uint32_t mask;
    uint32_t op;
    unsigned bytes;
    int n;
    unsigned char lane[33];
    struct object *object;
    size_t offset[33];                     /* by index, as lane[] */
    enum { SCATTERED, SAME, ROW } pattern; /* ROW: one behind the other */
};

struct site *site_of(uintptr_t pc, uint32_t op, unsigned bytes);
struct site *site_numbered(uint32_t number);
void count_request(const struct warp_request *r);
void count_product(void); /* of two tiles, by a warp */
/* An atomic operation is done, and these lanes have found the value changed. */
void count_changed(const struct warp_request *r, uint32_t changed);

/* What kernels have changed in global memory since the last mark. */
extern struct changes {
    uint64_t writes;  /* to arrays of the program's caller: stores, and atomic
                       * operations that changed something; by warps */
    uint64_t turns;   /* how often another block did so than before */
    uint64_t atomics; /* operations that changed something else; by lanes */
} count_changes;
void count_launch_end(int error, double seconds, uint64_t barriers);

/* ---- join.c ---------------------------------------------------------- */

void join_start(void); /* once */
/* The bytes to which the program's most aligned type is aligned, up to 16; 0:
 * no more than numbers are. */
unsigned join_vector(void);
void join_request(const struct warp_request *r);
/* Count what still waits for more. */
void join_count(struct warp *w);
/* The lanes synchronize, or fence: what they know may have changed. */
void join_forget(struct warp *w);
/* The last atomic operation has changed something. */
static inline void join_changed(struct warp *w)
{
    w->looks = 0;
}

/* ---- shadow.c -------------------------------------------------------- */

void shadow_start(void); /* finds the shared variables, once */
void shadow_launch(void);
void shadow_launch_end(void);
void shadow_grid_sync(void);
void shadow_swap(struct block *b, bool in);
void shadow_block_end(struct block *b);

/* Whether it is or could be memory that kernels share: not the lane's own
 * stack, not built-in variables. */
bool shadow_interesting(uintptr_t address);
/* Null with *space = SPACE_HOST or SPACE_LOCAL (another lane's). `address` may
 * lie behind or before the object. */
struct object *shadow_object(uintptr_t address, enum space *space);

/* Whether a shared variable has at least two rows of so many bytes. */
bool shadow_has_rows(unsigned bytes);

/* What the lane has copied asynchronously is a batch; it waits for all of them
 * but the last ones. */
void shadow_batch(struct warp *w, unsigned lane);
void shadow_wait(struct warp *w, unsigned lane, size_t but);
/* Written by a kernel that the host has not waited for? Its name, or "a kernel"
 * if there are several; null: no. */
const char *shadow_unwaited(const struct object *o, size_t offset,
                            bool looks_on);

/* A variable of the host; null: none. Good until the next call. */
struct object *shadow_host_variable(uintptr_t address);

void shadow_read(const struct warp_request *r);
/* May leave questions that the written value answers: then returns true, and
 * the lanes must run one by one, between these two. */
bool shadow_write(const struct warp_request *r);
void shadow_before(const struct warp_request *r, int i);
void shadow_after(const struct warp_request *r, int i);
void shadow_forget(const struct warp_request *r); /* ask no more */
/* An atomic operation is done, and these lanes have found the value changed. */
void shadow_changed(const struct warp_request *r, uint32_t changed);

void shadow_thread_end(struct warp *w, int lane);
void shadow_barrier(struct block *b); /* all its threads have arrived */
void shadow_syncwarp(struct warp *w, uint32_t mask);
void shadow_fence(struct warp *w, int lane, enum simt_scope scope);

/* Device memory from the lowest to the highest address ever handed out. */
extern uintptr_t shadow_low, shadow_span;
extern uintptr_t shadow_tls, shadow_tls_span;
extern unsigned short
    *shadow_tls_map; /* by byte: which shared variable, or 0 */
extern const struct simt_memory_hooks shadow_memory_hooks;
void shadow_leaks(void);

/* ---- report.c -------------------------------------------------------- */

struct party {
    uintptr_t pc; /* return address; 0: not known */
    enum op op;
    unsigned bytes, argument; /* argument: see op_argument() */
    bool on_device, ended;
    uint64_t block;
    unsigned thread; /* in the block */
};

struct check_finding {
    enum simt_kind kind;
    bool note;
    struct party at, other;
    bool has_other, same_warp;
    const struct object *object;
    enum space space;
    bool has_space;
    int64_t offset;
    unsigned element;
    const char *error, *text, *file, *array, *other_file;
    int line, other_line;
    int loop; /* endless: the line where it begins; 0: not known */
    bool has_index;
    int64_t index;
    /* unwritten, in shared memory behind a barrier: the nearest bytes that the
     * block has written; from < to, or there are none */
    int64_t written_from, written_to;
    /* overlap, if one is in the default stream of another device than the
     * memory's: the devices of the memory, and where `other` and `at`
     * are so; else the memory's again */
    int devices[3];
    double seconds;
};

/* A lane and what it stands before. */
struct party party_of(const struct warp *w, int lane);
/* A thread of the block that has ended. */
struct party ended_thread(uint64_t block, int thread);

void report_start(void);
/* The same finding at the same places is reported once between two marks.
 * Returns whether it was new; the second one tells that before. */
bool report_finding(const struct check_finding *f);
bool report_is_new(const struct check_finding *f);
void report_site(const struct site *s);
/* busiest: the requests of the block that has made most of them. */
void report_launch(int error, uint64_t barriers, uint64_t products,
                   uint64_t requests, uint64_t busiest, double seconds);
struct timeline_sum;
void report_timeline(struct timeline_sum t);
extern const struct timeline_hooks report_timeline_hooks;
void report_mark(uint32_t number, uint64_t copied, const struct changes *c);
void report_end(void);
/* The line of the last launch that was refused with this error, or 0. */
int report_refused(int error, const char **file);
extern unsigned report_findings;

void report_misuse(int error, enum simt_kind kind, const void *site,
                   const struct simt_launch *launch, const char *text);

#endif
