/*
 * test_symbolize.c - which paths name one file, and lines of files; what comes
 * of addresses is tested with the reports that have them.
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

#include "base/source.h"
#include "base/symbolize.h"
#include "tests/put_file.h"

static char folder[] = "build/test_symbolize.XXXXXX";

static void make_folder(void)
{
    if ((mkdir("build", 0777) != 0 && errno != EEXIST) || !mkdtemp(folder)) {
        perror("test_symbolize: build/test_symbolize.XXXXXX");
        exit(2);
    }
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

START_TEST(test_same_file)
{
    char path[PATH_MAX], other[PATH_MAX], real[PATH_MAX];

    snprintf(path, sizeof path, "%s/same.c", folder);
    snprintf(other, sizeof other, "%s/./same.c", folder);
    put_file(path, "");
    ck_assert(same_file(path, other));
    ck_assert_ptr_nonnull(realpath(path, real));
    ck_assert(same_file(real, path));
    ck_assert(same_file("/gone/same.c", path));
    ck_assert(!same_file("/gone/other.c", path));
    ck_assert(!same_file("/gone/xsame.c", path));
    snprintf(other, sizeof other, "%s/sub", folder);
    ck_assert_int_eq(mkdir(other, 0777), 0);
    strcat(other, "/same.c");
    put_file(other, "");
    ck_assert(!same_file(other, path));
}
END_TEST

START_TEST(test_source_line)
{
    char path[PATH_MAX], line[8];

    snprintf(path, sizeof path, "%s/lines.c", folder);
    put_file(path, "one\r\n\nthree that is long\nlast");
    ck_assert(source_line(path, 1, line, sizeof line));
    ck_assert_str_eq(line, "one");
    ck_assert(source_line(path, 2, line, sizeof line));
    ck_assert_str_eq(line, "");
    ck_assert(source_line(path, 3, line, sizeof line));
    ck_assert_str_eq(line, "three t");
    ck_assert(source_line(path, 4, line, sizeof line));
    ck_assert(!source_line(path, 5, line, sizeof line));
    ck_assert(!source_line(path, 0, line, sizeof line));
    ck_assert(!source_line("/nonexistent", 1, line, sizeof line));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("symbolize");
    TCase *tests = tcase_create("files");
    int failed;

    make_folder();
    tcase_add_test(tests, test_same_file);
    tcase_add_test(tests, test_source_line);
    suite_add_tcase(suite, tests);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror("test_symbolize: nftw");
    return failed > 0;
}
