/* test_late.c - whether a call has had its time. All readings are made up. */
#include <check.h>
#include <stdlib.h>

#include "machine/late.h"

#define LIMIT 4.0

/* Two cores, few threads, and what is not said is 0. */
static enum late is(struct late_reading r)
{
    r.known = true;
    r.cores = r.cores ? r.cores : 2;
    r.team = r.team ? r.team : 2;
    return late_is(&r, LIMIT);
}
#define IS(...) is((struct late_reading){__VA_ARGS__})

START_TEST(test_loops)
{
    /* one thread, idle and with three others on each core */
    ck_assert(IS(.wall = 3.9, .cpu = 3.9, .cpu_most = 3.9) == LATE_NOT);
    ck_assert(IS(.wall = 4.1, .cpu = 4.1, .cpu_most = 4.1, .workers = 1) ==
              LATE_LOOPS);
    ck_assert(IS(.wall = 16, .cpu = 3.9, .cpu_most = 3.9, .delay_all = 12) ==
              LATE_NOT);
    ck_assert(IS(.wall = 17, .cpu = 4.2, .cpu_most = 4.2, .delay_all = 12.8,
                 .workers = 1) == LATE_LOOPS);
    /* three threads on two cores */
    ck_assert(IS(.wall = 4.1, .cpu = 8.2, .cpu_most = 2.8, .workers = 3,
                 .team = 3) == LATE_LOOPS);
    /* a new thread each millisecond, so that none is seen for long */
    ck_assert(IS(.wall = 33, .cpu = 33, .cpu_most = 0.1, .workers = 1,
                 .cores = 16) == LATE_LOOPS);
}
END_TEST

START_TEST(test_waits)
{
    ck_assert(IS(.wall = 3.9, .cpu = 0.01, .cpu_most = 0.01, .asleep = 3.8) ==
              LATE_NOT);
    ck_assert(IS(.wall = 4.1, .cpu = 0.01, .cpu_most = 0.01, .asleep = 4.05) ==
              LATE_WAITS);
    /* not later where others are busy, nor with many threads */
    ck_assert(IS(.wall = 4.5, .cpu = 0.2, .cpu_most = 0.01, .delay_all = 80,
                 .asleep = 4, .team = 300, .workers = 300) == LATE_WAITS);
}
END_TEST

/* By the clock its time is long over; others had the cores. */
START_TEST(test_starved)
{
    ck_assert(IS(.wall = 31, .cpu = 0.6, .cpu_most = 0.6, .delay_all = 30) ==
              LATE_NOT);
    ck_assert(IS(.wall = 32, .cpu = 0.7, .cpu_most = 0.7, .delay_all = 31) ==
              LATE_STARVED);
    /* many small launches on 16 cores that five gradings share */
    ck_assert(IS(.wall = 20, .cpu = 40, .cpu_most = 3, .delay_all = 200,
                 .cores = 16, .team = 16, .workers = 16) == LATE_NOT);
    ck_assert(IS(.wall = 32, .cpu = 40, .cpu_most = 3, .delay_all = 200,
                 .cores = 16, .team = 16, .workers = 16) == LATE_STARVED);
}
END_TEST

/* `ordered depend(sink)` with 256 threads on 2 cores */
START_TEST(test_crowd)
{
    ck_assert(IS(.wall = 4.1, .cpu = 8.2, .cpu_most = 0.1, .delay_all = 1000,
                 .workers = 256, .team = 256) == LATE_CROWD);
    /* of as many, one has no end */
    ck_assert(IS(.wall = 4.1, .cpu = 4.2, .cpu_most = 4.1, .workers = 1,
                 .team = 256) == LATE_LOOPS);
}
END_TEST

START_TEST(test_nothing_to_look_at)
{
    struct late_reading r = {.wall = 4.1, .cores = 2, .team = 2};

    ck_assert(late_is(&r, LIMIT) == LATE_LOOPS);
    r.wall = 3.9;
    ck_assert(late_is(&r, LIMIT) == LATE_NOT);
    r.known = true; /* it has not begun at all */
    r.wall = 10;
    ck_assert(late_is(&r, LIMIT) == LATE_NOT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("late");
    TCase *tests = tcase_create("calls");
    SRunner *runner;
    int failed;

    tcase_add_test(tests, test_loops);
    tcase_add_test(tests, test_waits);
    tcase_add_test(tests, test_starved);
    tcase_add_test(tests, test_crowd);
    tcase_add_test(tests, test_nothing_to_look_at);
    suite_add_tcase(suite, tests);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
