/*
 * race_runtime.c - the kit's part of the race detector's build ("tsan"),
 * linked with the student's file and runner.o. It stands between the student's
 * code and LLVM's OpenMP runtime: a function of that name in the program is
 * found before the one in libomp.so.
 *
 * Eight things would otherwise hide races, or make up some:
 *
 * - libarcher tells ThreadSanitizer what OpenMP orders. To do so it takes a
 *   mutex of its own around every lock, and ThreadSanitizer, which watches
 *   mutexes, then believes that any two locks order whatever lies before and
 *   behind them. So it must not watch libarcher's.
 * - The memory of a task (its captured variables) is libomp's own and is used
 *   again for the next one, without malloc() or free(). What an ended task did
 *   there is no race with a new one.
 * - `ordered depend(sink: ...)` and what becomes of a reduction over tasks are
 *   unknown to libarcher.
 * - The race of a thread that always comes last is never seen: what it does
 *   lies behind the locks that the others have released. So threads wait a
 *   little, now here, now there, and in some calls one of them for long.
 * - A thread that sleeps until it is its turn meets nobody.
 * - C11's threads and mutexes are unknown to ThreadSanitizer.
 * - ThreadSanitizer takes no notice of fences: `omp flush` between plain data
 *   and an atomic flag, C11's atomic_thread_fence().
 * - What the C library reads and writes for its caller ThreadSanitizer knows of
 *   some functions only. common/library.def says it of all that may be called.
 *
 * Compiled without a detector, like runner.c; decides nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* ThreadSanitizer's; the second and third are meant for a Java machine, whose
 * memory, too, is used again behind malloc()'s back. */
const char *__tsan_default_suppressions(void);
extern void __tsan_java_free(uintptr_t p, uintptr_t bytes);
extern void __tsan_java_alloc(uintptr_t p, uintptr_t bytes);
extern void __tsan_func_entry(void *caller);
extern void __tsan_func_exit(void);
extern void __tsan_read_range_pc(void *p, size_t bytes, void *caller);
extern void __tsan_write_range_pc(void *p, size_t bytes, void *caller);
extern void AnnotateHappensBefore(const char *file, int line, void *p);
extern void AnnotateHappensAfter(const char *file, int line, void *p);
extern void AnnotateIgnoreReadsBegin(const char *file, int line);
extern void AnnotateIgnoreReadsEnd(const char *file, int line);
extern void AnnotateIgnoreWritesBegin(const char *file, int line);
extern void AnnotateIgnoreWritesEnd(const char *file, int line);

const char *__tsan_default_suppressions(void)
{
    return "called_from_lib:libarcher.so\ncalled_from_lib:libomp.so\n";
}

/* ---- what it has reported ------------------------------------------------ */

static int32_t races;

/* ThreadSanitizer calls this for each report that it has written. */
void __tsan_on_report(const void *report);
void __tsan_on_report(const void *report)
{
    (void)report;
    __atomic_add_fetch(&races, 1, __ATOMIC_RELAXED);
}

/* For the end mark. */
int32_t labkit_races(void);
int32_t labkit_races(void)
{
    return __atomic_load_n(&races, __ATOMIC_RELAXED);
}

/* ---- threads that come late ---------------------------------------------- */

/* Of a thread's steps in a call: */
enum {
    OFTEN = 16, /* so many of the first may each be followed by a nap ... */
    MOST = 24,  /* ... and so many in all; */
    LONG = 3    /* so many naps of a slow thread are long */
};

/* Who is slow in this call. The thread that begins a region is ahead of all
 * others, and who makes tasks runs most of them; where it is slow, others take
 * the `single`, and the tasks. */
enum { SLOW_FIRST = 1, SLOW_MAKERS = 2 };

static unsigned calls; /* counted; read by all threads */

enum { LOADED = 8 };

static __thread struct {
    unsigned call, naps, long_naps, steps;
    uint32_t random;                     /* 0: not begun */
    bool fenced;                         /* a fence has come in this call */
    const volatile void *loaded[LOADED]; /* atomically, without an order */
    unsigned n_loaded;
} mine;

/* runner.c: another call of the student's function begins. */
void labkit_new_call(void);
void labkit_new_call(void)
{
    __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
}

static uint32_t draw(uint32_t x) /* Marsaglia's xorshift */
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

