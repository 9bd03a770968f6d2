/*
 * test_sandbox.c - what LABKIT_HIDE names cannot be read inside. Only where
 * bubblewrap works. Run from the top folder.
 */
#define _GNU_SOURCE
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/sandbox.h"

static char folder[PATH_MAX];

/* Prints what is in the file that its name is compiled in of. */
static const char reader[] =
    "#include <fcntl.h>\n"
    "#include <unistd.h>\n"
    "int main(void)\n"
    "{\n"
    "    char text[20];\n"
    "    int fd = open(FILE_NAME, O_RDONLY);\n"
    "    long n = read(fd, text, sizeof text);\n"
    "    return n > 0 && write(1, text, n) == n ? 0 : write(1, \"none\", 4);\n"
    "}\n";

static void write_file(const char *name, const char *text)
{
    char path[PATH_MAX + 40];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void make_folder(void)
{
    char name[] = "build/test_sandbox.XXXXXX", command[3 * PATH_MAX];

    ck_assert_ptr_nonnull(mkdtemp(name));
    ck_assert_ptr_nonnull(realpath(name, folder));
    snprintf(command, sizeof command, "mkdir %s/bob %s/work", folder, folder);
    ck_assert_int_eq(system(command), 0);
    write_file("bob/answer.c", "bob's");
    write_file("reader.c", reader);
    snprintf(command, sizeof command,
             "gcc -DFILE_NAME='\"%s/bob/answer.c\"' -o %s/work/reader "
             "%s/reader.c",
             folder, folder, folder);
    ck_assert_int_eq(system(command), 0);
}

static void remove_folder(void)
{
    char command[PATH_MAX + 20];

    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* What the reader printed. */
static const char *what_is_read(char text[PATH_MAX])
{
    char work[PATH_MAX + 10];
    struct sandbox_options o = {
        .folder = work, .program = "reader", .in_fd = -1, .out_fd = -1};
    struct sandbox s;

    snprintf(work, sizeof work, "%s/work", folder);
    ck_assert_int_eq(sandbox_start(&o, &s), 0);
    ck_assert(sandbox_wait(&s, 20));
    snprintf(text, PATH_MAX, "%s", s.output.bytes ? s.output.bytes : "");
    sandbox_end(&s);
    return text;
}

START_TEST(test_hidden)
{
    char text[PATH_MAX], list[2 * PATH_MAX];

    if (!sandbox_has_bwrap())
        return;
    make_folder();
    unsetenv("LABKIT_HIDE");
    ck_assert_str_eq(what_is_read(text), "bob's");
    snprintf(list, sizeof list, "%s/bob", folder);
    setenv("LABKIT_HIDE", list, 1);
    ck_assert_str_eq(what_is_read(text), "none");
    snprintf(list, sizeof list, "%s/work\n%s/bob/answer.c", folder, folder);
    setenv("LABKIT_HIDE", list, 1);
    ck_assert_str_eq(what_is_read(text), "none");
    /* nothing is run where it cannot be hidden */
    snprintf(list, sizeof list, "%s/nobody", folder);
    setenv("LABKIT_HIDE", list, 1);
    ck_assert_ptr_nonnull(strstr(what_is_read(text), "cannot be hidden"));
    remove_folder();
}
END_TEST

int main(int argc, char **argv)
{
    Suite *s = suite_create("sandbox");
    TCase *t = tcase_create("hidden");
    SRunner *r;
    int failed;

    if (argc == 4 && !strcmp(argv[1], "-x"))
        sandbox_enter(argv[2], argv[3]);
    /* the student's side under a sanitizer has no room in there */
    tcase_set_tags(t, "ordinary");
    tcase_add_test(t, test_hidden);
    tcase_set_timeout(t, 120);
    suite_add_tcase(s, t);
    r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
