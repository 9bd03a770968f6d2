/* What lab 02 asks for: every index once, from that many threads, and nothing
 * left behind. The bodies that are called are in runner.c. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check/noted_bodies.h"
#include "judge/judge.h"

enum {
    MAX_TEAM = 400,
    MISSED = 100, /* of so many threads one may be */
    TOO_MANY = 5000,        /* threads */
    FAR_TOO_MANY = 3000000, /* likewise */
    MANY = 8500003,         /* indices, and */
    MANY_THREADS = 257,     /* threads: their product is above 2^31 */
    UNDER_DETECTOR = 129,   /* largest n there: detectors are slow */
    PER_CORE = 4096,        /* indices in the speed check */
    LOOKED_AT = 256         /* of those, after each call */
};

static uint64_t token, secret; /* of the call to come */
static const char *withholds;  /* what a test lets run out; null: nothing */

/* Tells the bodies where they note, and what parallel_for() gets instead: no
 * address of anything. */
static struct judge_value noted_in(void *notes)
{
    token = judge_random() | UINT64_C(1) << 63;
    secret = judge_secret();
    judge_call("note_in", T_NONE,
               ARGS(PTR(notes), SIZE(token), SIZE(secret)));
    return SIZE(token);
}

static struct visits *visits;

static void new_visits(size_t n, int threads)
{
    size_t bytes = sizeof *visits + n * sizeof visits->at[0];

    judge_clear();
    visits = judge_out(bytes);
    memset(visits, 0, bytes);
    visits->n = n;
    visits->call = (int64_t)(judge_random() | 1);
    visits->team = n < (size_t)threads ? (int32_t)n : threads;
}

/* One call of the student's function; what the body saw is in visits. */
static int visit_them(const char *body, size_t n, int threads)
{
    struct judge_value arg = noted_in(visits);

    judge_watch_threads((double)meeting_stay(threads) * 1e-9);
    return (int)judge_call("parallel_for", T_I32,
                           ARGS(SIZE(n), I32(threads), FUNC(body), arg))
        .i;
}

static int visit(const char *body, size_t n, int threads)
{
    new_visits(n, threads);
    return visit_them(body, n, threads);
}

/* How many threads called the body; counts to MAX_TEAM + 1. */
static int team_size(size_t n)
{
    int32_t seen[MAX_TEAM];
    int size = 0, k;

    for (size_t i = 0; i < n && size <= MAX_TEAM; i++) {
        for (k = 0; k < size && seen[k] != visits->at[i].thread; k++)
            continue;
        if (k == size && size < MAX_TEAM)
            seen[k] = visits->at[i].thread;
        size += k == size;
    }
    return size;
}

static void expect_at_most_once(size_t n, int threads)
{
    if (visits->outside)
        judge_fail(_("With n = %zu and threads = %d, body() was called with an "
                     "index that is not below n."),
                   n, threads);
    for (size_t i = 0; i < n; i++)
        if (visits->at[i].times > 1)
            judge_fail(_("With n = %zu and threads = %d, body(%zu) was called "
                         "%d times instead of once."),
                       n, threads, i, visits->at[i].times);
    for (size_t i = 0; i < n; i++)
        if (visits->at[i].times &&
            visits->at[i].seals != seal_of(secret, i, visits->at[i].thread))
            judge_fail(_("With n = %zu and threads = %d, what body(%zu) writes "
                         "down was written by something else. Only a call of "
                         "body() counts."),
                       n, threads, i);
    if (visits->other_arg)
        judge_fail(_("With n = %zu and threads = %d, body() was called with "
                     "another arg than parallel_for() got."),
                   n, threads);
}

/* `what` could not be had, and 0 says that all went well. */
static void expect_work_done(size_t n, const char *what)
{
    for (size_t i = 0; i < n; i++)
        if (visits->at[i].times == 0)
            judge_fail(_("When parallel_for() asked for %s and there was none, "
                         "it returned 0, which says that all is done, but "
                         "body(%zu) had not been called. Return the error."),
                       what, i);
}

