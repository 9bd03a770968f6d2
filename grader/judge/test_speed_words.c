/*
 * test_speed_words.c - tests of speed_words.h and costly.h. Run from the top
 * folder: build/grader/judge/test_speed_words.
 */
#include "judge/costly.h"
#include "judge/speed_words.h"
#include "tests/in_english.h"
#include "tests/put_file.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char text[1000];

static const char *words(struct speed v, struct verdict verdict)
{
    verdict_words(&v, &verdict, "sum",
                  &(struct slow){SLOW_UNKNOWN, NAN, NAN, NAN}, text,
                  sizeof text);
    return in_english(text);
}

/* On so many threads (0: on a GPU) a little below the goal. */
static struct speed missed(int threads)
{
    return (struct speed){.threads = threads,
                          .pairs = 15,
                          .yours = 2e-3,
                          .ceiling = 1.7e-3,
                          .fraction = {0.84, 0.849, 0.85},
                          .goal = 0.85};
}

START_TEST(test_just_below_the_goal)
{
    const struct verdict fail = {.status = STATUS_FAIL};

    ck_assert_ptr_nonnull(strstr(words(missed(4), fail),
                                 "84 % of what this machine can do, and the "
                                 "goal is 85 %."));
    ck_assert_ptr_nonnull(strstr(words(missed(0), fail),
                                 "84 % of its speed, and the goal is 85 %."));
}
END_TEST

START_TEST(test_around_the_goal)
{
    const struct verdict untold = {
        .status = STATUS_UNTOLD, .slowest = 0.846, .fastest = 0.852};

    ck_assert_ptr_nonnull(strstr(words(missed(4), untold),
                                 "at 84 to 85 % of what is possible, and the "
                                 "goal is 85 %."));
}
END_TEST

/* Below the goal as a whole: why could it not be told? */
START_TEST(test_below_the_goal_but_busy)
{
    const struct verdict untold = {
        .status = STATUS_UNTOLD, .slowest = 0.61, .fastest = 0.73};

    ck_assert_str_eq(
        words(missed(4), untold),
        "This machine could not tell: in 15 pairs of runs your code came to 61 "
        "to 73 % of what is possible, and the goal is 85 %. But other programs "
        "were running, and that may be why. No points are lost. Close what "
        "else is running and grade again.");
}
END_TEST

START_TEST(test_each_reason_has_its_words)
{
    const struct verdict one_core = {.status = STATUS_FAIL,
                                     .why = WHY_ONE_CORE},
                         in_turns = {.status = STATUS_UNTOLD,
                                     .why = WHY_IN_TURNS},
                         too_few = {.status = STATUS_UNTOLD,
                                    .slowest = -INFINITY,
                                    .fastest = INFINITY};

    ck_assert_ptr_nonnull(strstr(words(missed(4), one_core), "the 4 cores"));
    ck_assert_ptr_nonnull(strstr(words(missed(4), in_turns), "so busy"));
    ck_assert_ptr_nonnull(strstr(words(missed(4), too_few), "only 15 pairs"));
}
END_TEST

