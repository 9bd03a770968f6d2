/* What lab 05 asks for: every thread adds its own amount once, and every
 * thread sees the full total, however late one of them is; no race. */
#include "atomic_barrier.h"
#include "judge/judge.h"

/* The process has another OMP_NUM_THREADS than any call asks for, so that code
 * that does not ask is found out. */
enum { NOT_ASKED_FOR = 5, MOST = 16, LARGEST = 1024 };

static int64_t brought[LARGEST]; /* the amounts of the last call */
static int late_ms = 2;          /* so much later comes the one that is late */

/* One call with random amounts from 1 to `most`, no two of them equal, so that
 * nobody's own is taken for a total; thread `late` (-1: none) comes late.
 * Returns the size of the team, and in *total what all should see. Only the
 * first `team` amounts count. */
static int64_t call_once(int threads, int team, int64_t most, int late,
                         int64_t *total, const int64_t **seen)
{
    const int64_t key = (int64_t)judge_secret();

    judge_clear();
    int64_t *hidden = judge_in((size_t)threads * sizeof *hidden);
    int32_t *late_us = judge_in((size_t)threads * sizeof *late_us);
    int64_t *out = judge_out((size_t)threads * sizeof *out);

    *total = 0;
    for (int k = 0; k < threads; k++) {
        brought[k] = judge_between(0, most / threads - 1) * threads + k + 1;
        hidden[k] = brought[k] ^ key; /* the answer may read it */
        late_us[k] = k == late ? 1000 * late_ms : 0;
        *total += k < team ? brought[k] : 0;
    }
    judge_call("prepare", T_NONE,
               ARGS(I32(threads), PTR(hidden), I64(key), PTR(late_us)));
    *seen = out;
    struct judge_value got =
        judge_call("add_and_look", T_I32,
                   ARGS(I32(threads), FUNC("bring_amount"), PTR(out)));
    return got.i;
}

/* Every thread of the team called work() with its own number, once. */
static void check_calls(int threads, int team)
{
    int32_t *calls = judge_out(LARGEST * sizeof *calls);
    int32_t *caller = judge_out(LARGEST * sizeof *caller);
    struct judge_value others = judge_call(
        "read_calls", T_I32, ARGS(I32(team), PTR(calls), PTR(caller)));

    judge_equal(0, others.i,
                _("with threads = %d, how often work() was called with a "
                  "number that no thread of the team has"),
                threads);
    for (int k = 0; k < team; k++) {
        judge_equal(1, calls[k],
                    _("with threads = %d, how often work(%d) was called"),
                    threads, k);
        for (int j = 0; j < k; j++)
            if (caller[j] == caller[k])
                judge_fail(_("Wrong: with threads = %d, work(%d) and work(%d) "
                             "were called by the same thread. Every thread "
                             "calls it once, with its own number."),
                           threads, j, k);
    }
}

/* All of a team have waited for each other and see the same: a part of the
 * total, where no type can have cut it off. It comes of the same mistake whether
 * a thread was late on purpose or by itself. */
static void expect_nothing_lost(int threads, int team, const int64_t *seen,
                                int64_t total, int late)
{
    if (team == 1 || total > INT32_MAX)
        return;
    for (int k = 0; k < team; k++)
        if (seen[k] != seen[0] || seen[k] >= total || seen[k] <= 0)
            return;
    for (int k = 0; k < team && late < 0; k++) {
        if (seen[0] != brought[k])
            continue;
        if (team > 2)
            judge_fail(_("Wrong: with threads = %d, all see %lld instead of "
                         "%lld, which is what thread %d alone brings. Does "
                         "each thread add, or only the one that a `single`, a "
                         "`master` or an `if` lets through? Or is it set with "
                         "= where += is meant?"),
                       threads, (long long)seen[0], (long long)total, k);
        judge_fail(_("Wrong: with threads = %d, all see %lld instead of %lld: "
                     "only what thread %d brings is in it. Either a `single`, "
                     "a `master` or an `if` lets only one come to the "
                     "addition, or what the other had added is lost: two "
                     "change the total at the same time, or one sets the "
                     "total to 0 when the other has added."),
                   threads, (long long)seen[0], (long long)total, k);
    }
    if (late < 0)
        judge_fail(_("Wrong: with threads = %d, all see %lld instead of %lld: "
                     "what some had added is lost. Either two threads change "
                     "the total at the same time, or one sets the total to 0 "
                     "and the others do not wait for it before they add."),
                   threads, (long long)seen[0], (long long)total);
    judge_fail(_("Wrong: with threads = %d, thread %d came %d ms late, "
                 "and after that all see %lld instead of %lld: what "
                 "some had added is lost. If one thread sets the total "
                 "to 0, the others must wait for it before they "
                 "add."),
               threads, late, late_ms, (long long)seen[0], (long long)total);
}