static void expect_each_once(size_t n, int threads, int returned)
{
    judge_equal(
        0, returned,
        _("what parallel_for() returned, with n = %zu and threads = %d"), n,
        threads);
    expect_at_most_once(n, threads);
    for (size_t i = 0; i < n; i++)
        if (visits->at[i].times == 0)
            judge_fail(_("With n = %zu and threads = %d, body(%zu) had not "
                         "been called when parallel_for() came back."),
                       n, threads, i);
    if (team_size(n) > threads)
        judge_fail(_("With n = %zu and threads = %d, body() was called by "
                     "%d different threads."),
                   n, threads, team_size(n));
}

/* Nothing could be started, or had, at some time: what was before that? */
static const char *those_before(void)
{
    static char text[200];
    const int at = judge_line_of("pthread_create(");

    if (!withholds || !at)
        return "";
    said_put(text, sizeof text,
             _(" In this test there is %s left at some time: the threads "
               "that pthread_create(), at line %d, has started before that "
               "have to be joined on this way out, too."),
             withholds, at);
    return text;
}

/* The call is over and nothing of it goes on. */
static void expect_nothing_left(size_t n, int threads)
{
    int before = visits->total, detached = judge_detached();
    int alive =
        (int)judge_call("threads_alive", T_I32, (struct judge_args){0}).i;

    if (visits->total != before)
        judge_fail(_("With n = %zu and threads = %d, body() was still being "
                     "called after parallel_for() had come back.%s"),
                   n, threads, those_before());
    if (detached)
        judge_fail(_("With n = %zu and threads = %d, %d of the threads that "
                     "parallel_for() started were detached: nothing can wait "
                     "for the end of such a thread, so it may still be there "
                     "when parallel_for() has come back. Join each instead."),
                   n, threads, detached);
    if (alive > 1)
        judge_fail(_("With n = %zu and threads = %d, parallel_for() came back "
                     "and left %d of its threads behind. All must have ended "
                     "before it returns.%s"),
                   n, threads, alive - 1, those_before());
}

/* Why one of the threads has waited in vain for the others. */
static const char *why_apart(int threads)
{
    if (visits->by_caller && visits->started < threads)
        return _("It was the thread that called parallel_for(), and it had not "
                 "started all of the others yet: start them first, and do its "
                 "own part then.");
    if (visits->started < threads)
        return _("The others had not all been started: start each before you "
                 "wait for the end of one.");
    if (visits->started > threads || visits->caller_came)
        return _("All had been started: look for a lock around the call, or "
                 "for something that each waits for before it.");
    return _("Is each started before you wait for the end of one, and is there "
             "no lock around the call?");
}

/* All threads are in body() at the same time; n is a multiple. The bodies say
 * so, and from outside each thread is seen to have been at work. `when` says
 * what was before, if that matters. */
static void expect_all_at_once(size_t n, int threads, const char *when)
{
    /* Of hundreds that come to a core in turn some may be missed; their sealed
     * notes are there. */
    const int enough = threads - threads / MISSED;
    int at_work = -1;

    for (int tries = 0; tries < 5 && at_work < enough; tries++) {
        expect_each_once(n, threads, visit("meet_visit", n, threads));
        const int now = judge_threads_at_work();
        at_work = now > at_work ? now : at_work;
        if (threads > 1 && (team_size(n) == 1 || now == 1))
            judge_one_thread();
        judge_equal(threads, team_size(n),
                    _("how many threads called body(), with n = %zu and %d "
                      "threads%s"),
                    n, threads, when);
        if (visits->apart)
            judge_fail(_("With n = %zu and threads = %d, body() was not called "
                         "by %d threads at the same time: one that was in it "
                         "waited in vain for the others to come. %s"),
                       n, threads, threads, why_apart(threads));
        expect_nothing_left(n, threads);
    }
    if (at_work < 0 ||
        (at_work < enough && threads > 64 && at_work > threads / 8))
        judge_untold(_("Could not be told: this machine is too busy to see "
                       "how many threads work at the same time."));
    if (at_work < enough)
        judge_fail(_("With n = %zu and threads = %d, the kernel saw only %d "
                     "threads at work while body() was called."),
                   n, threads, at_work);
}

