/*
 * test_hints.c - hints.md and its sections, in a small tree of its own under
 * build/.
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

#include "base/hints.h"
#include "tests/put_file.h"

static char tree[] = "build/test_hints.XXXXXX";
static const struct lab lab = {.folder = "03_r", .name = "r", .ext = ".c"};
static char said[2000];

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

static void enter_tree(void)
{
    ck_assert_int_eq(chdir(tree), 0);
    ck_assert_int_eq(mkdir("labs", 0777), 0);
    ck_assert_int_eq(mkdir("labs/03_r", 0777), 0);
}

static void leave_tree(void)
{
    nftw(".", remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void say(void *owner, const char *sentence)
{
    ck_assert_ptr_eq(owner, said);
    strcat(strcat(said, sentence), "\n");
}

static void expect(const char *text, const char *wanted)
{
    struct hints h;

    said[0] = 0;
    put_file("labs/03_r/hints.md", text);
    hints_read(&lab, &h, say, said);
    ck_assert_str_eq(said, wanted);
    hints_free(&h);
}

/* ---- what is right ------------------------------------------------------ */

static const char file[] = "# Hints\n"
                           "1. not a hint\n"
                           "### race\n"
                           "## start\r\n"
                           "1. Begin.\n"
                           "##  Race:  `sum` | `total` \n"
                           "\n"
                           "1. Which variable\n"
                           "   do all threads write?\n"
                           "\n"
                           "2. The clause is\n"
                           "\n"
                           "   ```c\n"
                           "   for (;;)\n"
                           "       1. x;\n"
                           "   ## not a heading\n"
                           "   ```\n"
                           "   at the end.\n"
                           "3. Three\n"
                           "## race\n"
                           "1. Alone.\n";

START_TEST(test_sections)
{
    struct hints h;

    said[0] = 0;
    put_file("labs/03_r/hints.md", file);
    hints_read(&lab, &h, say, said);
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(h.n, 3);
    ck_assert_str_eq(h.section[0].heading, "start");
    ck_assert_int_eq(h.section[0].kind, HINTS_TO_START);
    ck_assert_int_eq(h.section[0].line, 4);
    ck_assert_ptr_null(h.section[0].words);
    ck_assert_int_eq(h.section[0].n, 1);
    ck_assert_str_eq(h.section[0].hint[0], "Begin.");
    ck_assert_str_eq(h.section[1].heading, "race: `sum` | `total`");
    ck_assert_int_eq(h.section[1].kind, KIND_RACE);
    ck_assert_str_eq(h.section[1].words, "`sum` | `total`");
    ck_assert_int_eq(h.section[1].n, 3);
    ck_assert_str_eq(h.section[1].hint[0],
                     "Which variable do all threads write?");
    ck_assert_str_eq(h.section[1].hint[1],
                     "The clause is\n   for (;;)\n       1. x;\n"
                     "   ## not a heading\nat the end.");
    ck_assert_str_eq(h.section[1].hint[2], "Three");
    ck_assert_str_eq(h.section[2].heading, "race");
    ck_assert_ptr_null(h.section[2].words);
    hints_free(&h);
    ck_assert_int_eq(h.n, 0);
}
END_TEST

/* Those for all labs come behind, without what the lab has. */
START_TEST(test_for_all_labs)
{
    struct hints h;

    put_file("labs/hints.md", "## build\n1. For all.\n## race\n1. Not this.\n"
                              "2. Nor this.\n## correctness: crashed\n1. All.\n"
                              "## memory first: in bytes\n1. Bytes.\n");
    put_file("labs/03_r/hints.md", file);
    said[0] = 0;
    hints_read(&lab, &h, say, said);
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(h.n, 6);
    ck_assert_str_eq(h.section[2].hint[0], "Alone.");
    ck_assert(!h.section[2].for_all);
    ck_assert_str_eq(h.section[3].heading, "build");
    ck_assert(h.section[3].for_all);
    ck_assert_str_eq(h.section[4].heading, "correctness: crashed");
    ck_assert_int_eq(h.section[4].n, 1);
    ck_assert(!h.section[4].first);
    ck_assert_str_eq(h.section[5].heading, "memory: in bytes");
    ck_assert(h.section[5].first);
    hints_free(&h);
    put_file("labs/hints.md", "## sped\n1. x\n");
    expect(file, "labs/hints.md:1: sped: there is no such section. There are "
                 "start, build, output, correctness, race, memory, traffic and "
                 "speed, and \"KIND: words\"\n");
}
END_TEST

/* ---- what is wrong ------------------------------------------------------ */

