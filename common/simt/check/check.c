/*
 * check.c - check mode runs a kernel as the hardware would: the lanes of a warp
 * in lockstep. The compiler calls a hook, __tsan_read4() and its like, before
 * every access to memory. Each lane has a fiber; in a hook it notes its
 * access and gives way to the next lane of its warp. When all have arrived
 * somewhere, those in the same place are one request of the hardware: it is
 * looked at (bounds, races, counts), and its lanes go on to their next access.
 *
 * Where lanes have parted, those in the deepest call go first, and among them
 * those at the smallest address, as what lies before them in the program is
 * mostly where the others join them.
 */
#define _GNU_SOURCE
#include "check/check.h"
#include "timeline/timeline.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

extern __thread struct simt_xyz threadIdx, blockIdx, gridDim SIMT_TLS;

struct block *check_block;
const struct simt_launch *check_launch;
uint32_t check_launch_number;
uintptr_t check_image, check_image_end;

enum {
    ILLEGAL_ADDRESS = 700,
    LAUNCH_TIMEOUT = 702,
    ASSERT = 710,
    MISALIGNED_ADDRESS = 716,
    LAUNCH_FAILURE = 719,
    COOPERATIVE_TOO_LARGE = 720,
};

/* Steps in a warp's turn; idle steps (that change nothing: failed CAS,
 * volatile reads) that make a warp end its turn, let lanes that wait for
 * the idle ones go first, let another block go on, or end the kernel. Steps of
 * any kind, and barriers, after which another block goes on: a loop may work
 * until it is told to stop. Steps from one look at the clock to the next, and
 * for looking which loop it is that has no end. */
enum {
    TURN = 1000,
    IDLE_TURN = 64,
    IDLE_LANES = 16,
    FAVOR = 2000,
    PASSED = 10000000,
    IDLE_BLOCK = 20000,
    BUSY_BLOCK = 5000000,
    BUSY_BARRIERS = 10000,
    IDLE_KERNEL = 2000000,
    CLOCK = 10000,
    WATCH = 300000,
};

static __thread bool in_lane;        /* set while lanes run, not the engine */
static __thread uintptr_t lane_span; /* shadow_span then; else 0 */
static struct warp *running;
static struct lane *current;
static int stop_error;
static bool stopping;
static uint64_t steps, idle_steps, barrier_arrivals;
static bool may_pause; /* the block may give way to one that has not begun */
static bool pausing, pausing_before; /* it does; before what may take a lock */
static double limit;
static uint64_t began, ticks_steps, clock_steps, watch_steps;
static uintptr_t stuck_at; /* where the watchdog found a lane */

/* Of the processor, so that a busy machine makes no kernel endless. */
static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void check_stop(int error)
{
    if (!stopping)
        stop_error = error;
    stopping = true;
}

bool check_stopped(void)
{
    return stopping;
}

/* ---- lanes --------------------------------------------------------------- */

/*
 * Leave one lane, go on with another. Not simt_switch(): that returns, and a
 * return is predicted to go where the last call came from. Here it comes from
 * the next access of the lane before, and goes to where all lanes of the group
 * go, as a jump is predicted.
 */
void simt_lane_switch(struct lane *from, struct lane *to);
static void lane_main(void *unused);

/* What runs between an access and the next lane lies in a section of its own:
 * a stack that overflows there does so because of the program around it. */
#define LANE_CODE __attribute__((section("simt_lane_code")))
extern char __start_simt_lane_code[] __attribute__((visibility("hidden")));
extern char __stop_simt_lane_code[] __attribute__((visibility("hidden")));

#if defined(__x86_64__)
__asm__(".pushsection simt_lane_code, \"ax\", @progbits\n"
        ".p2align 4\n"
        ".hidden simt_lane_switch\n"
        ".globl simt_lane_switch\n"
        ".type simt_lane_switch, @function\n"
        "simt_lane_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq (%rsi), %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmp *%rcx\n"
        ".size simt_lane_switch, .-simt_lane_switch\n"
        ".popsection\n");

static void prepare_lane(struct lane *l, struct fiber *f)
{
    /* Six registers, where to begin, and nowhere to return to. */
    uintptr_t *top = (uintptr_t *)((uintptr_t)f->start & ~(uintptr_t)15) - 8;

    memset(top, 0, 8 * sizeof *top);
    top[6] = (uintptr_t)lane_main;
    l->sp = top;
    l->start = f->start;
}
#else
void simt_lane_switch(struct lane *from, struct lane *to)
{
    simt_switch(&from->sp, to->sp);
}

static void prepare_lane(struct lane *l, struct fiber *f)
{
    fiber_prepare(f, lane_main, NULL);
    l->sp = f->sp;
    l->start = f->start;
}
#endif

/* The next lane of the chain, in the end the engine, goes on. */
static inline __attribute__((always_inline)) void give_way(void)
{
    struct lane *me = current, *next = me->next;

    current = next;
    threadIdx = next->index;
    simt_lane_switch(me, next);
}

static inline unsigned this_lane(void)
{
    return (unsigned)(current - running->lane);
}

struct party party_of(const struct warp *w, int lane)
{
    return (struct party){
        .pc = w->lane[lane].site,
        .op = w->lane[lane].op & OP_KIND,
        .bytes = w->lane[lane].op >> OP_BYTES,
        .on_device = true,
        .block = w->block->number,
        .thread = (unsigned)(w->number * 32 + lane),
    };
}

static bool report_beyonds(struct warp *w, int lane);

static void report_unwaited(const struct warp *w, int lane)
{
    struct finding f = {.kind = "unwaited_copy", .at = party_of(w, lane)};

    f.at.pc = w->copied_at[lane];
    f.at.op = OP_CALL;
    report_finding(&f);
}

/* A lane's first function, and what becomes of it. */
static void lane_main(void *unused)
{
    struct warp *w;
    uint32_t bit;

    (void)unused;
    simt_feed.left = 1;
    simt_feed.next = threadIdx;
    check_launch->threads(check_launch->args);
    w = running;
    bit = 1u << this_lane();
    in_lane = false;
    if (w->has_beyond)
        report_beyonds(w, (int)this_lane());
    if (w->copied & ~w->waited & bit)
        report_unwaited(w, (int)this_lane());
    shadow_thread_end(w, (int)this_lane());
    in_lane = true;
    w->live &= ~bit;
    w->ended |= bit;
    w->block->ended++;
    idle_steps = 0;
    give_way();
    __builtin_trap();
}

/* Let the lanes of the chain run, each to its next stop. */
static inline void run_chain(struct warp *w)
{
    in_lane = true;
    lane_span = shadow_span;
    current = &w->lane[w->chain[0]];
    threadIdx = current->index;
    simt_lane_switch(&w->lane[32], current);
    in_lane = false;
    lane_span = 0;
}

/* Leave a lane for good. */
__attribute__((noreturn)) static void abandon_lane(void)
{
    struct lane nowhere;

    simt_lane_switch(&nowhere, &running->lane[32]);
    __builtin_trap();
}

/* Wait until the engine has cleared the lane's bit in blocked. */
static void lane_waits(enum wait wait, uintptr_t site, enum op op)
{
    struct warp *w = running;
    const unsigned lane = this_lane();

    if (w->has_beyond) {
        in_lane = false;
        if (report_beyonds(w, (int)lane))
            abandon_lane();
        in_lane = true;
    }
    w->wait[lane] = wait;
    w->lane[lane].site = site;
    w->lane[lane].op = op;
    w->blocked |= 1u << lane;
    if (wait == WAIT_BARRIER)
        w->block->arrived++;
    else if (wait == WAIT_GRID)
        w->block->at_grid++;
    else
        w->exchange |= 1u << lane;
    give_way();
}

static void lane_unblocked(struct warp *w, int lane)
{
    w->wait[lane] = WAIT_NOT;
    w->lane[lane].op = OP_NONE;
    w->blocked &= ~(1u << lane);
    w->exchange &= ~(1u << lane);
}

static inline bool inside(const struct object *o, uintptr_t address,
                          unsigned bytes)
{
    const uintptr_t offset = address - (uintptr_t)o->base;

    return offset < o->bytes && o->bytes - offset >= bytes;
}

/* ---- -fsanitize=bounds --------------------------------------------------- */

struct bounds_type {
    uint16_t kind, info; /* integers: log2 of the bits * 2 + is signed */
    char name[];         /* in quotes */
};
struct bounds_data {
    const char *file;
    uint32_t line, column;
    const struct bounds_type *array, *index;
};

static void report_beyond(struct warp *w, int lane, const struct beyond *b,
                          bool note)
{
    const char *array = b->data->array->name + 1;
    struct finding f = {.kind = "out_of_bounds",
                        .note = note,
                        .at = party_of(w, lane),
                        .space = note ? SPACE_SHARED : SPACE_LOCAL,
                        .has_space = true,
                        .file = b->data->file,
                        .line = (int)b->data->line,
                        .has_index = true,
                        .index = b->index};
    char name[128];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(array, "'"), array);
    f.array = name;
    f.at.pc = b->site;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    report_finding(&f);
    if (!note)
        check_stop(ILLEGAL_ADDRESS);
}

/* What the lane was to show and has not. Returns whether there was such. */
static bool report_beyonds(struct warp *w, int lane)
{
    for (int i = 0; i < BEYONDS && w->has_beyond >> lane & 1; i++)
        if (w->beyond[lane][i].data) {
            report_beyond(w, lane, &w->beyond[lane][i], false);
            return true;
        }
    return false;
}

/* Of "'float [16]'", clang's "'float[16]'": one row of an array of rows, maybe.
 * 0: not known. */
static unsigned row_bytes(const char *array)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } types[] = {{"'float", 4},
                 {"'double", 8},
                 {"'int", 4},
                 {"'char", 1},
                 {"'unsigned int", 4}};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t n = strlen(types[i].type);
        char *end;

        if (strncmp(array, types[i].type, n))
            continue;
        n += strspn(array + n, " ");
        if (array[n] != '[')
            continue;
        const unsigned long length = strtoul(array + n + 1, &end, 10);
        return length < 1 << 16 && !strcmp(end, "]'")
                   ? (unsigned)length * types[i].bytes
                   : 0;
    }
    return 0;
}