// promise: Call body(i, arg) exactly once for every i in 0 .. n-1
// promise: n how many calls
// promise: sizes 0 to 4099 with 1 to 7 threads, 8500003 with 257
// promise: any other way is fine if each index comes once
// broken by: rest_lost
// promise: also if a condition variable wakes up without a signal
// broken by: waits_once
// promise: with 0 nothing is called
// broken by: called_for_nothing
START_TEST(every_index_once)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        for (int i = 0; i < judge_n_sizes; i++) {
            size_t n = judge_sizes[i];
            expect_each_once(n, *t, visit("count_visit", n, *t));
        }
    }
}

/* Who makes room for all of them, before he looks at n, has none. */
// promise: Call body(i, arg) exactly once for every i in 0 .. n-1
// broken by: arrays_on_the_stack
START_TEST(far_more_threads_than_indices)
{
    int returned;

    judge_start(BUILD_PLAIN, 2);
    judge_says_withheld(_("malloc() and pthread_create() may fail"));
    returned = visit("count_visit", 3, FAR_TOO_MANY);
    if (returned != ENOMEM && returned != EAGAIN)
        expect_each_once(3, FAR_TOO_MANY, returned);
}

/* More than an int holds: an index times the number of threads. */
// promise: n how many calls
// broken by: product_in_int
START_TEST(very_many_indices)
{
    const size_t n = MANY;
    struct marks *m;

    judge_start(BUILD_PLAIN, MANY_THREADS);
    judge_clear();
    m = judge_out(sizeof *m + n);
    memset(m, 0, sizeof *m + n);
    m->n = n;
    judge_equal(0,
                judge_call("parallel_for", T_I32,
                           ARGS(SIZE(n), I32(MANY_THREADS), FUNC("mark_visit"),
                                noted_in(m)))
                    .i,
                _("what parallel_for() returned, with n = %zu and threads = "
                  "%d"),
                n, MANY_THREADS);
    if (m->missed)
        judge_fail(
            _("With n = %zu and threads = %d, body() was called with an "
              "index that is not below n. If your code multiplies n by a "
              "thread's number: the product does not fit into an int."),
            n, MANY_THREADS);
    for (size_t i = 0; i < n; i++) {
        uint8_t one = mark_of(secret, i);
        int times = 0;

        while ((uint8_t)(times * one) != m->at[i])
            times++; /* ends: `one` is odd */
        if (times != 1)
            judge_fail(_("With n = %zu and threads = %d, body(%zu) was called "
                         "%d times instead of once. If your code multiplies n "
                         "by a thread's number: the product does not fit into "
                         "an int."),
                       n, MANY_THREADS, i, times);
    }
}

/* More than a process may have keys of pthread_key_create(), or open files. */
enum { CALLS = 1100 };

static void a_hundred_visits(void)
{
    const size_t n = (size_t)judge_between(60, 100);

    expect_each_once(n, 3, visit("count_visit", n, 3));
}

/* More than an int counts, by one thread and by two. Where n, or a part's end or
 * length, has lost its upper half, one is soon done; where its beginning has,
 * or an index, the second of two begins where the first has begun. */
// promise: how many calls, also more than an int holds
// broken by: threads_against_int
// promise: more indices than an int can count
// broken by: int_chunks
// promise: Call body(i, arg) exactly once for every i in 0 .. n-1
// broken by: int_index
START_TEST(more_than_an_int_can_count)
{
    size_t n = ((size_t)1 << 33) + 6;

    /* Right answers do not come back from the long call: so these earn the
     * points. */
    judge_start(BUILD_PLAIN, 3);
    a_hundred_visits();
    for (int round = 1; round <= 3; round++) {
        const int threads = round < 3 ? round : 2;
        struct judge_value got;

        if (round == 3)
            n -= 6; /* of which an int has nothing */
        judge_start_wide(threads);
        struct tally *t = judge_out(sizeof *t);
        memset(t, 0, sizeof *t);
        t->n = n;
        bool back = judge_long_call(
            "parallel_for", T_I32,
            ARGS(SIZE(n), I32(threads), FUNC("tally_visit"), noted_in(t)),
            &got);
        if (t->outside)
            judge_fail(_("With n = %zu and threads = %d, body() was called "
                         "with %zu, an index that is not below n."),
                       n, threads, (size_t)t->stray);
        for (int i = 0; i < TALLY_FIRST; i++)
            if (t->times[i] > 1)
                judge_fail(_("With n = %zu and threads = %d, body(%d) was "
                             "called %d times instead of once."),
                           n, threads, i, t->times[i]);
        if (!back && judge_starved())
            judge_untold(_("Could not be told: with n = %zu and threads = %d "
                           "your code asks for more memory than there is. What "
                           "it needs need not grow with n."),
                         n, threads);
        if (back && got.i == 0)
            judge_equal((int64_t)n, (int64_t)t->calls,
                        _("calls of body() with n = %zu and threads = %d"), n,
                        threads);
    }
}

