/*
 * judge.c - see judge.h. The student's process of one test: starting it, the
 * memory both sides see, calls into it, what a bad end means, expectations.
 * Everything here runs in a process that Check forked for this one test.
 */
#define _GNU_SOURCE
#include "judge/judge.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <float.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../common/simt/include/simt_errors.h"
#include "judge/builds.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/gpu_memory.h"
#include "judge/memory.h"
#include "judge/outcome.h"
#include "judge/state.h"
#include "judge/watch.h"
#include "machine/gpu.h"
#include "machine/ulimits.h"
#include "reports/sanitizer.h"
#include "reports/simt_report.h"
#include "show/simt_timeline.h"

enum {
    QUERY_REFUSED = 1,  /* cudaErrorInvalidValue */
    OUT_OF_MEMORY = 2,  /* cudaErrorMemoryAllocation */
    KERNEL_BROKEN = 719 /* cudaErrorLaunchFailure */
};

/* What the CPU device of the next judge_start() is like, and what it refuses;
 * and what else is not as always there. */
static struct sandbox_options next;
static char figures[400]; /* judge_made_up_device(); "": as always */
static char refused[60];  /* in words */

/* What was asked for the next judge_call(). */
static struct {
    int threads;                               /* judge_all_threads() */
    double stay;                               /* judge_watch_threads() */
    int no_memory, no_thread, no_thread_error; /* judge_withhold_...() */
    bool accepts; /* the CPU device refuses nothing in it */
} next_call;
static int at_work; /* judge_threads_at_work() */

/* ---- starting -------------------------------------------------------- */

/* What clang says of a file that gcc takes; build.c writes it down. */
static bool refused_by_clang(struct finding *f)
{
    char path[4096];
    FILE *file;
    bool found;

    snprintf(path, sizeof path, "%s/tsan-refused", judge.work);
    file = fopen(path, "re");
    found = file && fread(f, sizeof *f, 1, file) == 1;
    if (file)
        fclose(file);
    return found;
}

static void require_build(enum build build)
{
    struct finding f;

    if (judge_has_build(build))
        return;
    if (build == BUILD_TSAN && refused_by_clang(&f))
        judge_end_test(f.status, f.place, f.message);
    if (build == BUILD_TSAN)
        judge_skip(_("NOT CHECKED: races are found with clang, its OpenMP "
                     "runtime and Archer, and they are not all here. 'make "
                     "setup' installs them."));
    if (build == BUILD_GPU)
        judge_skip(_("NOT MEASURED: there is no GPU here, or no nvcc, and the "
                     "CPU device has no speed of its own."));
    judge_skip(_("NOT CHECKED: the build for this check is not there."));
}

void judge_start_ceiling(struct sandbox *box, struct peer *p)
{
    struct sandbox_options o = build_options(BUILD_GPU, 1);

    memory_give(&o);
    o.program = "ceiling";

    ck_assert_msg(sandbox_start(&o, box) == 0 && exchange_hello(box, 10),
                  "the lab's own ceiling program did not start");
    *p = (struct peer){box->inside, box->control, box};
    kill(p->pid, SIGSTOP);
}

void judge_start(enum build build, int threads)
{
    if (judge.gpu && (build == BUILD_PLAIN || build == BUILD_CHECK))
        build = current()->kind == KIND_MEMORY ? BUILD_MEMCHECK : BUILD_GPU;
    build = build_filled(build);
    if (build == BUILD_CHECK) /* as in fast mode: it must not tell them apart */
        threads = judge_cores();
    struct sandbox_options o;
    char program[4096];
    const char *trouble;

    student.team = threads;
    judge_finish();
    require_build(build);
    if (build >= BUILD_GPU && (trouble = gpu_start()))
        judge_skip(_("NOT TRIED: the GPU cannot be used: %s."), trouble);
    judge_clear();
    if (build == BUILD_CHECK) {
        snprintf(program, sizeof program, "%s/%s", judge.work,
                 build_names[build]);
        student.device = simt_report_new(program, judge.source);
        if (!student.device)
            own_trouble("malloc");
    }
    o = build_options(build, threads);
    memory_give(&o);
    o.no_launches = next.no_launches;
    next.no_launches = false;
    o.no_launch = next.no_launch;
    next.no_launch = 0;
    o.no_copy = next.no_copy;
    next.no_copy = 0;
    o.no_memory = next.no_memory;
    next.no_memory = 0;
    o.refusal = next.refusal;
    next.refusal = 0;
    student.left = o.no_launches || o.no_launch ? o.refusal : 0;
    o.no_kernel = next.no_kernel;
    next.no_kernel = 0;
    o.no_query = next.no_query;
    next.no_query = 0;
    o.figures = *figures ? figures : NULL;
    student.refuses = o.no_launches || o.no_launch || o.no_copy ||
                      o.no_memory || o.no_kernel || o.no_query;
    next_call.accepts = false;
    o.memory = next.memory;
    next.memory = 0;
    o.refusing = next.refusing;
    next.refusing = 0;
    o.short_of = next.short_of;
    next.short_of = 0;
    o.devices = next.devices;
    next.devices = 0;
    o.thread_limit = next.thread_limit;
    next.thread_limit = 0;
    o.reader = student.device ? watch_take : NULL;
    o.wide = next.wide;
    next.wide = student.long_call = false;
    if (sandbox_start(&o, &student.box) != 0)
        own_trouble("starting the student's process");
    if (student.device)
        simt_report_expect(student.device, student.box.secret);
    student.running = student.idle = true;
    student.program = student.marked = false;
    student.reports = 0;
    student.late = student.no_leaks = student.no_streams = false;
    student.launches = 0;
    student.calls = 0;
    gpu_memory_reset();
    student.build = build;
    if (!exchange_hello(&student.box, 10)) {
        outcome_stuck(_("start-up, before the first call"));
        outcome_gone(_("start-up, before the first call"));
    }
    student.peer =
        (struct peer){student.box.inside, student.box.control, &student.box};
    kill(student.peer.pid, SIGSTOP);
}

