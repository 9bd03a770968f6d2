/*
 * test_lab.c - labs by folder, lab.ini and digests, in a small tree of its own
 * under build/.
 */
#define _GNU_SOURCE /* nftw() */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lab.h"
#include "tests/put_file.h"

/* ---- the tree ----------------------------------------------------------- */

static char tree[] = "build/test_lab.XXXXXX";

static void make_lab(const char *folder, const char *ini)
{
    char path[200];

    snprintf(path, sizeof path, "labs/%s", folder);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "labs/%s/lab.ini", folder);
    put_file(path, ini);
}

/* What a test says on stderr, to look at afterwards. */
static void catch_stderr(void)
{
    ck_assert_ptr_nonnull(freopen("stderr.txt", "w", stderr));
}

static const char *caught(void)
{
    static char text[1000];
    FILE *file;

    fflush(stderr);
    file = fopen("stderr.txt", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

/* In the test's own process: an empty labs/ in the current folder. */
static void enter_tree(void)
{
    ck_assert_int_eq(chdir(tree), 0);
    nftw("labs", remove_one, 8, FTW_DEPTH | FTW_PHYS);
    ck_assert_int_eq(mkdir("labs", 0777), 0);
}

/* ---- folders ------------------------------------------------------------ */

START_TEST(test_sorted_by_number)
{
    int n;
    struct lab *labs;

    make_lab("21_matmul", "title = m");
    make_lab("03_reduction", "title = r");
    make_lab("00_detect", "title = d");
    ck_assert_int_eq(mkdir("labs/04_stray", 0777), 0);
    ck_assert_int_eq(mkdir("labs/notes", 0777), 0);
    put_file("labs/00_detect/.skeleton.c", "");
    put_file("labs/21_matmul/.skeleton.cu", "");
    put_file("labs/21_matmul/main.cu", "");
    put_file("labs/03_reduction/main.c", "");
    labs = lab_find_all(&n);
    ck_assert_ptr_nonnull(labs);
    ck_assert_int_eq(n, 3);
    ck_assert_str_eq(labs[0].folder, "00_detect");
    ck_assert(labs[0].program);
    ck_assert_str_eq(labs[1].id, "03");
    ck_assert_str_eq(labs[1].name, "reduction");
    ck_assert_str_eq(labs[1].ext, ".c");
    ck_assert(!labs[1].program);
    ck_assert_str_eq(labs[2].ext, ".cu");
    ck_assert(!labs[2].program);
    free(labs);
}
END_TEST

START_TEST(test_same_number_twice)
{
    int n;

    make_lab("03_a", "title = a");
    make_lab("3_b", "title = b");
    catch_stderr();
    ck_assert_ptr_null(lab_find_all(&n));
    ck_assert_ptr_nonnull(strstr(caught(), "03_a"));
}
END_TEST

START_TEST(test_no_labs)
{
    int n;

    catch_stderr();
    ck_assert_ptr_null(lab_find_all(&n));
    ck_assert_int_eq(rmdir("labs"), 0);
    ck_assert_ptr_null(lab_find_all(&n));
    ck_assert_ptr_nonnull(strstr(caught(), "No such file"));
}
END_TEST

START_TEST(test_by_id)
{
    static const char *const three[] = {"3",
                                        "03",
                                        "003",
                                        "lab03",
                                        "lab3",
                                        "03_reduction",
                                        "labs/03_reduction/"};
    static const char *const none[] = {
        "", "4", "lab", "x", "3x", "-3", " 3", "03_", "99999999999999999999"};
    int n;
    struct lab *labs;

    make_lab("03_reduction", "title = r");
    labs = lab_find_all(&n);
    for (size_t i = 0; i < sizeof three / sizeof *three; i++)
        ck_assert_msg(lab_by_id(labs, n, three[i]) == labs, "%s", three[i]);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(!lab_by_id(labs, n, none[i]), "%s", none[i]);
    free(labs);
}
END_TEST

START_TEST(test_paths)
{
    struct lab lab = {.folder = "07_pi", .name = "pi", .ext = ".c"};
    char path[100];

    lab_source(&lab, "/home/alice", path, sizeof path);
    ck_assert_str_eq(path, "/home/alice/07_pi/pi.c");
    lab_skeleton(&lab, path, sizeof path);
    ck_assert_str_eq(path, "labs/07_pi/.skeleton.c");
}
END_TEST

/* ---- lab.ini ------------------------------------------------------------ */

START_TEST(test_ini)
{
    int n;
    struct lab *labs;

    make_lab("03_r", "# a comment\n"
                     "title = The sum\r\n"
                     "article = Article 1, \"求和\"\n"
                     "group = Sums\n"
                     "[points]\ncorrectness = 4\nspeed=2.5\n"
                     "[goal]\nspeed = 0.85\n"
                     "[picture]\nbefore = 31\nargs = 64 8\ndevices = 4\n"
                     "kernel = k\nshow = a read, b\n");
    labs = lab_find_all(&n);
    ck_assert_ptr_nonnull(labs);
    ck_assert_str_eq(labs->title, "The sum");
    ck_assert_str_eq(labs->article, "Article 1, \"求和\"");
    ck_assert_str_eq(labs->group, "Sums");
    ck_assert(labs->points[KIND_CORRECTNESS] == 4);
    ck_assert(labs->points[KIND_SPEED] == 2.5);
    ck_assert(labs->points[KIND_RACE] == 0);
    ck_assert(labs->goal == 0.85);
    ck_assert_str_eq(labs->picture.before, "31");
    ck_assert_str_eq(labs->picture.args, "64 8");
    ck_assert_str_eq(labs->picture.devices, "4");
    ck_assert_str_eq(labs->picture.kernel, "k");
    ck_assert_str_eq(labs->picture.show, "a read, b");
    free(labs);
}
END_TEST

static const struct {
    const char *ini, *says;
} bad_ini[] = {
    {"title = x\ntilte = y\n", "labs/03_r/lab.ini:2: unknown key"},
    {"title = x\nserial = 1\n", "labs/03_r/lab.ini:2: not"},
    {"title = x\n[point]\nrace = 1\n", "labs/03_r/lab.ini:3: unknown section"},
    {"title = x\n[points]\nraces = 1\n", "labs/03_r/lab.ini:3: points for"},
    {"title = x\n[points]\nbuild = 1\n", "labs/03_r/lab.ini:3: points for"},
    {"title = x\n[points]\nrace = one\n", "labs/03_r/lab.ini:3: not a"},
    {"title = x\n[points]\nrace = -1\n", "labs/03_r/lab.ini:3: not a"},
    {"title = x\n[points]\nrace = nan\n", "labs/03_r/lab.ini:3: not a"},
    {"title = x\n[points]\nrace =\n", "labs/03_r/lab.ini:3: not a"},
    {"title = x\n[goal]\nspeed = 85\n", "labs/03_r/lab.ini:3: not a"},
    {"title = x\n[goal]\nmemory = 1\n", "labs/03_r/lab.ini:3: unknown goal"},
    {"title = x\n[picture]\nafter = 1\n",
     "labs/03_r/lab.ini:3: not of a picture (known: before, args, devices, "
     "kernel, show): after"},
    {"title = x\n\njunk\nmore = x\n", "labs/03_r/lab.ini:3: neither"},
    {"article = x\n", "labs/03_r/lab.ini: has no"},
    {"", "labs/03_r/lab.ini: has no"},
};

START_TEST(test_bad_ini)
{
    int n;

    make_lab("03_r", bad_ini[_i].ini);
    catch_stderr();
    ck_assert_ptr_null(lab_find_all(&n));
    ck_assert_msg(strstr(caught(), bad_ini[_i].says), "%s", caught());
}
END_TEST

START_TEST(test_no_ini)
{
    int n;

    ck_assert_int_eq(mkdir("labs/03_r", 0777), 0);
    put_file("labs/03_r/check.c", "");
    catch_stderr();
    ck_assert_ptr_null(lab_find_all(&n));
    ck_assert_ptr_nonnull(strstr(caught(), "labs/03_r/lab.ini: No such"));
}
END_TEST

/* ---- files -------------------------------------------------------------- */

START_TEST(test_same_file)
{
    put_file("a", "one\n");
    put_file("b", "one\n");
    put_file("c", "one\ntwo\n");
    put_file("d", "");
    ck_assert(lab_same_file("a", "b"));
    ck_assert(!lab_same_file("a", "c"));
    ck_assert(!lab_same_file("c", "a"));
    ck_assert(!lab_same_file("a", "d"));
    ck_assert(lab_same_file("d", "d"));
    ck_assert(!lab_same_file("a", "missing"));
    ck_assert(!lab_same_file("missing", "missing"));
    ck_assert(!lab_same_file(".", "."));
}
END_TEST

START_TEST(test_digest)
{
    static const char *const depends_on[] = {
        "labs/03_r/r.h",      "labs/03_r/check.c", "labs/03_r/lab.ini",
        "labs/03_r/runner.c", "labs/03_r/r.c",     "common/shared.h",
        "common/check/both.h"};
    struct lab lab = {.folder = "03_r", .name = "r", .ext = ".c"};
    const char *source = "labs/03_r/r.c";
    uint64_t before, after;

    make_lab("03_r", "title = x\n");
    ck_assert(lab_digest(&lab, source) == 0);
    put_file(source, "int x;\n");
    before = lab_digest(&lab, source);
    ck_assert(before != 0);
    ck_assert(before == lab_digest(&lab, source));
    put_file("labs/03_r/README.md", "words");
    put_file("labs/03_r/main.c", "int main(void) { return 0; }");
    ck_assert(before == lab_digest(&lab, source));
    ck_assert_int_eq(mkdir("common", 0777), 0);
    ck_assert_int_eq(mkdir("common/check", 0777), 0);
    for (int i = 0; i < 7; i++) {
        put_file(depends_on[i], "changed");
        after = lab_digest(&lab, source);
        ck_assert_msg(before != after, "%s", depends_on[i]);
        before = after;
    }
    /* The same bytes, split differently over two files. */
    put_file("labs/03_r/r.h", "ab");
    put_file("labs/03_r/check.c", "c");
    before = lab_digest(&lab, source);
    put_file("labs/03_r/r.h", "a");
    put_file("labs/03_r/check.c", "bc");
    ck_assert(before != lab_digest(&lab, source));
    ck_assert(lab_digest(&lab, ".") == 0);
    ck_assert_int_eq(mkfifo("pipe", 0666), 0);
    ck_assert(lab_digest(&lab, "pipe") == 0);
}
END_TEST

/* ------------------------------------------------------------------------- */

static Suite *lab_tests(void)
{
    Suite *s = suite_create("lab");
    TCase *c = tcase_create("lab");

    tcase_add_checked_fixture(c, enter_tree, NULL);
    tcase_add_test(c, test_sorted_by_number);
    tcase_add_test(c, test_same_number_twice);
    tcase_add_test(c, test_no_labs);
    tcase_add_test(c, test_by_id);
    tcase_add_test(c, test_paths);
    tcase_add_test(c, test_ini);
    tcase_add_loop_test(c, test_bad_ini, 0,
                        (int)(sizeof bad_ini / sizeof *bad_ini));
    tcase_add_test(c, test_no_ini);
    tcase_add_test(c, test_same_file);
    tcase_add_test(c, test_digest);
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
    runner = srunner_create(lab_tests());
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(tree, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