// promise: arg handed to every call as it is; may be null
// broken by: null_refused
START_TEST(null_as_arg)
{
    judge_start(BUILD_PLAIN, 3);
    judge_equal(0,
                judge_call("parallel_for", T_I32,
                           ARGS(SIZE(100), I32(3), FUNC("null_visit"),
                                PTR(NULL)))
                    .i,
                _("what parallel_for() returned, with arg = null"));
    judge_equal(100, judge_call("null_visits", T_I32, (struct judge_args){0}).i,
                _("calls of body(i, null) with n = 100"));
}

// promise: and all memory that it took is given back
// broken by: kept_and_grows
// promise: Returns 0 when all calls are done.
// broken by: key_for_each_call
START_TEST(memory_does_not_grow)
{
    judge_start(BUILD_PLAIN, 3);
    judge_steady(a_hundred_visits, _("calls of parallel_for()"));
    for (int i = 0; i < CALLS; i++) {
        int returned = visit("count_visit", 2, 1);

        if (i > 0 && returned != 0)
            judge_fail(_("With n = 2 and threads = 1, parallel_for() returned "
                         "0 in %d calls and %d in the next one. What does each "
                         "call take and not give back?"),
                       i, returned);
        expect_each_once(2, 1, returned);
    }
}

// promise: Comes back when all calls are done.
// promise: that it waits
// promise: Returns 0 when all calls are done.
// broken by: not_joined
// promise: when it comes back no thread of its own is left
// broken by: openmp_after_all
// promise: so none is detached
// broken by: detached_and_counted
START_TEST(waits_for_all_threads)
{
    static const size_t sizes[] = {1, 16};

    judge_start(BUILD_PLAIN, 3);
    for (int i = 0; i < 2; i++) {
        expect_each_once(sizes[i], 3, visit("slow_visit", sizes[i], 3));
        expect_nothing_left(sizes[i], 3);
    }
}

// promise: shared among threads
// promise: threads how many threads call body
// promise: as many threads as asked
// broken by: at_most_four
// promise: as many threads as asked
// broken by: at_most_300
// promise: as many threads as asked
// broken by: seven_are_enough
// promise: at the same time
// broken by: joined_at_once
START_TEST(as_many_threads_as_asked)
{
    for (const int *t = judge_threads; *t; t++) {
        judge_start(BUILD_PLAIN, *t);
        expect_all_at_once(8 * (size_t)*t, *t, "");
        expect_all_at_once((size_t)*t, *t, "");
    }
    const int many[] = {(int)judge_between(8, 40), (int)judge_between(41, 300),
                        (int)judge_between(MAX_TEAM - 99, MAX_TEAM)};
    for (int i = 0; i < 3; i++) {
        judge_start(BUILD_PLAIN, many[i]);
        expect_all_at_once((size_t)many[i], many[i], "");
    }
}

// promise: Errors, as errno values: EINVAL threads is below 1
// promise: wrong and far too large numbers of threads
// broken by: own_error_number
// promise: nothing was called
// broken by: one_thread_after_all
START_TEST(refuses_less_than_one_thread)
{
    const int wrong[] = {0, -1, (int)judge_between(INT32_MIN, -2)};

    judge_start(BUILD_PLAIN, 2);
    for (int i = 0; i < 3; i++) {
        judge_equal(EINVAL, visit("count_visit", 10, wrong[i]),
                    _("what parallel_for() returned with threads = %d, where "
                      "EINVAL is %d"),
                    wrong[i], EINVAL);
        judge_equal(0, visits->total, _("calls of body() with threads = %d"),
                    wrong[i]);
        const int for_none = visit("count_visit", 0, wrong[i]);
        if (for_none != 0)
            judge_equal(EINVAL, for_none,
                        _("what parallel_for() returned with n = 0 and threads "
                          "= %d, where EINVAL is %d"),
                        wrong[i], EINVAL);
    }
}