/* SLOW_..., any of them; the same for all threads of a call. */
static unsigned who_is_slow(unsigned call)
{
    static uint32_t begin;
    uint32_t known = 0;
    struct timespec now;

    if (!__atomic_load_n(&begin, __ATOMIC_RELAXED)) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        __atomic_compare_exchange_n(&begin, &known, (uint32_t)now.tv_nsec | 1,
                                    false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    known = __atomic_load_n(&begin, __ATOMIC_RELAXED);
    return draw(known + call * 0x9E3779B9u) >> 7;
}

/* Whether this thread is one of those. */
static bool is_slow(unsigned who)
{
    return mine.long_naps < LONG && who_is_slow(mine.call) & who;
}

int __real_nanosleep(const struct timespec *, struct timespec *);

static void nap(long microseconds)
{
    __real_nanosleep(&(struct timespec){0, 1000 * microseconds}, NULL);
}

/* Long enough for another thread to begin and to do what is there to do. */
static void long_nap(void)
{
    mine.long_naps++;
    nap(1000 + mine.random % 3000);
}

static void count_step(void)
{
    unsigned call = __atomic_load_n(&calls, __ATOMIC_RELAXED);
    struct timespec now;

    if (!mine.random) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        mine.random = (uint32_t)now.tv_nsec | 1;
    }
    if (mine.call != call) {
        mine.call = call;
        mine.naps = mine.long_naps = mine.steps = 0;
        mine.fenced = false;
        mine.n_loaded = 0;
    }
    mine.random = draw(mine.random);
    mine.steps++;
}

static bool is_the_one_that_stays(void);
static void stay_until_others_rest(void);

/* One step of a thread that meets others. */
static void step(void)
{
    count_step();
    if (is_the_one_that_stays()) {
        stay_until_others_rest();
        return;
    }
    if (is_slow(SLOW_FIRST) && gettid() == getpid()) {
        long_nap();
        return;
    }
    if (mine.naps == MOST || mine.random % (mine.steps <= OFTEN ? 2 : 64))
        return;
    mine.naps++;
    nap(40L << (mine.random >> 8) % 5);
}

/* A thread has made a task. */
static void step_behind_a_task(void)
{
    if (is_slow(SLOW_MAKERS))
        long_nap();
}

/* Let *function be libomp's own of this name; *known keeps where it is. */
static void find(void *function, void **known, const char *name)
{
    void *f = __atomic_load_n(known, __ATOMIC_RELAXED);

    if (!f && !(f = dlsym(RTLD_NEXT, name))) {
        fprintf(stderr, "%s is not in this OpenMP runtime\n", name);
        abort();
    }
    __atomic_store_n(known, f, __ATOMIC_RELAXED);
    memcpy(function, &f, sizeof f); /* C has no cast for it */
}

