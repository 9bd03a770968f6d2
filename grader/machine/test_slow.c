/*
 * test_slow.c - tests of slow.h, with figures made up and with figures that
 * were measured. Run from the top folder: build/grader/machine/test_slow.
 */
#include "machine/slow.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

enum { CALLS = 8 };

static struct usage yours[CALLS], ceiling[CALLS];

/* All calls alike: a wall time, the CPU time of all threads and of the busiest
 * one, run delay; in milliseconds. The ceiling takes 5 ms on all cores. */
static void calls(int cores, double wall, double cpu, double most, double delay)
{
    for (int i = 0; i < CALLS; i++) {
        yours[i] = (struct usage){.wall = wall / 1e3,
                                  .cpu = cpu / 1e3,
                                  .cpu_most = most / 1e3,
                                  .delay_all = delay / 1e3,
                                  .workers = cpu > 1.1 * most ? cores : 1,
                                  .delays_known = true};
        ceiling[i] = (struct usage){.wall = 5e-3,
                                    .cpu = 5e-3 * cores,
                                    .cpu_most = 5e-3,
                                    .workers = cores,
                                    .delays_known = true};
    }
}

static struct slow why(int cores)
{
    return slow_of(yours, ceiling, CALLS, cores);
}

static void expect(int cores, enum slow_why want, double share, double work)
{
    struct slow s = why(cores);

    ck_assert_int_eq(s.why, want);
    if (want != SLOW_UNKNOWN) {
        ck_assert_double_eq_tol(s.share, share, 1e-9);
        ck_assert_double_eq_tol(s.work, work, 1e-9);
    }
}

START_TEST(test_one_thread)
{
    calls(2, 10, 10, 10, 0);
    expect(2, SLOW_ALONE, 0, 1);
    calls(16, 80, 80, 79, 0);
    expect(16, SLOW_ALONE, 1 / 80. / 15, 1);
    calls(2, 10, 10.8, 9.9, 0);
    expect(2, SLOW_ALONE, 0.09, 1.08);
}
END_TEST

START_TEST(test_shares_that_are_not_the_same)
{
    calls(2, 8, 10, 7.6, 0);
    expect(2, SLOW_UNEVEN, 2.4 / 8, 1);
    calls(4, 10, 20, 10, 0);
    expect(4, SLOW_UNEVEN, 1 / 3., 1);
    /* a little less is what even shares may come to */
    calls(4, 6, 20, 6, 0);
    expect(4, SLOW_UNKNOWN, 0, 0);
}
END_TEST

START_TEST(test_in_turns)
{
    calls(2, 12.9, 12.8, 6.4, 0); /* an ordered section, as measured */
    expect(2, SLOW_IN_TURNS, 12.8 / 2 / 12.9, 1.28);
    calls(16, 100, 105, 8, 0);
    expect(16, SLOW_IN_TURNS, 105 / 16. / 100, 105 / 80.);
}
END_TEST

START_TEST(test_waiting)
{
    calls(4, 20, 44, 12, 0);
    expect(4, SLOW_WAITS, 0.55, 2.2);
    /* all busy most of the time: that is no waiting */
    calls(4, 20, 60, 16, 0);
    expect(4, SLOW_WORK, 0.75, 3);
}
END_TEST

START_TEST(test_much_work)
{
    calls(2, 70, 136, 69, 1); /* false sharing, as measured */
    expect(2, SLOW_WORK, 136 / 140., 13.6);
    calls(8, 9, 70, 9, 0);
    expect(8, SLOW_WORK, 70 / 72., 70 / 40.);
    /* half as much again is no proof */
    calls(8, 8, 60, 8, 0);
    expect(8, SLOW_UNKNOWN, 0, 0);
}
END_TEST

START_TEST(test_woken_again_and_again)
{
    calls(2, 93, 70, 40, 30); /* others had the cores as well */
    for (int i = 0; i < CALLS; i++)
        yours[i].turns = 2000 + i;
    expect(2, SLOW_WAKES, 70 / 2. / 93, 7);
    ck_assert_double_eq_tol(why(2).wakes, 2003.5, 1e-9);
    /* that many are no wonder in four seconds */
    calls(2, 4000, 4000, 2000, 4000);
    for (int i = 0; i < CALLS; i++)
        yours[i].turns = 2000;
    expect(2, SLOW_WORK, 0.5, 400);
}
END_TEST

/* Others had the cores: it is not known who waited for whom. */
START_TEST(test_disturbed)
{
    calls(2, 12.9, 12.8, 6.4, 4);
    expect(2, SLOW_UNKNOWN, 0, 0);
    /* one thread works, and it waits for a core itself, or another does */
    calls(2, 14, 10, 10, 4);
    expect(2, SLOW_ALONE, 0, 1);
    calls(2, 10, 10, 10, 9);
    expect(2, SLOW_UNKNOWN, 0, 0);
    calls(2, 37, 36.4, 18.3, 35.9); /* an atomic in each step, as measured */
    expect(2, SLOW_WORK, 36.4 / 74, 3.64);
    calls(2, 12.9, 12.8, 6.4, 0);
    for (int i = 0; i < CALLS; i++)
        yours[i].delays_known = false;
    expect(2, SLOW_UNKNOWN, 0, 0);
    /* a host takes the cores away, the ceiling's as well */
    calls(2, 20, 26, 13.5, 0);
    expect(2, SLOW_WAITS, 0.65, 2.6);
    for (int i = 0; i < CALLS; i++)
        ceiling[i].wall = 7e-3;
    expect(2, SLOW_UNKNOWN, 0, 0);
}
END_TEST

/* Most of the calls that tell something have to tell the same. */
START_TEST(test_most_agree)
{
    calls(2, 10, 10, 10, 0);
    yours[0].delay_all = yours[3].delay_all = yours[5].delay_all = 5e-3;
    expect(2, SLOW_ALONE, 0, 1);
    /* fewer do not */
    calls(2, 10, 10, 10, 0);
    for (int i = 0; i < 2; i++)
        yours[i].cpu = 18e-3;
    expect(2, SLOW_ALONE, 0, 1);
    yours[2].cpu = 18e-3;
    expect(2, SLOW_UNKNOWN, 0, 0);
    /* and two are too few */
    calls(2, 10, 10, 10, 0);
    for (int i = 2; i < CALLS; i++)
        yours[i].delay_all = 5e-3;
    expect(2, SLOW_UNKNOWN, 0, 0);
}
END_TEST

START_TEST(test_nothing_to_go_by)
{
    calls(2, 10, 10, 10, 0);
    ck_assert_int_eq(slow_of(yours, ceiling, 0, 2).why, SLOW_UNKNOWN);
    ck_assert_int_eq(slow_of(yours, ceiling, CALLS, 1).why, SLOW_UNKNOWN);
    for (int i = 0; i < CALLS; i++)
        ceiling[i].cpu = 0;
    expect(2, SLOW_UNKNOWN, 0, 0);
    calls(2, NAN, NAN, NAN, NAN);
    expect(2, SLOW_UNKNOWN, 0, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("slow");
    TCase *c = tcase_create("why");
    SRunner *runner;
    int failed;

    suite_add_tcase(s, c);
    tcase_add_test(c, test_one_thread);
    tcase_add_test(c, test_shares_that_are_not_the_same);
    tcase_add_test(c, test_in_turns);
    tcase_add_test(c, test_waiting);
    tcase_add_test(c, test_much_work);
    tcase_add_test(c, test_woken_again_and_again);
    tcase_add_test(c, test_disturbed);
    tcase_add_test(c, test_most_agree);
    tcase_add_test(c, test_nothing_to_go_by);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