/*
 * s[0][t] may walk over all rows of s: no mistake in what is touched. The
 * access belongs to the index if it is as far from the start of some row.
 */
static void see_beyond(const struct request *r)
{
    struct warp *w = r->warp;

    for (int i = 0; i < r->n; i++) {
        const int lane = r->lane[i];
        bool left = false;

        if (!(w->has_beyond >> lane & 1))
            continue;
        for (int k = 0; k < BEYONDS; k++) {
            struct beyond *b = &w->beyond[lane][k];
            const int64_t start =
                (int64_t)r->offset[i] - b->index * (int64_t)r->bytes;

            if (!b->data)
                continue;
            if (r->object->space == SPACE_SHARED && start >= 0 &&
                start % b->row == 0 && r->object->bytes >= 2 * b->row &&
                r->object->bytes % b->row == 0) {
                report_beyond(w, lane, b, true);
                b->data = NULL;
            } else if (++b->passed == BEYOND_PASSED) {
                report_beyond(w, lane, b, false);
            }
            left = left || b->data;
        }
        if (!left)
            w->has_beyond &= ~(1u << lane);
    }
}

/* ---- accesses ------------------------------------------------------------ */

static int device; /* that the kernel runs on */

static bool on_another_device(const struct object *o)
{
    const struct simt_allocation *a = o->allocation;

    return a && a->space == SIMT_DEVICE_MEMORY && a->device != device &&
           !simt_reaches(device, a->device);
}

static void bad_access(struct warp *w, int lane, struct object *o,
                       enum space space, uintptr_t address, unsigned bytes)
{
    struct finding f = {
        .at = party_of(w, lane),
        .object = o,
        .space = space,
        .has_space = true,
        .element = bytes,
    };
    int error = ILLEGAL_ADDRESS;

    if (report_beyonds(w, lane))
        return;
    f.at.bytes = bytes;
    if (w->lane[lane].op & OP_WHOLE)
        f.element = (unsigned)w->lane[lane].length;
    if (o)
        f.offset = (int64_t)(address - (uintptr_t)o->base);
    if (!o && space == SPACE_HOST) {
        f.kind = "device_access";
        f.object = shadow_host_variable(address);
        if (f.object)
            f.offset = (int64_t)(address - (uintptr_t)f.object->base);
        if (address < 65536)
            f.text = "null pointer";
    } else if (!o && space == SPACE_LOCAL) {
        f.kind = "other_local";
    } else if (!o) {
        f.kind = "out_of_bounds";
    } else if (o->allocation && !o->allocation->live) {
        f.kind = "use_after_free";
    } else if (!inside(o, address, bytes)) {
        f.kind = "out_of_bounds";
    } else if (on_another_device(o)) {
        f.kind = "device_access";
        f.text = "another device";
    } else if (address % bytes) {
        f.kind = "misaligned";
        error = MISALIGNED_ADDRESS;
    } else {
        f.kind = "read_only";
    }
    report_finding(&f);
    check_stop(error);
}

/* The address of an access, or of its piece `skip` bytes on. */
static inline uintptr_t address_of(const struct request *r, int i, size_t skip)
{
    return r->warp->lane[r->lane[i]].address + skip;
}

/* Find the object that the first lane's address lies in. Out of bounds: name
 * what the lanes beside it are in, or what this line was in before, rather
 * than what happens to be near. */
static struct object *find_object(const struct request *r, size_t skip)
{
    const uintptr_t a = address_of(r, 0, skip);
    struct object *o = NULL, *found;
    enum space space, ignored;

    found = shadow_object(a, &space);
    if (found && inside(found, a, r->bytes)) {
        if (!found->allocation || found->allocation->live)
            return r->site->object = found;
    } else {
        for (int i = 1; i < r->n && !o; i++) {
            o = shadow_object(address_of(r, i, skip), &ignored);
            if (o && !inside(o, address_of(r, i, skip), r->bytes))
                o = NULL;
        }
        if (!o)
            o = r->site->object;
        if (o && a - (uintptr_t)o->base + 65536 < o->bytes + 131072)
            found = o;
    }
    bad_access(r->warp, r->lane[0], found, found ? found->space : space, a,
               r->bytes);
    return NULL;
}

/* The lanes of r whose accesses lie in the first one's object stay; returns
 * the others, or -1 after a bad access. */
static int64_t one_object(struct request *r, size_t skip)
{
    struct object *o = r->site->object;
    const unsigned bytes = r->bytes;
    uintptr_t together = 0, same = 0, row = 0, base, last;
    uint32_t rest = 0;
    int n = 0;

    if (!o || (o->allocation && !o->allocation->live) ||
        !inside(o, address_of(r, 0, skip), bytes)) {
        o = find_object(r, skip);
        if (!o)
            return -1;
    }
    base = (uintptr_t)o->base;
    last = o->bytes - bytes;
    for (int i = 0; i < r->n; i++) {
        const uintptr_t offset = address_of(r, i, skip) - base;

        if (__builtin_expect(offset > last, 0)) {
            rest |= 1u << r->lane[i];
            continue;
        }
        r->lane[n] = r->lane[i];
        r->offset[n] = offset;
        together |= offset;
        same |= offset ^ r->offset[0];
        row |= offset ^ (r->offset[0] + (unsigned)n * bytes);
        n++;
    }
    r->n = n;
    r->mask &= ~rest;
    r->object = o;
    r->pattern = !same ? SAME : !row ? ROW : SCATTERED;
    if (on_another_device(o)) {
        bad_access(r->warp, r->lane[0], o, o->space, base + r->offset[0],
                   bytes);
        return -1;
    }
    if ((together | base) & (bytes - 1)) {
        for (int i = 0; i < n; i++)
            if ((base + r->offset[i]) % bytes) {
                bad_access(r->warp, r->lane[i], o, o->space,
                           base + r->offset[i], bytes);
                return -1;
            }
    }
    if ((r->op & OP_KIND) != OP_READ &&
        (o->space == SPACE_CONSTANT ||
         (o->allocation && o->allocation->read_only))) {
        bad_access(r->warp, r->lane[0], o, o->space, base + r->offset[0],
                   bytes);
        return -1;
    }
    return rest;
}

static struct request request;
static bool one_by_one; /* the written values matter */

static void fill_lanes(struct request *r, uint32_t mask)
{
    r->mask = mask;
    r->n = 0;
    for (uint32_t m = mask; m; m &= m - 1)
        r->lane[r->n++] = (unsigned char)__builtin_ctz(m);
}

static void look_at(struct request *r, size_t skip)
{
    uint32_t mask = r->mask;

    for (;;) {
        int64_t rest = one_object(r, skip);

        if (rest < 0)
            return;
        join_request(r);
        if (r->warp->has_beyond)
            see_beyond(r);
        if (r->object->space == SPACE_GLOBAL ||
            r->object->space == SPACE_SHARED) {
            if ((r->op & OP_KIND) == OP_READ)
                shadow_read(r);
            else if (shadow_write(r))
                one_by_one = true;
        }
        if (!rest)
            break;
        /* Pointers into different objects at once. The questions about
         * values are only kept for the last. */
        if (one_by_one)
            shadow_forget(r);
        one_by_one = false;
        fill_lanes(r, (uint32_t)rest);
    }
    r->mask = mask;
}

/* Structures and memcpy(): as many accesses as nvcc would make of it, which
 * knows of types only how they are aligned. */
static void look_at_range(struct request *r)
{
    const struct warp *w = r->warp;
    const uint32_t mask = r->mask;
    uintptr_t together = 0;
    size_t longest = 0;

    for (int i = 0; i < r->n; i++) {
        const int lane = r->lane[i];

        together |= w->lane[lane].address | w->lane[lane].length;
        if (w->lane[lane].length > longest)
            longest = w->lane[lane].length;
    }
    r->bytes = together % 4 ? 1 : 4;
    if (together % 16 == 0 && join_vector() == 16)
        r->bytes = 16;
    else if (together % 8 == 0 && (longest == 8 || longest % 16 == 0))
        r->bytes = 8;
    r->site = site_of(w->lane[r->lane[0]].site, r->op, r->bytes);
    for (size_t at = 0; at < longest && !stopping; at += r->bytes) {
        uint32_t some = 0;

        for (int lane = 0; lane < 32; lane++)
            if (mask >> lane & 1 && at < w->lane[lane].length)
                some |= 1u << lane;
        fill_lanes(r, some);
        look_at(r, at);
    }
    one_by_one = false;
}

static void look_at_group(struct warp *w, uint32_t group)
{
    struct request *r = &request;
    const int first = w->chain[0];
    const uint32_t op = w->lane[first].op;

    r->warp = w;
    r->op = op;
    r->mask = group;
    r->n = __builtin_popcount(group);
    memcpy(r->lane, w->chain, sizeof r->lane);
    if (op & OP_RANGE) {
        look_at_range(r);
        return;
    }
    r->bytes = op >> OP_BYTES;
    r->site = site_of(w->lane[first].site, op, r->bytes);
    look_at(r, 0);
}

bool check_access(struct request *r, struct warp *w, uint32_t mask, uint32_t op,
                  unsigned bytes)
{
    bool asked;

    fill_lanes(r, mask);
    r->warp = w;
    r->op = op;
    r->bytes = bytes;
    for (int i = 0; i < r->n; i++)
        w->lane[r->lane[i]].op = op | bytes << OP_BYTES;
    r->site = site_of(w->lane[r->lane[0]].site, op, bytes);
    one_by_one = false;
    look_at(r, 0);
    asked = one_by_one;
    one_by_one = false;
    return asked && !stopping;
}

/* ---- whose turn ---------------------------------------------------------- */

static inline size_t depth(const struct warp *w, int lane)
{
    return (size_t)(w->lane[lane].start - (char *)w->lane[lane].sp);
}

static void set_chain(struct warp *w, uint32_t group)
{
    struct lane *before_it = NULL;
    int n = 0;

    if (w->group == group)
        return;
    w->group = group;
    for (uint32_t m = group; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        w->chain[n++] = (unsigned char)lane;
        if (before_it)
            before_it->next = &w->lane[lane];
        before_it = &w->lane[lane];
    }
    before_it->next = &w->lane[32];
}

