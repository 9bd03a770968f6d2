/*
 * test_handout.c - links, commands and measured figures of a page, in a small
 * tree under build/; and those of the kit's own pages. Run from the top folder.
 */
#include <check.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/handout.h"
#include "tests/put_file.h"

static char tree[] = "build/test_handout.XXXXXX";
static const struct lab one[] = {
    {.id = "03", .folder = "03_sum", .name = "sum", .ext = ".c"},
};

/* ---- the tree ----------------------------------------------------------- */

/* In the test's own process. */
static void enter_tree(void)
{
    ck_assert_int_eq(chdir(tree), 0);
    ck_assert_int_eq(mkdir("docs", 0777), 0);
    put_file("Makefile", "grade: x ## grade\nlab%: y\nbench-%: z\n");
    put_file(
        "docs/measurements.md",
        "| copy | <!-- figure: copy -->4180 | <!-- figure: rows --> **0.44** "
        "|\n<!-- figure: pairs -->6.73e12, <!-- figure: none -->many,\n"
        "<!-- figure: tries -->979,502, <!-- figure: share -->15.3 %\n");
    put_file("docs/words.md",
             "# Words\n\n```\n## No heading\n```\n"
             "## Bank conflict\n### Two: `lane`, warp's _x_\n");
}

static void leave_tree(void)
{
    static const char *const all[] = {"docs/measurements.md", "docs/words.md",
                                      "docs/page.md", "docs", "Makefile"};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        remove(all[i]);
}

static char said[4000];

static void listen(void *with, const char *sentence)
{
    (void)with;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", sentence);
}

static const struct {
    const char *page, *says;
} pages[] = {
    /* links */
    {"[a](words.md#bank-conflict) [b](words.md#two-lane-warps-_x_)\n"
     "[c](#here) [d](https://x/y#z) [e](../Makefile)\n\n# Here\n",
     ""},
    {"[a](word.md)", "the link to word.md leads nowhere\n"},
    {"[a](words.md#bank) [b](words.md#no-heading)\n",
     "the link to words.md#bank: there is no such heading\n"
     "the link to words.md#no-heading: there is no such heading\n"},
    {"[a](#there)\n", "the link to #there: there is no such heading\n"},
    /* commands */
    {"`make grade LAB=03`, `make labNN LAB=NN`, `make lab03`, `make "
     "bench-races N=3`\n",
     ""},
    {"`make grade LAB=04`\n\n```\n$ make grate\n",
     "\"make grade LAB=04\" names a lab that does not exist\n"
     "\"$ make grate\": the Makefile has no target grate\n"
     "a ``` block is not closed\n"},
    /* figures, as they were measured or rounded */
    {"<!-- figure: copy -->4180 GB/s, <!-- figure: copy --> 4,180,\n"
     "<!-- figure: rows -->44 %, <!-- figure: rows -->0.4, or\n"
     "<!-- figure: rows -->\n**0.440**\n",
     ""},
    {"<!-- figure: pairs -->6.7e12, <!-- figure: tries -->979502;\n"
     "<!-- figure: share -->15 %, <!-- figure: share -->0.153.\n",
     ""},
    {"<!-- figure: rows -->48 % of <!-- figure: copy -->4181\n",
     "the figure rows is 48 % here and 0.44 in docs/measurements.md\n"
     "the figure copy is 4181 here and 4180 in docs/measurements.md\n"},
    {"<!-- figure: pairs -->6.8e12, <!-- figure: tries -->979,503\n",
     "the figure pairs is 6.8e12 here and 6.73e12 in docs/measurements.md\n"
     "the figure tries is 979,503 here and 979,502 in docs/measurements.md\n"},
    {"<!-- figure: rows -->0.41, <!-- figure: columns -->0.5\n",
     "the figure rows is 0.41 here and 0.44 in docs/measurements.md\n"
     "docs/measurements.md has no mark for the figure columns\n"},
    {"<!-- figure: rows -->half, <!-- figure: none -->3\n",
     "no number stands behind the mark of the figure rows\n"
     "no number stands behind the mark of the figure none\n"},
};

START_TEST(test_page)
{
    put_file("docs/page.md", pages[_i].page);
    handout_read(one, 1, "docs/page.md", listen, NULL);
    ck_assert_str_eq(said, pages[_i].says);
}
END_TEST

/* In the place itself a name that stands twice has one value. */
START_TEST(test_measured_twice)
{
    put_file(
        "docs/measurements.md",
        "<!-- figure: a -->0.0507 <!-- figure: b -->2 <!-- figure: a -->0.05");
    handout_read(one, 1, "docs/measurements.md", listen, NULL);
    ck_assert_str_eq(said, "");
    put_file("docs/measurements.md", "<!-- figure: a -->0.0507\n"
                                     "<!-- figure: a -->0.0597\n");
    handout_read(one, 1, "docs/measurements.md", listen, NULL);
    ck_assert_str_eq(said, "the figure a is 0.0597 here and 0.0507 in "
                           "docs/measurements.md\n");
}
END_TEST

/* ---- the kit's own pages ------------------------------------------------ */

/* `make promises` reads those of the labs. */
START_TEST(test_own_pages)
{
    char all[sizeof said] = "";
    int n;
    struct lab *labs = lab_find_all(&n);
    glob_t g;

    ck_assert_ptr_nonnull(labs);
    ck_assert_int_eq(glob("*.md", 0, NULL, &g), 0);
    ck_assert_int_eq(glob("docs/*.md", GLOB_APPEND, NULL, &g), 0);
    ck_assert_int_eq(glob("spearman/*.md", GLOB_APPEND, NULL, &g), 0);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        said[0] = 0;
        handout_read(labs, n, g.gl_pathv[i], listen, NULL);
        if (said[0])
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s: %s",
                     g.gl_pathv[i], said);
    }
    globfree(&g);
    free(labs);
    ck_assert_str_eq(all, "");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("handout");
    TCase *small = tcase_create("pages"), *own = tcase_create("own pages");
    SRunner *runner = srunner_create(s);
    int failed;

    if (!mkdtemp(tree)) {
        perror(tree);
        return 1;
    }
    suite_add_tcase(s, small);
    tcase_add_checked_fixture(small, enter_tree, leave_tree);
    tcase_add_loop_test(small, test_page, 0, sizeof pages / sizeof *pages);
    tcase_add_test(small, test_measured_twice);
    suite_add_tcase(s, own);
    tcase_add_test(own, test_own_pages);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rmdir(tree);
    return failed != 0;
}