/* malloc() can give what three threads need, but there is no room for a stack.
 * Whoever does without threads then must have done the work. */
static void when_none_can_start(void)
{
    judge_start(BUILD_PLAIN, 3);
    judge_says_withheld(_("pthread_create() starts no thread"));
    new_visits(100, 3);
    judge_call("no_more_stacks", T_NONE, (struct judge_args){0});
    int returned = visit_them("count_visit", 100, 3);
    judge_call("memory_again", T_NONE, (struct judge_args){0});
    if (returned == 0) {
        expect_work_done(100, _("a thread"));
        expect_each_once(100, 3, returned);
    } else if (returned != EAGAIN)
        judge_fail(_("When not even one thread could be started, "
                     "parallel_for() returned %d. Expected what "
                     "pthread_create() returns then: EAGAIN, %d. (It does not "
                     "set errno.)"),
                   returned, EAGAIN);
}

/* More threads than the limit on memory allows. If a clever answer starts them
 * all the same, or does without, it must have done the work. */
// promise: else what pthread_create() returned, or ENOMEM if malloc() failed
// broken by: create_unchecked
// promise: else what pthread_create() returned
// broken by: errno_returned
// promise: none was called twice
// broken by: once_more_after_an_error
// promise: Either way, when it comes back no thread of its own is left
// broken by: left_alone_after_an_error
// promise: and all memory that it took is given back
// broken by: leak_after_an_error
START_TEST(when_no_more_threads_can_start)
{
    when_none_can_start();
    judge_start(BUILD_PLAIN, 2);
    judge_says_withheld(
        _("pthread_create() starts no more threads at some time"));
    withholds = _("no thread");
    int returned = visit("slow_visit", TOO_MANY, TOO_MANY);
    expect_at_most_once(TOO_MANY, TOO_MANY);
    for (int i = 0; i < TOO_MANY && returned == 0; i++)
        if (visits->at[i].times == 0)
            judge_fail(_("With %d threads, more than can be started here, "
                         "parallel_for() returned 0 but did not call "
                         "body(%d). Look at what pthread_create() returns."),
                       TOO_MANY, i);
    if (returned != 0 && returned != EAGAIN && returned != ENOMEM)
        judge_fail(_("With %d threads, more than can be started here, "
                     "parallel_for() returned %d. Expected what "
                     "pthread_create() returns then: EAGAIN, %d."),
                   TOO_MANY, returned, EAGAIN);
    expect_nothing_left(TOO_MANY, TOO_MANY);
    /* The C library's own, for each of many threads, is not among it. */
    if (judge_kept() > 0)
        judge_fail(_("With %d threads, more than can be started here, "
                     "parallel_for() came back and left %lld bytes that it had "
                     "from malloc() behind."),
                   TOO_MANY, (long long)judge_kept());
    expect_each_once(100, 3, visit("count_visit", 100, 3));
}

/* Whoever does without malloc() has no room for threads either, and may do the
 * work alone. */
// promise: or ENOMEM if malloc() failed
// broken by: malloc_unchecked
START_TEST(when_there_is_no_memory)
{
    judge_start(BUILD_PLAIN, 3);
    judge_says_withheld(_("malloc() returns a null pointer"));
    new_visits(100, 3);
    judge_call("no_more_memory", T_NONE, ARGS(PTR(visits)));
    int returned = visit_them("count_visit", 100, 3);
    judge_call("memory_again", T_NONE, (struct judge_args){0});
    if (returned == 0) {
        expect_work_done(100, _("memory"));
        expect_each_once(100, 3, returned);
    }
    expect_at_most_once(100, 3);
    if (returned != 0 && returned != ENOMEM && returned != EAGAIN)
        judge_fail(_("When malloc() failed, parallel_for() returned %d. "
                     "Expected ENOMEM, which is %d."),
                   returned, ENOMEM);
    expect_nothing_left(100, 3);
}