static bool later(const struct warp *w, int lane)
{
    const uint32_t kind = w->lane[lane].op & OP_KIND;

    return kind == OP_YIELD || kind == OP_ACTIVE;
}

/* Whether a goes before b. */
static bool before(const struct warp *w, int a, int b)
{
    if (later(w, a) != later(w, b))
        return later(w, b);
    if (depth(w, a) != depth(w, b))
        return depth(w, a) > depth(w, b);
    if (w->lane[a].site != w->lane[b].site)
        return w->lane[a].site < w->lane[b].site;
    return w->lane[a].op < w->lane[b].op;
}

static uint32_t like(const struct warp *w, uint32_t ready, int best)
{
    uint32_t group = 0;

    for (uint32_t m = ready; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);

        if (w->lane[lane].site == w->lane[best].site &&
            w->lane[lane].op == w->lane[best].op &&
            depth(w, lane) == depth(w, best))
            group |= 1u << lane;
    }
    return group;
}

/*
 * Whether lane a stands at an __activemask() that lies before the end of the
 * turn that lane t has come to, in the same function or in one that this has
 * called: there the call's place stands where t's call of simt_turn_ends() has
 * put its own.
 */
static bool active_before(const struct warp *w, int a, int t)
{
    const struct lane *active = &w->lane[a], *turn = &w->lane[t];
    const size_t down = (uintptr_t)turn->start - turn->address;
    const char *frame = active->start - down;

    if (active->address == (uintptr_t)frame)
        return active->site < turn->site;
#ifdef __x86_64__
    if (active->address < (uintptr_t)frame)
        return ((const uintptr_t *)(const void *)frame)[1] < turn->site;
#endif
    return false;
}

static uint32_t choose_apart(struct warp *w, uint32_t ready)
{
    int best = __builtin_ctz(ready), other;
    uint32_t group;

    for (uint32_t m = ready; m; m &= m - 1)
        if (before(w, __builtin_ctz(m), best))
            best = __builtin_ctz(m);
    /* The lanes of a mask wait for those that may still come. At the end of
     * the turn they will not; on a GPU these wait, too. */
    if ((w->lane[best].op & OP_KIND) == OP_TURN) {
        const int turn = best;

        for (uint32_t m = ready; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            if ((w->lane[lane].op & OP_KIND) == OP_ACTIVE &&
                active_before(w, lane, turn) &&
                (best == turn || before(w, lane, best)))
                best = lane;
        }
    }
    /* Lanes that try in vain may do so until one of the others goes on. */
    if (w->favor > 0 && w->favored & ready) {
        w->favor--;
        best = __builtin_ctz(w->favored & ready);
    } else if (w->idle > IDLE_LANES || ++w->passed > PASSED) {
        group = like(w, ready, best);
        other = __builtin_ctz(ready & ~group ? ready & ~group : ready);
        for (uint32_t m = ready & ~group; m; m &= m - 1)
            if (before(w, __builtin_ctz(m), other))
                other = __builtin_ctz(m);
        w->favored = like(w, ready, other);
        w->favor = FAVOR;
        w->idle = w->passed = 0;
        best = other;
    }
    return like(w, ready, best);
}

static inline uint32_t choose(struct warp *w)
{
    const uint32_t ready = w->live & ~w->blocked;
    uintptr_t site, apart = 0;
    uint32_t op, op_apart = 0;
    size_t deep;
    int n;

    if (!ready)
        return 0;
    set_chain(w, ready);
    n = __builtin_popcount(ready);
    site = w->lane[w->chain[0]].site;
    op = w->lane[w->chain[0]].op;
    deep = depth(w, w->chain[0]);
    for (int i = 1; i < n; i++) {
        const int lane = w->chain[i];

        apart |= w->lane[lane].site ^ site;
        op_apart |= w->lane[lane].op ^ op;
        apart |= depth(w, lane) ^ deep;
    }
    if (apart | op_apart) {
        const uint32_t group = choose_apart(w, ready);

        set_chain(w, group);
        return group;
    }
    w->idle = w->passed = w->favor = 0;
    return ready;
}

/* ---- exchanges among the lanes of a warp --------------------------------- */

/* Something large as an integer and as a floating point number, so that whoever
 * uses it gets a wrong sum. */
#define GARBAGE UINT64_C(0x7edeadbe7edeadbe)

static void report_warp_mask(struct warp *w, int lane, const char *text,
                             bool note)
{
    struct finding f = {.kind = "warp_mask",
                        .note = note,
                        .at = party_of(w, lane),
                        .text = text};

    report_finding(&f);
}

/*
 * The lanes whose shuffle reads from a lane that takes no part, because the
 * mask does not name it or because it is no more: what they get is undefined.
 * That is an error if it is so for all of them. Where some get something, the
 * others may not look at theirs: the upper half in the last steps of a sum.
 */
static uint32_t undefined_lanes(struct warp *w, uint32_t mask, uint32_t here)
{
    const int some = __builtin_ctz(here);
    uint32_t undefined = 0, gone = 0;
    uint64_t from[32], result[32];
    int predicate[32];

    if (w->kind[some] < SIMT_SHFL || w->kind[some] > SIMT_SHFL_XOR ||
        here == ~0u)
        return 0;
    for (int i = 0; i < 32; i++)
        from[i] = (uint64_t)i;
    simt_warp_results((enum simt_warp_kind)w->kind[some], ~0u, from, w->arg,
                      w->width[some], result, predicate);
    for (uint32_t m = here; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const uint32_t source = 1u << (result[lane] & 31);

        if (!(here & source))
            undefined |= 1u << lane;
        if (mask & ~here & source)
            gone |= 1u << lane;
    }
    if (gone)
        report_warp_mask(w, __builtin_ctz(gone),
                         "reads from a lane that has ended or does not exist",
                         undefined != here);
    else if (undefined == here)
        report_warp_mask(w, some, "reads from a lane that is not in the mask",
                         false);
    return undefined;
}

/* Complete the exchanges for which all lanes are there. */
static bool exchange(struct warp *w)
{
    bool moved = false;

    for (uint32_t left = w->exchange; left;) {
        const int first = __builtin_ctz(left);
        const uint32_t mask = w->mask[first], here = mask & w->live;
        uint32_t undefined;
        bool all = true;

        left &= ~(1u << first);
        for (uint32_t m = here; m && all; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            all = w->exchange >> lane & 1 && w->kind[lane] == w->kind[first] &&
                  w->mask[lane] == mask &&
                  (w->kind[lane] != SIMT_MATRIX ||
                   w->arg[lane] == w->arg[first]);
        }
        if (!all)
            continue;
        undefined = undefined_lanes(w, mask, here);
        if (w->kind[first] == SIMT_MATRIX)
            matrix_exchange(w, here);
        else
            simt_warp_results((enum simt_warp_kind)w->kind[first], here,
                              w->value, w->arg, w->width[first], w->result,
                              w->predicate);
        for (uint32_t m = undefined; m; m &= m - 1)
            w->result[__builtin_ctz(m)] = GARBAGE;
        for (uint32_t m = here; m; m &= m - 1)
            lane_unblocked(w, __builtin_ctz(m));
        if (w->kind[first] == SIMT_SYNCWARP) {
            join_forget(w);
            shadow_syncwarp(w, here);
        }
        left &= ~here;
        moved = true;
    }
    return moved;
}

/* ---- kernels without end ------------------------------------------------- */

/* Where one thread each has come by since the time was up, and how often. */
static struct seen {
    uintptr_t site;
    uint64_t block;
    unsigned thread, times;
    int line; /* of the loop whose turn ends there; 0: not known */
} seen[256];

static void see_where(const struct warp *w)
{
    const struct lane *l = &w->lane[w->chain[0]];
    const struct seen now = {
        .site = l->site,
        .block = w->block->number,
        .thread = (unsigned)(w->number * 32 + w->chain[0]),
        .times = 1,
        .line = (l->op & OP_KIND) == OP_TURN ? (int)l->length : 0};

    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        if (!seen[i].times) {
            seen[i] = now;
            return;
        }
        if (seen[i].site == now.site) {
            seen[i].times +=
                seen[i].block == now.block && seen[i].thread == now.thread;
            return;
        }
    }
}

/* What the loop that goes round outside of all others ends with: behind those
 * in it, as kernels are compiled with all that they call. Null: none. */
static const struct seen *outermost(void)
{
    const struct seen *last = NULL;

    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (seen[i].times > 1 && (!last || seen[i].site > last->site))
            last = &seen[i];
    return last;
}

/* Whether the kernel's time is up, and has been for some steps more, in which
 * loops show that they go round. */
static bool time_is_up(void)
{
    if (steps < clock_steps)
        return false;
    if (watch_steps)
        return true;
    clock_steps = steps + CLOCK;
    if ((double)(now_ns() - began) * 1e-9 > limit) {
        memset(seen, 0, sizeof seen);
        watch_steps = clock_steps = steps + WATCH;
    }
    return false;
}

/* ---- a warp's turn ------------------------------------------------------- */

static void report_endless(struct warp *w)
{
    struct finding f = {.kind = "endless", .at = party_of(w, w->chain[0])};
    const struct seen *loop = watch_steps ? outermost() : NULL;

    if (loop) {
        f.at = (struct party){.pc = loop->site,
                              .op = OP_CALL,
                              .on_device = true,
                              .block = loop->block,
                              .thread = loop->thread};
        f.loop = loop->line;
    }
    if (stuck_at) {
        f.at = (struct party){.pc = stuck_at + 1,
                              .op = OP_CALL,
                              .on_device = true,
                              .block = w->block->number,
                              .thread = (unsigned)w->number * 32 + this_lane()};
        f.loop = 0;
    }
    f.seconds = (double)(now_ns() - began) * 1e-9;
    report_finding(&f);
    check_stop(LAUNCH_TIMEOUT);
}

/* What the atomic operations of a group change decides whether the lanes get
 * anywhere. */
static inline uint64_t peek(uintptr_t address, unsigned bytes)
{
    uint64_t v = 0;
    uint32_t word;

    if (bytes == sizeof word) {
        memcpy(&word, (const void *)address, sizeof word);
        return word;
    }
    memcpy(&v, (const void *)address, bytes < sizeof v ? bytes : sizeof v);
    return v;
}