void judge_team_is(int threads)
{
    student.team = threads;
}

void judge_smaller_teams(int threads)
{
    next.thread_limit = threads;
}

void judge_start_wide(int threads)
{
    next.wide = true;
    judge_start(BUILD_PLAIN, threads);
}

/* ---- calls ----------------------------------------------------------- */

void judge_request(struct request *q, const char *function,
                   enum value_type returns, const struct judge_args *args)
{
    const struct buffer *buffer;

    memset(q, 0, sizeof *q);
    q->number = ++student.number;
    q->returns = returns;
    snprintf(q->function, sizeof q->function, "%s", function);
    q->n_args = args->n;
    for (int i = 0; i < args->n; i++) {
        const struct judge_value *v = &args->v[i];
        struct wire_value *w = &q->arg[i];
        w->type = v->type;
        if (v->type == T_F64)
            w->d = v->d;
        else if (v->type == T_FUNC)
            snprintf(w->name, sizeof w->name, "%s", v->name);
        else if (v->type != T_PTR && v->type != T_DEVICE)
            w->i = v->i;
        else if (v->p) {
            struct buffer *b = memory_buffer_of(v->p);
            ck_assert_msg(b, "a pointer that is in no buffer");
            w->region = (int32_t)b->region;
            w->i = (const char *)v->p - judge_arenas()[b->region];
            w->n = b->n;
            w->size = b->size;
            if (v->type == T_DEVICE) {
                w->region += REGION_DEVICE_IN - REGION_IN;
                b->device = true;
            }
        }
    }
    buffer = memory_buffers(&q->n_buffers);
    for (int i = 0; i < q->n_buffers; i++)
        q->buffer[i] = (struct wire_buffer){buffer[i].region, buffer[i].offset,
                                            buffer[i].bytes,  buffer[i].device,
                                            buffer[i].filled, buffer[i].pinned};
    q->threads = next_call.threads;
    q->no_memory = next_call.no_memory;
    q->no_thread = next_call.no_thread;
    q->no_thread_error = next_call.no_thread_error;
    gpu_memory_request(q);
}

struct judge_value judge_got(const struct request *q, const struct reply *reply,
                             int n)
{
    struct judge_value v = {.type = (enum value_type)q->returns};

    if (v.type == T_F64)
        v.d = reply->got[n].d;
    else
        v.i = reply->got[n].i;
    return v;
}

void judge_all_threads(int threads)
{
    next_call.threads = threads;
}

void judge_watch_threads(double stay)
{
    next_call.stay = stay;
}

int judge_threads_at_work(void)
{
    return at_work;
}

void judge_one_thread(void)
{
    judge.table->serial = true;
}

/* Did the threads come that judge_all_threads() wants? One that never touches
 * the arrays, because it works on a copy, is known by its time. Of more than
 * MOST_AT_WORK those are enough that are there: not every right way to share
 * work has so many pieces. */
enum { MOST_AT_WORK = 64 };

static void expect_threads(const char *function, const struct reply *reply,
                           const struct timing *t)
{
    int wanted = next_call.threads, came = reply->came;

    next_call.threads = 0;
    if (came < 0 || wanted > MOST_AT_WORK)
        came = came > t->threads ? came : t->threads;
    if (came < t->busy)
        came = t->busy;
    if (came >= wanted)
        return;
    if ((reply->came < 0 && !t->threads) ||
        (t->threads >= wanted && t->used.delay_most > t->wall / 4))
        judge_untold(_("Could not be told: this machine is too busy to see "
                       "whether all threads work in %s()."),
                     function);
    student.right = true;
    if (came <= 1)
        judge_one_thread();
    judge_fail(_("OpenMP offered %d threads (OMP_NUM_THREADS), but only %d of "
                 "them worked in %s()."),
               wanted, came, function);
}

/* All calls of a check together have a limit, too: who computes a thousand
 * times what is needed shall not wait for all of it. */
enum { CHECK_SECONDS = 45, CHECK_PATIENCE = 240 };

static double spent; /* a check has a process of its own */

static void limit_check(void)
{
    static double begin;

    if (!begin)
        begin = measure_now();
    if (spent < CHECK_SECONDS && measure_now() - begin < CHECK_PATIENCE)
        return;
    if (spent < CHECK_SECONDS)
        judge_untold(_("Could not be told: this machine is so busy that this "
                       "check did not come to its end within %d minutes. Close "
                       "what else is running and grade again."),
                     CHECK_PATIENCE / 60);
    if (build_is_detector(student.build)) {
        current()->max_points = -1;
        judge_skip(_("Not checked to the end: under the detector the calls of "
                     "this check take more than %d seconds together. Nothing "
                     "wrong was found until then. Does your code compute much "
                     "more than it has to?"),
                   CHECK_SECONDS);
    }
    judge_fail(_("The calls of this check take more than %d seconds together, "
                 "and were stopped. All were right so far, but your code "
                 "computes much more than it has to: look for threads or "
                 "blocks without work, and for loops that go too far."),
               CHECK_SECONDS);
}

struct judge_value judge_call(const char *function, enum value_type returns,
                              struct judge_args args)
{
    struct request q;
    struct reply reply = {0};
    struct timing t = {.sample = next_call.threads > 0 || next_call.stay > 0};
    double limit = build_call_limit(student.build);

    ck_assert_msg(student.running, "judge_start() comes before judge_call()");
    limit_check();
    student.last = (struct call){function, returns, args};
    student.calls++;
    judge_request(&q, function, returns, &args);
    q.accepts = next_call.accepts;
    if (student.device)
        simt_report_clear_counts(student.device);
    judge_outcome(judge_exchange(&student.peer, &q, &reply, limit, &t), &q,
                  &reply, limit);
    spent += wait_counted(t.begin);
    student.reply = reply;
    next_call.no_memory = next_call.no_thread = 0;
    if (student.device) {
        sandbox_drain(&student.box);
        student.launches +=
            simt_report_counts(student.device, SIMT_ANYWHERE, SIMT_ANY_OP, NULL)
                .launches;
    }
    if (q.on_gpu)
        judge_download(0);
    judge_check_edges();
    if (next_call.threads)
        expect_threads(function, &reply, &t);
    at_work = t.threads && t.blind < next_call.stay ? t.busy : -1;
    next_call.stay = 0;
    return judge_got(&q, &reply, 0);
}

