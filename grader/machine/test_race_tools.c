/*
 * test_race_tools.c - tests of race_tools.h: what is found here is there, is
 * remembered, and is known to be useless where it is.
 */
#define _GNU_SOURCE /* nftw() */
#include <check.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/race_tools.h"

static struct race_tools tools;
static char folder[] = "build/test_race_tools.XXXXXX";

static void make_folder(void)
{
    if ((mkdir("build", 0777) != 0 && errno != EEXIST) || !mkdtemp(folder)) {
        perror("test_race_tools: build/test_race_tools.XXXXXX");
        exit(2);
    }
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

START_TEST(test_tools)
{
    ck_assert_msg(*tools.symbolizer, "no llvm-symbolizer and no addr2line");
    ck_assert_int_eq(access(tools.symbolizer, X_OK), 0);
    if (*tools.clang)
        ck_assert_int_eq(access(tools.clang, X_OK), 0);
    if (*tools.archer)
        ck_assert_int_eq(access(tools.archer, R_OK), 0);
}
END_TEST

/* What was found is in a file for the next grading, until a program comes. */
START_TEST(test_tools_are_remembered)
{
    char before[PATH_MAX], here[PATH_MAX], path[3 * PATH_MAX];
    char link[PATH_MAX + 16];
    struct race_tools first, again, later;

    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    ck_assert(mkdir("build", 0777) == 0 || errno == EEXIST);
    ck_assert_int_eq(mkdir("came", 0777), 0);
    snprintf(path, sizeof path, "%s/came:%s", here, getenv("PATH"));
    ck_assert_int_eq(setenv("PATH", path, 1), 0);
    unsetenv("LABKIT_TOOLS");
    race_tools_find(&first);
    if (*first.archer) {
        ck_assert_int_eq(access("build/tools.txt", R_OK), 0);
        unsetenv("LABKIT_TOOLS");
        race_tools_find(&again);
        ck_assert_str_eq(again.clang, first.clang);
        ck_assert_str_eq(again.flags, first.flags);
        ck_assert_str_eq(again.archer, first.archer);
        ck_assert_str_eq(again.symbolizer, first.symbolizer);
        snprintf(link, sizeof link, "%s/came/clang", here);
        ck_assert_int_eq(symlink(first.clang, link), 0);
        unsetenv("LABKIT_TOOLS");
        race_tools_find(&later);
        ck_assert_str_eq(later.clang, link);
    }
    ck_assert_int_eq(chdir(before), 0);
}
END_TEST

/* Without libarcher right code is called a race, and that is noticed. */
START_TEST(test_archer_that_does_nothing)
{
    setenv("OMP_TOOL", "disabled", 1);
    ck_assert(!race_tools_work(&tools, folder));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("race_tools");
    TCase *tests = tcase_create("tools");
    int failed;

    make_folder();
    race_tools_find(&tools);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, test_tools);
    tcase_add_test(tests, test_tools_are_remembered);
    if (*tools.clang && *tools.archer)
        tcase_add_test(tests, test_archer_that_does_nothing);
    suite_add_tcase(suite, tests);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror("test_race_tools: nftw");
    return failed > 0;
}