static void run_atomic(struct warp *w, bool *idle)
{
    uint64_t old[32];
    uintptr_t where[32];
    uint32_t changed = 0;
    unsigned bytes = w->lane[w->chain[0]].op >> OP_BYTES;
    int n = __builtin_popcount(w->group);

    for (int i = 0; i < n; i++) {
        where[i] = w->lane[w->chain[i]].address;
        old[i] = peek(where[i], bytes);
    }
    run_chain(w);
    for (int i = 0; i < n; i++)
        if (peek(where[i], bytes) != old[i])
            changed |= 1u << w->chain[i];
    *idle = !changed;
    if (!stopping) {
        shadow_changed(&request, changed);
        count_changed(&request, changed);
    }
}

static void run_one_by_one(struct warp *w)
{
    const struct request *r = &request;
    struct request all = *r;

    w->group = 0; /* chain[] no longer is what it says */
    for (int i = 0; i < all.n && !stopping; i++) {
        w->chain[0] = all.lane[i];
        w->lane[all.lane[i]].next = &w->lane[32];
        shadow_before(&all, i);
        run_chain(w);
        if (!stopping)
            shadow_after(&all, i);
    }
}

/* Not by an atomic operation, nor by a volatile read, which may be a look at a
 * lock that is still to be taken. */
static bool uses_memory(uint32_t op)
{
    return (op & OP_KIND) == OP_WRITE ||
           ((op & OP_KIND) == OP_READ && !(op & OP_VOLATILE));
}

/*
 * Whether the group goes on from a look at a place to setting it, by another
 * step, which may be a lock that two find free. Not in shared memory: blocks
 * do not meet there.
 */
static bool sets_what_it_saw(const struct warp *w, uint32_t op)
{
    const struct lane *l = &w->lane[w->chain[0]];
    const uint32_t kind = op & OP_KIND;

    return w->looked && l->address == w->looked && l->site != w->look_site &&
           l->address - shadow_tls >= shadow_tls_span &&
           ((kind == OP_ATOMIC && !(op & OP_CAS)) ||
            (kind == OP_WRITE && op & OP_VOLATILE));
}

/* Who has found the place free stands still before it is set, until the next
 * block has found and set it, too. Once a launch. */
static bool pauses_before(const struct warp *w, uint32_t op)
{
    struct site *s =
        site_of(w->lane[w->chain[0]].site, op, op >> OP_BYTES);

    if (!may_pause || s->paused_before == check_launch_number)
        return false;
    s->paused_before = check_launch_number;
    return pausing = pausing_before = true;
}

/*
 * A lock may have been taken. Who goes on to an ordinary access believes that
 * it was: now let others come, as nobody but us runs one block after the
 * other. Once a launch; and once more where the lock looks as if nobody had
 * it, as for block 0 with atomicCAS(lock, 0, blockIdx.x).
 */
static bool pauses_behind(struct block *b)
{
    struct site *lock = b->lock;
    bool first = lock->paused != check_launch_number;

    b->lock = NULL;
    if (first)
        lock->paused = check_launch_number;
    if (b->kept && may_pause && lock->paused_kept != check_launch_number) {
        lock->paused_kept = check_launch_number;
        first = true;
    }
    pausing = pausing || first;
    return first;
}

/* What the group has just done, for the two above. */
static void remember_look(struct warp *w, uintptr_t address, uintptr_t site,
                          uint32_t op, bool idle)
{
    const uint32_t kind = op & OP_KIND;

    if ((kind == OP_READ && op & OP_VOLATILE) || (kind == OP_ATOMIC && idle)) {
        w->looked = address;
        w->look_site = site;
    } else if (uses_memory(op) || (kind == OP_ATOMIC && address == w->looked)) {
        w->looked = 0;
    }
}

/* Step until no lane can go on, or the turn is over. */
static void run_warp(struct warp *w)
{
    int idle_in_turn = 0;

    running = w;
    for (int i = 0; i < TURN && !stopping; i++) {
        const uint32_t group = choose(w);
        uintptr_t address, site;
        uint32_t op;
        bool idle = false, sets;

        if (!group) {
            if (w->exchange && exchange(w))
                continue;
            return;
        }
        op = w->lane[w->chain[0]].op;
        address = w->lane[w->chain[0]].address;
        site = w->lane[w->chain[0]].site;
        sets = sets_what_it_saw(w, op);
        if (sets && pauses_before(w, op))
            return;
        steps++;
        if (watch_steps)
            see_where(w);
        switch (op & OP_KIND) {
        case OP_READ:
            look_at_group(w, group);
            if (stopping)
                return;
            /* Waits for another thread if it reads the same again. */
            if (op & OP_VOLATILE) {
                idle = address == w->idle_address;
                w->idle_address = address;
            }
            run_chain(w);
            break;
        case OP_WRITE:
            one_by_one = false;
            look_at_group(w, group);
            if (stopping)
                return;
            if (one_by_one && request.mask == group)
                run_one_by_one(w);
            else
                run_chain(w);
            idle_steps = 0;
            break;
        case OP_ATOMIC:
            one_by_one = false;
            look_at_group(w, group);
            if (stopping)
                return;
            run_atomic(w, &idle);
            if (!idle) {
                idle_steps = 0;
                join_changed(w);
            }
            break;
        case OP_ACTIVE:
            for (uint32_t m = group; m; m &= m - 1)
                w->result[__builtin_ctz(m)] = group;
            run_chain(w);
            break;
        case OP_YIELD:
            idle = true;
            run_chain(w);
            break;
        default:
            run_chain(w);
        }
        if (w->exchange)
            exchange(w);
        remember_look(w, address, site, op, idle);
        if (sets || op & (OP_CAS | OP_EXCH)) {
            w->block->lock = request.site;
            w->block->kept = idle;
        } else if (w->block->lock && uses_memory(op) &&
                   pauses_behind(w->block)) {
            return;
        }
        if (idle) {
            idle_steps++;
            w->idle++;
            if (++idle_in_turn > IDLE_TURN)
                return;
        }
    }
}

/* ---- a block ------------------------------------------------------------- */

struct party ended_thread(uint64_t block, int thread)
{
    return (struct party){.op = OP_BARRIER,
                          .on_device = true,
                          .ended = true,
                          .block = block,
                          .thread = (unsigned)thread};
}

/* A thread of the block that has ended, and rather one that has not returned
 * before it came to `site` or behind it (*missed), if any; -1: nobody. */
static int who_ended(const struct block *b, uintptr_t site, bool *missed)
{
    int some = -1;

    *missed = false;
    for (int i = 0; i < b->threads && !*missed; i++) {
        const struct warp *w = &b->warp[i / 32];

        if (!(w->ended >> i % 32 & 1))
            continue;
        *missed = !(w->left >> i % 32 & 1) || w->lane[i % 32].site >= site;
        if (some < 0 || *missed)
            some = i;
    }
    return some;
}

/* All threads that have not ended wait at barriers. */
static void complete_barrier(struct block *b)
{
    struct warp *first = NULL;
    int first_lane = 0, count = 0, all = 1, gone;
    bool missed;

    for (int i = 0; i < b->warps; i++) {
        struct warp *w = &b->warp[i];

        barrier_arrivals += w->live != 0;
        for (uint32_t m = w->live; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            if (!first) {
                first = w;
                first_lane = lane;
            } else if (w->lane[lane].site != first->lane[first_lane].site) {
                struct finding f = {.kind = "barrier",
                                    .at = party_of(w, lane),
                                    .other = party_of(first, first_lane),
                                    .has_other = true,
                                    .same_warp = w == first};

                report_finding(&f);
            }
            count += w->value[lane] != 0;
            all &= w->value[lane] != 0;
        }
    }
    /* A barrier does not wait for threads that have ended. That some return
     * before it is worth a note. Others went by it, or came in other rounds. */
    if (b->ended && first) {
        gone = who_ended(b, first->lane[first_lane].site, &missed);

        struct finding f = {.kind = "barrier",
                            .note = !missed,
                            .at = party_of(first, first_lane),
                            .other = ended_thread(b->number, gone),
                            .has_other = true,
                            .same_warp = gone / 32 == first->number};

        report_finding(&f);
    }
    for (int i = 0; i < b->warps; i++) {
        struct warp *w = &b->warp[i];

        join_forget(w);
        for (uint32_t m = w->live; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);

            w->result[lane] = w->kind[lane] == SIMT_SYNC_AND  ? (uint64_t)all
                              : w->kind[lane] == SIMT_SYNC_OR ? count != 0
                                                              : (uint64_t)count;
            lane_unblocked(w, lane);
        }
    }
    b->arrived = 0;
    check_interval++;
    idle_steps = 0;
    shadow_barrier(b);
}

/*
 * Lanes that wait in a shuffle for others of their warp, which wait at a barrier
 * further on in the program: these have skipped the shuffle, and the barrier is
 * right where it is. Returns whether there are such.
 */
static bool skipped_exchange(struct block *b, struct finding *f)
{
    for (int i = 0; i < b->threads; i++) {
        const struct warp *w = &b->warp[i / 32];
        const int lane = i % 32;

        if (!(w->live >> lane & 1) || w->wait[lane] != WAIT_WARP)
            continue;
        for (uint32_t m = w->mask[lane] & w->live; m; m &= m - 1) {
            const int other = __builtin_ctz(m);

            if (w->wait[other] != WAIT_BARRIER ||
                w->lane[other].site < w->lane[lane].site)
                continue;
            f->kind = "warp_mask";
            f->text = "waits for lanes that do not come";
            f->at = party_of(w, lane);
            f->other = party_of(w, other);
            f->has_other = f->same_warp = true;
            return true;
        }
    }
    return false;
}