/* Seconds in which a call of an answer is back that has lost the upper half of
 * a number. One that is right, or only slow, is ended then. */
#define LONG_SECONDS 0.1

bool judge_long_call(const char *function, enum value_type returns,
                     struct judge_args args, struct judge_value *got)
{
    struct request q;
    struct reply reply = {0};
    struct timing t = {0};
    enum outcome outcome;

    ck_assert_msg(student.running,
                  "judge_start_wide() comes before a long call");
    limit_check();
    judge_request(&q, function, returns, &args);
    outcome = judge_exchange(&student.peer, &q, &reply, LONG_SECONDS, &t);
    spent += wait_counted(t.begin);
    student.long_call = true;
    student.idle = outcome == CALL_DONE;
    /* Who crashes may have asked for memory that there is not. */
    if (outcome == CALL_LATE || outcome == CALL_GONE)
        return false;
    if (outcome == CALL_DONE && reply.type == REPLY_NO_ROOM)
        judge_skip(_("Not tried: this machine has no addresses for an array "
                     "of more than 2147483647 elements (%.60s)."),
                   reply.name);
    if (outcome == CALL_DONE && reply.type == REPLY_OUTSIDE) {
        const struct wire_value *v =
            &q.arg[reply.came >= 0 && reply.came < q.n_args ? reply.came : 0];
        int64_t at = reply.got[0].i;

        if (at >= 0 && at < v->n)
            return false; /* wrote where it may only read: not about n */
        judge_fail(_("Outside its array: %s() with n = %" PRId64
                     " came to index %" PRId64 " of one that it was given."),
                   function, v->n, at);
    }
    judge_outcome(outcome, &q, &reply, LONG_SECONDS);
    judge_check_edges();
    if (reply.starved)
        return false; /* nor is there the memory that it wanted */
    *got = judge_got(&q, &reply, 0);
    return true;
}

void judge_withhold_memory(int k)
{
    next_call.no_memory = k;
}

void judge_withhold_thread(int k, int error)
{
    next_call.no_thread = k;
    next_call.no_thread_error = error;
}

bool judge_withheld(void)
{
    return student.reply.withheld > 0;
}

int64_t judge_kept(void)
{
    return student.reply.kept;
}

int judge_detached(void)
{
    return student.reply.detached;
}

void judge_steady(void (*round)(void), const char *what)
{
    enum { FIRST = 20, STRETCHES = 4, ROUNDS = 25, A_LITTLE = 16 * ROUNDS };
    int64_t before = 0, last;
    bool grows = true;

    for (int i = 0; i < FIRST; i++)
        round();
    before = last = student.reply.kept;
    /* What is made once, some time, is no growth. */
    for (int k = 0; k < STRETCHES && grows; k++) {
        for (int i = 0; i < ROUNDS; i++)
            round();
        grows = student.reply.kept >= last + A_LITTLE;
        last = student.reply.kept;
    }
    if (grows)
        judge_fail(_("Memory that is not given back: after %d more rounds of "
                     "%s, each like the one before, your code had %" PRId64
                     " bytes more from malloc(). What it keeps for later calls "
                     "must not grow with every call."),
                   STRETCHES * ROUNDS, what, last - before);
}

/* ---- expectations ---------------------------------------------------- */

/* BUILD_FILLED: gcc puts bytes of 0xFE into what nobody has set, clang 0xAA.
 * What was added to them is the right answer, or a part of it. */
static const char *about_unset(int64_t want, int64_t got)
{
    static const int64_t pattern[] = {
        (int64_t)0xFEFEFEFEFEFEFEFE,
        (int32_t)0xFEFEFEFE,
        (int64_t)0xAAAAAAAAAAAAAAAA,
        (int32_t)0xAAAAAAAA,
    };

    for (int i = 0; i < 4; i++)
        if (got == pattern[i] ||
            (uint64_t)got - (uint64_t)want == (uint64_t)pattern[i])
            return _(" Such a number comes out where a variable is used that "
                     "nobody has set before: does each have a value from the "
                     "beginning?");
    return "";
}

void judge_equal(int64_t want, int64_t got, const char *what, ...)
{
    if (want == got || !judge_values_count())
        return;
    WHAT(text, what);
    judge_wrong(_("Wrong: %s. Expected %" PRId64 ", got %" PRId64 ".%s"), text,
                want, got, about_unset(want, got));
}

/* "cudaErrorInvalidValue (1)" */
static const char *error_name(int64_t error)
{
    static char text[2][80];
    static int turn;
    const char *name = NULL;

#define NAME(constant, number, words) \
    if (error == number)              \
        name = #constant;
    SIMT_ERRORS(NAME)
#undef NAME
    turn = !turn;
    if (error == JUDGE_ANY_ERROR)
        return _("an error");
    if (name)
        snprintf(text[turn], sizeof text[turn], "%s (%d)", name, (int)error);
    else
        snprintf(text[turn], sizeof text[turn], "%" PRId64, error);
    return text[turn];
}

/* The same once more, and nothing is refused: an error that is only looked at
 * comes again. What the refused call has left behind is still to be seen. */
static void expect_no_old_error(void)
{
    const struct call call = student.last;
    const size_t bytes = (size_t)memory_used(REGION_OUT);
    char *kept = malloc(bytes + 1);
    int64_t got;

    ck_assert_msg(kept, "no memory");
    memcpy(kept, judge_arenas()[REGION_OUT], bytes);
    next_call.accepts = true;
    got = judge_call(call.function, call.returns, call.args).i;
    next_call.accepts = false;
    memcpy(judge_arenas()[REGION_OUT], kept, bytes);
    free(kept);
    if (got == student.left)
        judge_fail(_("Wrong: the error from the next call of %s(), where the "
                     "device refuses nothing. Expected %s, got %s. What a "
                     "launch has left stays until cudaGetLastError() takes it "
                     "away; cudaPeekAtLastError() only looks at it."),
                   call.function, error_name(0), error_name((int)got));
}