/* Of the memory, or of the threads, that a call asks for, first the first is not
 * there, then the second, until a call asks for no more. */
static void withhold_one_after_the_other(bool memory, int error)
{
    enum { N = 100, TEAM = 5, MOST = 3 * TEAM };
    const char *const what = memory ? _("memory") : _("a thread");
    bool withheld = true, ever = false;

    judge_start(BUILD_PLAIN, TEAM);
    expect_each_once(N, TEAM, visit("count_visit", N, TEAM));
    judge_says_withheld(memory
                            ? _("malloc() returns a null pointer once")
                            : _("pthread_create() starts one thread fewer"));
    withholds = memory ? _("no memory") : _("no thread");
    for (int k = 1; k <= MOST && withheld; k++) {
        int64_t before = judge_kept();

        new_visits(N, TEAM);
        struct judge_value arg = noted_in(visits);
        if (memory)
            judge_withhold_memory(k);
        else
            judge_withhold_thread(k, error);
        int returned = (int)judge_call("parallel_for", T_I32,
                                       ARGS(SIZE(N), I32(TEAM),
                                            FUNC("count_visit"), arg))
                           .i;
        withheld = judge_withheld();
        ever = ever || withheld;
        if (returned == 0 && withheld)
            expect_work_done(N, what);
        if (returned == 0 || !withheld)
            expect_each_once(N, TEAM, returned);
        expect_at_most_once(N, TEAM);
        if (returned != 0 && returned != error)
            judge_fail(_("When parallel_for() asked for %s, time number %d, "
                         "and there was none, it returned %d. Expected %d, "
                         "which is %s."),
                       what, k, returned, error,
                       memory ? "ENOMEM" : _("what pthread_create() returned"));
        if (withheld && judge_kept() > before)
            judge_fail(_("When parallel_for() asked for %s, time number %d, "
                         "and there was none, it came back and left %lld bytes "
                         "that it had from malloc() behind."),
                       what, k, (long long)(judge_kept() - before));
        expect_nothing_left(N, TEAM);
    }
    expect_all_at_once(TEAM, TEAM,
                       !ever ? ""
                       : memory
                           ? _(", in a call after one that got no memory")
                           : _(", in a call after one that got no thread"));
}

// promise: or ENOMEM if malloc() failed
// broken by: no_memory_is_eagain
// promise: and all memory that it took is given back
// broken by: second_of_two_fails
START_TEST(when_one_malloc_fails)
{
    withhold_one_after_the_other(true, ENOMEM);
}

// promise: what pthread_create() returned
// broken by: always_eagain
// promise: threads how many threads call body, at the same time
// broken by: alone_after_an_error
START_TEST(when_one_thread_cannot_start)
{
    withhold_one_after_the_other(false, EAGAIN);
    withhold_one_after_the_other(false, EPERM);
}

// promise: ThreadSanitizer watches teams of 2 to 250 threads
// broken by: address_of_loop_variable
START_TEST(no_race)
{
    for (const int *t = judge_race_teams(); *t; t++) {
        judge_start(BUILD_TSAN, *t);
        for (int i = 0; judge_sizes[i] <= UNDER_DETECTOR; i++)
            visit("count_visit", judge_sizes[i], *t);
    }
}

// promise: all memory that it took is given back
// promise: nothing leaks
// broken by: leak
// promise: nothing is used after free
// broken by: freed_too_early
START_TEST(gives_all_memory_back)
{
    judge_start(BUILD_ASAN, 3);
    judge_no_leaks();
    for (int i = 0; judge_sizes[i] <= UNDER_DETECTOR; i++) {
        visit("count_visit", judge_sizes[i], 3);
        visit("count_visit", judge_sizes[i], 7);
    }
}

/* ---- speed: a body that computes, the same time for every index ---------- */

typedef void body_function(size_t i, void *arg);

static int serial(size_t n, int threads, body_function *body, void *arg)
{
    (void)threads;
    for (size_t i = 0; i < n; i++)
        body(i, arg);
    return 0;
}

struct share {
    pthread_t id;
    size_t begin, end;
    body_function *body;
    void *arg;
};

static void *do_share(void *p)
{
    struct share *s = p;

    for (size_t i = s->begin; i < s->end; i++)
        s->body(i, s->arg);
    return NULL;
}

