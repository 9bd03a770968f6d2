/*
 * speed.c - the speed check: the student's function against the same work in
 * perfectly parallel form (the ceiling), call by call in turns, in two
 * processes that are timed in the same way. docs/measuring.md has the method.
 * On a GPU a call is a batch of calls, and both are processes that run .cu
 * files.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/call.h"
#include "judge/costly.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/gpu_memory.h"
#include "judge/memory.h"
#include "judge/outcome.h"
#include "judge/speed_words.h"
#include "judge/start.h"
#include "judge/state.h"
#include "machine/gpu.h"
#include "machine/slow.h"
#include "student/invoke.h"

enum {
    FIRST_PAIRS = 15,   /* before the interval is looked at */
    HURRIED_PAIRS = 12, /* the same once `hurry` seconds are over */
    FEWEST_PAIRS = 4,   /* unless give_up is over before */
    SERIAL_CALLS = 5,   /* for the speedup that is shown; no verdict on it */
    EMPTY_BATCHES = 7,  /* GPU: to see what an exchange takes */
    ALONE_BATCHES = 7   /* GPU: of the ceiling, after the student's end */
};
static const double hurry = 2.0, give_up = 10.0; /* seconds of measuring */
static const double call_limit = 10;             /* seconds for one call */
static const double rest_limit = 5; /* for a GPU to come to rest, */
static const double end_limit = 2;  /* when the student's process has ended, */
static const double watch = 2;      /* and to see that it stays so */
static const double long_batch = 2e-3; /* an exchange varies by 0.1 ms */
static const double too_long_batch = 0.1;
static const size_t beyond_caches = (size_t)512 << 20;

/* ---- the trusted process --------------------------------------------- */

/* Serves calls of serial ("0") and ceiling ("1") until the socket closes. */
static _Noreturn void serve(int control, const struct judge_speed *s)
{
    static struct request q;
    struct reply reply;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(control, FD_CONTROL); /* the filter knows it by this number */
    control = FD_CONTROL;
    sandbox_filter_self();
    omp_set_num_threads(judge_cores());
    while (recv(control, &q, sizeof q, 0) == sizeof q) {
        memset(&reply, 0, sizeof reply);
        reply.number = q.number;
        void (*f)(void) = q.function[0] == '0' ? s->serial : s->ceiling;
        void *as_data;
        memcpy(&as_data, &f, sizeof as_data);
        invoke(as_data, &q, judge_arenas(), &reply, reply.got);
        if (send(control, &reply, sizeof reply, 0) != sizeof reply)
            break;
    }
    _exit(0);
}

static void start_trusted(struct peer *p, const struct judge_speed *s)
{
    int pair[2];

    ck_assert_msg(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) ==
                      0,
                  "socketpair: %s", strerror(errno));
    p->pid = fork();
    ck_assert_msg(p->pid >= 0, "fork: %s", strerror(errno));
    if (p->pid == 0) {
        close(pair[0]);
        serve(pair[1], s);
    }
    close(pair[1]);
    p->control = pair[0];
    p->box = NULL;
    kill(p->pid, SIGSTOP);
}

