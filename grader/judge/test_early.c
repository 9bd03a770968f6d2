/*
 * test_early.c - tests of early_find().
 */
#include "judge/early.h"
#include "tests/put_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Ways out for nothing to do that come before the launch; not those for an
 * error, of other functions, or where the function launches nothing. */
START_TEST(test_found)
{
    static const struct {
        const char *code;
        int n, first, last;
    } of[] = {
        {"int f(int n) {\nif (n == 0)\nreturn 0;\nk<<<1, n>>>();\n}\n", 1, 3,
         3},
        {"int f(int n) {\nif (!n || m < 1) {\nreturn 0;\n}\nif (k <= 0) return "
         "1;\nk<<<1, n>>>();\n}\n",
         2, 3, 5},
        {"int f(int n) {\nif (n < 2)\nreturn 0;\nif (n < 3)\nreturn 0;\n"
         "k<<<1, n>>>();\n}\n",
         1, 3, 3},
        {"int f(int n) {\nif (x < 2 * n)\nreturn 0;\nk<<<1, n>>>();\n}\n", 0, 0,
         0},
        {"int f(int n) {\nif (e != 0)\nreturn 0;\nk<<<1, n>>>();\n}\n", 0, 0,
         0},
        {"int f(int n) {\nif (n == 0)\nreturn 0;\ng();\n}\n", 0, 0, 0},
        {"int f(int n) {\nk<<<1, n>>>();\nif (n == 0)\nreturn 0;\n}\n", 0, 0,
         0},
        {"int g(int n) {\nif (n == 0)\nreturn 0;\nk<<<1, n>>>();\n}\n"
         "int f(int n);\n",
         0, 0, 0},
        {"int f(int n) { if (n == 0) return 0; if (", 0, 0, 0},
        {"f(", 0, 0, 0},
        {"", 0, 0, 0},
    };
    char path[] = "/tmp/early.XXXXXX";

    close(mkstemp(path));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        int line[EARLY_RETURNS], n;

        put_file(path, of[i].code);
        n = early_find(path, "f", line);
        ck_assert_msg(n == of[i].n && (!n || (line[0] == of[i].first &&
                                              line[n - 1] == of[i].last)),
                      "%s: %d", of[i].code, n);
    }
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("early");
    TCase *tc = tcase_create("early");
    SRunner *runner;
    int failed;

    tcase_add_test(tc, test_found);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
