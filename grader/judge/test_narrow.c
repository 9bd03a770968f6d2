/*
 * test_narrow.c - tests of narrow_find().
 */
#include "judge/narrow.h"
#include "tests/put_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

START_TEST(test_found)
{
    static const struct {
        const char *code;
        int line;
    } of[] = {
        {"void f(size_t n)\n{\nint len = (int)n;\n}\n", 3},
        {"void f(size_t n)\n{\nfor (int i = 0; i < 9; i++)\ng((int)n);\n}\n",
         4},
        {"void f(size_t n)\n{\nint part = n;\n}\n", 3},
        {"void f(size_t n)\n{\nint part = n / 4, rest = (int)n % 4;\n}\n", 0},
        {"void f(size_t n)\n{\nlong int k = n;\nunsigned int m = n;\n}\n", 0},
        {"void f(size_t n)\n{\nfor (int t = 0; t < 4; t++)\n;\n}\n", 0},
        {"void f(size_t n)\n{\nfor (int i = 0; i < n; i++)\n;\n}\n", 3},
        {"void f(size_t n)\n{\nint me = 3;\n(int)x;\n}\n", 0},
        {"void f(size_t n)\n{\nif (n < m)\nm = (int)n;\n}\n", 0},
        {"void f(size_t n)\n{\nif (m)\nm = (int)n;\n}\n", 4},
        {"struct s {\nint *p;\nint a, b;\n};\nvoid f(size_t n)\n{\n"
         "size_t x = 0, y = n / m + (t < n % m);\nx += y;\nj->b = x + 1;\n}\n",
         3},
        {"struct s {\nint a, b;\n};\nvoid f(size_t n)\n{\n"
         "j->b = n % m;\nj->a = 0;\n}\n",
         0},
        {"void f(size_t n)\n{\nif (n < m) {\nm = (int)n;\n}\n}\n", 0},
        {"void f(size_t n)\n{\nm = n < t ? (int)n : t;\n}\n", 0},
        {"struct s {\nint t, e;\n};\nvoid f(size_t n)\n{\n"
         "j->t = MIN(n, m);\nj->e = x == n;\n}\n",
         0},
        {"void r(struct s *p) {\nint a;\n}\nvoid f(size_t n)\n{\na = n;\n}\n",
         0},
        {"struct s {\nint a;\n}", 0},
        {"/* int x = n; */\nvoid f(int n);\n", 0},
        {"int", 0},
        {"", 0},
    };
    char path[] = "/tmp/narrow.XXXXXX";

    close(mkstemp(path));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        put_file(path, of[i].code);
        ck_assert_msg(narrow_find(path) == of[i].line, "%s: %d", of[i].code,
                      narrow_find(path));
    }
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("narrow");
    TCase *tc = tcase_create("narrow");
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
