/*
 * test_asking.c - tests of asking_say(), whole sentences.
 */
#include "judge/asking.h"
#include "tests/in_english.h"
#include "tests/put_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect(struct asking a, const char *wanted)
{
    char text[500];

    asking_say(&a, text, sizeof text);
    ck_assert_str_eq(in_english(text), wanted);
}

START_TEST(test_who_asked)
{
    expect((struct asking){.before = 4, .after = 5, .again = 6, .wait = 7}, "");
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

/* A result that is lost, whatever it is of; and one that is not. */
START_TEST(test_lost)
{
    static const struct {
        const char *code;
        int call, lost, over;
        const char *name;
    } of[] = {
        {"int f(int a) {\ncudaX();\ne = f(1);\ne = f(2);\n}\n", 2, 3, 4, "e"},
        {"int f(int a) {\ncudaX();\ne = f(1);\ne = f(2);\n}\n", 9, 0, 0, ""},
        {"int f(int a) {\ne = cudaX();\ne = f(2);\n}\n", 2, 2, 3, "e"},
        {"int f(int a) {\ne = cudaX();\ne = f(2);\n}\n", 3, 0, 0, ""},
        {"int f(int a) {\ne = cudaX(), g |= e;\ne = f(2);\n}\n", 2, 0, 0, ""},
        {"int f(int a) {\ne = keep(cudaX());\ne = f(2);\n}\n", 2, 0, 0, ""},
        {"int f(int a) {\ncudaX();\ne = f(1);\ne = e ? e : f(2);\n}\n", 2, 0, 0,
         ""},
        {"int f(int a) {\ncudaX();\ne = f(1);\nif (e) return e;\ne = "
         "f(2);\n}\n",
         2, 0, 0, ""},
        {"int f(int a) {\ncudaX();\ne = 1;\ne = f(2);\n}\n", 2, 0, 0, ""},
        {"cudaError_t f(int a) {\ng();\nif (a)\nf(2);\n}\n", 2, 4, 0, "f"},
        {"int f(int a) {\nf(2);\ncudaX();\n}\n", 3, 2, 0, "f"},
        {"int f(int a) {\nf(2);\n}\nint g() {\ncudaX();\n}\n", 5, 0, 0, ""},
        {"void f(int a) {\nf(2);\ncudaX();\n}\n", 3, 0, 0, ""},
        {"", 1, 0, 0, ""},
        {"f(\n", 1, 0, 0, ""},
        {"{ e = f(; e = g(", 1, 0, 0, ""},
    };
    char path[] = "/tmp/asking.XXXXXX";

    close(mkstemp(path));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct asking a = {.call = of[i].call};

        put_file(path, of[i].code);
        asking_find_lost(&a, path);
        ck_assert_msg(a.lost == of[i].lost && a.over == of[i].over &&
                          !strcmp(a.name, of[i].name),
                      "%s: %d %d %s", of[i].code, a.lost, a.over, a.name);
    }
    unlink(path);
    expect((struct asking){.call = 50, .lost = 66, .over = 67, .name = "e"},
           " The call at line 50 failed, and your function returned something "
           "else. Line 66 keeps a result in `e`, and line 67 puts another one "
           "in its place: nobody has looked at it in between.");
    expect((struct asking){.call = 50, .lost = 66, .name = "f"},
           " The call at line 50 failed, and your function returned something "
           "else. What f() returns is not kept at line 66.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("asking");
    TCase *tc = tcase_create("asking");
    SRunner *runner;
    int failed;

    tcase_add_test(tc, test_who_asked);
    tcase_add_test(tc, test_lost);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
