/*
 * test_sandbox.c - what is not in a wall's list cannot be read: by a program
 * that runs, and by a compiler, with bubblewrap and with Landlock. Run from the
 * top folder.
 */
#define _GNU_SOURCE
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/build.h"
#include "sandbox/job.h"
#include "sandbox/sandbox.h"
#include "sandbox/wall.h"

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
    char name[] = "build/test sandbox.XXXXXX", command[4 * PATH_MAX];

    ck_assert_ptr_nonnull(mkdtemp(name));
    ck_assert_ptr_nonnull(realpath(name, folder));
    snprintf(command, sizeof command, "cd '%s' && mkdir bob work alice",
             folder);
    ck_assert_int_eq(system(command), 0);
    write_file("bob/answer.c", "bob's");
    write_file("work/mine.txt", "mine!");
    write_file("reader.c", reader);
    snprintf(command, sizeof command,
             "cd '%s' && gcc -DFILE_NAME='\"%s/bob/answer.c\"' -o work/reader "
             "reader.c && gcc -DFILE_NAME='\"%s/work/mine.txt\"' -o work/own "
             "reader.c",
             folder, folder, folder);
    ck_assert_int_eq(system(command), 0);
}

static void remove_folder(void)
{
    char command[PATH_MAX + 20];

    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* What the reader printed. */
static const char *what_is_read(const char *program, char text[PATH_MAX])
{
    char work[PATH_MAX + 10];
    struct sandbox_options o = {
        .folder = work, .program = program, .in_fd = -1, .out_fd = -1};
    struct sandbox s;

    snprintf(work, sizeof work, "%s/work", folder);
    ck_assert_int_eq(sandbox_start(&o, &s), 0);
    ck_assert(sandbox_wait(&s, 20));
    snprintf(text, PATH_MAX, "%s", s.output.bytes ? s.output.bytes : "");
    sandbox_end(&s);
    return text;
}

static void use(const char *sandbox)
{
    if (*sandbox)
        setenv("LABKIT_SANDBOX", sandbox, 1);
    else
        unsetenv("LABKIT_SANDBOX");
}

/* "" is bubblewrap, where that works. */
static const char *const walls[] = {"", "plain"};

START_TEST(test_run)
{
    char text[PATH_MAX];

    use("none");
    make_folder();
    ck_assert_str_eq(what_is_read("reader", text), "bob's");
    use(walls[_i]);
    if (wall_kind() != WALL_NONE) {
        ck_assert_str_eq(what_is_read("reader", text), "none");
        ck_assert_str_eq(what_is_read("own", text), "mine!");
    }
    remove_folder();
}
END_TEST

/* Compile this text as alice's file, and look for words in what comes out. */
static bool compiled_has(const char *text, const char *words, bool *well)
{
    char source[PATH_MAX + 20], work[PATH_MAX + 10], command[2 * PATH_MAX];
    struct wall wall;
    struct jobs of = {.work = work, .kind = wall_kind(), .wall = &wall};
    struct job job = {.kind = ULIMITS_COMPILER};

    write_file("alice/answer.c", text);
    snprintf(source, sizeof source, "%s/alice/answer.c", folder);
    snprintf(work, sizeof work, "%s/work", folder);
    wall_begin(&wall);
    wall_open(&wall, work, WALL_WRITE);
    snprintf(job.output, sizeof job.output, "%s/words.txt", work);
    snprintf(command, sizeof command, "%s/alice", folder);
    wall_open(&wall, command, WALL_READ);
    job_add_words(&job, "gcc -I. -c -o");
    job_add(&job, "%s/answer.o", work);
    job_add(&job, "%s", source);
    snprintf(command, sizeof command, "rm -f '%s/answer.o'", work);
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(jobs_run(&job, 1, &of), 0);
    *well = job_went_well(&job);
    wall_end(&wall);
    snprintf(command, sizeof command,
             "cd '%s/work' && cat words.txt answer.o 2>/dev/null | "
             "grep -aq \"%s\"",
             folder, words);
    return system(command) == 0;
}

START_TEST(test_compile)
{
    char text[3 * PATH_MAX], own[] = "#include <stdio.h>\n#include <omp.h>\n"
                                     "const char *word = \"bob's\";\n";
    bool well;

    use("none");
    make_folder();
    snprintf(text, sizeof text, "asm(\".incbin \\\"%s/bob/answer.c\\\"\");\n",
             folder);
    ck_assert(compiled_has(text, "bob's", &well));
    use(walls[_i]);
    ck_assert(compiled_has(own, "bob's", &well));
    ck_assert(well);
    if (wall_kind() != WALL_NONE) {
        ck_assert(!compiled_has(text, "bob's", &well));
        ck_assert(!well);
    }
    snprintf(text, sizeof text, "asm(\".include \\\"%s/bob/answer.c\\\"\");\n",
             folder);
    if (wall_kind() != WALL_NONE)
        ck_assert(!compiled_has(text, "bob's", &well));
    snprintf(text, sizeof text, "#include \"%s/bob/answer.c\"\n", folder);
    if (wall_kind() != WALL_NONE)
        ck_assert(!compiled_has(text, "bob's", &well));
    snprintf(text, sizeof text, "#include \"../bob/answer.c\"\n");
    if (wall_kind() != WALL_NONE)
        ck_assert(!compiled_has(text, "bob's", &well));
    if (wall_kind() != WALL_NONE)
        ck_assert(!compiled_has("#if __has_include(\"../bob/answer.c\")\n"
                                "const char *there = \"bob's\";\n"
                                "#endif\n",
                                "bob's", &well));
    /* what the user's environment holds */
    setenv("TOKEN", "bob's", 1);
    ck_assert(!compiled_has("asm(\".incbin \\\"/proc/self/environ\\\"\");\n",
                            "bob's", &well));
    unsetenv("TOKEN");
    remove_folder();
}
END_TEST

static bool opens(const struct wall *w, const char *path)
{
    for (int i = 0; i < w->n; i++) {
        const size_t n = strlen(w->path[i].path);

        if (!w->path[i].to && !strncmp(path, w->path[i].path, n) &&
            (!path[n] || path[n] == '/'))
            return true;
    }
    return false;
}

/* A home, say, that lies in the system's folders: only what is beside it. */
START_TEST(test_private_in_the_system)
{
    struct wall w;

    setenv("HOME", "/usr/share/doc", 1);
    setenv("OUT", "/usr/local/lib", 1);
    setenv("LABKIT_READ", "/usr/share/doc:/:/usr/share:.", 1);
    wall_begin(&w);
    ck_assert(opens(&w, "/usr/bin/gcc"));
    ck_assert(opens(&w, "/usr/local/bin"));
    ck_assert(!opens(&w, "/usr/share/doc"));
    ck_assert(!opens(&w, "/usr/share/doc/x"));
    ck_assert(!opens(&w, "/usr/local/lib/x"));
    ck_assert(!opens(&w, "/etc/passwd"));
    wall_end(&w);
}
END_TEST

START_TEST(test_all_compilers)
{
    char text[300];

    use(walls[_i]);
    ck_assert_msg(build_wall(text, sizeof text) == wall_kind(), "%s", text);
    ck_assert_str_eq(text, "");
}
END_TEST

int main(int argc, char **argv)
{
    Suite *s = suite_create("sandbox");
    TCase *t = tcase_create("walls");
    SRunner *r;
    int failed;

    if (argc == 4 && !strcmp(argv[1], "-x"))
        sandbox_enter(argv[2], argv[3]);
    /* the student's side under a sanitizer has no room in there */
    tcase_set_tags(t, "ordinary");
    tcase_add_loop_test(t, test_run, 0, 2);
    tcase_add_loop_test(t, test_compile, 0, 2);
    tcase_add_test(t, test_private_in_the_system);
    tcase_add_loop_test(t, test_all_compilers, 0, 2);
    tcase_set_timeout(t, 120);
    suite_add_tcase(s, t);
    r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