/* The first line that costs so, of a kind that does in that place. */
START_TEST(test_line_that_costs)
{
    static const struct {
        enum slow_why why;
        const char *text, *said;
    } line[] = {
        {SLOW_WORK,
         "#pragma omp parallel for \\\n    schedule(dynamic)\n"
         "for (i = 0; i < n; i++)\n    s[0] += a[i];\n",
         " Line 2 has `dynamic`."},
        {SLOW_WORK, "#pragma omp for schedule(dynamic, 8)\n",
         " Line 1 has `dynamic`."},
        {SLOW_WORK, "#pragma omp for schedule(dynamic, 4096)\n", ""},
        {SLOW_WORK, "int dynamic = 2;\n", ""},
        {SLOW_UNEVEN, "#pragma omp for schedule(dynamic, n / t + 1)\n",
         " Line 1 hands out pieces of `n / t + 1`: if there are hardly more of "
         "them than threads, none is left for who is done early."},
        {SLOW_UNEVEN, "#pragma omp for schedule(dynamic, 64)\n", ""},
        {SLOW_UNEVEN, "#pragma omp for schedule(dynamic)\n", ""},
        {SLOW_UNEVEN, "\n#pragma omp for \\\n  schedule(static, 8)\n",
         " Line 3 has `static`: who gets which piece is settled before anybody "
         "is done."},
        {SLOW_UNEVEN, "#pragma omp parallel\n#pragma omp for\n",
         " Line 2 has no schedule: as a rule each thread gets one piece, all "
         "of one length."},
        {SLOW_UNEVEN, "for (;;) schedule(a, b);\n", ""},
        {SLOW_UNEVEN, "#pragma omp for schedule(guided, n)\n", ""},
        {SLOW_UNEVEN, "#define X for\n#pragma omp parallel\n", ""},
        {SLOW_UNEVEN, "#pragma omp for\nf();\n#pragma omp for\n", ""},
        {SLOW_WORK,
         "#pragma omp parallel\n{\n#pragma omp atomic\ns += mine;\n"
         "#pragma omp for\nfor (i = 0; i < n; i++)\n#pragma omp atomic\n"
         "s += a[i];\n}\n",
         " Line 7 has `atomic`, inside of a loop."},
        {SLOW_WORK, "#pragma omp parallel for\nfor (;;) { f(); }\n", ""},
        {SLOW_WAITS,
         "do {\n#pragma omp parallel\n{ f(); }\n} while (x);\n"
         "#pragma omp barrier\n",
         " Line 2 has `parallel`, inside of a loop."},
        {SLOW_IN_TURNS, "void f(void)\n{\nomp_set_lock(&l);\n}\n",
         " Line 3 has `omp_set_lock`."},
        {SLOW_IN_TURNS, "// critical\nint critical;\n", ""},
        {SLOW_ALONE, "#pragma omp parallel\n#pragma omp single\n;",
         " Line 2 has `single`."},
        {SLOW_ALONE, "#pragma omp parallel num_threads(4)\n", ""},
        {SLOW_ALONE, "#pragma omp parallel num_threads(1)\n",
         " Line 1 has `num_threads`."},
        {SLOW_UNKNOWN, "#pragma omp single\n", ""},
    };
    char path[] = "/tmp/speed_words.XXXXXX", said[200];

    close(mkstemp(path));
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        put_file(path, line[i].text);
        costly_line(path, line[i].why, said, sizeof said);
        ck_assert_str_eq(in_english(said), line[i].said);
    }
    unlink(path);
}
END_TEST

/* The sentence that follows, for each reason. */
START_TEST(test_why_it_is_slow)
{
    static const struct {
        struct slow slow;
        const char *end;
    } say[] = {
        {{SLOW_UNKNOWN, NAN, NAN, NAN}, ""},
        {{SLOW_ALONE, 0.031, 1, 9},
         " One thread did nearly all of it; the others worked 3 % of the time. "
         "Look for what lies outside of the parallel region, or is for one "
         "thread only."},
        {{SLOW_UNEVEN, 0.18, 1, 9},
         " One thread worked all the time, the others 18 % of it: their shares "
         "are not the same work. Give all the same, or let each fetch the next "
         "piece when it has done one, as schedule(dynamic, ...) does."},
        {{SLOW_IN_TURNS, 0.5, 1.4, 9},
         " Your threads worked in turns, no two at the same time: each 50 % of "
         "the time. Look for a lock, a critical or an ordered section around "
         "the work itself."},
        {{SLOW_WAITS, 0.42, 1.4, 9},
         " Your threads waited for each other: each worked 42 % of the time. "
         "Look for a lock, a critical section, a barrier or a parallel region "
         "inside of a loop."},
        {{SLOW_WAKES, 0.42, 1.4, 12034},
         " Your threads fell asleep and were woken 12034 times in one call. "
         "Look for a parallel region, a barrier or a lock inside of a loop: "
         "each should be worth many steps."},
        {{SLOW_WORK, 1, 2.44, 9},
         " All threads together took 2.4 times the processor time of the same "
         "work spread evenly: they are in each other's way, or do more than "
         "needed. Look for an atomic operation, a lock, or a piece of work "
         "that is fetched in each step, as schedule(dynamic) does; and for "
         "variables of several threads side by side in memory that are written "
         "in each step."},
    };
    const struct verdict fail = {.status = STATUS_FAIL};
    const struct speed v = missed(4);
    char want[1000];

    for (size_t i = 0; i < sizeof say / sizeof *say; i++) {
        verdict_words(&v, &fail, "sum", &say[i].slow, text, sizeof text);
        snprintf(
            want, sizeof want,
            "Right, but too slow: one call of sum() takes 2 ms; the same work "
            "spread evenly over 4 threads takes 1.7 ms here and now. That "
            "is 84 %% of what this machine can do, and the goal is 85 %%."
            "%s",
            say[i].end);
        ck_assert_str_eq(in_english(text), want);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("verdict");
    TCase *c = tcase_create("words");
    SRunner *runner;
    int failed;

    suite_add_tcase(s, c);
    tcase_add_test(c, test_just_below_the_goal);
    tcase_add_test(c, test_around_the_goal);
    tcase_add_test(c, test_below_the_goal_but_busy);
    tcase_add_test(c, test_each_reason_has_its_words);
    tcase_add_test(c, test_why_it_is_slow);
    tcase_add_test(c, test_line_that_costs);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