/* Who adds last sees what the others have added, if there is one total. */
static void expect_one_total(int threads, int team, const int64_t *seen,
                             int64_t total)
{
    if (team == 1)
        return;
    for (int k = 0; k < team; k++)
        if (seen[k] != brought[k])
            return;
    judge_fail(_("Wrong: with threads = %d, each thread sees only what it has "
                 "added itself, thread 0 for example %lld instead of %lld. Is "
                 "there one total for all of them?"),
               threads, (long long)seen[0], (long long)total);
}

/* One has seen the whole total, so all is in it; this one was too early. */
static void expect_all_waited(int threads, int team, const int64_t *seen,
                              int64_t total, int k)
{
    for (int j = 0; j < team && seen[k] < total; j++)
        if (seen[j] == total)
            judge_fail(_("Wrong: with threads = %d, thread %d sees %lld, and "
                         "thread %d sees all of it, %lld: thread %d has looked "
                         "before all had added. The barrier belongs between "
                         "its adding and its looking; to take the value down "
                         "before the barrier is to look before it."),
                       threads, k, (long long)seen[k], j, (long long)total, k);
}

/* One call for `threads` threads, of which `team` can be had; all checked. */
static void add_once(int threads, int team, int64_t most, int late)
{
    int64_t total, unwritten;
    const int64_t *seen;
    int64_t got = call_once(threads, team, most, late, &total, &seen);

    judge_poison(&unwritten, sizeof unwritten);
    if (team < threads && got == threads)
        judge_equal(team, got,
                    _("the size of the team for threads = %d when OpenMP gives "
                      "fewer. How many came says omp_get_num_threads(), called "
                      "in the parallel region"),
                    threads);
    judge_equal(team, got, _("the size of the team for threads = %d%s"),
                threads, team < threads ? _(" when OpenMP gives fewer") : "");
    check_calls(threads, team); /* before the totals, which come of them */
    expect_one_total(threads, team, seen, total);
    expect_nothing_lost(threads, team, seen, total, late);
    for (int k = 0; k < team; k++) {
        if (seen[k] == unwritten)
            judge_fail(_("Wrong: with threads = %d, nothing was stored in "
                         "seen[%d]. Every thread stores what it sees."),
                       threads, k);
        if (late >= 0 && k != late && seen[k] < total)
            judge_fail(_("Wrong: with threads = %d, thread %d came %d ms late, "
                         "and thread %d did not wait for it: seen[%d] should "
                         "be %lld and is %lld."),
                       threads, late, late_ms, k, k, (long long)total,
                       (long long)seen[k]);
        expect_all_waited(threads, team, seen, total, k);
        judge_equal(total, seen[k],
                    _("with threads = %d, the total that thread %d sees"),
                    threads, k);
    }
}

/* Work that takes a while is what there are threads for. */
static void expect_work_together(void)
{
    enum { TEAM = 3, TRIES = 2 };
    int64_t met = 0;

    for (int i = 0; i < TRIES && met < 2; i++) {
        judge_call("meet_at_work", T_NONE, ARGS(I32(TEAM)));
        add_once(TEAM, TEAM, 99, -1);
        met = judge_call("met_at_work", T_I32, (struct judge_args){0}).i;
    }
    if (met < 2)
        judge_fail(_("Wrong: with threads = %d, never are two of them in work() "
                     "at the same time, though it takes a while. Only the "
                     "addition needs a `critical` or a lock, not the work."),
                   TEAM);
}

// promise: In one team of threads every thread k (numbers from 0, as OpenMP
//   gives them)
// broken by: counts_from_one
// promise: calls work(k) once, itself
// promise: work gives the amount of thread k
// broken by: one_thread_adds_for_all
// promise: adds what work(k) returned to one total that all threads share
// broken by: private_sum
// promise: The total starts at 0 in every call.
// promise: 1 to 16 threads, many calls
// broken by: sum_is_kept
// promise: several threads may be in it at the same time
// broken by: work_in_critical
// promise: threads how many threads to ask OpenMP for
// broken by: team_of_five
// promise: seen `threads` entries, of which one for every thread of the team is
//   written
// broken by: first_arrived_reads
START_TEST(all_see_the_same_total)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    for (const int *t = judge_threads; *t; t++)
        for (int repeat = 0; repeat < 30; repeat++)
            add_once(*t, *t, 99, -1);
    add_once(MOST, MOST, 99, -1);
    expect_work_together();
}

// promise: threads how many threads to ask OpenMP for
// promise: and 520 and more
// broken by: at_most_16_threads
// promise: every thread k (numbers from 0, as OpenMP gives them)
// broken by: table_of_256
START_TEST(all_of_a_large_team_see_it)
{
    judge_start(BUILD_PLAIN, judge_crowd());
    for (int late = -1; late < 2; late++)
        add_once(judge_crowd(), judge_crowd(), 1 << 20, late);
}