void judge_error(int want, int64_t got, const char *what, ...)
{
    if (student.refuses && student.reply.refused == 0)
        return; /* it never came to that */
    if (student.left && got == student.left && want == got)
        expect_no_old_error();
    if ((want == JUDGE_ANY_ERROR ? got != 0 : want == got) ||
        !judge_values_count())
        return;
    WHAT(text, what);
    judge_fail(_("Wrong: %s. Expected %s, got %s."), text, error_name(want),
               error_name(got));
}

static bool is_close(double want, double got, double rtol, double atol)
{
    /* equal infinities are close, and NaN to NaN alone */
    if (!isfinite(want))
        return want == got || (isnan(want) && isnan(got));
    return fabs(got - want) <= atol + rtol * fabs(want);
}

void judge_close(double want, double got, double rtol, double atol,
                 const char *what, ...)
{
    if (is_close(want, got, rtol, atol) || !judge_values_count())
        return;
    WHAT(text, what);
    /* as many digits as it takes to see the difference */
    int digits = fabs(got - want) > 1e-7 * fabs(want) ? 9 : 17;
    judge_wrong(_("Wrong: %s. Expected %.*g, got %.*g (off by %.3g)."), text,
                digits, want, digits, got, got - want);
}

/* Collects the first mismatches of an array. */
struct mismatches {
    size_t n;
    char text[400];
};

/* One of the first three; `got` is null if nobody wrote the element. */
static void add_mismatch(struct mismatches *m, const char *array, size_t i,
                         const char *want, const char *got)
{
    size_t length = strlen(m->text);
    char *to = m->text + length;

    length = sizeof m->text - length;
    if (got)
        snprintf(to, length, _("%s %s[%zu] expected %s, got %s"),
                 m->n > 1 ? "," : "", array, i, want, got);
    else
        snprintf(to, length, _("%s %s[%zu] expected %s, was not written"),
                 m->n > 1 ? "," : "", array, i, want);
}

/* `number` is the format of both. */
#define MISMATCH(m, array, i, number, want, got)                      \
    do {                                                              \
        char want_[40], got_[40];                                     \
        bool written_ = !memory_is_poison(&(got), sizeof(got));       \
        if ((m)->n++ < 3) {                                           \
            snprintf(want_, sizeof want_, number, want);              \
            snprintf(got_, sizeof got_, number, got);                 \
            add_mismatch(m, array, i, want_, written_ ? got_ : NULL); \
        }                                                             \
    } while (0)

static void report_mismatches(const struct mismatches *m, size_t n,
                              const char *what)
{
    if (m->n && judge_values_count())
        judge_wrong(_("Wrong: %s. Elements that differ: %zu of %zu:%s%s"), what,
                    m->n, n, m->text, m->n > 3 ? ", ..." : ".");
}

void judge_equal_i32(const int32_t *want, const int32_t *got, size_t n,
                     const char *array, const char *what, ...)
{
    struct mismatches m = {0};
    WHAT(text, what);

    for (size_t i = 0; i < n; i++)
        if (want[i] != got[i])
            MISMATCH(&m, array, i, "%d", want[i], got[i]);
    report_mismatches(&m, n, text);
}

void judge_equal_i64(const int64_t *want, const int64_t *got, size_t n,
                     const char *array, const char *what, ...)
{
    struct mismatches m = {0};
    WHAT(text, what);

    for (size_t i = 0; i < n; i++)
        if (want[i] != got[i])
            MISMATCH(&m, array, i, "%" PRId64, want[i], got[i]);
    report_mismatches(&m, n, text);
}

void judge_close_f32(const float *want, const float *got, size_t n, double rtol,
                     double atol, const char *array, const char *what, ...)
{
    struct mismatches m = {0};
    WHAT(text, what);

    for (size_t i = 0; i < n; i++)
        if (!is_close(want[i], got[i], rtol, atol))
            MISMATCH(&m, array, i, "%.9g", want[i], got[i]);
    report_mismatches(&m, n, text);
}

void judge_close_f64(const double *want, const double *got, size_t n,
                     double rtol, double atol, const char *array,
                     const char *what, ...)
{
    struct mismatches m = {0};
    WHAT(text, what);

    for (size_t i = 0; i < n; i++)
        if (!is_close(want[i], got[i], rtol, atol))
            MISMATCH(&m, array, i, "%.17g", want[i], got[i]);
    report_mismatches(&m, n, text);
}

/* ---- counted traffic ------------------------------------------------- */

static const enum simt_where wheres[] = {
    [SPACE_ANY] = SIMT_ANYWHERE,
    [SPACE_GLOBAL] = SIMT_IN_GLOBAL,
    [SPACE_SHARED] = SIMT_IN_SHARED,
};
static const enum simt_access accesses[] = {
    [OP_ANY] = SIMT_ANY_OP,
    [OP_READ] = SIMT_LOADS,
    [OP_WRITE] = SIMT_STORES,
    [OP_ATOMIC] = SIMT_ATOMICS,
};

static int64_t pick(enum judge_count count, const struct simt_counts *c)
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

static void counts_are_there(void)
{
    ck_assert_msg(student.device, "counts need judge_start(BUILD_CHECK, 1)");
    if (!simt_report_mark_seen(student.device, student.number))
        judge_fail(_("The CPU device's counts of this run did not come "
                     "through. Does your code write to, close or replace "
                     "descriptors that it has not opened?"));
    if (simt_report_counts_lost(student.device))
        judge_fail(_("Your code has more kernels, or more places in them that "
                     "touch memory, than can be counted (some thousands). No "
                     "answer to this lab needs so many."));
}