#define FIND(function, name)                                \
    do {                                                    \
        static void *known_##function;                      \
        find((void *)&(function), &known_##function, name); \
    } while (0)

/* One step, then the same as libomp's. `result` is return, or nothing. What
 * makes a task has a second step behind it. */
#define FORWARD(type, result, name, parameters, arguments) \
    type name parameters;                                  \
    type name parameters                                   \
    {                                                      \
        type(*own) parameters;                             \
                                                           \
        FIND(own, #name);                                  \
        step();                                            \
        result own arguments;                              \
    }

#define FORWARD_TASK(name, parameters, arguments) \
    int name parameters;                          \
    int name parameters                           \
    {                                             \
        int(*own) parameters, result;             \
                                                  \
        FIND(own, #name);                         \
        step();                                   \
        result = own arguments;                   \
        step_behind_a_task();                     \
        return result;                            \
    }

/* `at` is where in the source, `me` the thread's number in libomp. */
FORWARD(void, , __kmpc_barrier, (void *at, int me), (at, me))
FORWARD(int, return, __kmpc_single, (void *at, int me), (at, me))
FORWARD(int, return, __kmpc_master, (void *at, int me), (at, me))
FORWARD(int, return, __kmpc_masked, (void *at, int me, int who), (at, me, who))
FORWARD(void, , __kmpc_ordered, (void *at, int me), (at, me))
FORWARD(void, , __kmpc_critical, (void *at, int me, void *name), (at, me, name))
FORWARD(void, , __kmpc_critical_with_hint,
        (void *at, int me, void *name, uint32_t hint), (at, me, name, hint))
FORWARD_TASK(__kmpc_omp_task, (void *at, int me, void *task), (at, me, task))
FORWARD_TASK(__kmpc_omp_task_with_deps,
             (void *at, int me, void *task, int n, void *depend, int n_more,
              void *more),
             (at, me, task, n, depend, n_more, more))
FORWARD(int, return, __kmpc_omp_taskwait, (void *at, int me), (at, me))
FORWARD(void, , __kmpc_end_taskgroup, (void *at, int me), (at, me))
FORWARD(void, , omp_set_lock, (void *lock), (lock))
FORWARD(void, , omp_set_nest_lock, (void *lock), (lock))
FORWARD(int, return, omp_test_nest_lock, (void *lock), (lock))

/* Loops and sections, for each type T of the counter; S is T with a sign. */
#define FORWARD_LOOPS(suffix, T, S)                                            \
    FORWARD(void, , __kmpc_for_static_init_##suffix,                           \
            (void *at, int me, int kind, int *last, T *from, T *to, S *stride, \
             S add, S chunk),                                                  \
            (at, me, kind, last, from, to, stride, add, chunk))                \
    FORWARD(void, , __kmpc_dispatch_init_##suffix,                             \
            (void *at, int me, int kind, T from, T to, S add, S chunk),        \
            (at, me, kind, from, to, add, chunk))                              \
    FORWARD(int, return, __kmpc_dispatch_next_##suffix,                        \
            (void *at, int me, int *last, T *from, T *to, S *stride),          \
            (at, me, last, from, to, stride))
FORWARD_LOOPS(4, int32_t, int32_t)
FORWARD_LOOPS(4u, uint32_t, int32_t)
FORWARD_LOOPS(8, int64_t, int64_t)
FORWARD_LOOPS(8u, uint64_t, int64_t)

/* ---- atomics and fences -------------------------------------------------- */

/*
 * The linker leads the student's calls of __tsan_atomic...() here, as
 * race_wraps.txt tells it. A thread may come late between two of them as
 * well: reading a total atomically and writing it back atomically is no race,
 * and loses what others add between.
 *
 * A fence orders through the atomics around it (C11, 7.17.4; OpenMP, "flush
 * Construct"): one that is read before a fence is an acquire there, one that is
 * written behind a fence a release. The latter is taken a little too far, as
 * what is written between fence and atomic then counts as well.
 *
 * Each ends in a jump to ThreadSanitizer's, which takes the address that it
 * returns to for the student's line.
 */
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQUIRE_RELEASE }; /* clang's */

static int before_load(const volatile void *p, int order)
{
    step();
    if (order == RELAXED && mine.loaded[(mine.n_loaded - 1) % LOADED] != p)
        mine.loaded[mine.n_loaded++ % LOADED] = p;
    return order;
}

/* Who has read something may store what depends on it: others shall have time
 * to come between. */
static int before_store(int order)
{
    step();
    if (mine.n_loaded && mine.naps < MOST) {
        mine.naps++;
        nap(100L << (mine.random >> 4) % 5);
    }
    return order == RELAXED && mine.fenced ? RELEASE : order;
}

static int before_both(const volatile void *p, int order)
{
    before_load(p, order);
    return !mine.fenced       ? order
           : order == RELAXED ? RELEASE
           : order <= ACQUIRE ? ACQUIRE_RELEASE
                              : order;
}

static void fence(void)
{
    count_step();
    for (unsigned i = 0; i < mine.n_loaded && i < LOADED; i++)
        AnnotateHappensAfter(__FILE__, __LINE__, (void *)mine.loaded[i]);
    mine.fenced = true;
}

#define AROUND(type, result, name, parameters, before, arguments) \
    type __real___tsan_##name parameters;                         \
    type __wrap___tsan_##name parameters;                         \
    type __wrap___tsan_##name parameters                          \
    {                                                             \
        order = before;                                           \
        result __real___tsan_##name arguments;                    \
    }

#define AROUND_BOTH(bits, T, what)                                      \
    AROUND(T, return, atomic##bits##_##what,                            \
           (volatile T * p, T value, int order), before_both(p, order), \
           (p, value, order))

/* Whoever takes its time here finds that others were faster; code that then
 * tries only so often shows what it does instead. */
#define AROUND_EXCHANGE(bits, T, type, what, C)                              \
    AROUND(type, return, atomic##bits##_compare_exchange_##what,             \
           (volatile T * p, C expected, T value, int order, int order_else), \
           (step(), before_both(p, order)),                                  \
           (p, expected, value, order, order_else))

#define AROUND_ALL(bits, T)                                                    \
    AROUND(T, return, atomic##bits##_load, (const volatile T *p, int order),   \
           before_load(p, order), (p, order))                                  \
    AROUND(void, , atomic##bits##_store, (volatile T * p, T value, int order), \
           before_store(order), (p, value, order))                             \
    AROUND_BOTH(bits, T, exchange)                                             \
    AROUND_BOTH(bits, T, fetch_add)                                            \
    AROUND_BOTH(bits, T, fetch_sub)                                            \
    AROUND_BOTH(bits, T, fetch_and)                                            \
    AROUND_BOTH(bits, T, fetch_or)                                             \
    AROUND_BOTH(bits, T, fetch_xor)                                            \
    AROUND_BOTH(bits, T, fetch_nand)                                           \
    AROUND_EXCHANGE(bits, T, int, strong, T *)                                 \
    AROUND_EXCHANGE(bits, T, int, weak, T *)                                   \
    AROUND_EXCHANGE(bits, T, T, val, T)

AROUND_ALL(8, uint8_t)
AROUND_ALL(16, uint16_t)
AROUND_ALL(32, uint32_t)
AROUND_ALL(64, uint64_t)

void __real___tsan_atomic_thread_fence(int order);
void __wrap___tsan_atomic_thread_fence(int order);
void __wrap___tsan_atomic_thread_fence(int order)
{
    fence();
    __real___tsan_atomic_thread_fence(order);
}

void __kmpc_flush(void *at);
void __kmpc_flush(void *at)
{
    void (*own)(void *);

    FIND(own, "__kmpc_flush");
    fence();
    own(at);
}

/* ---- the memory of tasks ------------------------------------------------- */

/* How compiled code sees a task. Its own variables follow; what it shares with
 * its maker lies behind them, where `shared` points. */
typedef int entry_function(int me, void *task);
struct task {
    void *shared;
    entry_function *entry;
    /* and more */
};

/* What compiled code calls for the copies that a taskloop makes of its task. */
typedef void copy_function(struct task *to, struct task *from, int last);

/* We have libomp leave room for this in front of what `shared` points to. It
 * goes along when libomp copies the task. */
struct note {
    const void *ours; /* &calls, where it is one */
    entry_function *entry;
    copy_function *copy; /* the compiler's; may be null */
    size_t shared_bytes;
};

static struct note *note_of(const struct task *t)
{
    return (struct note *)t->shared - 1;
}

static size_t whole_words(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

/* Nobody has used this memory yet. */
static void use_anew(uintptr_t start, size_t bytes)
{
    __tsan_java_free(start, bytes);
    __tsan_java_alloc(start, bytes);
}

static void use_task_anew(const struct task *t)
{
    use_anew((uintptr_t)t, (size_t)((char *)t->shared - (char *)t) +
                               note_of(t)->shared_bytes);
}

/* In place of the compiler's function: another thread takes the next task
 * while this one dawdles. */
static int run_task(int me, void *task)
{
    step();
    return note_of(task)->entry(me, task);
}

struct task *__kmpc_omp_task_alloc(void *at, int me, int flags, size_t bytes,
                                   size_t shared_bytes, entry_function *entry);
struct task *__kmpc_omp_task_alloc(void *at, int me, int flags, size_t bytes,
                                   size_t shared_bytes, entry_function *entry)
{
    struct task *(*own)(void *, int, int, size_t, size_t, entry_function *);
    size_t with_note = whole_words(bytes) + sizeof(struct note);
    size_t shared = whole_words(shared_bytes ? shared_bytes : 1);
    struct task *t;

    FIND(own, "__kmpc_omp_task_alloc");
    t = own(at, me, flags, with_note, shared, entry);
    /* else this libomp keeps its tasks in another way, of no use to us */
    if ((char *)t->shared == (char *)t + with_note) {
        *note_of(t) = (struct note){&calls, entry, NULL, shared};
        t->entry = run_task;
        use_task_anew(t);
    }
    return t;
}

/* In place of the compiler's function. */
static void copy_task(struct task *to, struct task *from, int last)
{
    use_task_anew(to);
    if (note_of(to)->copy)
        note_of(to)->copy(to, from, last);
}

/* Which of the two libomp gets for a taskloop of this task. */
static copy_function *choose(struct task *t, copy_function *copy)
{
    if (note_of(t)->ours != &calls)
        return copy;
    note_of(t)->copy = copy;
    return copy_task;
}

#define TASKLOOP_PARAMETERS                                                  \
    void *at, int me, struct task *t, int now, uint64_t *from, uint64_t *to, \
        int64_t add, int no_group, int kind, uint64_t size
#define TASKLOOP_ARGUMENTS at, me, t, now, from, to, add, no_group, kind, size

void __kmpc_taskloop(TASKLOOP_PARAMETERS, copy_function *copy);
void __kmpc_taskloop(TASKLOOP_PARAMETERS, copy_function *copy)
{
    void (*own)(TASKLOOP_PARAMETERS, copy_function *);

    FIND(own, "__kmpc_taskloop");
    own(TASKLOOP_ARGUMENTS, choose(t, copy));
}

void __kmpc_taskloop_5(TASKLOOP_PARAMETERS, int modifier, copy_function *copy);
void __kmpc_taskloop_5(TASKLOOP_PARAMETERS, int modifier, copy_function *copy)
{
    void (*own)(TASKLOOP_PARAMETERS, int, copy_function *);

    FIND(own, "__kmpc_taskloop_5");
    own(TASKLOOP_ARGUMENTS, modifier, choose(t, copy));
}

/* ---- reductions over tasks ----------------------------------------------- */

typedef void combine_function(void *shared, void *own);
typedef void begin_function(void *own, void *original);

/* What compiled code tells libomp about each variable of a reduction. */
struct reduced {
    void *shared, *original;
    size_t bytes;
    begin_function *begin;
    void *end;
    combine_function *combine;
    unsigned flags;
};

/* Variables whose functions we have replaced, by the addresses that these get.
 * An entry stays until the same variable comes again. */
enum { MOST_REDUCED = 4096 };
static struct {
    const void *address;
    struct reduced variable;
} seen[MOST_REDUCED];
static bool seen_in_use;

static void lock_seen(void)
{
    while (__atomic_test_and_set(&seen_in_use, __ATOMIC_ACQUIRE))
        continue;
}

static void unlock_seen(void)
{
    __atomic_clear(&seen_in_use, __ATOMIC_RELEASE);
}

/* Where the address is, or may be put; -1 if there is no room. */
static int place_in_seen(const void *address)
{
    size_t at = ((uintptr_t)address * 0x9E3779B97F4A7C15u) >> 52;

    for (int i = 0; i < MOST_REDUCED; i++, at++)
        if (!seen[at % MOST_REDUCED].address ||
            seen[at % MOST_REDUCED].address == address)
            return (int)(at % MOST_REDUCED);
    return -1;
}

static struct reduced known(const void *address)
{
    struct reduced r;

    lock_seen();
    r = seen[place_in_seen(address)].variable;
    unlock_seen();
    return r;
}

static bool remember(const void *address, const struct reduced *variable)
{
    int at = place_in_seen(address);

    if (at < 0)
        return false;
    seen[at].address = address;
    seen[at].variable = *variable;
    return true;
}

static void look_away(void)
{
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
}

static void look_again(void)
{
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
}

/* The memory of a thread's copy is libomp's, and used again; and one thread may
 * begin the copies of all. */
static void begin_own(void *own, void *original)
{
    struct reduced r = known(original);

    use_anew((uintptr_t)own, whole_words(r.bytes));
    look_away();
    r.begin(own, original);
    look_again();
}

/* libomp adds the copies up when all tasks have ended, but before it tells
 * libarcher so. */
static void combine_in_silence(void *shared, void *own)
{
    look_away();
    known(shared).combine(shared, own);
    look_again();
}

static void replace_functions(int n, struct reduced *data)
{
    lock_seen();
    for (int i = 0; i < n; i++) {
        if (!data[i].begin || !remember(data[i].shared, &data[i]) ||
            !remember(data[i].original, &data[i]))
            continue;
        data[i].begin = begin_own;
        data[i].combine = combine_in_silence;
    }
    unlock_seen();
}

void *__kmpc_taskred_init(int me, int n, struct reduced *data);
void *__kmpc_taskred_init(int me, int n, struct reduced *data)
{
    void *(*own)(int, int, struct reduced *);

    FIND(own, "__kmpc_taskred_init");
    replace_functions(n, data);
    return own(me, n, data);
}

void *__kmpc_taskred_modifier_init(void *at, int me, int loop, int n,
                                   struct reduced *data);
void *__kmpc_taskred_modifier_init(void *at, int me, int loop, int n,
                                   struct reduced *data)
{
    void *(*own)(void *, int, int, int, struct reduced *);

    FIND(own, "__kmpc_taskred_modifier_init");
    replace_functions(n, data);
    return own(at, me, loop, n, data);
}

/* ---- iterations that wait for others ------------------------------------- */

static __thread int dimensions; /* of the loop that this thread is in */

/* What stands for an iteration where ThreadSanitizer keeps what orders what.
 * Two that share a place are taken to be in order; with this many, few do. */
static void *place_of(const int64_t *iteration)
{
    static uint64_t place[1 << 14];
    uint64_t hash = 0;

    for (int i = 0; i < dimensions; i++)
        hash = (hash + (uint64_t)iteration[i]) * 0x9E3779B97F4A7C15u;
    return &place[hash >> 50];
}

void __kmpc_doacross_init(void *at, int me, int n, void *bounds);
void __kmpc_doacross_init(void *at, int me, int n, void *bounds)
{
    void (*own)(void *, int, int, void *);

    FIND(own, "__kmpc_doacross_init");
    dimensions = n;
    own(at, me, n, bounds);
}

void __kmpc_doacross_post(void *at, int me, const int64_t *iteration);
void __kmpc_doacross_post(void *at, int me, const int64_t *iteration)
{
    void (*own)(void *, int, const int64_t *);

    FIND(own, "__kmpc_doacross_post");
    AnnotateHappensBefore(__FILE__, __LINE__, place_of(iteration));
    own(at, me, iteration);
}

void __kmpc_doacross_wait(void *at, int me, const int64_t *iteration);
void __kmpc_doacross_wait(void *at, int me, const int64_t *iteration)
{
    void (*own)(void *, int, const int64_t *);

    FIND(own, "__kmpc_doacross_wait");
    own(at, me, iteration);
    AnnotateHappensAfter(__FILE__, __LINE__, place_of(iteration));
}

/* ---- waiting for what a task depends on ---------------------------------- */

static int nothing(int me, void *task)
{
    (void)me, (void)task;
    return 0;
}

/* `taskwait depend(...)`, and a task with depend and if(0). libarcher up to
 * LLVM 16 crashes there, for there is no task that it could know. So there is
 * one: it has the same depend, does nothing, and is alone in a group, for whose
 * end we wait. If another thread runs it, all that this thread has done before
 * seems to be waited for as well; so we wait a little first, until it need not
 * wait itself, and then run it at once. */
static void wait_for(void *at, int me, int n, void *depend, int n_more,
                     void *more)
{
    enum { TIED = 1, TASK_BYTES = 64 }; /* the bytes without variables: 40 */
    void (*group)(void *, int), (*end_group)(void *, int);
    struct task *(*new)(void *, int, int, size_t, size_t, entry_function *);
    int (*make)(void *, int, struct task *, int, void *, int, void *);
    struct task *t;

    FIND(group, "__kmpc_taskgroup");
    FIND(new, "__kmpc_omp_task_alloc");
    FIND(make, "__kmpc_omp_task_with_deps");
    FIND(end_group, "__kmpc_end_taskgroup");
    count_step();
    if (mine.long_naps < LONG)
        long_nap();
    group(at, me);
    t = new (at, me, TIED, TASK_BYTES, 0, nothing);
    make(at, me, t, n, depend, n_more, more);
    end_group(at, me);
}

void __kmpc_omp_wait_deps(void *at, int me, int n, void *depend, int n_more,
                          void *more);
void __kmpc_omp_wait_deps(void *at, int me, int n, void *depend, int n_more,
                          void *more)
{
    wait_for(at, me, n, depend, n_more, more);
}

/* The same, as newer compilers call it. With `nowait` nobody waits. */
void __kmpc_omp_taskwait_deps_51(void *at, int me, int n, void *depend,
                                 int n_more, void *more, int nowait);
void __kmpc_omp_taskwait_deps_51(void *at, int me, int n, void *depend,
                                 int n_more, void *more, int nowait)
{
    if (!nowait)
        wait_for(at, me, n, depend, n_more, more);
}

/* ---- threads of C11 ------------------------------------------------------ */

/* The C library's own go by its insides, which the detector does not see. A
 * thrd_t is a pthread_t, an mtx_t has room for a pthread_mutex_t, and so on:
 * that is how glibc makes them. */

struct start {
    thrd_start_t begin;
    void *with;
};

static void *begin_thread(void *p)
{
    struct start s = *(struct start *)p;

    free(p);
    return (void *)(intptr_t)s.begin(s.with);
}

static int of_c11(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case ENOMEM:
        return thrd_nomem;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    }
    return thrd_error;
}

int thrd_create(thrd_t *id, thrd_start_t begin, void *with)
{
    struct start *s = malloc(sizeof *s);
    pthread_t thread;
    int error;

    if (!s)
        return thrd_nomem;
    *s = (struct start){begin, with};
    error = pthread_create(&thread, NULL, begin_thread, s);
    if (error)
        free(s);
    else
        *id = thread;
    return of_c11(error);
}

int thrd_join(thrd_t id, int *result)
{
    void *value = NULL;
    int error = pthread_join(id, &value);

    if (!error && result)
        *result = (int)(intptr_t)value;
    return of_c11(error);
}

int thrd_detach(thrd_t id)
{
    return of_c11(pthread_detach(id));
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t how;
    int error;

    pthread_mutexattr_init(&how);
    if (type & mtx_recursive)
        pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
    error = pthread_mutex_init((pthread_mutex_t *)m, &how);
    pthread_mutexattr_destroy(&how);
    return of_c11(error);
}

void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy((pthread_mutex_t *)m);
}

int mtx_lock(mtx_t *m)
{
    return of_c11(pthread_mutex_lock((pthread_mutex_t *)m));
}

int mtx_trylock(mtx_t *m)
{
    return of_c11(pthread_mutex_trylock((pthread_mutex_t *)m));
}

int mtx_timedlock(mtx_t *m, const struct timespec *until)
{
    return of_c11(pthread_mutex_timedlock((pthread_mutex_t *)m, until));
}

int mtx_unlock(mtx_t *m)
{
    return of_c11(pthread_mutex_unlock((pthread_mutex_t *)m));
}

int cnd_init(cnd_t *c)
{
    return of_c11(pthread_cond_init((pthread_cond_t *)c, NULL));
}

void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy((pthread_cond_t *)c);
}