/* Nothing can go on: say who waits for whom. */
static void report_deadlock(struct block *b)
{
    struct finding f = {.kind = "deadlock"};
    const struct warp *at[4] = {NULL};
    const struct warp *gone = NULL;
    int lane_at[4] = {0}, gone_lane = 0;

    if (matrix_deadlock(b)) {
        check_stop(LAUNCH_FAILURE);
        return;
    }
    for (int i = 0; i < b->threads; i++) {
        const struct warp *w = &b->warp[i / 32];
        const int lane = i % 32;

        if (w->ended >> lane & 1) {
            if (!gone) {
                gone = w;
                gone_lane = lane;
            }
        } else if (!at[w->wait[lane]]) {
            at[w->wait[lane]] = w;
            lane_at[w->wait[lane]] = lane;
        }
    }
    if (skipped_exchange(b, &f)) {
        /* said */
    } else if (at[WAIT_BARRIER] || at[WAIT_GRID]) {
        const int here = at[WAIT_BARRIER] ? WAIT_BARRIER : WAIT_GRID;
        const int there = at[WAIT_WARP] ? WAIT_WARP : WAIT_GRID;

        f.kind = "barrier";
        f.at = party_of(at[here], lane_at[here]);
        f.text = here == WAIT_GRID ? "grid" : NULL;
        if (at[there] && there != here) {
            f.other = party_of(at[there], lane_at[there]);
            f.has_other = true;
            f.same_warp = at[here] == at[there];
        } else if (gone) {
            f.other = ended_thread(b->number, gone->number * 32 + gone_lane);
            f.has_other = true;
        }
    } else if (at[WAIT_WARP]) {
        const struct warp *w = at[WAIT_WARP];
        const int lane = lane_at[WAIT_WARP];
        uint32_t missing = 0;

        for (int i = 0; i < 32; i++)
            if ((w->mask[lane] & w->live) >> i & 1 &&
                (w->mask[i] != w->mask[lane] || w->kind[i] != w->kind[lane]))
                missing |= 1u << i;
        f.at = party_of(w, lane);
        if (missing) {
            f.other = party_of(w, __builtin_ctz(missing));
            f.has_other = f.same_warp = true;
        }
    }
    report_finding(&f);
    check_stop(LAUNCH_FAILURE);
}

enum outcome { DONE, STALLED, BUSY, PAUSED, AT_GRID, STOPPED };

static bool ready(const struct warp *w)
{
    return (w->live & ~w->blocked) != 0;
}

/* others: there are blocks to give way to. fresh: one that may begin now.
 * paused: waits for this one to get no further, if it stands before what takes
 * a lock, to have taken it; null: none. */
static enum outcome run_block(struct block *b, bool others, bool fresh,
                              const struct block *paused)
{
    const uint64_t most_idle = paused ? 5 * IDLE_BLOCK : IDLE_BLOCK;
    const uint64_t first_step = steps;
    const uint32_t first_barrier = b->barriers;

    check_block = b;
    blockIdx = b->index;
    check_interval++;
    for (;;) {
        bool moved = false;

        pausing = pausing_before = false;
        may_pause = paused ? paused->before_it : fresh;
        for (int i = 0; i < b->warps; i++) {
            struct warp *w = &b->warp[i];

            if (!ready(w))
                continue;
            moved = true;
            run_warp(w);
            if (stopping)
                return STOPPED;
        }
        if (b->ended == b->threads)
            return DONE;
        if (b->arrived && b->arrived + b->ended == b->threads) {
            complete_barrier(b);
        } else if (!moved) {
            if (b->at_grid == b->threads)
                return AT_GRID;
            report_deadlock(b);
            return STOPPED;
        }
        if (pausing && may_pause) {
            b->before_it = pausing_before;
            return PAUSED;
        }
        if (others && idle_steps > most_idle)
            return STALLED;
        if (others && (steps - first_step > BUSY_BLOCK ||
                       b->barriers - first_barrier > BUSY_BARRIERS))
            return BUSY;
        if (idle_steps > IDLE_KERNEL || time_is_up()) {
            report_endless(running);
            return STOPPED;
        }
    }
}

/* ---- a kernel ------------------------------------------------------------ */

static struct block *spare; /* blocks that are not in use, of `room` threads */
static int room;

/* The stacks of all threads that the device's multiprocessors hold at once.
 * Made before the program begins, which cannot take that memory first. */
static struct stacks {
    char *all;
    int n, used;
} stacks;

static void make_stacks(void)
{
    for (stacks.n = SIMT_SM_COUNT * 2048; !stacks.all && stacks.n > 1024;) {
        stacks.all = fiber_room(stacks.n);
        if (!stacks.all)
            stacks.n /= 2;
    }
}

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "check mode: no memory for the threads of a block\n");
        abort();
    }
    return p;
}

/* More threads wait at once than there are stacks: only where the system lets
 * the program have less data than make_stacks() has asked for. */
static void report_no_room(int threads)
{
    struct finding f = {.kind = "no_room", .at.op = OP_LAUNCH};
    char text[80];

    snprintf(text, sizeof text, "%d of the %d threads", stacks.used,
             stacks.used + threads);
    f.text = text;
    report_finding(&f);
    check_stop(LAUNCH_FAILURE);
}

/* Null if there is no room, which has been reported then. */
static struct block *take_block(uint64_t number, int threads)
{
    const struct simt_xyz *g = &check_launch->grid, *d = &check_launch->block;
    struct block *b = spare;
    struct simt_xyz t = {0, 0, 0};

    if (b) {
        spare = b->next;
    } else if (stacks.used + room > stacks.n) {
        report_no_room(room);
        return NULL;
    } else {
        b = need(calloc(1, sizeof *b));
        b->warp = need(aligned_alloc(
            64, ((size_t)room / 32 * sizeof *b->warp + 63) & ~(size_t)63));
        b->fibers = need(fiber_make_in(stacks.all, stacks.used, room));
        stacks.used += room;
    }
    b->number = number;
    b->index = (struct simt_xyz){(unsigned)(number % g->x),
                                 (unsigned)(number / g->x % g->y),
                                 (unsigned)(number / g->x / g->y)};
    b->threads = threads;
    b->warps = (threads + 31) / 32;
    b->arrived = b->ended = b->at_grid = 0;
    b->requests = 0;
    b->barriers = 0;
    b->lock = NULL;
    b->kept = b->before_it = false;
    b->interval_first = b->first = check_segment;
    b->known = b->fenced[0] = b->fenced[1] = NULL;
    for (int i = 0; i < threads; i++) {
        struct warp *w = &b->warp[i / 32];

        if (i % 32 == 0) {
            memset(&w->live, 0, sizeof *w - offsetof(struct warp, live));
            w->block = b;
            w->number = i / 32;
        }
        w->live |= 1u << i % 32;
        w->lane[i % 32].site = 0;
        w->lane[i % 32].op = OP_NONE;
        w->lane[i % 32].index = t;
        prepare_lane(&w->lane[i % 32], &b->fibers[i]);
        if (++t.x == d->x) {
            t.x = 0;
            if (++t.y == d->y) {
                t.y = 0;
                t.z++;
            }
        }
    }
    return b;
}

static void give_block(struct block *b)
{
    shadow_block_end(b);
    b->next = spare;
    spare = b;
}

/* Between launches: there are no other blocks. */
static void free_spare(void)
{
    stacks.used = 0;
    while (spare) {
        struct block *b = spare;

        spare = b->next;
        free(b->fibers);
        free(b->warp);
        free(b);
    }
}

/* All blocks that are left wait at grid.sync(), and there was one more. */
static void report_part_of_grid(const struct block *b, uint64_t ended)
{
    struct finding f = {.kind = "barrier",
                        .at = party_of(&b->warp[0], 0),
                        .other = ended_thread(ended, 0),
                        .has_other = true,
                        .text = "grid"};

    report_finding(&f);
    check_stop(LAUNCH_FAILURE);
}

/* All blocks wait at grid.sync(). */
static void complete_grid(struct block *waiting)
{
    for (struct block *b = waiting; b; b = b->next) {
        for (int i = 0; i < b->threads; i++) {
            struct warp *w = &b->warp[i / 32];

            if (w->wait[i % 32] == WAIT_GRID)
                lane_unblocked(w, i % 32);
            w->segment = 0;
        }
        b->at_grid = 0;
        b->barriers++;
        b->interval_first = check_segment;
    }
    shadow_grid_sync();
}

/* The order in which blocks begin, by $SIMT_ORDER: "forward", as if it were not
 * there; "backward"; or a number, which chooses nearly that or some other for
 * each launch, but never one that block 0 begins or ends, or in which it comes
 * second: a lock that does not see block 0 shows if it has the lock and another
 * one comes. Of more blocks than a device holds at once, those that fit come
 * before the others: a block may wait for any in front of it. */
static struct begin {
    uint64_t size, step, first; /* of the blocks that fit: first + i * step */
    bool zero_before_one;       /* these two change places */
} begin;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static bool coprime(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a == 1;
}

static void choose_order(uint64_t size)
{
    const char *s = getenv("SIMT_ORDER");
    uint64_t x = s ? strtoull(s, NULL, 10) : 0;
    bool backward = s && !strcmp(s, "backward");

    begin = (struct begin){.size = size, .step = 1};
    x = x ? mix(x + 0x9E3779B97F4A7C15u * check_launch_number) : 0;
    if (x % 2)
        backward = true;
    if (x && x % 2 == 0 && size > 1) {
        begin.first = 1 + x / 4 % (size - 1);
        for (begin.step = 1 + x / 9 % size; !coprime(size, begin.step);)
            begin.step++;
        begin.step %= size;
        while (size > 3 && (begin.first == begin.step ||
                            begin.first + begin.step == size))
            begin.first = 1 + begin.first % (size - 1);
    }
    if (backward)
        begin.first = begin.step = size - 1;
    begin.zero_before_one = backward && x && size > 3;
}

/* The number of the block that begins as the i-th. */
static uint64_t in_order(uint64_t i, uint64_t blocks)
{
    const uint64_t at = i % begin.size, before = i - at;
    uint64_t number;

    if (begin.step == 1 && begin.first == 0)
        return i;
    if (blocks - before < begin.size) /* the rest, backward */
        return blocks - 1 - at;
    number = (begin.first + at * begin.step) % begin.size;
    if (begin.zero_before_one && number < 2)
        number = 1 - number;
    return before + number;
}

/* So many blocks are held at most. */
static uint64_t most_blocks(const struct simt_launch *l, uint64_t blocks,
                            int threads)
{
    const uint64_t fit = (uint64_t)SIMT_SM_COUNT *
                         (uint64_t)(2048 / ((threads + 31) & ~31));

    return l->cooperative || blocks < fit ? blocks : fit;
}