/* A kernel of its own that clears what the others add to is welcome. */
static int64_t most_blocks(void)
{
    enum { MANY = 64 };
    static struct simt_kernel kernel[MANY];
    int n = simt_report_kernels(student.device, kernel, MANY);
    int64_t most = 0;

    for (int i = 0; i < n && i < MANY; i++) {
        int64_t blocks =
            (int64_t)simt_report_counts(student.device, SIMT_ANYWHERE,
                                        SIMT_ANY_OP, kernel[i].name)
                .blocks;
        most = blocks > most ? blocks : most;
    }
    return most;
}

int64_t judge_counted(enum judge_count count, enum judge_space space,
                      enum judge_op op)
{
    struct simt_counts c;

    counts_are_there();
    if (count == COUNT_BLOCKS)
        return most_blocks();
    c = simt_report_counts(student.device, wheres[space], accesses[op], NULL);
    return pick(count, &c);
}

enum { SECTOR = 32 };

/* Sectors that a line could spare if neighbouring threads used all that lies in
 * them: those beyond the ideal, and those that lone threads fetch for a few
 * bytes. */
static int64_t spare_sectors(const struct simt_line *line)
{
    const struct simt_counts *c = &line->counts;
    uint64_t filled =
        (c->lanes * (uint64_t)line->worst.bytes + SECTOR - 1) / SECTOR;
    uint64_t spare = simt_waste(c, SIMT_SECTORS);

    /* Accesses of a line may be of several sizes, so only if it is plain. */
    if (line->worst.bytes > 0 && c->sectors > 2 * filled &&
        c->sectors - filled > spare)
        spare = c->sectors - filled;
    return (int64_t)spare;
}

/* Lines of the student's; all counts 0: none. */
struct worst {
    struct simt_line most, second; /* that count most */
    struct simt_line spare;        /* that could spare most sectors */
};

static struct worst worst_lines(enum judge_count count, enum judge_space space,
                                enum judge_op op)
{
    enum { MANY = 200 };
    struct simt_line *line = calloc(MANY, sizeof *line);
    struct worst w = {0};
    int n;

    if (!line)
        own_trouble("malloc");
    simt_report_symbolize(student.device);
    n = simt_report_lines(student.device, line, MANY);
    for (int i = 0; i < n && i < MANY; i++) {
        int64_t counted = pick(count, &line[i].counts);

        if ((space != SPACE_ANY && line[i].where != wheres[space]) ||
            (op != OP_ANY && line[i].access != accesses[op]))
            continue;
        if (spare_sectors(&line[i]) > spare_sectors(&w.spare))
            w.spare = line[i];
        if (counted > pick(count, &w.most.counts)) {
            w.second = w.most;
            w.most = line[i];
        } else if (counted > pick(count, &w.second.counts)) {
            w.second = line[i];
        }
    }
    free(line);
    return w;
}