START_TEST(test_wrong)
{
    expect("## start\n1. x\n## sped\n1. y\n",
           "labs/03_r/hints.md:3: sped: there is no such section. There are "
           "start, build, output, correctness, race, memory, traffic and "
           "speed, and \"KIND: words\"\n");
    /* "first" is for the file for all labs, and for findings with words */
    expect("## race first: sum\n1. x\n",
           "labs/03_r/hints.md:1: race first: sum: there is no such section. "
           "There are start, build, output, correctness, race, memory, traffic "
           "and speed, and \"KIND: words\"\n");
    put_file("labs/hints.md", "## race first\n1. x\n");
    expect(file, "labs/hints.md:1: race first: there is no such section. There "
                 "are start, build, output, correctness, race, memory, traffic "
                 "and speed, and \"KIND: words\"\n");
    put_file("labs/hints.md", "");
    expect("## race: |\n1. x\n",
           "labs/03_r/hints.md:1: no words behind the colon\n");
    expect("## start: sum\n1. x\n",
           "labs/03_r/hints.md:1: before the first grading there is no finding "
           "that could contain words\n");
    expect("## race\n\n## speed\n1. x\n",
           "labs/03_r/hints.md:1: race: a section without hints\n");
    expect("## race: x\n1. x\n## race\n1. y\n## race: x\n1. z\n",
           "labs/03_r/hints.md:5: race: x: there is this section already, line "
           "1\n");
    expect("## race\nSome\ntext.\n1. x\n",
           "labs/03_r/hints.md:2: belongs to no hint; one begins with a "
           "number: 1. \n");
    expect("## race\n1. x\n3. y\n",
           "labs/03_r/hints.md:3: the hint with the number 3 is number 2\n");
    expect("## race\n1. x\n   ```\n## speed\n",
           "labs/03_r/hints.md:4: a ``` block is not closed\n");
}
END_TEST

START_TEST(test_too_much)
{
    char text[3000] = "";

    for (int i = 0; i <= HINT_SECTIONS; i++)
        sprintf(text + strlen(text), "## race: %d\n1. x\n", i);
    expect(text, "labs/03_r/hints.md:241: more than 120 sections\n");
    snprintf(text, sizeof text, "## race: %0300d\n1. x\n", 1);
    expect(text, "labs/03_r/hints.md:1: more than 199 bytes in a heading\n");
}
END_TEST

START_TEST(test_no_file)
{
    struct hints h;

    said[0] = 0;
    put_file("labs/03_r/README.md", "# Lab\n");
    hints_read(&lab, &h, say, said);
    ck_assert_str_eq(said, "labs/03_r/hints.md:1: No such file or directory\n");
    ck_assert_int_eq(h.n, 0);
    hints_free(&h);
}
END_TEST

/* ---- words -------------------------------------------------------------- */

START_TEST(test_words)
{
    static const struct {
        bool in;
        const char *words, *text;
    } all[] = {
        {true, "both write", "The two  both\nWRITE `sum`"},
        {true, "reads | both write", "they both write"},
        {true, "reads | both write", "it reads"},
        {false, "reads | both write", "both read"},
        {false, "both write", "both w"},
        {true, "n = 1", "for n = 1, threads = 3"},
        {false, "n = 1", "for n = 10"},
        {true, "n = 1", "for n = 10 and n = 1"},
        {false, "1 of them", "but 11 of them"},
        {true, "got 0", "expected 5, got 0"},
        {true, "n = 7 ... got 0", "n = 7, expected 5, got 0"},
        {false, "n = 7 ... got 0", "got 0 for n = 7"},
        {true, "x | n = 7 ... got 0", "n = 7, got 0."},
        {true, "]`", "`part[i]` and"},
        {false, " | ", "anything"},
        {false, "", "anything"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ck_assert_msg(hint_words_in(all[i].words, all[i].text) == all[i].in,
                      "\"%s\" in \"%s\"", all[i].words, all[i].text);
}
END_TEST

/* ------------------------------------------------------------------------- */

static Suite *hint_tests(void)
{
    Suite *s = suite_create("hints");
    TCase *c = tcase_create("hints");

    tcase_add_checked_fixture(c, enter_tree, leave_tree);
    tcase_add_test(c, test_sections);
    tcase_add_test(c, test_for_all_labs);
    tcase_add_test(c, test_wrong);
    tcase_add_test(c, test_too_much);
    tcase_add_test(c, test_no_file);
    tcase_add_test(c, test_words);
    suite_add_tcase(s, c);
    return s;
}

int main(void)
{
    SRunner *runner;
    int failed;

    if (!mkdtemp(tree)) {
        perror(tree);
        return 1;
    }
    runner = srunner_create(hint_tests());
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(tree, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
