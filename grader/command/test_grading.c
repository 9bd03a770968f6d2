/*
 * test_grading.c - how the points of a lab are shared out over its checks.
 */
#include <check.h>
#include <stdlib.h>

#include "command/grading.h"

static struct lab lab;
static struct lab_result l;

static void start(void)
{
    lab = (struct lab){.points = {[KIND_CORRECTNESS] = 8, [KIND_SPEED] = 2}};
    l = (struct lab_result){0};
}

/* A check; COSTS as the judge gives it: -1 where a failure was before it. */
static void check_is(enum check_kind kind, enum check_status status, int costs)
{
    struct finding *f = &l.check[l.n_checks++];

    f->kind = kind;
    f->status = status;
    f->max_points = costs;
}

static void expect(double points, double of, const char *status)
{
    for (int again = 0; again < 2; again++) {
        grade_count_up(&lab, &l);
        ck_assert_double_eq_tol(l.points, points, 1e-9);
        ck_assert_double_eq_tol(l.max_points, of, 1e-9);
        ck_assert_str_eq(l.status, status);
    }
}

START_TEST(after_a_failure_points_are_lost)
{
    check_is(KIND_CORRECTNESS, STATUS_FAIL, 0);
    check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    check_is(KIND_CORRECTNESS, STATUS_SKIPPED, -1);
    check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    check_is(KIND_SPEED, STATUS_SKIPPED, -1);
    expect(4, 10, "failed");
}
END_TEST

/* With a GPU the same tests stand there once more, and are not run as long as
 * one fails without it: a slip must not cost more or less for that. */
START_TEST(what_is_not_tried_for_the_machine_costs_nothing)
{
    check_is(KIND_CORRECTNESS, STATUS_FAIL, 0);
    check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    check_is(KIND_CORRECTNESS, STATUS_SKIPPED, 0);
    check_is(KIND_CORRECTNESS, STATUS_SKIPPED, 0);
    check_is(KIND_SPEED, STATUS_SKIPPED, 0);
    expect(6, 8, "failed");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("points");
    TCase *tc = tcase_create("points");
    SRunner *runner;
    int n_failed;

    tcase_add_checked_fixture(tc, start, NULL);
    tcase_add_test(tc, after_a_failure_points_are_lost);
    tcase_add_test(tc, what_is_not_tried_for_the_machine_costs_nothing);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    n_failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
