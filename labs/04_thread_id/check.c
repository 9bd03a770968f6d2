/* What lab 04 asks for: the right owner of every iteration, one contiguous
 * chunk per thread, the team's true size, no race. */
#include <stdio.h>

#include "judge/judge.h"
#include "thread_id.h"

/* The process has another OMP_NUM_THREADS than any call asks for, so that code
 * that does not ask is found out. */
enum { NOT_ASKED_FOR = 5, NO_TEAM = 4096 };

static bool all_zero(size_t n, const int32_t *owner)
{
    size_t i = 0;

    while (i < n && owner[i] == 0)
        i++;
    return i == n;
}

/* owner[] against what work() saw: `times` calls for every i, from `ran_by`. */
static void check_owners(size_t n, int threads, const int32_t *owner,
                         const int32_t *times, const int32_t *ran_by)
{
    for (size_t i = 0; i < n; i++) {
        if (times[i] != 1)
            judge_fail(_("Wrong: with n = %zu and threads = %d, work(%zu) was "
                         "called %d times. Each iteration is done once, by "
                         "one thread."),
                       n, threads, i, times[i]);
        if (owner[i] != ran_by[i])
            judge_fail(_("Wrong: with n = %zu and threads = %d, iteration %zu "
                         "was done by thread %d, but owner[%zu] is %d.%s"),
                       n, threads, i, ran_by[i], i, owner[i],
                       n > 1 && all_zero(n, owner)
                           ? _(" All of owner[] is 0. That is what "
                               "omp_get_thread_num() gives outside of the "
                               "parallel region: ask for the number inside.")
                           : "");
    }
}

/* Into text what is wrong with the parts, for two threads that show it. */
static void say_parts(size_t n, int team, const int32_t *owner, char *text,
                      size_t size)
{
    size_t least = n + 1, most = 0;
    int least_of = 0, most_of = 0;

    for (size_t i = 1; i < n; i++)
        for (size_t k = i + 1; owner[i] != owner[i - 1] && k < n; k++)
            if (owner[k] == owner[i - 1]) {
                said_put(text, size,
                         _("thread %d has iterations in more than one place"),
                         owner[k]);
                return;
            }
    for (size_t i = 1; i < n; i++)
        if (owner[i] < owner[i - 1]) {
            said_put(text, size, _("thread %d comes before thread %d"),
                     owner[i - 1], owner[i]);
            return;
        }
    for (int k = 0; k < team; k++) {
        size_t has = 0;

        for (size_t i = 0; i < n; i++)
            has += owner[i] == k;
        if (has > most) {
            most = has;
            most_of = k;
        }
        if (has < least) {
            least = has;
            least_of = k;
        }
    }
    said_put(text, size,
             most > least + 1
                 ? _("thread %d has %zu of them, thread %d has %zu, and 1 is "
                     "the largest difference: where n / team has a rest, some "
                     "have one more, and none has all of it or lacks it")
                 : _("thread %d has %zu of them, thread %d has %zu"),
             most_of, most, least_of, least);
}

/* One chunk per thread, in the order of their numbers, of n / team iterations
 * or one more. */
static void check_chunks(size_t n, int threads, int team, const int32_t *owner)
{
    size_t i = 0, least = n / (size_t)team;
    bool even = true;

    for (int k = 0; k < team; k++) {
        size_t begin = i;
        while (i < n && owner[i] == k)
            i++;
        even = even && i - begin >= least && i - begin <= least + 1;
    }
    if (even && i == n)
        return;
    char begins[16 * 12 + 1] = "", why[200];
    for (size_t k = 0, used = 0; k < n && k < 16; k++)
        used += (size_t)snprintf(begins + used, sizeof begins - used, " %d",
                                 owner[k]);
    say_parts(n, team, owner, why, sizeof why);
    judge_fail(_("Wrong: with n = %zu and threads = %d, the iterations should "
                 "be split into one even run of neighbours per thread: thread "
                 "0 the first ones, thread 1 the next ones, and so on. Here "
                 "%s; owner[] begins%s. If OpenMP shares the loop, which "
                 "schedule has it? If you do, where does each thread's part "
                 "begin?"),
               n, threads, why, begins);
}

/* One call; returns the size of the team. */
static int64_t record(size_t n, int threads, int32_t **owner)
{
    judge_clear();
    *owner = judge_out(n * sizeof **owner);
    struct judge_value team =
        judge_call("record_owners", T_I32,
                   ARGS(SIZE(n), I32(threads), PTR(*owner), FUNC("note_work")));
    return team.i;
}

