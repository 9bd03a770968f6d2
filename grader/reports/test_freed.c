/* Memory that is freed, but not on every way out. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "reports/freed.h"
#include "tests/in_english.h"

static void expect(const char *program, int line, const char *name,
                   const char *frees, const char *want)
{
    char path[] = "/tmp/test_freed_XXXXXX", said[300];
    const int fd = mkstemp(path);
    FILE *file = fdopen(fd, "w");

    ck_assert_ptr_nonnull(file);
    fputs(program, file);
    fclose(file);
    freed_say(path, line, name, frees, said, sizeof said);
    unlink(path);
    ck_assert_str_eq(in_english(said), want);
}

static const char one_way[] = "int f(int n)\n" /* 1 */
                              "{\n"
                              "    int *p = malloc(n);\n" /* 3 */
                              "    if (!p)\n"
                              "        return -1;\n"
                              "    if (n > 5)\n"
                              "        return 0;\n" /* 7 */
                              "    free( p );\n"
                              "    return 1;\n"
                              "}\n";

static const char many_ways[] =
    "#define TRY(call) do { int e = (call); if (e) return e; } while (0)\n"
    "int g(float *x)\n"
    "{\n"
    "    struct work w;\n"
    "    TRY(cudaMalloc(&w.a, 100));\n" /* 5 */
    "    TRY(cudaMalloc(&w.b, 100));\n"
    "    if (cudaMemcpy(w.a, x, 100, 1))\n"
    "        return 1; // return\n" /* 8 */
    "    TRY(cudaFree(w.a));\n"
    "    cudaFree(w.b);\n"
    "    return 0;\n"
    "}\n";

START_TEST(test_ways_out)
{
    expect(one_way, 3, "p", "free",
           " Line 8 frees it, but line 7 may leave the function before that: "
           "free it there, too.");
    expect(
        many_ways, 5, "w.a", "cudaFree",
        " Line 9 frees it, but there are 2 ways to leave the function before "
        "that, in lines 6 to 8: let each of them free it, or lead all to one "
        "end that does.");
    expect(
        many_ways, 6, "w.b", "cudaFree",
        " Line 10 frees it, but there are 2 ways to leave the function before "
        "that, in lines 8 to 9: let each of them free it, or lead all to one "
        "end that does.");
}
END_TEST

/* Nothing is said of what is freed nowhere, elsewhere, or without a way out
 * before. */
START_TEST(test_nothing)
{
    expect(one_way, 3, "q", "free", "");
    expect(one_way, 3, "p", "cudaFree", "");
    expect("int f(void)\n{\n    int *p = malloc(4);\n    free(p);\n"
           "    return 0;\n}\n",
           3, "p", "free", "");
    expect("void g(int *p)\n{\n    free(p);\n}\n"
           "int f(void)\n{\n    int *p = malloc(4);\n    return !p;\n}\n",
           7, "p", "free", "");
    expect("int f(void)\n{\n    int *p = malloc(4);\n    return 0; }}\n", 3,
           "p", "free", "");
    expect("", 3, "p", "free", "");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("freed");
    TCase *tc = tcase_create("all");
    SRunner *runner;
    int failed;

    tcase_add_test(tc, test_ways_out);
    tcase_add_test(tc, test_nothing);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
