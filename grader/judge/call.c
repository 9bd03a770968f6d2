/*
 * call.c - see call.h and judge.h. What a check asks for the next judge_call()
 * lies in `next`; what became of the last one, in `student`.
 */
#define _GNU_SOURCE
#include "judge/call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/source.h"
#include "judge/builds.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/gpu_memory.h"
#include "judge/memory.h"
#include "judge/outcome.h"
#include "judge/past.h"
#include "reports/simt_report.h"

/* What was asked for the next judge_call(). */
static struct {
    int threads;                               /* judge_all_threads() */
    bool together;                             /* judge_threads_together() */
    double stay;                               /* judge_watch_threads() */
    int no_memory, no_thread, no_thread_error; /* judge_withhold_...() */
} next;
static int at_work; /* judge_threads_at_work() */

void call_forget(void)
{
    memset(&next, 0, sizeof next);
}

/* ---- a request and what it brings --------------------------------------- */

static void fill_value(struct wire_value *w, const struct judge_value *v)
{
    struct buffer *b;

    w->type = v->type;
    if (v->type == T_F64)
        w->d = v->d;
    else if (v->type == T_FUNC)
        snprintf(w->name, sizeof w->name, "%s", v->name);
    else if (v->type != T_PTR && v->type != T_DEVICE)
        w->i = v->i;
    if ((v->type != T_PTR && v->type != T_DEVICE) || !v->p)
        return;
    b = memory_buffer_of(v->p);
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

void judge_request(struct request *q, const char *function,
                   enum value_type returns, const struct judge_args *args)
{
    const struct buffer *buffer;

    memset(q, 0, sizeof *q);
    q->number = ++student.number;
    q->returns = returns;
    snprintf(q->function, sizeof q->function, "%s", function);
    q->n_args = args->n;
    for (int i = 0; i < args->n; i++)
        fill_value(&q->arg[i], &args->v[i]);
    memory_forget_rest();
    buffer = memory_buffers(&q->n_buffers);
    for (int i = 0; i < q->n_buffers; i++)
        q->buffer[i] = (struct wire_buffer){buffer[i].region, buffer[i].offset,
                                            buffer[i].bytes,  buffer[i].device,
                                            buffer[i].filled, buffer[i].pinned};
    q->threads = next.threads;
    q->no_memory = next.no_memory;
    q->no_thread = next.no_thread;
    q->no_thread_error = next.no_thread_error;
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

/* ---- the threads at work ----------------------------------------------- */

void judge_all_threads(int threads)
{
    next.threads = judge.closer ? 0 : threads; /* under a detector: none */
    next.together = false;
}

void judge_threads_together(int threads)
{
    judge_all_threads(threads);
    next.together = true;
}

void judge_watch_threads(double stay)
{
    next.stay = stay;
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
 * work has so many pieces; and a few of them may have come and gone between two
 * looks, or not have come in time on a busy machine. */
enum { MOST_AT_WORK = 64, MISSED = 3 };

/* Why fewer threads worked, if the file tells; else "". */
static const char *about_the_few(void)
{
    static char said[200];
    const int asked = judge_line_of("omp_get_num_threads(");
    const int region = judge_line_of("omp parallel");

    if (source_has(judge.source, true, "#pragma omp section"))
        return SAY(section_is_one_piece);
    if (!asked || !region || asked > region)
        return "";
    said_put(said, sizeof said, SAY(team_size_outside_region), asked);
    return said;
}

const char *judge_for_show(void)
{
    return SAY(not_counted_for_show);
}

/* No right result counts, those that there were included. */
static void count_none_right(void)
{
    judge_one_thread();
    judge.table->for_show = true;
    for (int i = 0; i < judge.current; i++) {
        struct finding *f = &judge.table->check[i];

        if (f->kind != KIND_CORRECTNESS || f->status != STATUS_PASS)
            continue;
        f->status = STATUS_SKIPPED;
        f->max_points = -1; /* lost */
        finding_say(f, "%s", judge_for_show());
    }
}

/* All have come, but did they do anything? Much of the arrays by one, and
 * hardly anything by all others together: no schedule does that while the one
 * that is ahead waits for them. One that goes through all of it first, and then
 * shares the work, is only slow. Nor have those worked in parallel of whom each
 * waits until the one before has done its part: at a door a thread waits for
 * others. */
static void expect_shares(const char *function, int wanted,
                          const struct reply *reply)
{
    enum { FEW = 4, MUCH = 60, LITTLE = 15 };

    if (next.together && wanted >= FEW && wanted <= MOST_AT_WORK &&
        reply->together == 1) {
        student.right = true;
        judge_fail(SAY(threads_took_turns), wanted, function);
    }
    if (wanted < FEW || reply->most < MUCH || reply->others > LITTLE)
        return;
    student.right = true;
    count_none_right();
    judge_fail(SAY(one_thread_does_most), wanted, reply->most, function,
               reply->others);
}

static void expect_threads(const char *function, const struct reply *reply,
                           const struct timing *t)
{
    int wanted = next.threads, came = reply->came;
    bool busy;

    next.threads = 0;
    if (came < 0 || wanted > MOST_AT_WORK)
        came = came > t->threads ? came : t->threads;
    if (came < t->busy)
        came = t->busy;
    if (came >= wanted) {
        expect_shares(function, wanted, reply);
        return;
    }
    busy = t->used.delay_most > t->wall / 4;
    if ((reply->came < 0 && !t->threads) || (t->threads >= wanted && busy) ||
        (wanted > MOST_AT_WORK &&
         (came + MISSED >= wanted || (busy && 4 * came > 3 * wanted))))
        judge_untold(SAY(untold_busy_threads), function);
    student.right = true;
    if (came <= 1)
        judge_one_thread();
    judge_fail(SAY(too_few_threads_worked), wanted, came, function,
               about_the_few());
}

/* ---- calls --------------------------------------------------------------- */

/* All calls of a check together have a limit, too: who computes a thousand
 * times what is needed shall not wait for all of it. */
enum { CHECK_SECONDS = 45, CHECK_PATIENCE = 240 };

static double spent; /* a check has a process of its own */

double call_spent(void)
{
    return spent;
}

static void limit_check(void)
{
    static double begin;

    if (!begin)
        begin = measure_now();
    if (spent < CHECK_SECONDS && measure_now() - begin < CHECK_PATIENCE)
        return;
    if (spent < CHECK_SECONDS)
        judge_untold(SAY(untold_busy_check), CHECK_PATIENCE / 60);
    if (build_is_detector(student.build))
        judge_put_off(SAY(too_slow_under_detector), CHECK_SECONDS);
    judge_fail(SAY(too_slow_calls), CHECK_SECONDS);
}

struct judge_value judge_call(const char *function, enum value_type returns,
                              struct judge_args args)
{
    struct request q;
    struct reply reply = {0};
    struct timing t = {.sample = next.threads > 0 || next.stay > 0};
    double limit = build_call_limit(student.build);

    ck_assert_msg(student.running, "judge_start() comes before judge_call()");
    limit_check();
    student.mixed |=
        student.calls > 0 && strcmp(function, student.last.function) != 0;
    student.fewer |= !strcmp(function, "no_more_threads");
    student.last = (struct call){function, returns, args};
    student.calls++;
    current()->calls += judge.quick;
    past_note();
    judge_request(&q, function, returns, &args);
    if (student.device)
        simt_report_clear_counts(student.device);
    judge_outcome(judge_exchange(&student.peer, &q, &reply, limit, &t), &q,
                  &reply, limit);
    student.took = wait_counted(t.begin);
    spent += student.took;
    student.reply = reply;
    if (student.no_leaks && student.build == BUILD_PLAIN && reply.held > 0)
        judge_fail_at((struct place){0}, SAY(leak_in_large_call), function,
                      reply.held);
    student.woken |= reply.woken;
    next.no_memory = next.no_thread = 0;
    if (student.device) {
        sandbox_drain(&student.box);
        const struct simt_counts counts = simt_report_counts(
            student.device, SIMT_ANYWHERE, SIMT_ANY_OP, NULL);
        student.launches += counts.launches;
        judge.table->worked |= counts.requests > 0;
        judge.table->launched |= counts.launches > 0;
    }
    if (q.on_gpu)
        judge_download(0);
    judge_check_edges();
    if (next.threads)
        expect_threads(function, &reply, &t);
    at_work = t.threads && t.blind < next.stay ? t.busy : -1;
    next.stay = 0;
    return judge_got(&q, &reply, 0);
}

/* ---- what is asked for, and what came of it --------------------------- */

void judge_withhold_memory(int k)
{
    next.no_memory = k;
}

void judge_withhold_thread(int k, int error)
{
    next.no_thread = k;
    next.no_thread_error = error;
}

void judge_says_withheld(const char *what)
{
    student.withheld = what;
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
    enum { FIRST = 20, STRETCHES = 3, A_LITTLE = 16, SEVERAL = 3 };
    int64_t before, last;
    int rounds = 0, grown = 0;

    for (int i = 0; i < FIRST; i++)
        round();
    before = last = student.reply.kept;
    /* Each stretch is twice as long as the one before: in it a list that
     * doubles its room when it is full does so once. What is made once, some
     * time, is no growth. */
    for (int k = 0; k < STRETCHES && k <= grown + 1; k++) {
        const int more = FIRST << k;

        for (int i = 0; i < more; i++)
            round();
        rounds += more;
        grown += student.reply.kept >= last + A_LITTLE * more;
        last = student.reply.kept;
    }
    /* A list that takes four times the room leaves out every other stretch. */
    if (grown == STRETCHES ||
        (grown == STRETCHES - 1 && last >= SEVERAL * before))
        judge_fail(SAY(leak_grows_with_calls), rounds, what, last - before);
}

bool judge_calls_in_turn(void)
{
    return student.reply.callers <= 1;
}

bool judge_uses(const char *words)
{
    return source_has(judge.source, true, words);
}

int judge_line_of(const char *words)
{
    return source_line_of(judge.source, words);
}

const uint32_t *judge_launch_shape(void)
{
    return student.reply.shape;
}

int64_t judge_launched(void)
{
    return student.reply.launched;
}

int64_t judge_most_blocks(void)
{
    return student.reply.blocks;
}

/* ---- calls that are not to come to their end --------------------------- */

/* Seconds in which a call of an answer is back that has lost the upper half of
 * a number. One that is right, or only slow, is ended then. */
#define LONG_SECONDS 0.1

/* Both leave the process where it is if it is not back in time. */
static enum outcome try_call(const struct request *q, struct reply *reply,
                             double limit)
{
    struct timing t = {0};
    enum outcome outcome = judge_exchange(&student.peer, q, reply, limit, &t);

    spent += wait_counted(t.begin);
    student.idle = outcome == CALL_DONE;
    return outcome;
}

bool judge_long_call(const char *function, enum value_type returns,
                     struct judge_args args, struct judge_value *got)
{
    struct request q;
    struct reply reply = {0};
    enum outcome outcome;
    double cpu;

    ck_assert_msg(student.running,
                  "judge_start_wide() comes before a long call");
    limit_check();
    judge_request(&q, function, returns, &args);
    outcome = try_call(&q, &reply, LONG_SECONDS);
    student.long_call = true;
    student.reply = reply;
    if (outcome == CALL_LATE && wait_why(&cpu) == LATE_STARVED)
        judge_untold(SAY(untold_busy_processor_time), function);
    /* Who crashes may have asked for memory that there is not. */
    if (outcome == CALL_LATE || outcome == CALL_GONE)
        return false;
    if (outcome == CALL_DONE && reply.type == REPLY_NO_ROOM)
        judge_skip(SAY(not_tried_address_space), reply.name);
    if (outcome == CALL_DONE && reply.type == REPLY_OUTSIDE) {
        const struct wire_value *v =
            &q.arg[reply.came >= 0 && reply.came < q.n_args ? reply.came : 0];
        int64_t at = reply.got[0].i;

        if (at >= 0 && at < v->n)
            return false; /* wrote where it may only read: not about n */
        judge_fail(SAY(out_of_bounds_large_size), function, v->n, at);
    }
    judge_outcome(outcome, &q, &reply, LONG_SECONDS);
    judge_check_edges();
    if (reply.starved)
        return false; /* nor is there the memory that it wanted */
    *got = judge_got(&q, &reply, 0);
    return true;
}

bool judge_starved(void)
{
    return student.reply.starved;
}

bool judge_dry_call(const char *function, enum value_type returns,
                    struct judge_args args, struct judge_value *got)
{
    struct request q;
    struct reply reply = {0};
    enum outcome outcome;

    ck_assert_msg(student.running, "judge_start() comes before a dry call");
    limit_check();
    judge_request(&q, function, returns, &args);
    q.dry = true;
    outcome = try_call(&q, &reply, 1);
    if (outcome == CALL_LATE || outcome == CALL_GONE)
        return false;
    judge_outcome(outcome, &q, &reply, 1);
    judge_check_edges();
    student.reply.blocks = reply.blocks;
    student.reply.launched = reply.launched;
    *got = judge_got(&q, &reply, 0);
    return true;
}