/* Blocks run one at a time, as long as they get anywhere; those that wait for
 * others take turns. One that has just taken what may be a lock stands still
 * until the next one has tried the same. */
static void run_blocks(uint64_t blocks, int threads)
{
    struct block *waiting = NULL, **end = &waiting, *paused = NULL, *b;
    const uint64_t most = most_blocks(check_launch, blocks, threads);
    uint64_t next = 0, held = 0, at_grid = 0, stalls = 0, ended = 0;
    bool meanwhile = false; /* another one has run since one was paused */
    struct block *resumed = NULL; /* ... which has come as far */

    choose_order(most);

    while (!stopping && (next < blocks || waiting || paused)) {
        enum outcome outcome;

        if (resumed) {
            b = resumed;
            resumed = NULL;
            b->before_it = false;
            shadow_swap(b, true);
        } else if (meanwhile) {
            b = paused;
            paused = NULL;
            shadow_swap(b, true);
        } else if (next < blocks && held < most) {
            b = take_block(in_order(next++, blocks), threads);
            if (!b)
                break;
            held++;
        } else {
            if (at_grid == held) {
                if (held < blocks) {
                    report_part_of_grid(waiting, ended);
                    break;
                }
                complete_grid(waiting);
                at_grid = 0;
            }
            b = waiting;
            waiting = b->next;
            if (!waiting)
                end = &waiting;
            if (b->at_grid == b->threads) {
                b->next = NULL;
                *end = b;
                end = &b->next;
                continue;
            }
            shadow_swap(b, true);
        }
        meanwhile = paused;
        outcome = run_block(b, next < blocks || waiting || paused,
                            next < blocks && held < most, paused);
        for (int i = 0; i < b->warps; i++)
            join_count(&b->warp[i]);
        if (outcome == PAUSED) {
            idle_steps = 0;
            shadow_swap(b, false);
            resumed = paused;
            paused = b;
            continue;
        }
        if (outcome == DONE) {
            ended = b->number;
            give_block(b);
            held--;
            stalls = 0;
            continue;
        }
        if (outcome == STOPPED) {
            b->next = waiting;
            waiting = b;
            break;
        }
        at_grid += outcome == AT_GRID;
        if (outcome == STALLED &&
            ++stalls > IDLE_KERNEL / IDLE_BLOCK + 2 * held && next >= blocks) {
            report_endless(running);
        }
        if (outcome == STALLED)
            idle_steps = 0;
        else
            stalls = 0;
        shadow_swap(b, false);
        b->next = NULL;
        *end = b;
        end = &b->next;
    }
    if (paused)
        give_block(paused);
    while (waiting) {
        b = waiting;
        waiting = b->next;
        give_block(b);
    }
}

/* ---- signals ------------------------------------------------------------- */

enum { SIGNAL_STACK = 64 << 10 };

/* From a handler: the lane is left, the engine goes on. */
__attribute__((noreturn)) static void leave_handler(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    abandon_lane();
}

static uintptr_t program_counter(const void *context)
{
    const ucontext_t *c = context;

#if defined(__x86_64__)
    return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)c->uc_mcontext.pc;
#else
    (void)c;
    return 0;
#endif
}

/* Where the program's own code called the function that the host crashed in. */
struct search {
    uintptr_t crashed;
    bool seen;     /* the frame of that function */
    uintptr_t pc;  /* a return address */
};

static _Unwind_Reason_Code look_for_caller(struct _Unwind_Context *c,
                                           void *data)
{
    struct search *s = data;
    const uintptr_t pc = _Unwind_GetIP(c);

    if (pc == s->crashed)
        s->pc = pc + 1;
    else if (s->seen)
        s->pc = pc;
    s->seen = s->seen || pc == s->crashed;
    return s->pc >= check_image && s->pc < check_image_end
               ? _URC_END_OF_STACK
               : _URC_NO_REASON;
}

static bool writes(const void *context)
{
#if defined(__x86_64__)
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    return false;
#endif
}

static __thread bool host_told; /* host_touches() has said it */

/* The host touches memory of the device, which is closed, in code that has no
 * hooks: a library's. */
static void host_crashed(char *address, const void *context)
{
    struct simt_allocation *a = simt_find(address);
    struct search s = {.crashed = program_counter(context)};
    struct finding f = {.kind = "host_access",
                        .space = SPACE_GLOBAL,
                        .has_space = true,
                        .object = a->shadow};

    _Unwind_Backtrace(look_for_caller, &s);
    if (s.pc >= check_image && s.pc < check_image_end)
        f.at.pc = s.pc;
    f.at.op = writes(context) ? OP_WRITE : OP_READ;
    if (f.object)
        f.offset = address - a->base;
    report_finding(&f);
}

static void crashed(int number, siginfo_t *info, void *context)
{
    struct finding f = {.kind = "crash", .text = strsignal(number)};
    const uintptr_t pc = program_counter(context);
    const bool in_hook = pc >= (uintptr_t)__start_simt_lane_code &&
                         pc < (uintptr_t)__stop_simt_lane_code;

    if (simt_running && number == SIGSEGV && simt_open_touched(info->si_addr))
        return;
    if (!in_lane) {
        if (!simt_running && !host_told && number == SIGSEGV &&
            simt_is_closed(info->si_addr))
            host_crashed(info->si_addr, context);
        signal(number, SIG_DFL);
        return; /* and it happens again */
    }
    in_lane = false;
    if (report_beyonds(running, (int)this_lane()))
        leave_handler(number);
    f.at = party_of(running, (int)this_lane());
    /* Within a library or a hook, the lane's last access says more. */
    if (pc >= check_image && pc < check_image_end && !in_hook)
        f.at.pc = pc + 1;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    /* In a hook, `current` may be the next lane already: see whose stack it
     * is. */
    for (int i = 0; i < check_block->threads; i++) {
        const struct fiber *b = &check_block->fibers[i];

        if ((number != SIGSEGV && number != SIGBUS) ||
            !fiber_overflowed(b, 1, info->si_addr))
            continue;
        f.kind = "stack_overflow";
        f.text = NULL;
        f.at.thread = (unsigned)i;
        if (in_hook)
            f.at.pc = check_block->warp[i / 32].lane[i % 32].site;
        report_finding(&f);
        check_stop(LAUNCH_FAILURE);
        leave_handler(number);
    }
    report_finding(&f);
    signal(number, SIG_DFL);
}

/* A lane that no longer comes to a hook. */
static void tick(int number, siginfo_t *info, void *context)
{
    const uint64_t before_it = ticks_steps;
    const int saved = errno;

    (void)info;
    ticks_steps = steps;
    if (in_lane && steps == before_it && this_lane() < SIMT_WARP &&
        (double)(now_ns() - began) * 1e-9 > limit) {
        const uintptr_t pc = program_counter(context);

        in_lane = false;
        stuck_at = pc >= check_image && pc < check_image_end
                       ? pc
                       : running->lane[this_lane()].site;
        report_endless(running);
        leave_handler(number);
    }
    errno = saved;
}

static timer_t timer;
static bool has_timer;

static void watch(bool on)
{
    struct itimerspec t = {.it_interval.tv_nsec = on ? 250000000 : 0,
                           .it_value.tv_nsec = on ? 250000000 : 0};

    if (has_timer)
        timer_settime(timer, 0, &t, NULL);
}