/* What was counted, in words: "read 4096 sectors of global memory". */
static void describe_count(enum judge_count count, enum judge_op op, int64_t n,
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

/* Whether the lanes touch whole rows of bytes, of which some take a sector more
 * than they would if they began with one. */
static bool begins_within_a_sector(const struct simt_request *q)
{
    bool found = false;

    for (int i = 0; i < 32;) {
        int64_t first = q->offset[i], end = first + q->bytes;

        if (!(q->mask >> i++ & 1))
            continue;
        for (; i < 32 && q->mask >> i & 1 && q->offset[i] == end; i++)
            end += q->bytes;
        if (end - first < SECTOR)
            return false;
        found |= first % SECTOR + (end - first - 1) % SECTOR >= SECTOR;
    }
    return found;
}

/* What to look at in the line that could spare most sectors. */
static const char *advice_on_spare(const struct simt_line *line)
{
    if (2 * (int64_t)simt_waste(&line->counts, SIMT_SECTORS) <
        spare_sectors(line))
        return _(" Few threads at once touch memory here, so a whole sector is "
                 "fetched for a few bytes, again and again. Let neighbouring "
                 "threads touch neighbouring addresses in one step, and touch "
                 "no memory more often than needed.");
    if (begins_within_a_sector(&line->worst))
        return _(" Neighbouring threads touch neighbouring addresses, but "
                 "these begin in the middle of a sector, so they lie in "
                 "one sector more than they need. Let each row begin with "
                 "a sector, as in memory from cudaMallocPitch().");
    if (line->access == SIMT_STORES)
        return _(" Neighbouring threads should touch neighbouring addresses; "
                 "here they lie apart, and a whole sector is written for each "
                 "few bytes.");
    return _(" Neighbouring threads should touch neighbouring addresses; "
             "here they lie apart, and most of each sector is fetched for "
             "nothing.");
}

/* What to look at, for a line that wastes. */
static const char *advice(enum judge_count count)
{
    switch (count) {
    case COUNT_EXCESS_WAVEFRONTS:
        return _(" Threads of one warp use the same bank at different "
                 "addresses, so they have to wait for each other. Let their "
                 "words lie in different banks.");
    case COUNT_EXCESS_REQUESTS:
        return _(" Only some threads of each warp take part. Let neighbouring "
                 "threads do the work, so that whole warps can rest.");
    default:
        return "";
    }
}

/* Which line to look at where there were more sectors than the `bound`, and
 * `excess` more than needed, and what to look at. The line that has most of
 * them may be the one that needs them: it is to blame only if it alone has too
 * many, and if no other could spare what is too much. */
static struct simt_line blame_for_sectors(const struct worst *w, int64_t bound,
                                          int64_t excess, char *text,
                                          size_t size)
{
    const int64_t most = (int64_t)w->most.counts.sectors;

    if (2 * spare_sectors(&w->spare) >= excess) {
        snprintf(text, size, "%s", advice_on_spare(&w->spare));
        return w->spare;
    }
    *text = '\0';
    if (most > bound)
        snprintf(text, size, "%s",
                 _(" The same memory is touched more often than needed: "
                   "keep in a variable or in shared memory what is used "
                   "again, and see whether several threads do the same "
                   "elements."));
    else if (w->second.place.line &&
             w->second.place.line != w->most.place.line)
        snprintf(text, size,
                 _(" Line %d accounts for another %" PRId64
                   ". Is all of it needed, or does one of the two touch again "
                   "what could be kept in a variable or in shared memory?"),
                 w->second.place.line, (int64_t)w->second.counts.sectors);
    return w->most;
}

void judge_at_most(enum judge_count count, enum judge_space space,
                   enum judge_op op, int64_t most, const char *what, ...)
{
    const int64_t bound =
        count == COUNT_SECTORS && most > 0 ? most + most / 1024 + 8 : most;
    int64_t got = judge_counted(count, space, op);
    char counted[120], look[400];
    struct simt_line line;
    struct worst w;

    if (got <= bound && op == OP_WRITE) {
        op = OP_ATOMIC;
        got = judge_counted(count, space, op);
    }
    if (got <= bound)
        return;
    WHAT(text, what);
    describe_count(count, op, got, counted, sizeof counted);
    w = worst_lines(count, space, op);
    line = w.most;
    snprintf(look, sizeof look, "%s", advice(count));
    if (count == COUNT_SECTORS)
        line = blame_for_sectors(&w, bound, got - most, look, sizeof look);
    if (pick(count, &line.counts) == 0)
        judge_fail(_("Too much: %s took %s; %" PRId64 " are enough."), text,
                   counted, most);
    judge_fail_at(line.place,
                  _("Too much: %s took %s; %" PRId64 " are enough. This line "
                    "alone accounts for %" PRId64 ".%s"),
                  text, counted, most, pick(count, &line.counts), look);
}

static struct simt_step steps[SIMT_STEPS];

static int read_timeline(struct simt_timeline *t)
{
    counts_are_there();
    simt_report_symbolize(student.device);
    return simt_report_timeline(student.device, t, steps, SIMT_STEPS);
}

struct judge_timeline judge_timeline(void)
{
    struct simt_timeline t;

    read_timeline(&t);
    return (struct judge_timeline){t.span, t.engine[SIMT_TO_DEVICE],
                                   t.engine[SIMT_FROM_DEVICE],
                                   t.engine[SIMT_COMPUTE]};
}

/* Why things do not lie side by side, where that is plain to see. */
static const char *why_in_a_row(int n)
{
    bool several = false;

    for (int i = 0; i < n; i++) {
        if (steps[i].pageable)
            return _(" A copy holds the host as long as it takes, unless the "
                     "host's memory is pinned.");
        /* a graph has branches, whatever stream it is launched in */
        several = several || steps[i].graph ||
                  steps[i].stream != steps[0].stream ||
                  steps[i].device != steps[0].device;
    }
    return several ? ""
                   : _(" All of it is in one stream, which does one thing after "
                       "the other.");
}

/* "95.4 us: cudaMemcpyAsync at line 10 (8 times); ..." */
static void describe_parts(const struct timeline_part *part, int n, char *text,
                           size_t size)
{
    size_t used = 0;

    for (int i = 0; i < n && i < 4 && used < size; i++) {
        const struct simt_step *s = part[i].step;

        used += (size_t)snprintf(
            text + used, size - used, s ? _("%s%s: %.60s at line %d (x %d)")
                                        : _("%s%s: %s"),
            i ? "; " : "", timeline_time(part[i].took),
            s ? s->what : _("the host, which asks for it"),
            s ? s->place.line : 0, part[i].times);
    }
}

void judge_span_at_most(int64_t most, const char *what, ...)
{
    enum { PARTS = 64 };
    struct timeline_part part[PARTS];
    struct simt_timeline t;
    int n = read_timeline(&t), parts = timeline_parts(steps, n, part, PARTS);
    struct place place = {0};
    char waits[600] = "";

    WHAT(text, what);
    for (int i = 0; i < n; i++)
        if (!steps[i].waited)
            judge_fail_at(
                steps[i].place,
                _("Not waited for: %s ends while the device may still be at "
                  "work. This is the first thing that nobody has waited for; "
                  "wait for its stream."),
                text);
    if (t.span <= most)
        return;
    describe_parts(part, parts, waits, sizeof waits);
    for (int i = 0; i < parts && !place.line; i++)
        if (part[i].step)
            place = part[i].step->place;
    judge_fail_at(place,
                  _("Too long: %s takes %s on the modelled timeline; %s are "
                    "enough.%s What the last result had to wait for, one after "
                    "the other: %s. `make explain` draws it."),
                  text, timeline_time(t.span), timeline_time(most),
                  why_in_a_row(n), waits);
}

void judge_busiest_at_most(int64_t most, const char *what, ...)
{
    int64_t works[SIMT_DEVICES] = {0};
    struct simt_timeline t;
    int n = read_timeline(&t), busiest = 0;
    const struct simt_step *longest = NULL;

    for (int i = 0; i < n && i < SIMT_STEPS; i++)
        if (steps[i].engine == SIMT_COMPUTE && steps[i].device < SIMT_DEVICES)
            works[steps[i].device] += steps[i].end - steps[i].begin;
    for (int d = 1; d < SIMT_DEVICES; d++)
        if (works[d] > works[busiest])
            busiest = d;
    if (works[busiest] <= most)
        return;
    for (int i = 0; i < n && i < SIMT_STEPS; i++)
        if (steps[i].engine == SIMT_COMPUTE && steps[i].device == busiest &&
            (!longest ||
             steps[i].end - steps[i].begin > longest->end - longest->begin))
            longest = &steps[i];
    WHAT(text, what);
    judge_fail_at(
        longest ? longest->place : (struct place){0},
        _("Not the same share: %s takes %s of all devices' kernels on the "
          "modelled timeline, and device %d alone does %s of them; %s would be "
          "a fair share. `make explain` draws it."),
        text, timeline_time(t.engine[SIMT_COMPUTE]), busiest,
        timeline_time(works[busiest]), timeline_time(most));
}

void judge_ladder(int64_t least, const char *work, ...)
{
    struct ladder *l = &judge.table->ladder;
    double excess =
        (double)judge_counted(COUNT_EXCESS_WAVEFRONTS, SPACE_SHARED, OP_ANY);

    WHAT(text, work);
    snprintf(l->work, sizeof l->work, "%s", text);
    l->read = (double)judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_READ);
    l->written = (double)judge_counted(COUNT_SECTORS, SPACE_GLOBAL, OP_WRITE);
    l->least = (double)least;
    l->wavefronts =
        (double)judge_counted(COUNT_WAVEFRONTS, SPACE_SHARED, OP_ANY);
    l->ideal_wavefronts = l->wavefronts - excess;
    l->counted = true;
}