/* Starts and ends its threads in the call as the student's does. */
static int ceiling(size_t n, int threads, body_function *body, void *arg)
{
    struct share share[MAX_TEAM];
    size_t team = (size_t)(threads < MAX_TEAM ? threads : MAX_TEAM);

    for (size_t t = 0; t < team; t++) {
        share[t] =
            (struct share){0, n * t / team, n * (t + 1) / team, body, arg};
        if (pthread_create(&share[t].id, NULL, do_share, &share[t]) != 0)
            abort();
    }
    for (size_t t = 0; t < team; t++)
        pthread_join(share[t].id, NULL);
    return 0;
}

static struct chains *chains;
static size_t n_chains;

static void new_seed(void)
{
    chains->seed = judge_random();
    judge_poison(chains->end, n_chains * sizeof chains->end[0]);
}

/* All have an end, and those have the right one that are drawn now. */
static void verify_ends(struct judge_value got)
{
    uint64_t none;

    judge_equal(0, got.i, _("what parallel_for() returned"));
    judge_poison(&none, sizeof none);
    for (size_t i = 0; i < n_chains; i++)
        if (chains->end[i] == none)
            judge_fail(_("Wrong: body(%zu) of %zu was not called."), i,
                       n_chains);
    for (int k = 0; k < LOOKED_AT; k++) {
        size_t i = (size_t)judge_between(0, (int64_t)n_chains - 1);
        if (chains->end[i] != chain_end(secret ^ chains->seed, i))
            judge_fail(_("Wrong: body(%zu) of %zu was not called."), i,
                       n_chains);
    }
}

// promise: at least 85 % of what the cores can do, with a body that computes
// broken by: chunks_rounded_up
// no promise: in any order.
// no promise: the thread that called parallel_for() may be one of them.
// no promise: If n is not a multiple [...] may get no index.
// no promise: With n = 0, returning 0 is right as well.
// no promise: for another function of pthreads that failed, what it returned
// no promise: some i may have been left out
// because: it is allowed, not asked for
// no promise: body may be called by several threads at once
// because: it says what body() can stand
// no promise: The speed goal is a share [...] one way to share the indices;
// because: says how the goal is meant
START_TEST(near_the_ceiling)
{
    int cores = judge_cores();

    judge_start(BUILD_PLAIN, cores);
    n_chains = judge_just_below(PER_CORE * (size_t)cores);
    chains = judge_out(sizeof *chains + n_chains * sizeof chains->end[0]);
    struct judge_value arg = noted_in(chains);
    note_in(chains, token, secret); /* for serial() and ceiling() */
    judge_speed(&(struct judge_speed){
        .function = "parallel_for",
        .returns = T_I32,
        .args = ARGS(SIZE(n_chains), I32(cores), FUNC("chain"), arg),
        .serial = (void (*)(void))serial,
        .ceiling = (void (*)(void))ceiling,
        .fresh = new_seed,
        .verify = verify_ends,
    });
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("02 parallel_no_omp");

    judge_test(s, KIND_CORRECTNESS, every_index_once);
    judge_nit(s, KIND_CORRECTNESS, very_many_indices);
    judge_test(s, KIND_CORRECTNESS, null_as_arg);
    judge_test(s, KIND_CORRECTNESS, waits_for_all_threads);
    judge_test(s, KIND_CORRECTNESS, as_many_threads_as_asked);
    judge_nit(s, KIND_CORRECTNESS, far_more_threads_than_indices);
    judge_nit(s, KIND_CORRECTNESS, refuses_less_than_one_thread);
    judge_nit(s, KIND_CORRECTNESS, when_no_more_threads_can_start);
    judge_nit(s, KIND_CORRECTNESS, when_there_is_no_memory);
    judge_nit(s, KIND_CORRECTNESS, when_one_malloc_fails);
    judge_nit(s, KIND_CORRECTNESS, when_one_thread_cannot_start);
    judge_test(s, KIND_CORRECTNESS, memory_does_not_grow);
    judge_nit(s, KIND_CORRECTNESS, more_than_an_int_can_count);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, gives_all_memory_back);
    judge_test(s, KIND_SPEED, near_the_ceiling);
    return s;
}