static void end_trusted(struct peer *p)
{
    close(p->control);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* ---- one call ------------------------------------------------------------ */

enum who { SERIAL, CEILING, YOURS, NOBODY };

struct contest {
    const struct judge_speed *s;
    struct peer trusted;
    struct sandbox box; /* of the trusted one, on a GPU */
    int cores;
    int copies;      /* GPU: calls in a batch */
    double exchange; /* GPU: seconds that an empty kernel takes */
    bool called;     /* GPU: the student's function, at least once */
    bool rested;     /* GPU: before that, as far as was looked */
    int n_used;      /* on cores: pairs, and what their threads did */
    struct usage yours[MEASURE_MAX_PAIRS], ceiling[MEASURE_MAX_PAIRS];
};

static void verify(const struct judge_speed *s, enum who who,
                   struct judge_value got)
{
    random_anew(); /* what is looked at, too, if that is drawn */
    student.timed = who == YOURS;
    if (who == CEILING && s->verify_ceiling)
        s->verify_ceiling(got);
    else if (s->verify)
        s->verify(got);
    student.timed = false;
}

/* Other inputs, which the calls before say nothing of. */
static void fresh(const struct judge_speed *s)
{
    random_anew();
    if (s->fresh)
        s->fresh();
    random_anew();
}

/* One fresh, timed and verified call. */
static struct timing timed(struct contest *c, enum who who)
{
    const struct judge_speed *s = c->s;
    const char *name = who == YOURS ? s->function : who == SERIAL ? "0" : "1";
    struct request q;
    struct reply reply = {0};
    struct timing t = {.sample = true};
    struct peer *p = who == YOURS ? &student.peer : &c->trusted;

    fresh(s);
    judge_request(&q, name, s->returns, &s->args);
    enum outcome o = judge_exchange(p, &q, &reply, call_limit, &t);
    if (who == YOURS)
        judge_outcome(o, &q, &reply, call_limit);
    else
        ck_assert_msg(o == CALL_DONE && reply.type == REPLY_DONE,
                      "the kit's own %s function did not come back",
                      who == SERIAL ? "serial" : "ceiling");
    judge_check_edges();
    verify(s, who, judge_got(&q, &reply, 0));
    return t;
}

static _Noreturn void untold_gpu(void)
{
    judge_untold(SAY(could_not_tell_gpu_busy));
}

/* The GPU is busy although nobody should be at work on it. Others', or the
 * student's? */
static _Noreturn void busy_gpu(struct contest *c)
{
    judge_finish();
    bool rests = gpu_settle(end_limit) && gpu_stays_at_rest(watch);

    switch (gpu_whose_work(c->called, c->rested, rests, judge.round)) {
    case GPU_OF_STUDENT:
        judge_fail(SAY(gpu_work_after_return));
    case GPU_OF_SOMEBODY:
        sandbox_end(&c->box);
        judge.again = true;
        judge_leave();
    case GPU_OF_OTHERS:
        break;
    }
    untold_gpu();
}

/* One fresh and timed batch, of which one call is verified; the seconds that it
 * took, with the exchange. The clock stops when the GPU is idle, as the judge
 * sees it: what a process says of itself may come too early. By NOBODY: an
 * empty kernel and no calls. */
static double timed_batch(struct contest *c, enum who who)
{
    const struct judge_speed *s = c->s;
    struct request q;
    struct reply reply = {0};
    struct timing t = {0};
    struct peer *p = who == YOURS ? &student.peer : &c->trusted;
    int last = (int)judge_between(0, c->copies - 1);

    judge_request(&q, s->function, s->returns, &s->args);
    /* The last to be filled is the one to be verified: its inputs are still
     * here then. */
    for (int k = 1; k <= c->copies && who != NOBODY; k++) {
        fresh(s);
        judge_upload((last + k) % c->copies);
    }
    if (who == NOBODY)
        q.copies = 0;
    if (!gpu_settle(rest_limit))
        busy_gpu(c);
    c->called = c->called || who == YOURS;
    enum outcome o = judge_exchange(p, &q, &reply, call_limit, &t);
    if (who == YOURS)
        judge_outcome(o, &q, &reply, call_limit);
    else if (o != CALL_DONE || reply.type != REPLY_DONE)
        judge_untold(SAY(could_not_tell_reference_failed));
    if (!gpu_settle(call_limit))
        busy_gpu(c);
    t.wall = measure_now() - t.begin;
    if (who == NOBODY)
        return t.wall;
    judge_download(last);
    judge_check_edges();
    verify(s, who, judge_got(&q, &reply, last));
    return t.wall;
}

/* The same without what the exchange takes. */
static double batch_alone(struct contest *c, enum who who)
{
    double seconds = timed_batch(c, who) - c->exchange;

    return seconds > 1e-6 ? seconds : 1e-6;
}

/* Both calls of a pair, in this order. */
static struct pair timed_pair(struct contest *c, bool yours_first)
{
    if (c->copies) {
        double yours = yours_first ? batch_alone(c, YOURS) : 0;
        double ceiling = batch_alone(c, CEILING);
        if (!yours_first)
            yours = batch_alone(c, YOURS);
        return (struct pair){yours, yours, ceiling, NAN, true};
    }

    struct timing first = timed(c, yours_first ? YOURS : CEILING);
    struct timing second = timed(c, yours_first ? CEILING : YOURS);
    const struct usage *yours = yours_first ? &first.used : &second.used;
    const struct usage *ceiling = yours_first ? &second.used : &first.used;

    if (c->n_used < MEASURE_MAX_PAIRS) {
        c->yours[c->n_used] = *yours;
        c->ceiling[c->n_used++] = *ceiling;
    }
    return measure_pair(yours, ceiling, c->cores);
}

/* ---- the verdict --------------------------------------------------------- */

/* x / i, where times of 0 are none. */
static struct interval over(double x, struct interval i)
{
    return (struct interval){x / i.high, x / i.middle,
                             i.low > 0 ? x / i.low : INFINITY};
}

/* The pairs' times, until they are clear. The figures go to v. */
static struct verdict compete(struct contest *c, struct speed *v)
{
    struct pair pair[MEASURE_MAX_PAIRS];
    double serial[SERIAL_CALLS] = {0};
    struct verdict verdict = {.status = STATUS_UNTOLD};
    int n = 0, serials = 0;
    double begin = measure_now(), spent = 0;

    while (verdict.status == STATUS_UNTOLD && n + 2 <= MEASURE_MAX_PAIRS &&
           spent <= give_up) {
        bool yours_first = judge_random() & 1;
        if (!c->copies && serials < SERIAL_CALLS) {
            struct usage u = timed(c, SERIAL).used;
            serial[serials++] = measure_time(&u, 1);
        }
        pair[n++] = timed_pair(c, yours_first); /* A B, then B A */
        pair[n++] = timed_pair(c, !yours_first);
        spent = measure_now() - begin;
        if (n >= FEWEST_PAIRS || spent > give_up)
            verdict = measure_verdict(
                pair, n, spent > hurry ? HURRIED_PAIRS : FIRST_PAIRS, c->cores,
                v->goal);
    }

    v->measured = true;
    v->pairs = verdict.pairs;
    v->yours = verdict.yours.middle;
    v->ceiling = verdict.ceiling.middle;
    /* Nobody runs it serially on a GPU: there the speedups are over the
     * student's own time. */
    v->baseline = c->copies ? v->yours : measure_median(serial, serials);
    v->fraction = verdict.fraction;
    v->speedup = over(v->baseline, verdict.yours);
    v->ceiling_speedup = over(v->baseline, verdict.ceiling);
    return verdict;
}

/* Store the figures and end the test unless the goal is reached. */
static void announce(const struct contest *c, const struct speed *v,
                     const struct verdict *verdict)
{
    struct slow slow = slow_of(c->yours, c->ceiling, c->n_used, c->cores);
    char text[1000], line[400] = "";

    judge.table->speed = *v;
    if (verdict->status == STATUS_PASS)
        return;
    verdict_words(v, verdict, c->s->function, &slow, text, sizeof text);
    if (verdict->status == STATUS_FAIL && !c->copies)
        costly_line(judge.source, slow.why, line, sizeof line);
    strncat(text, line, sizeof text - strlen(text) - 1);
    judge_end_test(verdict->status, (struct place){0}, text);
}

static void compete_on_cores(const struct judge_speed *s)
{
    struct contest c = {.s = s, .cores = judge_cores()};
    struct speed v = {.threads = c.cores, .goal = judge.goal};

    if (c.cores < 2)
        judge_skip(SAY(not_measured_one_core));
    start_trusted(&c.trusted, s);
    timed(&c, YOURS); /* the first call starts threads and touches pages */
    timed(&c, CEILING);
    struct verdict verdict = compete(&c, &v);
    end_trusted(&c.trusted);
    announce(&c, &v, &verdict);
}

/* ---- on a GPU -------------------------------------------------------- */

/* Seconds that a batch of the ceiling takes; roughly. */
static double try_batch(struct contest *c, size_t copies)
{
    c->copies = (int)copies;
    judge_copies(c->copies);
    timed_batch(c, CEILING); /* the first opens the memory */
    return fmin(batch_alone(c, CEILING), batch_alone(c, CEILING));
}

/* As many calls as make a batch long enough, and large enough for caches to be
 * of no use; as far as there is memory. Fewer, but two, if they take so long
 * that a cache hardly matters. */
static void choose_copies(struct contest *c)
{
    size_t one = judge_copy_bytes();
    size_t most = gpu_room() / 2 / one;
    size_t copies = (beyond_caches + one - 1) / one;

    if (most > MAX_COPIES)
        most = MAX_COPIES;
    if (most < 1)
        most = 1;
    size_t few = (size_t)fmax(2, too_long_batch / try_batch(c, 1));
    if (copies > few)
        copies = few;
    for (;;) {
        double seconds = try_batch(c, copies < most ? copies : most);
        if (seconds >= 0.8 * long_batch || c->copies == (int)most)
            return;
        /* not too far at once, because short times are not exact */
        copies = (size_t)ceil(c->copies * fmin(4, long_batch / seconds));
    }
}

/* Is the ceiling faster when the student's process is gone, so much that the
 * goal is missed? Then something of it had slowed the ceiling: settings of the
 * cache, for example. */
static bool slows_the_ceiling(struct contest *c, const struct verdict *v)
{
    double alone[ALONE_BATCHES];

    judge_finish();
    for (int i = 0; i < ALONE_BATCHES; i++)
        alone[i] = batch_alone(c, CEILING);
    return measure_quartile(alone, ALONE_BATCHES) / v->yours_at_ease <
           judge.goal;
}

static void compete_on_gpu(const struct judge_speed *s)
{
    struct contest c = {.s = s, .copies = 1, .rested = true};
    struct speed v = {.goal = judge.goal};
    double empty[EMPTY_BATCHES] = {0};

    if (judge.gpu_lock == GPU_LOCK_BUSY)
        judge_untold(SAY(could_not_tell_other_gradings));
    if (judge.round > 0)
        c.rested = gpu_stays_at_rest(watch);
    judge_copies(c.copies);
    judge_start_ceiling(&c.box, &c.trusted);
    for (int i = -1; i < EMPTY_BATCHES; i++) {
        double seconds = timed_batch(&c, NOBODY);
        if (i >= 0)
            empty[i] = seconds;
    }
    c.exchange = measure_median(empty, EMPTY_BATCHES);
    choose_copies(&c); /* before the student's: its memory is taken then */
    timed_batch(&c, YOURS);
    struct verdict verdict = compete(&c, &v);
    bool slowed =
        verdict.status == STATUS_PASS && slows_the_ceiling(&c, &verdict);
    sandbox_end(&c.box);
    v.yours /= c.copies; /* the figures are those of one call */
    v.ceiling /= c.copies;
    v.baseline /= c.copies;
    if (slowed) {
        judge.table->speed = v;
        judge_untold(SAY(could_not_tell_reference_slowed));
    }
    announce(&c, &v, &verdict);
}

void judge_speed(const struct judge_speed *s)
{
    if (judge_on_gpu())
        compete_on_gpu(s);
    else
        compete_on_cores(s);
}