int cnd_signal(cnd_t *c)
{
    return of_c11(pthread_cond_signal((pthread_cond_t *)c));
}

int cnd_broadcast(cnd_t *c)
{
    return of_c11(pthread_cond_broadcast((pthread_cond_t *)c));
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return of_c11(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until)
{
    return of_c11(pthread_cond_timedwait((pthread_cond_t *)c,
                                         (pthread_mutex_t *)m, until));
}

void call_once(once_flag *once, void (*f)(void))
{
    pthread_once((pthread_once_t *)once, f);
}

/* ---- sleeping ------------------------------------------------------------ */

/*
 * A thread that sleeps until it is its turn is ordered by nothing, but the
 * locks that it takes then come one after the other each time, and look like an
 * order. So nobody sleeps for long here, nor as long as was asked for. The
 * linker leads calls here, as race_wraps.txt tells it.
 */
static int sleep_a_little(double microseconds)
{
    count_step();
    nap((long)fmin(microseconds, mine.random % 400));
    return 0;
}

static int sleep_for(const struct timespec *t)
{
    return sleep_a_little(1e6 * (double)t->tv_sec + 1e-3 * (double)t->tv_nsec);
}

int __wrap_usleep(unsigned microseconds);
int __wrap_usleep(unsigned microseconds)
{
    return sleep_a_little(microseconds);
}

unsigned __wrap_sleep(unsigned seconds);
unsigned __wrap_sleep(unsigned seconds)
{
    return (unsigned)sleep_a_little(1e6 * seconds);
}

int __wrap_nanosleep(const struct timespec *t, struct timespec *rest);
int __wrap_nanosleep(const struct timespec *t, struct timespec *rest)
{
    (void)rest;
    return sleep_for(t);
}

int __wrap_thrd_sleep(const struct timespec *t, struct timespec *rest);
int __wrap_thrd_sleep(const struct timespec *t, struct timespec *rest)
{
    return __wrap_nanosleep(t, rest);
}

/* A time of day may long be over. */
int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *t,
                           struct timespec *rest);
