/*
 * test_pictures.c - tests of `kit picture` with two labs that are made up, in a
 * tree of its own under build/. What is built there is built as ever.
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

#include "base/source.h"
#include "command/pictures.h"

static char tree[] = "build/test_pictures.XXXXXX";

static const char shifted[] = "__global__ void k(const float *a, float *b)\n"
                              "{\n"
                              "    b[threadIdx.x] = a[threadIdx.x * STRIDE];\n"
                              "}\n"
                              "void f(const float *a, float *b)\n"
                              "{\n"
                              "    k<<<1, 32>>>(a, b);\n"
                              "}\n";
static const char program[] = "#include <cuda_runtime.h>\n"
                              "void f(const float *a, float *b);\n"
                              "int main(void)\n"
                              "{\n"
                              "    float *a, *b;\n"
                              "    cudaMalloc(&a, 8192);\n"
                              "    cudaMemset(a, 0, 8192);\n"
                              "    cudaMalloc(&b, 8192);\n"
                              "    f(a, b);\n"
                              "    cudaFree(a);\n"
                              "    cudaFree(b);\n"
                              "    return 0;\n"
                              "}\n";

static void put(const char *path, const char *first, const char *rest)
{
    FILE *file = fopen(path, "w");

    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    fprintf(file, "%s%s", first, rest);
    ck_assert_int_eq(fclose(file), 0);
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

static void leave_tree(void)
{
    nftw(".", remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void enter_tree(void)
{
    static const char *const folders[] = {
        "build",     "build/pictures", "build/pictures/98_k", "labs",
        "labs/98_k", "solutions",      "solutions/98_k"};
    static const char *const links[] = {"build/simt", "common"};
    char here[2048], path[2100];

    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    ck_assert_int_eq(chdir(tree), 0);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        ck_assert_int_eq(mkdir(folders[i], 0777), 0);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        snprintf(path, sizeof path, "%s/%s", here, links[i]);
        ck_assert_int_eq(symlink(path, links[i]), 0);
    }
    put("labs/98_k/check.c", "", "");
    put("labs/98_k/k.cu", "", "");
    put("labs/98_k/main.cu", program, "");
    put("labs/98_k/.skeleton.cu", "#define STRIDE 8\n", shifted);
    put("solutions/98_k/k.cu", "#define STRIDE 1\n", shifted);
}

/* With this in lab.ini: the exit code; what it says goes to `out` and `said`.
 */
static int draw(const char *ini)
{
    struct settings s = {.lab = "98"};
    int code;

    put("labs/98_k/lab.ini", "title = Strides\n", ini);
    ck_assert_ptr_nonnull(freopen("said", "w", stderr));
    ck_assert_ptr_nonnull(freopen("out", "w", stdout));
    code = picture_command(&s);
    fflush(stderr);
    fflush(stdout);
    return code;
}

static const char picture[] = "build/pictures/98_k/pattern.svg";

static void says(const char *path, const char *words)
{
    char *text = source_read(path, false, NULL);

    ck_assert_ptr_nonnull(text);
    ck_assert_msg(strstr(text, words) != NULL, "no %s in %s", words, text);
    free(text);
}

START_TEST(test_picture)
{
    ck_assert_int_eq(draw(""), KIT_OK);
    says(picture, ">the skeleton</text>");
    says(picture, ">32 sectors</text>");
    says(picture, ">4 sectors</text>");
    says(picture, ">36 sectors</text>"); /* of a and of b, before */
    says(picture, ">8 sectors</text>");  /* after */
    says(picture, ">a</text>");
    says(picture, ">b</text>");

    ck_assert_int_eq(draw("[picture]\nshow = c, b read\n"), KIT_TROUBLE);
    says("said", "labs/98_k/.skeleton.cu: nothing to show of k. There is: a "
                 "read, b written\n");
    ck_assert(source_missing(picture));
}
END_TEST

START_TEST(test_no_picture)
{
    ck_assert_int_eq(draw("[picture]\nbefore = slow\n"), KIT_TROUBLE);
    says("said", "labs/98_k/lab.ini: before = slow: there is no "
                 "solutions/98_k/wrong/slow.cu\n");

    put("solutions/98_k/k.cu", "", "void f(const float *, float *)\n{\n}\n");
    ck_assert_int_eq(draw(""), KIT_OK);
    says("out", "Lab 98: no kernel, no picture.\n");
    ck_assert(source_missing(picture));

    put("solutions/98_k/k.cu", "", "void f(\n");
    ck_assert_int_eq(draw(""), KIT_TROUBLE);
    says("said", "solutions/98_k/k.cu does not compile: see "
                 "build/pictures/98_k/after.txt\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pictures");
    TCase *draws = tcase_create("kit picture");
    int failed;

    if (!mkdtemp(tree)) {
        perror(tree);
        return 1;
    }
    tcase_set_tags(draws, "ordinary");
    tcase_set_timeout(draws, 300);
    tcase_add_checked_fixture(draws, enter_tree, leave_tree);
    tcase_add_test(draws, test_picture);
    tcase_add_test(draws, test_no_picture);
    suite_add_tcase(suite, draws);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rmdir(tree);
    return failed != 0;
}