/* One call for `threads` threads, of which `team` can be had; all checked. */
static void record_once(size_t n, int threads, int team)
{
    int32_t *owner;
    int64_t got = record(n, threads, &owner);
    int32_t *times = judge_out(n * sizeof *times);
    int32_t *ran_by = judge_out(n * sizeof *ran_by);
    struct judge_value others =
        judge_call("read_notes", T_I32, ARGS(SIZE(n), PTR(times), PTR(ran_by)));

    judge_equal(0, others.i,
                _("with n = %zu and threads = %d, how often work() was called "
                  "for an iteration that does not exist"),
                n, threads);
    check_owners(n, threads, owner, times, ran_by);
    if (team < threads && got == threads)
        judge_equal(team, got,
                    _("the size of the team when %d threads are asked for and "
                      "OpenMP gives only %d. What is asked for, and "
                      "omp_get_max_threads(), is only how many may come; how "
                      "many came says omp_get_num_threads(), called in the "
                      "parallel region"),
                    threads, team);
    if (team < threads)
        judge_equal(team, got,
                    _("the size of the team when %d threads are asked for and "
                      "OpenMP gives only %d"),
                    threads, team);
    if (got > threads && got == NOT_ASKED_FOR)
        judge_equal(team, got,
                    _("the size of the team for n = %zu and threads = %d (%d "
                      "is OMP_NUM_THREADS: so many come where a region asks "
                      "for no number, and so many says omp_get_max_threads())"),
                    n, threads, NOT_ASKED_FOR);
    if (got < 0 || got > NO_TEAM)
        judge_equal(team, got,
                    _("the size of the team for n = %zu and threads = %d; this "
                      "is what a variable holds that nobody has set%s"),
                    n, threads,
                    n ? "" : _(": no round of the loop runs"));
    if (got == threads + 1)
        judge_equal(team, got,
                    _("the size of the team for n = %zu and threads = %d, one "
                      "too many: if your code counts the threads, where does "
                      "it begin? A reduction adds to what the variable held "
                      "before the region"),
                    n, threads);
    if (got > threads)
        judge_equal(team, got,
                    _("the size of the team for n = %zu and threads = %d: more "
                      "came than that (a region gets as many as it asks for, "
                      "with num_threads), or what is returned is not the size "
                      "of the team"),
                    n, threads);
    if (n == 0)
        judge_equal(team, got,
                    _("the size of the team for n = 0 and threads = %d, where "
                      "no round of the loop runs, so that a variable which is "
                      "set in the loop only, or is lastprivate, has no value"),
                    threads);
    judge_equal(team, got,
                _("the size of the team for n = %zu and threads = %d"), n,
                threads);
    check_chunks(n, threads, team, owner);
}

// promise: Do the iterations 0 .. n-1
// promise: n how many iterations
// promise: 0 to 4099 iterations, 1 to 7 threads
// promise: call work(i) exactly once for every i
// broken by: everyone_does_all
// promise: and write down who did which
// promise: owner n entries, written: owner[i] is the OpenMP number of the thread
// promise: from the thread that does iteration i
// broken by: guessed_by_formula
// promise: threads how many threads to ask OpenMP for
// broken by: always_three
// promise: The iterations are split in advance (a static schedule): every thread
//   gets one run of neighbours
// broken by: one_by_one
// promise: in the order of the threads' numbers
// broken by: last_thread_first
// promise: and two threads differ by one iteration at most
// broken by: rounded_up
// promise: Returns the size of the team
// broken by: size_asked_outside
// promise: may be 0
// promise: and it is also right when n is 0.
// broken by: size_set_in_the_loop
START_TEST(right_owner_for_every_size)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    for (const int *t = judge_threads; *t; t++)
        for (int i = 0; i < judge_n_sizes; i++)
            record_once(judge_sizes[i], *t, *t);
}

// promise: how many threads to ask OpenMP for
// promise: 5000 iterations with 520 and more
// broken by: owner_in_8_bits
START_TEST(right_owner_in_a_large_team)
{
    judge_start(BUILD_PLAIN, judge_crowd());
    record_once(5000, judge_crowd(), judge_crowd());
    record_once(100, judge_crowd(), judge_crowd());
}

// promise: n how many iterations
// promise: and more than 65536 iterations
// broken by: counter_of_16_bits
START_TEST(right_owner_of_many_iterations)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    record_once((size_t)judge_between(65537, 70000), 3, 3);
}

// promise: as OpenMP tells it to the threads inside. It can be smaller than what
//   was asked for
// promise: a smaller team than asked for
// broken by: size_not_asked
// promise: and it is also right when n is 0.
// broken by: size_guessed_for_nothing
START_TEST(a_team_that_is_smaller_than_asked)
{
    judge_start(BUILD_PLAIN, NOT_ASKED_FOR);
    judge_call("no_more_threads", T_NONE, (struct judge_args){0});
    record_once(10, 3, 1);
    record_once(0, 3, 1);
}

// promise: ThreadSanitizer and Archer watch teams of 2 to 250 threads
// broken by: shared_idx
START_TEST(no_race)
{
    int32_t *owner;

    judge_start(BUILD_TSAN, NOT_ASKED_FOR);
    for (const int *t = judge_race_teams(); *t; t++)
        judge_equal(*t, record((size_t)judge_between(700, 1300), *t, &owner),
                    _("the size of the team for threads = %d"), *t);
}

// promise: nothing written outside `owner`
// broken by: one_too_many
// no promise: Several threads may call it at the same time.
// because: says what work() can stand
// no promise: gcc and clang split schedule(static) so.
// because: says how to have it
// no promise: There is no speed goal.
// because: nothing is asked for
START_TEST(stays_inside_the_array)
{
    int32_t *owner;

    judge_start(BUILD_ASAN, NOT_ASKED_FOR);
    for (int i = 0; i < judge_n_sizes; i++)
        record(judge_sizes[i], 3, &owner);
    record(1000, judge_crowd(), &owner);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("04 thread id");

    judge_test(s, KIND_CORRECTNESS, right_owner_for_every_size);
    judge_test(s, KIND_CORRECTNESS, right_owner_in_a_large_team);
    judge_test(s, KIND_CORRECTNESS, right_owner_of_many_iterations);
    judge_test(s, KIND_CORRECTNESS, a_team_that_is_smaller_than_asked);
    judge_test(s, KIND_RACE, no_race);
    judge_test(s, KIND_MEMORY, stays_inside_the_array);
    return s;
}