// promise: when all threads have added theirs, stores the total in seen[k].
// promise: one thread comes late on purpose
// broken by: atomic_read_no_barrier
// promise: one thread comes late on purpose
// broken by: waits_for_quiet
// promise: The total starts at 0 in every call.
// broken by: set_to_0_too_late
// promise: and a condition variable wakes up without a signal
// broken by: waits_once
START_TEST(all_wait_for_the_last)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    for (const int *t = judge_threads; *t; t++)
        for (int late = 0; late < *t; late++)
            add_once(*t, *t, 99, late);
    late_ms = (int)judge_between(60, 150); /* nobody knows how long */
    add_once(4, 4, 99, (int)judge_between(0, 3));
    late_ms = 2;
}

/* Also near 2^62, where a double has no room for the total's last digits. */
// promise: It fits into int64_t, as does each sum of some of the amounts, not
//   into int.
// promise: totals beyond 2^31
// broken by: int_total
// promise: and near 2^62
// broken by: total_in_double
START_TEST(exact_beyond_int)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    for (const int *t = judge_threads; *t; t++) {
        add_once(*t, *t, (int64_t)1 << 50, -1);
        add_once(*t, *t, ((int64_t)1 << 62) / *t, -1);
    }
}

/* Four amounts that are no ordinary ones; nobody comes late. */
// promise: what work(k) returned
// broken by: positive_only
START_TEST(any_amounts)
{
    enum { TEAM = 4 };
    static const int64_t amounts[][TEAM] = {
        {-2, -1, 0, 1},
        {5, -5, 7, -7},
        {0, 0, 0, 0},
        {INT64_MIN / 4, INT64_MIN / 4, 3, -1}};

    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        int64_t total = 0;

        judge_clear();
        int64_t *amount = judge_in(sizeof *amounts); /* no secret */
        int32_t *late_us = judge_in(TEAM * sizeof *late_us);
        int64_t *seen = judge_out(sizeof *amounts);
        for (int k = 0; k < TEAM; k++) {
            amount[k] = amounts[i][k];
            late_us[k] = 0;
            total += amount[k];
        }
        judge_call("prepare", T_NONE,
                   ARGS(I32(TEAM), PTR(amount), I64(0), PTR(late_us)));
        judge_call("add_and_look", T_I32,
                   ARGS(I32(TEAM), FUNC("bring_amount"), PTR(seen)));
        for (int k = 0; k < TEAM; k++)
            judge_equal(total, seen[k],
                        _("the total of %lld, %lld, %lld and %lld that thread "
                          "%d sees"),
                        (long long)amount[0], (long long)amount[1],
                        (long long)amount[2], (long long)amount[3], k);
    }
}

// promise: Returns the size of the team, which can be smaller than what was
//   asked for.
// broken by: size_not_asked
START_TEST(a_team_that_is_smaller_than_asked)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    judge_call("no_more_threads", T_NONE, (struct judge_args){0});
    add_once(3, 1, 99, -1);
}

/* Several calls each: what is wrong in one of them is also reported. */
static void call_with(int threads)
{
    const int64_t *seen;
    int64_t total;

    for (int repeat = 0; repeat < 5; repeat++)
        call_once(threads, threads, 999, repeat - 1, &total, &seen);
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: no_atomic
START_TEST(no_race)
{
    judge_start(BUILD_TSAN, NOT_ASKED_FOR);
    for (const int *t = judge_race_teams(); *t; t++) {
        judge_team_is(*t);
        call_with(*t);
    }
}

// promise: nothing written outside `seen`
// broken by: counts_from_one
// no promise: that takes a while, not the same for all
// because: says how work() is
// no promise: only what it holds in the end counts
// because: what it held before is allowed, not asked for
// no promise: There is no speed goal.
// because: nothing is asked for
START_TEST(stays_inside_the_array)
{
    judge_start(BUILD_ASAN, NOT_ASKED_FOR);
    for (const int *t = judge_threads; *t; t++)
        call_with(*t);
    call_with((int)judge_between(129, 300));
}

/* OMP_NUM_THREADS is 5, and OpenMP gives 2. */
// promise: which can be smaller than what was asked for
// broken by: freed_if_all_came
START_TEST(gives_all_memory_back_in_a_smaller_team)
{
    judge_smaller_teams(2);
    judge_start(BUILD_ASAN, NOT_ASKED_FOR);
    judge_no_leaks();
    call_with(4);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("05 atomic barrier");

    judge_test(s, KIND_CORRECTNESS, all_see_the_same_total);
    judge_test(s, KIND_CORRECTNESS, all_of_a_large_team_see_it);
    judge_test(s, KIND_CORRECTNESS, all_wait_for_the_last);
    judge_test(s, KIND_CORRECTNESS, exact_beyond_int);
    judge_test(s, KIND_CORRECTNESS, any_amounts);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    judge_test(s, KIND_MEMORY, gives_all_memory_back_in_a_smaller_team);
    return s;
}