static int drawn(const int *errors, int n)
{
    next.refusal = errors[judge_between(0, n - 1)];
    return next.refusal;
}

/* cudaErrorLaunchOutOfResources, -NoKernelImageForDevice, -DevicesUnavailable,
 * -InvalidDeviceFunction */
static int launch_refused(void)
{
    static const int errors[] = {701, 209, 46, 98};

    return drawn(errors, 4);
}

/* cudaErrorInvalidValue, -InvalidResourceHandle, -OperatingSystem */
static int copy_refused(void)
{
    static const int errors[] = {1, 400, 304};

    return drawn(errors, 3);
}

int judge_refuse(int k)
{
    next.no_launches = k == 0;
    next.no_copy = k > 0 ? k : 0;
    next.no_memory = k < 0 ? -k : 0;
    if (k < 0)
        snprintf(refused, sizeof refused, _("allocation number %d"), -k);
    else if (k == 0)
        snprintf(refused, sizeof refused, "%s", _("the launch"));
    else
        snprintf(refused, sizeof refused, _("copy or cudaMemset() number %d"),
                 k);
    return k < 0 ? OUT_OF_MEMORY : k == 0 ? launch_refused() : copy_refused();
}

int judge_refuse_launch(int k)
{
    next.no_launch = k;
    snprintf(refused, sizeof refused, _("launch number %d"), k);
    return launch_refused();
}

int judge_break_kernel(int k)
{
    next.no_kernel = k;
    return KERNEL_BROKEN;
}

int judge_refuse_query(int k)
{
    next.no_query = k;
    snprintf(refused, sizeof refused, _("question number %d"), k);
    return QUERY_REFUSED;
}

void judge_made_up_device(const struct judge_device *d)
{
    snprintf(figures, sizeof figures, "%d %d %d %d %d %d %zu %d %d %d %s",
             d->sms, d->clock_khz, d->memory_clock_khz, d->bus_width_bits,
             d->major, d->minor, d->memory_bytes, d->shared_per_block,
             d->max_threads_per_block, d->warp_size, d->name);
}

const char *judge_refused(void)
{
    return refused;
}

void judge_device_memory(int64_t bytes)
{
    ck_assert_msg(bytes > 0, "judge_device_memory(0) would not be a limit");
    next.memory = bytes;
}

void judge_devices(int n)
{
    ck_assert_msg(n >= 1 && n <= SIMT_DEVICES, "judge_devices(%d)", n);
    next.devices = n;
}

void judge_refusing_devices(unsigned devices)
{
    ck_assert_msg(devices, "judge_refusing_devices(0) would be all of them");
    next.refusing = devices;
}

void judge_memory_devices(unsigned devices)
{
    ck_assert_msg(devices, "judge_memory_devices(0) would be all of them");
    next.short_of = devices;
}

void judge_no_leaks(void)
{
    student.no_leaks = true;
}

void judge_no_streams(void)
{
    student.no_leaks = student.no_streams = true;
}

void judge_at_least(enum judge_count count, enum judge_space space,
                    enum judge_op op, int64_t least, const char *what, ...)
{
    int64_t got = judge_counted(count, space, op);
    char counted[120];

    /* An atomic operation reads and writes. */
    if (op == OP_READ || op == OP_WRITE)
        got += judge_counted(count, space, OP_ATOMIC);
    if (got >= least)
        return;
    WHAT(text, what);
    describe_count(count, op, got, counted, sizeof counted);
    if (count == COUNT_PRODUCTS)
        judge_fail(_("Not done by tensor cores: %s takes at least %" PRId64
                     " products of tiles; your kernels made %" PRId64
                     ". Let mma_sync() do the work of this lab."),
                   text, least, got);
    judge_fail(_("Not done on the device: %s takes at least %" PRId64
                 "; your kernels made %s. The work of this lab is a kernel's, "
                 "not the host's."),
               text, least, counted);
}

int64_t judge_copied(void)
{
    counts_are_there();
    return (int64_t)simt_report_copied(student.device);
}

struct judge_changes judge_changes(void)
{
    struct simt_changes c;

    counts_are_there();
    c = simt_report_changes(student.device);
    return (struct judge_changes){(int64_t)c.writes, (int64_t)c.turns,
                                  (int64_t)c.atomics};
}

bool judge_calls_in_turn(void)
{
    return student.reply.callers <= 1;
}

void judge_expect_blocks(int64_t blocks, const char *what, ...)
{
    if (judge.gpu)
        return;
    WHAT(text, what);
    judge_equal(blocks, student.reply.blocks, _("how many blocks %s launches"),
                text);
}

bool judge_dry_call(const char *function, enum value_type returns,
                    struct judge_args args, struct judge_value *got)
{
    struct request q;
    struct reply reply = {0};
    struct timing t = {0};
    enum outcome outcome;

    ck_assert_msg(student.running, "judge_start() comes before a dry call");
    limit_check();
    judge_request(&q, function, returns, &args);
    q.dry = true;
    outcome = judge_exchange(&student.peer, &q, &reply, 1, &t);
    spent += wait_counted(t.begin);
    student.idle = outcome == CALL_DONE;
    if (outcome == CALL_LATE || outcome == CALL_GONE)
        return false;
    judge_outcome(outcome, &q, &reply, 1);
    judge_check_edges();
    student.reply.blocks = reply.blocks;
    student.reply.launched = reply.launched;
    *got = judge_got(&q, &reply, 0);
    return true;
}

int64_t judge_launched(void)
{
    return student.reply.launched;
}