static void watch_crashes(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_sigaction = crashed,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

static void prepare_signals(void)
{
    struct sigaction action = {.sa_sigaction = tick,
                               .sa_flags =
                                   SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                             .sigev_signo = SIGRTMIN + 7};
    static __thread bool done;
    stack_t stack = {.ss_size = SIGNAL_STACK};

    if (done)
        return;
    done = true;
    stack.ss_sp = need(malloc(SIGNAL_STACK));
    sigaltstack(&stack, NULL);
    watch_crashes();
    sigaction(SIGRTMIN + 7, &action, NULL);
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif
    event.sigev_notify_thread_id = (int)syscall(SYS_gettid);
    if (has_timer)
        timer_delete(timer);
    has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0;
}

/* ---- what the device's functions do in check mode ------------------------ */

static pthread_mutex_t one_kernel = PTHREAD_MUTEX_INITIALIZER;
static bool failed; /* a kernel */

static int check_run(const struct simt_launch *l)
{
    const int threads = (int)(l->block.x * l->block.y * l->block.z);
    const uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    const int whole = (threads + 31) & ~31; /* warps */
    const char *seconds = getenv("SIMT_SECONDS");
    double took;

    pthread_mutex_lock(&one_kernel);
    check_launch = l;
    check_launch_number++;
    device = simt_device();
    if (whole > room ||
        most_blocks(l, blocks, threads) * (uint64_t)room > (uint64_t)stacks.n) {
        free_spare();
        room = whole;
    }
    limit = seconds && atof(seconds) > 0 ? atof(seconds) : 60;
    stopping = false;
    stop_error = 0;
    idle_steps = barrier_arrivals = clock_steps = watch_steps = 0;
    stuck_at = 0;
    prepare_signals();
    simt_feed.dim = l->block;
    shadow_launch();
    began = now_ns();
    watch(true);
    run_blocks(blocks, threads);
    watch(false);
    took = (double)(now_ns() - began) * 1e-9;
    count_launch_end(stop_error, took, barrier_arrivals);
    shadow_launch_end();
    failed = failed || stop_error;
    check_launch = NULL;
    pthread_mutex_unlock(&one_kernel);
    return stop_error;
}

static int check_barrier(enum simt_barrier kind, int predicate,
                         const void *site)
{
    struct warp *w = running;
    const unsigned lane = this_lane();

    if (!in_lane)
        return 0;
    w->kind[lane] = (int)kind;
    w->value[lane] = predicate != 0;
    lane_waits(WAIT_BARRIER, (uintptr_t)site, OP_BARRIER);
    return (int)w->result[lane];
}

static uint64_t check_warp(enum simt_warp_kind kind, uint32_t mask,
                           uint64_t value, int arg, int width, int *predicate,
                           const void *site)
{
    struct warp *w = running;
    const unsigned lane = this_lane();

    if (!in_lane)
        return 0;
    if (kind == SIMT_ACTIVE) {
        w->lane[lane].site = (uintptr_t)site;
        w->lane[lane].op = OP_ACTIVE;
        w->lane[lane].address = (uintptr_t)value;
        give_way();
        return w->result[lane];
    }
    if (!(mask >> lane & 1)) {
        w->lane[lane].site = (uintptr_t)site;
        w->lane[lane].op = OP_WARP;
        in_lane = false;
        report_warp_mask(w, (int)lane, "its own lane is not in the mask",
                         false);
        in_lane = true;
        mask |= 1u << lane;
    }
    w->kind[lane] = (int)kind;
    w->mask[lane] = mask;
    w->value[lane] = value;
    w->arg[lane] = arg;
    w->width[lane] = width;
    lane_waits(WAIT_WARP, (uintptr_t)site, OP_WARP);
    if (predicate)
        *predicate = w->predicate[lane];
    return w->result[lane];
}

static void check_ends(int error, const void *site)
{
    struct finding f = {.kind = error == ASSERT                ? "assert"
                                : error == COOPERATIVE_TOO_LARGE ? "no_grid_sync"
                                                                 : "trap"};

    f.at = party_of(running, (int)this_lane());
    f.at.pc = (uintptr_t)site;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    in_lane = false;
    report_finding(&f);
    check_stop(error);
    abandon_lane();
}

static void check_grid_sync(const void *site)
{
    if (!in_lane)
        return;
    if (!check_launch->cooperative)
        check_ends(COOPERATIVE_TOO_LARGE, site);
    lane_waits(WAIT_GRID, (uintptr_t)site, OP_BARRIER);
}

static void check_fence(enum simt_scope scope, const void *site)
{
    (void)site;
    if (!in_lane)
        return;
    in_lane = false;
    join_forget(running);
    shadow_fence(running, (int)this_lane(), scope);
    in_lane = true;
}

static void check_async(bool waits, const void *site)
{
    struct warp *w = running;
    const unsigned lane = this_lane();
    const uint32_t bit = 1u << lane;

    if (!in_lane)
        return;
    if (waits) {
        w->waited |= bit;
    } else if (!(w->copied & bit)) {
        w->copied |= bit;
        w->waited &= ~bit;
        w->copied_at[lane] = (uintptr_t)site;
    }
}

static void check_yield(const void *site)
{
    struct warp *w = running;
    const unsigned lane = this_lane();

    if (!in_lane)
        return;
    w->lane[lane].site = (uintptr_t)site;
    w->lane[lane].op = OP_YIELD;
    give_way();
}

__attribute__((noinline)) LANE_CODE static void
note_access(uintptr_t address, uint32_t op, uintptr_t site)
{
    struct lane *me = current;

    me->address = address;
    me->site = site;
    me->op = op;
    give_way();
}

static void check_atomic(const volatile void *p, size_t bytes,
                         enum simt_atomic kind, enum simt_scope scope,
                         const void *site)
{
    uint32_t flags = kind == SIMT_ATOMIC_CAS     ? OP_CAS
                     : kind == SIMT_ATOMIC_EXCH  ? OP_EXCH
                     : kind == SIMT_ATOMIC_STORE ? OP_EXCH | OP_STORE
                                                 : 0;

    if (scope == SIMT_BLOCK)
        flags |= OP_IN_BLOCK;
    if (in_lane && shadow_interesting((uintptr_t)p))
        note_access((uintptr_t)p,
                    OP_ATOMIC | flags | (uint32_t)bytes << OP_BYTES,
                    (uintptr_t)site);
}

static const struct simt_ops check_ops = {
    .start = watch_crashes,
    .run = check_run,
    .barrier = check_barrier,
    .warp = check_warp,
    .grid_sync = check_grid_sync,
    .fence = check_fence,
    .async = check_async,
    .yield = check_yield,
    .atomic = check_atomic,
    .stop = check_ends,
};

/* ---- hooks --------------------------------------------------------------- */

/* Device variables that the program defines. */
extern char __start_simt_device[] __attribute__((weak));
extern char __stop_simt_device[] __attribute__((weak));

static void host_touches(uintptr_t address, uint32_t op, uintptr_t site)
{
    struct simt_allocation *a = simt_find((void *)address);
    struct finding f = {.kind = "host_access"};

    if (a && (a->space == SIMT_MANAGED || a->space == SIMT_PINNED ||
              a->space == SIMT_HOST_MEMORY)) {
        static uint32_t looked; /* in this launch, at something volatile */
        const struct object *o = a->shadow;
        const bool looks_on = looked == check_launch_number;

        if (op & OP_VOLATILE)
            looked = check_launch_number;
        if (!a->live || !o || address - (uintptr_t)a->base >= a->bytes ||
            op & OP_VOLATILE)
            return;
        f.text = timeline_meets((void *)address, (op & OP_KIND) != OP_READ,
                                looks_on);
        if (!f.text)
            f.text = shadow_unwaited(o, address - (uintptr_t)a->base, looks_on);
        if (!f.text)
            return;
    }
    f.at.pc = site;
    f.at.op = op & OP_KIND;
    f.at.bytes = op >> OP_BYTES;
    f.object = a ? a->shadow : NULL;
    f.space = SPACE_GLOBAL;
    f.has_space = true;
    if (f.object)
        f.offset = (int64_t)(address - (uintptr_t)a->base);
    f.element = f.at.bytes;
    report_finding(&f);
    host_told = true; /* the access itself comes now, and is a crash */
}

/* All that is not the plain case. */
__attribute__((noinline)) LANE_CODE static void
hook_other(uintptr_t address, uint32_t op, uintptr_t site)
{
    if (in_lane) {
        const uintptr_t variable = address - shadow_tls;
        const uintptr_t last = current->site;

        current->site = site; /* in case the stack ends here */
        if (variable < shadow_tls_span ? shadow_tls_map[variable] != 0
                                       : shadow_interesting(address))
            note_access(address, op, site);
        else
            current->site = last;
    } else if (!simt_in_kernel()) {
        host_touches(address, op, site);
    }
}

static inline __attribute__((always_inline)) void
hook(uintptr_t address, uint32_t op, uintptr_t site)
{
    if (address - shadow_low < lane_span)
        note_access(address, op, site);
    else if (in_lane || address - shadow_low < shadow_span ||
             (address >= (uintptr_t)__start_simt_device &&
              address < (uintptr_t)__stop_simt_device))
        hook_other(address, op, site);
}

#define SITE (uintptr_t) __builtin_return_address(0)

#define HOOK(name, op)                    \
    void __tsan_##name(void *p);          \
    LANE_CODE void __tsan_##name(void *p) \
    {                                     \
        hook((uintptr_t)p, op, SITE);     \
    }
#define HOOKS(n)                                                      \
    HOOK(read##n, OP_READ | (n) << OP_BYTES)                          \
    HOOK(write##n, OP_WRITE | (n) << OP_BYTES)                        \
    HOOK(volatile_read##n, OP_READ | OP_VOLATILE | (n) << OP_BYTES)   \
    HOOK(volatile_write##n, OP_WRITE | OP_VOLATILE | (n) << OP_BYTES) \
    HOOK(read_write##n, OP_WRITE | (n) << OP_BYTES)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

/* The lane returns from its kernel (simt_launch.h). */
void simt_leaves(void);
void simt_leaves(void)
{
    if (in_lane)
        running->left |= 1u << this_lane();
}

/* A turn is over of the loop that begins at this line (simt_launch.h). */
void simt_turn_ends(int line);
LANE_CODE void simt_turn_ends(int line)
{
    if (in_lane)
        current->length = (uint64_t)line;
    if (in_lane)
        note_access((uintptr_t)__builtin_frame_address(0), OP_TURN, SITE);
}

static void hook_range(uintptr_t address, size_t bytes, uint32_t op,
                       uintptr_t site)
{
    if (!bytes)
        return;
    if (in_lane)
        current->length = bytes;
    hook(address, op | OP_RANGE, site);
}

/* Of packed structures: a byte at a time, by the code for ranges. */
#define UNALIGNED(name, n, op)                 \
    void __tsan_unaligned_##name##n(void *p);  \
    void __tsan_unaligned_##name##n(void *p)   \
    {                                          \
        hook_range((uintptr_t)p, n, op, SITE); \
    }
#define UNALIGNEDS(n)                                    \
    UNALIGNED(read, n, OP_READ)                          \
    UNALIGNED(write, n, OP_WRITE)                        \
    UNALIGNED(volatile_read, n, OP_READ | OP_VOLATILE)   \
    UNALIGNED(volatile_write, n, OP_WRITE | OP_VOLATILE) \
    UNALIGNED(read_write, n, OP_WRITE)
UNALIGNEDS(2)
UNALIGNEDS(4)
UNALIGNEDS(8)
UNALIGNEDS(16)

void __tsan_read_range(void *p, size_t bytes);
void __tsan_write_range(void *p, size_t bytes);
void __tsan_vptr_read(void **p);
void __tsan_vptr_update(void **p, void *value);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);
void __tsan_init(void);

void __tsan_read_range(void *p, size_t bytes)
{
    hook_range((uintptr_t)p, bytes, OP_READ, SITE);
}

void __tsan_write_range(void *p, size_t bytes)
{
    hook_range((uintptr_t)p, bytes, OP_WRITE, SITE);
}

void __tsan_vptr_read(void **p)
{
    hook((uintptr_t)p, OP_READ | 8 << OP_BYTES, SITE);
}

void __tsan_vptr_update(void **p, void *value)
{
    (void)value;
    hook((uintptr_t)p, OP_WRITE | 8 << OP_BYTES, SITE);
}

void __tsan_func_entry(void *pc)
{
    (void)pc;
}

void __tsan_func_exit(void)
{
}

/* The program's calls of these come here: -Wl,--wrap. */
void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);
int __real_memcmp(const void *a, const void *b, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes);
int __wrap_memcmp(const void *a, const void *b, size_t bytes);
/* Without --wrap nobody asks for these. */
#pragma weak __real_memcpy
#pragma weak __real_memmove
#pragma weak __real_memset
#pragma weak __real_memcmp

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    hook_range((uintptr_t)from, bytes, OP_READ, SITE);
    hook_range((uintptr_t)to, bytes, OP_WRITE, SITE);
    return __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    hook_range((uintptr_t)from, bytes, OP_READ, SITE);
    hook_range((uintptr_t)to, bytes, OP_WRITE, SITE);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int value, size_t bytes)
{
    hook_range((uintptr_t)to, bytes, OP_WRITE, SITE);
    return __real_memset(to, value, bytes);
}

int __wrap_memcmp(const void *a, const void *b, size_t bytes)
{
    hook_range((uintptr_t)a, bytes, OP_READ, SITE);
    hook_range((uintptr_t)b, bytes, OP_READ, SITE);
    return __real_memcmp(a, b, bytes);
}

/* What clang from version 16 on calls for structures, -fno-builtin or not. */
void *__tsan_memcpy(void *to, const void *from, size_t bytes)
    __attribute__((alias("__wrap_memcpy")));
void *__tsan_memmove(void *to, const void *from, size_t bytes)
    __attribute__((alias("__wrap_memmove")));
void *__tsan_memset(void *to, int value, size_t bytes)
    __attribute__((alias("__wrap_memset")));

/*
 * malloc() and new in kernels: from a heap of their own, so that what they give
 * is known not to be the host's. Nothing in it is checked. Pieces are powers
 * of two behind a header of 16 bytes that says which.
 */
enum { HEAP = 64 << 20, SIZES = 27 };
static char *heap, *heap_end;
static void *unused[SIZES];

bool check_in_heap(uintptr_t address)
{
    return address - (uintptr_t)heap < (heap ? HEAP : 0);
}

static void *heap_take(size_t bytes)
{
    int size = 5;
    char *p;

    while (size < SIZES && (size_t)1 << size < bytes + 16)
        size++;
    if (!heap) {
        heap = mmap(NULL, HEAP, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (heap == MAP_FAILED)
            heap = NULL;
        heap_end = heap;
    }
    if (size == SIZES || !heap)
        return NULL;
    p = unused[size];
    if (p) {
        unused[size] = *(void **)p;
        return p;
    }
    if ((size_t)(heap + HEAP - heap_end) < (size_t)1 << size)
        return NULL;
    p = heap_end;
    heap_end += (size_t)1 << size;
    *(int *)p = size;
    return p + 16;
}

bool check_takes(size_t bytes, void **p)
{
    if (in_lane)
        *p = heap_take(bytes);
    return in_lane;
}

static bool heap_give(void *p)
{
    int size;

    if (!check_in_heap((uintptr_t)p))
        return false;
    size = *(int *)((char *)p - 16);
    *(void **)p = unused[size];
    unused[size] = p;
    return true;
}

/* Memory of the device is no business of the host's free() and delete, and
 * would be a crash without a word. */
bool check_gives(void *p, const char *name, const void *site)
{
    if (heap_give(p))
        return true;
    if (in_lane || !simt_in_device_range(p))
        return false;
    simt_misuse(0, "free", site,
                "%s gets memory of the device; that is freed with cudaFree(), "
                "or with cudaFreeHost() if cudaMallocHost() returned it",
                name);
    return true;
}

/* Atomic operations arrive as calls; simt_atomic() came before those of
 * kernels. */
#define FETCH(bits, type, name, op)                                         \
    type __tsan_atomic##bits##_##name(volatile type *p, type v, int order); \
    type __tsan_atomic##bits##_##name(volatile type *p, type v, int order)  \
    {                                                                       \
        (void)order;                                                        \
        return op(p, v, __ATOMIC_SEQ_CST);                                  \
    }
#define EXCHANGE_IF(bits, type, name)                                      \
    int __tsan_atomic##bits##_compare_exchange_##name(                     \
        volatile type *p, type *wanted, type v, int order, int otherwise); \
    int __tsan_atomic##bits##_compare_exchange_##name(                     \
        volatile type *p, type *wanted, type v, int order, int otherwise)  \
    {                                                                      \
        (void)order, (void)otherwise;                                      \
        return __atomic_compare_exchange_n(                                \
            p, wanted, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
    }
#define ATOMICS(bits, type)                                                 \
    type __tsan_atomic##bits##_load(const volatile type *p, int order);     \
    type __tsan_atomic##bits##_load(const volatile type *p, int order)      \
    {                                                                       \
        (void)order;                                                        \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                        \
    }                                                                       \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order);  \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order)   \
    {                                                                       \
        (void)order;                                                        \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                           \
    }                                                                       \
    FETCH(bits, type, exchange, __atomic_exchange_n)                        \
    FETCH(bits, type, fetch_add, __atomic_fetch_add)                        \
    FETCH(bits, type, fetch_sub, __atomic_fetch_sub)                        \
    FETCH(bits, type, fetch_and, __atomic_fetch_and)                        \
    FETCH(bits, type, fetch_or, __atomic_fetch_or)                          \
    FETCH(bits, type, fetch_xor, __atomic_fetch_xor)                        \
    FETCH(bits, type, fetch_nand, __atomic_fetch_nand)                      \
    EXCHANGE_IF(bits, type, strong)                                         \
    EXCHANGE_IF(bits, type, weak)                                           \
    type __tsan_atomic##bits##_compare_exchange_val(                        \
        volatile type *p, type wanted, type v, int order, int otherwise);   \
    type __tsan_atomic##bits##_compare_exchange_val(                        \
        volatile type *p, type wanted, type v, int order, int otherwise)    \
    {                                                                       \
        (void)order, (void)otherwise;                                       \
        __atomic_compare_exchange_n(p, &wanted, v, false, __ATOMIC_SEQ_CST, \
                                    __ATOMIC_SEQ_CST);                      \
        return wanted;                                                      \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* ---- -fsanitize=bounds: the compiler calls these ------------------------- */

/* A number of this type as a handler gets it: of more than 64 bits its
 * address; its lower half says enough. */
static int64_t integer_of(const struct bounds_type *type, uintptr_t n)
{
    const unsigned bits = 1u << (type->info >> 1);

    if (bits > 64)
        return *(const int64_t *)n;
    if (bits == 64)
        return (int64_t)n;
    return type->info & 1 ? (int64_t)((uint64_t)n << (64 - bits)) >> (64 - bits)
                          : (int64_t)(n & ((1ull << bits) - 1));
}

static void out_of_array(const struct bounds_data *d, uintptr_t index,
                         uintptr_t site, bool returns)
{
    struct beyond b = {
        .data = d, .site = site, .index = integer_of(d->index, index)};
    struct warp *w = running;
    unsigned lane;
    bool rows;

    if (!in_lane)
        return;
    lane = this_lane();
    b.row = row_bytes(d->array->name);
    rows = returns && b.row && shadow_has_rows(b.row);
    if (!(w->has_beyond >> lane & 1))
        memset(w->beyond[lane], 0, sizeof w->beyond[lane]);
    for (int i = 0; i < BEYONDS && rows; i++)
        if (!w->beyond[lane][i].data) {
            w->beyond[lane][i] = b;
            w->has_beyond |= 1u << lane;
            return;
        }
    in_lane = false;
    report_beyond(w, (int)lane, &b, false);
    abandon_lane();
}

void __ubsan_handle_out_of_bounds(const struct bounds_data *d, uintptr_t index);
void __ubsan_handle_out_of_bounds_abort(const struct bounds_data *d,
                                        uintptr_t index);

void __ubsan_handle_out_of_bounds(const struct bounds_data *d, uintptr_t index)
{
    out_of_array(d, index, SITE, true);
}

void __ubsan_handle_out_of_bounds_abort(const struct bounds_data *d,
                                        uintptr_t index)
{
    out_of_array(d, index, SITE, false);
}

/* ---- -fsanitize=shift-exponent: likewise ---------------------------------- */

struct shift_data {
    const char *file;
    uint32_t line, column;
    const struct bounds_type *number, *by;
};

/* The device gives what the processor does; a GPU would not. */
static void shift_too_far(const struct shift_data *d, uintptr_t by,
                          uintptr_t site)
{
    struct finding f = {.kind = "shift",
                        .file = d->file,
                        .line = (int)d->line,
                        .has_index = true,
                        .index = integer_of(d->by, by)};
    char text[40];

    if (!in_lane)
        return;
    in_lane = false;
    snprintf(text, sizeof text, "%u", 1u << (d->number->info >> 1));
    f.text = text;
    f.at = party_of(running, (int)this_lane());
    f.at.pc = site;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    report_finding(&f);
    in_lane = true;
}

void __ubsan_handle_shift_out_of_bounds(const struct shift_data *d,
                                        uintptr_t number, uintptr_t by);
void __ubsan_handle_shift_out_of_bounds(const struct shift_data *d,
                                        uintptr_t number, uintptr_t by)
{
    (void)number;
    shift_too_far(d, by, SITE);
}

/* ---- beginning and end --------------------------------------------------- */

int cudaPeekAtLastError(void) __attribute__((weak));

static void tell_not_destroyed(const char *what, const void *site, int64_t many)
{
    report_finding(&(struct finding){
        .kind = "not_destroyed",
        .note = true,
        .at = {.pc = (uintptr_t)site, .op = OP_CALL},
        .text = what,
        .has_index = true,
        .index = many,
    });
}

static void at_end(void)
{
    const int error = cudaPeekAtLastError ? cudaPeekAtLastError() : 0;
    const int launch_line = report_refused(error, NULL);

    if (in_lane) { /* exit() in a kernel, or a signal */
        in_lane = false;
        report_end();
        return;
    }
    /* Other calls return their errors. That of a kernel that we ended has been
     * told already, and nothing could be freed after it. */
    if (error && !failed && launch_line) {
        struct finding f = {.kind = "unseen_error",
                            .error = simt_error_name(error),
                            .text = simt_error_string(error),
                            .line = launch_line};

        report_refused(error, &f.file);
        f.at.op = OP_CALL;
        report_finding(&f);
    }
    if (!failed) {
        shadow_leaks();
        simt_not_destroyed(tell_not_destroyed);
    }
    report_end();
}

/* The compiler makes every file that it instruments call this before main(). */
void __tsan_init(void)
{
    static bool done;

    if (done)
        return;
    done = true;
    simt_ops = &check_ops;
    simt_check_mode = true;
    simt_memory_hooks = &shadow_memory_hooks;
    make_stacks();
    shadow_start();
    join_start();
    report_start();
    atexit(at_end);
}
