/*
 * test_decisive.c - tests of decisive_sizes().
 */
#include "judge/decisive.h"
#include "tests/put_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

START_TEST(test_numbers)
{
    static const struct {
        const char *code;
        int64_t low, high, first, last;
        int n;
    } of[] = {
        {"if (n > 20000) x();", 4, 70000, 19999, 20001, 3},
        {"if (n > 20'000) x();", 4, 70000, 19, 21, 3},
        {"n < (1u << 12)", 100, 70000, 4095, 4097, 3},
        {"n < 4 * 1024 - 1 /* 99 */", 2000, 70000, 4094, 4097, 4},
        {"n >= 2e3 && n < 0x7d1", 100, 70000, 1999, 2002, 4},
        {"n == 0.5 || n < 1e300 || n > 99999999999999999999999", 0, INT64_MAX,
         0, 0, 0},
        {"n == 0b1100100 || n == 0144", 50, 200, 99, 101, 3},
        {"n == 99 * m", 50, 70000, 98, 100, 3},
        {"// 400\nchar *s = \"500\"; #define N 600", 50, 70000, 599, 601, 3},
        {"1 << 99", 90, INT64_MAX, 98, 100, 3},
        {"", 0, 9, 0, 0, 0},
    };
    char path[] = "/tmp/decisive.XXXXXX";

    close(mkstemp(path));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        int64_t size[DECISIVE_MAX];

        put_file(path, of[i].code);
        const int n = decisive_sizes(path, of[i].low, of[i].high, size);
        ck_assert_msg(
            n == of[i].n &&
                (!n || (size[0] == of[i].first && size[n - 1] == of[i].last)),
            "%s: %d, from %lld", of[i].code, n, n ? (long long)size[0] : 0);
    }
    unlink(path);
    ck_assert_int_eq(decisive_sizes(path, 0, 9, (int64_t[DECISIVE_MAX]){0}), 0);
}
END_TEST

/* More than there is room for. */
START_TEST(test_many)
{
    static char code[DECISIVE_MAX * 16];
    char path[] = "/tmp/decisive.XXXXXX";
    int64_t size[DECISIVE_MAX];
    int length = 0;

    for (int i = 0; i < DECISIVE_MAX; i++)
        length += snprintf(code + length, sizeof code - (size_t)length, "%d, ",
                           1000 + 5 * i);
    close(mkstemp(path));
    put_file(path, code);
    ck_assert_int_eq(decisive_sizes(path, 0, 70000, size), DECISIVE_MAX);
    for (int i = 1; i < DECISIVE_MAX; i++)
        ck_assert_int_lt(size[i - 1], size[i]);
    unlink(path);
    ck_assert_int_eq(decisive_sizes(path, 0, 70000, size), 0);
    ck_assert_int_eq(decisive_sizes(NULL, 0, 70000, size), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("decisive");
    TCase *tests = tcase_create("numbers in a file");

    tcase_add_test(tests, test_numbers);
    tcase_add_test(tests, test_many);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