int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *t,
                           struct timespec *rest)
{
    struct timespec now = {0};

    (void)rest;
    if (flags & TIMER_ABSTIME)
        clock_gettime(clock, &now);
    return sleep_for(
        &(struct timespec){t->tv_sec - now.tv_sec, t->tv_nsec - now.tv_nsec});
}

/* A thread that holds a lock takes its time as well: others who give up waiting
 * for it, or get it too, then do so. */
#define LOCKS(name, type)                               \
    int __real_##name(type *lock);                      \
    int __wrap_##name(type *lock);                      \
    int __wrap_##name(type *lock)                       \
    {                                                   \
        int error;                                      \
                                                        \
        step();                                         \
        __tsan_func_entry(__builtin_return_address(0)); \
        error = __real_##name(lock);                    \
        __tsan_func_exit();                             \
        if (!error)                                     \
            step();                                     \
        return error;                                   \
    }

LOCKS(pthread_mutex_lock, pthread_mutex_t)
LOCKS(pthread_mutex_trylock, pthread_mutex_t)
LOCKS(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCKS(pthread_rwlock_tryrdlock, pthread_rwlock_t)
LOCKS(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCKS(pthread_rwlock_trywrlock, pthread_rwlock_t)
LOCKS(sem_wait, sem_t)
LOCKS(sem_trywait, sem_t)

/* Half of those who would have to wait for a limited time are told at once that
 * it is over: on a busy machine it may be. */
static bool gives_up(void)
{
    mine.random = draw(mine.random);
    return mine.random >> 8 & 1;
}

#define TIMED_LOCKS(name, try, type, late)                          \
    int __real_##name(type *lock, const struct timespec *until);    \
    int __wrap_##name(type *lock, const struct timespec *until);    \
    int __wrap_##name(type *lock, const struct timespec *until)     \
    {                                                               \
        int error;                                                  \
                                                                    \
        step();                                                     \
        __tsan_func_entry(__builtin_return_address(0));             \
        error = __real_##try(lock);                                 \
        if (error)                                                  \
            error = gives_up() ? late : __real_##name(lock, until); \
        __tsan_func_exit();                                         \
        if (!error)                                                 \
            step();                                                 \
        return error;                                               \
    }

TIMED_LOCKS(pthread_mutex_timedlock, pthread_mutex_trylock, pthread_mutex_t,
            ETIMEDOUT)
TIMED_LOCKS(pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock,
            pthread_rwlock_t, ETIMEDOUT)
TIMED_LOCKS(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock,
            pthread_rwlock_t, ETIMEDOUT)
TIMED_LOCKS(sem_timedwait, sem_trywait, sem_t, (errno = ETIMEDOUT, -1))

static int no_signal_in_time(pthread_mutex_t *m, void *caller)
{
    int error;

    __tsan_func_entry(caller);
    error = pthread_mutex_unlock(m);
    if (!error)
        error = __wrap_pthread_mutex_lock(m);
    __tsan_func_exit();
    return error ? error : ETIMEDOUT;
}

#define TIMED_WAITS(name, parameters, arguments)                      \
    int __real_##name parameters;                                     \
    int __wrap_##name parameters;                                     \
    int __wrap_##name parameters                                      \
    {                                                                 \
        int error;                                                    \
                                                                      \
        count_step();                                                 \
        if (gives_up())                                               \
            return no_signal_in_time(m, __builtin_return_address(0)); \
        __tsan_func_entry(__builtin_return_address(0));               \
        error = __real_##name arguments;                              \
        __tsan_func_exit();                                           \
        return error;                                                 \
    }

TIMED_WAITS(pthread_cond_timedwait,
            (pthread_cond_t * c, pthread_mutex_t *m,
             const struct timespec *until),
            (c, m, until))
TIMED_WAITS(pthread_cond_clockwait,
            (pthread_cond_t * c, pthread_mutex_t *m, clockid_t clock,
             const struct timespec *until),
            (c, m, clock, until))

int omp_test_lock(void *lock);
int omp_test_lock(void *lock)
{
    int (*own)(void *lock), taken;

    FIND(own, "omp_test_lock");
    step();
    taken = own(lock);
    if (taken)
        step();
    return taken;
}

/* ---- threads that wait for their turn ------------------------------------ */

/*
 * Nor is a thread ordered by what it computes until it is its turn, or by the
 * time that it looks at. So in each call one thread stays at one of its first
 * steps until all others have come to rest: at a barrier, at a lock that it
 * holds, at their end. Where they do not, since they wait for it in a loop or
 * the machine is busy, that is done once for a process.
 */
enum { FIRST_STEPS = 5, MANY_TASKS = 32 };
#define STAY 0.6 /* seconds, at most */

static bool in_vain; /* they did not */

static bool is_the_one_that_stays(void)
{
    static unsigned stayed; /* the last call in which a thread has */
    unsigned before = __atomic_load_n(&stayed, __ATOMIC_RELAXED);

    return before != mine.call &&
           mine.steps == 1 + (who_is_slow(mine.call) >> 5) % FIRST_STEPS &&
           !__atomic_load_n(&in_vain, __ATOMIC_RELAXED) &&
           __atomic_compare_exchange_n(&stayed, &before, mine.call, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* By system calls: to ThreadSanitizer, what reads files may be ordered. */
static long open_file(const char *path)
{
    return syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

static bool is_at_work(const char *task)
{
    char path[64], line[64] = "";
    const char *name;
    long fd;

    snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", task);
    fd = open_file(path);
    if (fd < 0)
        return false;
    syscall(SYS_read, fd, line, sizeof line - 1);
    syscall(SYS_close, fd);
    name = strrchr(line, ')');
    return name && name[1] && name[2] == 'R';
}

/* Whether threads beside this one are at work; false as well where that is not
 * to be seen, or there are many. */
static bool others_work(void)
{
    struct entry { /* getdents64(2) */
        uint64_t inode, offset;
        unsigned short bytes;
        unsigned char type;
        char name[];
    };
    _Alignas(uint64_t) char list[MANY_TASKS * 24];
    const long fd = open_file("/proc/self/task");
    long n = 0;
    int working = 0;

    if (fd >= 0) {
        n = syscall(SYS_getdents64, fd, list, sizeof list);
        if (n > 0 &&
            syscall(SYS_getdents64, fd, list + n, sizeof list - (size_t)n) != 0)
            n = 0;
        syscall(SYS_close, fd);
    }
    for (long at = 0; at < n;) {
        const struct entry *e = (const struct entry *)(list + at);

        working += *e->name != '.' && is_at_work(e->name);
        at += e->bytes;
    }
    return working > 1;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stay_until_others_rest(void)
{
    const double end = now() + STAY;

    for (int rest = 0; rest < 3; rest = others_work() ? 0 : rest + 1) {
        nap(1000);
        if (now() > end) {
            __atomic_store_n(&in_vain, true, __ATOMIC_RELAXED);
            return;
        }
    }
}

double omp_get_wtime(void);
double omp_get_wtime(void)
{
    static unsigned asked; /* each time it is a little later */
    double (*own)(void);

    FIND(own, "omp_get_wtime");
    return own() + 1e-3 * __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
}

/* ---- the C library ------------------------------------------------------- */

#define R(p, n) __tsan_read_range_pc((void *)(uintptr_t)(p), n, LIBRARY_CALLER);
#define W(p, n) \
    __tsan_write_range_pc((void *)(uintptr_t)(p), n, LIBRARY_CALLER);
#define AR(p, n) told_atomic((uintptr_t)(p), n, false, LIBRARY_CALLER);
#define AW(p, n) told_atomic((uintptr_t)(p), n, true, LIBRARY_CALLER);
#define LIBRARY_ENTER                                     \
    __attribute__((cleanup(library_leave))) int entered = \
        (__tsan_func_entry(LIBRARY_CALLER), 0);

static void library_leave(int *entered)
{
    (void)entered;
    __tsan_func_exit();
}

/* Atomic operations that change nothing, of 8 bytes where it can be: the
 * detector remembers few accesses of each 8 bytes. */
static void told_atomic(uintptr_t p, size_t bytes, bool writes, void *caller)
{
    __tsan_func_entry(caller);
    for (const uintptr_t end = p + bytes; p < end;) {
        const bool wide = p % 8 == 0 && end - p >= 8;

        if (wide && writes)
            __real___tsan_atomic64_fetch_or((uint64_t *)p, 0, ACQUIRE_RELEASE);
        else if (wide)
            __real___tsan_atomic64_load((uint64_t *)p, ACQUIRE);
        else if (writes)
            __real___tsan_atomic8_fetch_or((uint8_t *)p, 0, ACQUIRE_RELEASE);
        else
            __real___tsan_atomic8_load((uint8_t *)p, ACQUIRE);
        p += wide ? 8 : 1;
    }
    __tsan_func_exit();
}

#define LIBRARY_LIBOMP
#define LIBRARY_REAL(name) #name
#define LIBRARY_WRAP(name) __watched_##name
#include "common/library_wraps.h"

/* Of 16 bytes: the detector takes no notice of such a load. */
library_wide __real___tsan_atomic128_load(const library_wide *p, int order);
library_wide __wrap___tsan_atomic128_load(const library_wide *p, int order);
library_wide __wrap___tsan_atomic128_load(const library_wide *p, int order)
{
    told_atomic((uintptr_t)p, sizeof *p, false, __builtin_return_address(0));
    return __real___tsan_atomic128_load(p, order);
}
