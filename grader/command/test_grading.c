/*
 * test_grading.c - how the points of a lab are shared out over its checks, and
 * who may grade in a tree at the same time.
 */
#define _GNU_SOURCE
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

static void nits_are(int n, enum check_status status)
{
    for (int i = 0; i < n; i++) {
        check_is(KIND_CORRECTNESS, status, 0);
        l.check[l.n_checks - 1].nit = true;
    }
}

/* However many there are. */
START_TEST(nits_cost_a_third_at_most)
{
    for (int n = 1; n < 20; n++)
        for (int others = 1; others < 4; others++) {
            const double third = 8.0 / 3, even = 8.0 * n / (n + others);

            start();
            for (int i = 0; i < others; i++)
                check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
            nits_are(n, STATUS_FAIL);
            check_is(KIND_SPEED, STATUS_PASS, 0);
            expect(10 - (even < third ? even : third), 10, "failed");
        }
}
END_TEST

/* A kind of nits alone has all of its points; few share evenly. */
START_TEST(nits_are_checks_like_others)
{
    nits_are(2, STATUS_PASS);
    nits_are(2, STATUS_FAIL);
    check_is(KIND_SPEED, STATUS_PASS, 0);
    expect(6, 10, "failed");

    start();
    for (int i = 0; i < 3; i++)
        check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    nits_are(1, STATUS_FAIL);
    check_is(KIND_SPEED, STATUS_PASS, 0);
    expect(8, 10, "failed");
}
END_TEST

/* Nor do many of them make the results look wrong. */
START_TEST(nits_leave_races_and_memory_alone)
{
    lab.points[KIND_MEMORY] = 2;
    check_is(KIND_CORRECTNESS, STATUS_PASS, 0);
    nits_are(5, STATUS_FAIL);
    check_is(KIND_MEMORY, STATUS_PASS, 0);
    check_is(KIND_SPEED, STATUS_PASS, 0);
    expect(12 - 8.0 / 3, 12, "failed");
}
END_TEST

/* ---- one at a time, or several ------------------------------------------- */

static char folder[] = "/tmp/labkit-grading.XXXXXX";

static void enter_folder(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    grade_remove(folder);
}

/* A process that has begun, left a work folder, and waits to be killed. */
static pid_t other(int (*begin)(struct grading *))
{
    struct grading g;
    int ends[2];
    char byte;
    pid_t pid;

    ck_assert_int_eq(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        if (begin(&g) || mkdir("build/work/other", 0700) ||
            write(ends[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

/* Whether somebody would have to wait who wants the lock so. */
static bool must_wait(int how)
{
    int lock = open("build/grade.lock", O_RDWR);
    bool waits = flock(lock, how | LOCK_NB) != 0;

    close(lock);
    return waits;
}

START_TEST(shared_ones_do_not_wait)
{
    struct grading g;
    pid_t pid;

    enter_folder();
    pid = other(grade_begin_shared);
    ck_assert(must_wait(LOCK_EX));
    ck_assert_int_eq(grade_begin_shared(&g), 0); /* else until the time is up */
    ck_assert_int_eq(access("build/work/other", F_OK), 0);
    end(pid);
    ck_assert(must_wait(LOCK_EX));
    ck_assert(!must_wait(LOCK_SH));
    grade_end(&g);

    /* what the dead left goes, once somebody is alone */
    ck_assert_int_eq(grade_begin(&g), 0);
    ck_assert_int_ne(access("build/work/other", F_OK), 0);
    grade_end(&g);
    leave_folder();
}
END_TEST

START_TEST(one_alone_makes_all_wait)
{
    struct grading g;
    pid_t pid;

    enter_folder();
    pid = other(grade_begin);
    ck_assert(must_wait(LOCK_EX));
    ck_assert(must_wait(LOCK_SH));
    end(pid);
    ck_assert_int_eq(grade_begin(&g), 0);
    ck_assert_int_ne(access("build/work/other", F_OK), 0);
    grade_end(&g);
    leave_folder();
}
END_TEST

/* Machines that share the tree have processes of the same number. */
START_TEST(a_folder_of_its_own)
{
    static struct graded graded;
    struct grading g;
    char theirs[80];

    enter_folder();
    snprintf(lab.folder, sizeof lab.folder, "99_lab");
    ck_assert_int_eq(grade_begin_shared(&g), 0);
    snprintf(theirs, sizeof theirs, "build/work/99_lab.%ld", (long)getpid());
    ck_assert_int_eq(mkdir(theirs, 0700), 0);
    ck_assert_int_eq(grade_lab(&lab, "no_file.c", 1, NULL, &graded), 0);
    ck_assert_int_eq(access(theirs, F_OK), 0);
    grade_end(&g);
    leave_folder();
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
    tcase_add_test(tc, nits_cost_a_third_at_most);
    tcase_add_test(tc, nits_are_checks_like_others);
    tcase_add_test(tc, nits_leave_races_and_memory_alone);
    tcase_add_test(tc, shared_ones_do_not_wait);
    tcase_add_test(tc, one_alone_makes_all_wait);
    tcase_add_test(tc, a_folder_of_its_own);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    n_failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
