/*
 * test_speed_words.c - tests of speed_words.h. Run from the top folder:
 * build/grader/judge/test_speed_words.
 */
#include "judge/speed_words.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char text[1000];

static const char *words(struct speed v, struct verdict verdict)
{
    verdict_words(&v, &verdict, text, sizeof text);
    return text;
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

int main(void)
{
    Suite *s = suite_create("verdict");
    TCase *c = tcase_create("words");
    SRunner *runner;
    int failed;

    suite_add_tcase(s, c);
    tcase_add_test(c, test_just_below_the_goal);
    tcase_add_test(c, test_around_the_goal);
    tcase_add_test(c, test_each_reason_has_its_words);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
