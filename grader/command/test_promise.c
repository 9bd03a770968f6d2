/*
 * test_promise.c - the sentences of a contract and the tests that quote them,
 * in a small tree of its own under build/.
 */
#define _GNU_SOURCE /* nftw() */
#include <check.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/promise.h"
#include "tests/put_file.h"

/* ---- the tree: labs 03 and 04, which may share tests -------------------- */

static char tree[] = "build/test_promise.XXXXXX";
static const struct lab two[] = {
    {.id = "03", .folder = "03_sum", .name = "sum", .ext = ".c"},
    {.id = "04", .folder = "04_max", .name = "max", .ext = ".c"},
};

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

/* In the test's own process: nobody promises anything yet. */
static void enter_tree(void)
{
    static const char *const folders[] = {"common",
                                          "labs",
                                          "labs/03_sum",
                                          "labs/04_max",
                                          "solutions",
                                          "solutions/03_sum",
                                          "solutions/04_max",
                                          "solutions/03_sum/wrong",
                                          "solutions/04_max/wrong"};

    ck_assert_int_eq(chdir(tree), 0);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        ck_assert_int_eq(mkdir(folders[i], 0777), 0);
    put_file("solutions/03_sum/wrong/one_short.c", "");
}

static void leave_tree(void)
{
    nftw(".", remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* All complaints about a lab, one a line. */
static char said[4000];

static void listen(void *with, const char *sentence)
{
    (void)with;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", sentence);
}

static void read_lab(int which, struct promises *p)
{
    said[0] = 0;
    promise_read(two, 2, which, p, listen, NULL);
}

static void expect(int which, const char *complaints)
{
    struct promises p;

    read_lab(which, &p);
    ck_assert_str_eq(said, complaints);
    promise_free(&p);
}

#define HEADER "/*\n * sum.h - the contract. It is this.\n * Source: none.\n"
#define MARKED(x) "// promise: " x "\n// broken by: one_short\n"
#define TEST "START_TEST(exact_sums)\n"

/* ---- sentences ---------------------------------------------------------- */

/* Of a lab without tests, every sentence is complained about. */
START_TEST(test_sentences)
{
    put_file("labs/03_sum/sum.h", HEADER
             " *\n"
             " * All are in memory; the host is\n"
             " * not: The sum is exact. 0 gives 0. It fits for i = 0 .. 9.\n"
             " */\n"
             "#define NOT_THIS 1 /* but this */\n"
             "/*\n"
             " * Adds: the numbers a[0] .. a[n-1], e.g. three.\n"
             " *   a  n numbers, or\n"
             " *      null if n is 0\n"
             " *   n  how many\n"
             " * Returns the sum\n"
             " */\n");
    put_file("labs/03_sum/README.md", "# Sum\n"
                                      "Not here.\n"
                                      "## How it is graded\n\n"
                                      "| check | points |\n"
                                      "|---|---|\n"
                                      "| race | 1 | a barrier; all reach it |\n"
                                      "| speed | 2 |\n\n"
                                      "Two lines of\none paragraph.\n"
                                      "- <!-- x -->an <!-- y -->item\n"
                                      "- another\n"
                                      "## Hints\n"
                                      "Nor here.\n");
    expect(0, "no test is for this: All are in memory;\n"
              "no test is for this: the host is not:\n"
              "no test is for this: The sum is exact.\n"
              "no test is for this: 0 gives 0.\n"
              "no test is for this: It fits for i = 0 .. 9.\n"
              "no test is for this: but this\n"
              "no test is for this: Adds: the numbers a[0] .. a[n-1], e.g. "
              "three.\n"
              "no test is for this: a n numbers, or null if n is 0\n"
              "no test is for this: n how many\n"
              "no test is for this: Returns the sum\n"
              "no test is for this: race | 1 | a barrier;\n"
              "no test is for this: all reach it\n"
              "no test is for this: speed | 2\n"
              "no test is for this: Two lines of one paragraph.\n"
              "no test is for this: - an item\n"
              "no test is for this: - another\n");
}
END_TEST

/* ---- markers ------------------------------------------------------------ */

START_TEST(test_quoted)
{
    struct promises p;

    put_file("labs/03_sum/sum.h",
             HEADER " */\n"
                    "/* The sum is\n * exact. Zero is zero;\n"
                    " * so is none. One. Two. Three. Four. */");
    put_file("labs/03_sum/check.c",
             "// a word of its own\n"
             "// promise: is exact.\n"
             "//   Zero is\n"
             "// promise: so is none\n"
             "// broken by: one_short\n" TEST "{\n}\n"
             "// no promise: One. [...] Three.\n"
             "// because: they are\n"
             "//   numbers\n\n" MARKED("Four") "static int x;\n\n"
                                               "START_TEST(second)\n");
    read_lab(0, &p);
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(p.n, 3);
    ck_assert_str_eq(p.list[0].text, "is exact. Zero is");
    ck_assert_str_eq(p.list[0].test, "exact sums");
    ck_assert_str_eq(p.list[0].broken_by, "one_short");
    ck_assert_str_eq(p.list[1].test, "exact sums");
    ck_assert_str_eq(p.list[1].broken_by, "one_short");
    ck_assert_str_eq(p.list[2].test, "second");
    promise_free(&p);
}
END_TEST

static const struct {
    const char *check, *says;
} bad[] = {
    {MARKED("exact"), "labs/03_sum/check.c:1: there is no test below\n"},
    {MARKED("exact") TEST "START_TEST(more)\n",
     "labs/03_sum/check.c:4: no promise asks for this test\n"},
    {"// promise: exact\n" TEST,
     "labs/03_sum/check.c:1: nothing stands below \"promise:\"\n"},
    {"// promise: exact\n// broken by: no_one\n" TEST,
     "labs/03_sum/check.c:1: there is no wrong answer no_one\n"},
    {MARKED("exact") MARKED("inexact") TEST,
     "labs/03_sum/check.c:3: neither header nor handout says \"inexact\"\n"},
    {"// no promise: exact\n",
     "labs/03_sum/check.c:1: nothing stands below \"no promise:\"\n"},
    {"// no promise: exact\n// broken by: one_short\n",
     "labs/03_sum/check.c:2: \"broken by:\" cannot stand below \"no "
     "promise:\"\n"},
    {MARKED("exact") "// because: why\n" TEST,
     "labs/03_sum/check.c:3: \"because:\" stands below nothing\n"},
    {"// no promise: exact [...] Exact\n// because: why\n",
     "labs/03_sum/check.c:1: neither header nor handout says \"exact [...] "
     "Exact\"\nno test is for this: The sum is exact.\n"},
};

START_TEST(test_bad_marker)
{
    put_file("labs/03_sum/sum.h", HEADER " */\n/* The sum is exact. */\n");
    put_file("labs/03_sum/check.c", bad[_i].check);
    expect(0, bad[_i].says);
}
END_TEST

/* A test in common/: one of the labs has the words, one the wrong answer. */
START_TEST(test_shared)
{
    struct promises p;

    put_file("labs/03_sum/sum.h", HEADER " */\n/* The sum is exact. */\n");
    put_file("labs/04_max/max.h", HEADER " */\n/* The largest. As above. */\n");
    put_file("common/both.h", MARKED("exact") MARKED("largest") TEST);
    put_file("labs/03_sum/check.c", "#include \"common/both.h\"\n");
    put_file("labs/04_max/check.c", "#include \"common/both.h\"\n"
                                    "// no promise: As\n"
                                    "// because: it is said above\n");
    read_lab(0, &p);
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(p.n, 1);
    ck_assert_str_eq(p.list[0].text, "exact");
    promise_free(&p);
    read_lab(1, &p);
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(p.n, 1);
    ck_assert_str_eq(p.list[0].text, "largest");
    promise_free(&p);
    put_file("common/both.h",
             "// promise: exact\n// broken by: two_short\n" MARKED("smallest")
                 TEST);
    expect(0,
           "common/both.h:1: there is no wrong answer two_short\n"
           "common/both.h:3: neither header nor handout says \"smallest\"\n");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("promises");
    TCase *tc = tcase_create("promises");
    SRunner *runner = srunner_create(s);
    int failed;

    if (!mkdtemp(tree)) {
        perror(tree);
        return 1;
    }
    suite_add_tcase(s, tc);
    tcase_add_checked_fixture(tc, enter_tree, leave_tree);
    tcase_add_test(tc, test_sentences);
    tcase_add_test(tc, test_quoted);
    tcase_add_loop_test(tc, test_bad_marker, 0, sizeof bad / sizeof *bad);
    tcase_add_test(tc, test_shared);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(tree, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
