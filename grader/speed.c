/*
 * speed.c - the speed check: the student's function against the same work in
 * perfectly parallel form (the ceiling), call by call in turns, in two
 * processes that are timed in the same way. docs/measuring.md has the method.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "invoke.h"
#include "judge_state.h"

enum {
    MAX_PAIRS = 200,
    FIRST_PAIRS = 15,   /* before the interval is looked at */
    HURRIED_PAIRS = 12, /* the same once `hurry` seconds are over */
    SERIAL_CALLS = 5    /* for the speedup that is shown; no verdict on it */
};
/* The interval is looked at after every second pair, up to give_up: 0.999 a
 * look keeps a code that is exactly at its goal below 1 % in all. */
static const double confidence = 0.999;
static const double hurry = 2.0, give_up = 10.0; /* seconds of measuring */
static const double call_limit = 10;             /* seconds for one call */

/* ---- the trusted process --------------------------------------------- */

/* Serves calls of serial ("0") and ceiling ("1") until the socket closes. */
static _Noreturn void serve(int control, const struct judge_speed *s)
{
    static struct request q;
    struct reply reply;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sandbox_filter_self();
    omp_set_num_threads(judge_cores());
    while (recv(control, &q, sizeof q, 0) == sizeof q) {
        memset(&reply, 0, sizeof reply);
        reply.number = q.number;
        void (*f)(void) = q.function[0] == '0' ? s->serial : s->ceiling;
        void *as_data;
        memcpy(&as_data, &f, sizeof as_data);
        invoke(as_data, &q, judge_arenas(), &reply);
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

/* ---- one call
 * ---------------------------------------------------------------- */

enum who { SERIAL, CEILING, YOURS };

struct contest {
    const struct judge_speed *s;
    struct peer trusted;
    struct sandbox box; /* of the trusted one, on a GPU */
    int cores;
};

/* One fresh, timed and verified call. */
static struct timing timed(struct contest *c, enum who who)
{
    const struct judge_speed *s = c->s;
    bool gpu = judge_on_gpu();
    const char *name = who == YOURS || gpu ? s->function
                       : who == SERIAL     ? "0"
                                           : "1";
    struct request q;
    struct reply reply = {0};
    struct timing t = {.sample = true, .cores = who == SERIAL ? 1 : c->cores};
    struct judge_value got = {.type = s->returns};
    struct peer *p = who == YOURS ? judge_student() : &c->trusted;

    if (s->fresh)
        s->fresh();
    judge_request(&q, name, s->returns, &s->args);
    q.repeat = s->repeat;
    enum outcome o = judge_exchange(p, &q, &reply, call_limit, &t);
    if (who == YOURS)
        judge_outcome(o, &q, &reply, call_limit);
    else
        ck_assert_msg(o == CALL_DONE && reply.type == REPLY_DONE,
                      "the kit's own %s function did not come back",
                      who == SERIAL ? "serial" : "ceiling");
    if (gpu)
        judge_download();
    judge_check_edges();
    if (s->returns == T_F64)
        got.d = reply.d;
    else
        got.i = reply.i;
    if (s->verify)
        s->verify(got);
    return t;
}

/* Both calls of a pair, in this order; their times that count. */
static void timed_pair(struct contest *c, bool yours_first, double *yours,
                       double *ceiling)
{
    struct timing first = timed(c, yours_first ? YOURS : CEILING);
    struct timing second = timed(c, yours_first ? CEILING : YOURS);
    struct timing y = yours_first ? first : second;
    struct timing k = yours_first ? second : first;

    if (judge_on_gpu()) { /* run delay says nothing about a GPU */
        y.counted = y.wall;
        k.counted = k.wall;
    }
    /* More working threads than cores queue for each other, and that delay
     * is their own doing. What neighbours took is then known only from the
     * ceiling, which met the same neighbours. */
    else if (y.workers > c->cores && k.wall > 0) {
        double shared = y.wall * (k.counted / k.wall);
        if (y.counted < shared)
            y.counted = shared;
    }
    *yours = y.counted;
    *ceiling = k.counted;
}

/* ---- the verdict
 * --------------------------------------------------------------- */

static struct interval scaled(struct interval i, double factor)
{
    return (struct interval){i.low * factor, i.middle * factor,
                             i.high * factor};
}

static void fail_slow(const struct speed *v)
{
    struct place none = {0};
    char text[1000];

    if (v->threads == 0)
        snprintf(text, sizeof text,
                 _("Right, but too slow: it takes %.3g ms; the best this GPU "
                   "can do takes %.3g ms here and now. That is %.0f %%, and "
                   "the goal is %.0f %%."),
                 v->yours * 1e3, v->ceiling * 1e3, v->fraction.middle * 100,
                 v->goal * 100);
    else
        snprintf(
            text, sizeof text,
            _("Right, but too slow: one call takes %.3g ms; the same work "
              "spread evenly over %d threads takes %.3g ms here and now. "
              "That is %.0f %% of what this machine can do, and the goal is "
              "%.0f %%."),
            v->yours * 1e3, v->threads, v->ceiling * 1e3,
            v->fraction.middle * 100, v->goal * 100);
    judge_end_test(STATUS_FAIL, none, text);
}

void judge_speed(const struct judge_speed *s)
{
    struct contest c = {.s = s, .cores = judge_cores()};
    double fraction[MAX_PAIRS], yours[MAX_PAIRS], ceiling[MAX_PAIRS];
    double serial[SERIAL_CALLS], to_ceiling[MAX_PAIRS], to_yours[MAX_PAIRS];
    int pairs = 0, serials = 0;
    struct speed v = {.threads = c.cores, .goal = judge.goal};
    enum check_status verdict = STATUS_UNTOLD;

    bool gpu = judge_on_gpu();

    if (gpu)
        v.threads = 0;
    else if (c.cores < 2)
        judge_skip(_("NOT MEASURED: only one core can be used here, and a "
                     "parallel speed needs two."));
    if (gpu)
        judge_start_ceiling(&c.box, &c.trusted);
    else
        start_trusted(&c.trusted, s);
    timed(&c, YOURS); /* the first call starts threads and touches pages */
    timed(&c, CEILING);

    double begin = measure_now();
    while (verdict == STATUS_UNTOLD && pairs + 2 <= MAX_PAIRS) {
        bool yours_first = judge_random() & 1;
        if (!gpu && serials < SERIAL_CALLS)
            serial[serials++] = timed(&c, SERIAL).counted;
        for (int half = 0; half < 2; half++) { /* A B, then B A */
            timed_pair(&c, yours_first == (half == 0), &yours[pairs],
                       &ceiling[pairs]);
            fraction[pairs] = ceiling[pairs] / yours[pairs];
            pairs++;
        }
        double spent = measure_now() - begin;
        bool hopeless = pairs >= 4;
        for (int i = 0; i < pairs; i++)
            hopeless = hopeless && fraction[i] < v.goal / 3;
        if (hopeless)
            verdict = STATUS_FAIL; /* no statistics needed, save the time */
        else if (pairs >= FIRST_PAIRS ||
                 (pairs >= HURRIED_PAIRS && spent > hurry))
            verdict = measure_decide(
                measure_interval(fraction, pairs, confidence), v.goal);
        /* Trouble that hits one of the two again and again moves the median,
         * but not what both can do in a quiet moment: the two must agree. */
        double quiet =
            measure_quartile(ceiling, pairs) / measure_quartile(yours, pairs);
        if ((verdict == STATUS_PASS && quiet < v.goal) ||
            (verdict == STATUS_FAIL && !hopeless && quiet >= v.goal))
            verdict = STATUS_UNTOLD;
        if (spent > give_up)
            break;
    }
    if (gpu)
        sandbox_end(&c.box);
    else
        end_trusted(&c.trusted);

    v.measured = true;
    v.pairs = pairs;
    v.yours = measure_median(yours, pairs);
    v.ceiling = measure_median(ceiling, pairs);
    /* Nobody runs it serially on a GPU: there the speedups are over the
     * student's own time. */
    v.baseline = gpu ? v.yours : measure_median(serial, serials);
    for (int i = 0; i < pairs; i++) {
        to_yours[i] = 1 / yours[i];
        to_ceiling[i] = 1 / ceiling[i];
    }
    v.fraction = measure_interval(fraction, pairs, confidence);
    v.speedup =
        scaled(measure_interval(to_yours, pairs, confidence), v.baseline);
    v.ceiling_speedup =
        scaled(measure_interval(to_ceiling, pairs, confidence), v.baseline);
    judge.table->speed = v;

    if (verdict == STATUS_FAIL)
        fail_slow(&v);
    if (verdict == STATUS_UNTOLD)
        judge_untold(_("This machine could not tell: after %d pairs of runs "
                       "your code may be at %.0f to %.0f %% of what is "
                       "possible, and the goal is %.0f %%. No points are "
                       "lost. Close what else is running and grade again."),
                     pairs, v.fraction.low * 100, v.fraction.high * 100,
                     v.goal * 100);
}