void judge_expect_launch(const char *what, ...)
{
    if (student.reply.launched > 0 || judge.gpu)
        return;
    WHAT(text, what);
    judge_fail(_("No launch: %s returned 0 and has started no kernel. Is a "
                 "product of sizes too large for an int, so that it is 0 or "
                 "below?"),
               text);
}

int64_t judge_most_blocks(void)
{
    return student.reply.blocks;
}

void judge_blocks_share(const char *what, ...)
{
    counts_are_there();
    const struct simt_share s = simt_report_share(student.device);

    WHAT(text, what);
    if (s.blocks == 0 || 2 * s.busiest <= 3 * s.requests / s.blocks)
        return;
    judge_fail_at(s.place,
                  _("One block does much more than the others: %s takes %" PRIu64
                    " requests by %" PRIu64 " blocks, which is %" PRIu64
                    " for each, and one of them made %" PRIu64
                    ". Give all blocks a part of the work."),
                  text, s.requests, s.blocks, s.requests / s.blocks,
                  s.busiest);
}

void judge_copies_at_most(int64_t bytes, const char *what, ...)
{
    WHAT(text, what);
    int64_t got = judge_copied();
    if (got > bytes)
        judge_fail(_("Not done by a kernel: %s copied %" PRId64
                     " bytes with cudaMemcpy() or one of its relatives. All "
                     "is in the device's memory already; let your kernel read "
                     "it there, and write its results where they belong."),
                   text, got);
}

/* ---- program labs
 * ------------------------------------------------------------ */

/* Bytes that a thread has written anywhere, as the kernel counts; of the whole
 * process, those that have ended among them, if tid is 0. -1: not counted. */
static int64_t bytes_written(pid_t pid, pid_t tid)
{
    char path[96], line[64];
    long long bytes = -1;

    if (tid)
        snprintf(path, sizeof path, "/proc/%d/task/%d/io", (int)pid, (int)tid);
    else
        snprintf(path, sizeof path, "/proc/%d/io", (int)pid);
    FILE *f = fopen(path, "re");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "wchar: %lld", &bytes) == 1)
            break;
    if (f)
        fclose(f);
    return bytes;
}

static int threads_now(pid_t pid)
{
    struct snapshot *s = calloc(1, sizeof *s);
    int n = s && measure_snapshot(pid, s) == 0 ? s->n : 0;

    free(s);
    return n;
}

/* The threads of the program, if they are more than before, and how much they
 * have written since it had written `before` bytes. Those that have ended count
 * as one. */
static void count_threads(pid_t pid, int64_t before, struct judge_run *run)
{
    struct snapshot *s = calloc(1, sizeof *s);
    int64_t ended;

    if (!s)
        own_trouble("malloc");
    if (measure_snapshot(pid, s) != 0)
        own_trouble("/proc/PID/task");
    if (run->threads < s->n)
        run->threads = s->n;
    ended = bytes_written(pid, 0) - before;
    for (int i = 0; i < s->n && before >= 0; i++) {
        int64_t bytes = bytes_written(pid, s->thread[i].tid) -
                        (s->thread[i].tid == pid ? before : 0);
        run->written += bytes;
        ended -= bytes;
        if (bytes > run->most_written)
            run->most_written = bytes;
    }
    free(s);
    if (before < 0)
        return;
    run->written += ended;
    if (ended > run->most_written)
        run->most_written = ended;
}

const struct judge_run *judge_run_program(enum build build, int threads)
{
    static struct judge_run run;
    static char output[SANDBOX_OUTPUT_KEPT + 1];
    struct sandbox_options o;
    double limit = build_call_limit(build), begin;
    const struct request whole = {.function = "main"};
    int64_t before;
    struct request end = {0};
    struct reply bye = {0};
    bool fits = true;

    judge_finish();
    build = build_filled(build);
    require_build(build);
    o = build_options(build, threads);
    o.hold_output = true;
    memset(&run, 0, sizeof run);
    run.output = output;
    if (sandbox_start(&o, &student.box) != 0)
        own_trouble("starting the student's program");
    student.running = student.program = true;
    student.late = student.idle = student.marked = false;
    student.reports = 0;
    student.build = build;
    if (!exchange_hello(&student.box, 10)) {
        outcome_stuck(_("start-up, before main()"));
        outcome_gone(_("start-up, before main()"));
    }
    before = bytes_written(student.box.inside, 0);
    run.written = before < 0 ? -1 : 0;
    /* Its first write blocks: time for all threads of the first parallel
     * region to come to work before one of them can do it all. They may be
     * gone at the end, or be another region's. */
    usleep(20000);
    run.threads = threads_now(student.box.inside);
    sandbox_release(&student.box);
    begin = measure_now();
    wait_begin();
    while (fits && !wait_is_over(student.box.inside, begin, limit)) {
        struct pollfd fds[3] = {{student.box.control, POLLIN, 0},
                                {student.box.output_fd, POLLIN, 0},
                                {student.box.report_fd, POLLIN, 0}};
        poll(fds, 3, 20);
        fits = sandbox_drain(&student.box);
        if (!fds[0].revents)
            continue;
        if (recv(student.box.control, &bye, sizeof bye, MSG_DONTWAIT) !=
            sizeof bye)
            break;
        if (end.secret) {
            student.marked = mark_came(&end, &bye);
            break;
        }
        count_threads(student.box.inside, before, &run);
        mark_ask(&end);
        if (send(student.box.control, &end, sizeof end, MSG_NOSIGNAL) !=
            sizeof end)
            break;
    }
    close(student.box.control);
    student.box.control = -1;
    bool ended = fits && sandbox_wait(&student.box,
                                      fmax(begin + limit - measure_now(), 2));
    if (!fits)
        judge_outcome(CALL_FLOOD, &whole, &bye, limit);
    if (!ended)
        judge_outcome(CALL_LATE, &whole, &bye, limit);
    run.exit_code = student.box.exit_code;
    if (run.exit_code > 128)
        outcome_gone("main()");
    run.length = student.box.output.length;
    if (student.box.output.bytes)
        memcpy(output, student.box.output.bytes, run.length);
    output[run.length] = '\0';
    return &run;
}
