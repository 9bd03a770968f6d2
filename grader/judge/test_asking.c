/*
 * test_asking.c - tests of asking_say(), whole sentences.
 */
#include "judge/asking.h"

#include <check.h>
#include <stdlib.h>

static void expect(struct asking a, const char *wanted)
{
    char text[500];

    asking_say(&a, text, sizeof text);
    ck_assert_str_eq(text, wanted);
}

START_TEST(test_who_asked)
{
    expect((struct asking){0, 4, 5, 6, 7, 0}, "");
    expect((struct asking){.call = 30},
           " The call at line 30 failed, and your function returned something "
           "else. Is what the call returns kept, and looked at before the next "
           "one returns something?");
    expect((struct asking){.launch = 31, .call = 30},
           " The launch at line 31 was refused, and nobody asked for its "
           "error. A launch returns nothing: call cudaGetLastError() directly "
           "behind it.");
    expect((struct asking){.launch = 30},
           " The launch at line 30 was refused, and nobody asked for its "
           "error. A launch returns nothing: call cudaGetLastError() directly "
           "behind it.");
    expect((struct asking){.launch = 30, .wait = 32},
           " The launch at line 30 was refused, and nobody asked for its "
           "error: waiting at line 32 does not tell of it. Call "
           "cudaGetLastError() directly behind the launch.");
    expect((struct asking){.launch = 30, .wait = -1},
           " The launch at line 30 was refused, and nobody asked for its "
           "error: waiting does not tell of it. Call cudaGetLastError() "
           "directly behind the launch.");
    expect((struct asking){.launch = 30, .before = 28, .wait = 32},
           " The launch at line 30 was refused, and nobody asked for its "
           "error: cudaGetLastError() at line 28 came before it. Ask directly "
           "behind the launch.");
    expect((struct asking){.launch = 30, .before = 28, .after = 31},
           " The launch at line 30 was refused, and your code asked for its "
           "error at line 31. But what your function returns is something "
           "else: is the error kept until then, or does a later result take "
           "its place?");
    expect((struct asking){.launch = 30, .after = 31, .again = 40},
           " The launch at line 30 was refused. cudaGetLastError() at line 31 "
           "gave the error and forgot it, so asking again at line 40 gives "
           "cudaSuccess: keep what the first one gives.");
    /* both in one line: if (cudaGetLastError()) return cudaGetLastError(); */
    expect((struct asking){.launch = 30, .after = 31, .again = 31},
           " The launch at line 30 was refused. cudaGetLastError() at line 31 "
           "gave the error and forgot it, so asking again gives cudaSuccess: "
           "keep what the first one gives.");
    expect((struct asking){.launch = 30, .after = -1, .again = -1},
           " The launch at line 30 was refused. cudaGetLastError() gave the "
           "error and forgot it, so asking again gives cudaSuccess: keep what "
           "the first one gives.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("asking");
    TCase *tc = tcase_create("asking");
    SRunner *runner;
    int failed;

    tcase_add_test(tc, test_who_asked);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
