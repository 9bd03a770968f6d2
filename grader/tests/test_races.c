/*
 * test_races.c - the race detector against a labelled set of OpenMP functions,
 * race/openmp.c: every RACE is reported, at a line that is marked as one, and
 * no CLEAN one is. Run from the top folder: build/tests/test_races [NAME...].
 * Without clang and libarcher nothing is tested, with a line that says so.
 */
#define _GNU_SOURCE
#include <check.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sanitizer.h"

#define SOURCE "grader/tests/race/openmp.c"

static struct race_tools tools;
static char folder[] = "build/test_races.XXXXXX";

static struct function {
    char name[60]; /* "race_..." or "clean_..." */
} function[200];
static int n_functions;

/* The functions in SOURCE, by how they begin. */
static void read_names(int argc, char **argv)
{
    FILE *file = fopen(SOURCE, "r");
    char line[200], kind[8], name[50];

    while (file && n_functions < 200 && fgets(line, sizeof line, file)) {
        bool wanted = argc == 1;

        if (sscanf(line, "%7[RACELN](%49[a-z_])", kind, name) != 2)
            continue;
        for (int i = 1; i < argc; i++)
            wanted = wanted || !strcmp(argv[i], name);
        if (wanted)
            snprintf(function[n_functions++].name, sizeof function[0].name,
                     "%s_%s", *kind == 'R' ? "race" : "clean", name);
    }
    if (file)
        fclose(file);
}

/* As sandbox.c runs it; what it prints goes to `output`. Its exit code. */
static int run(const char *program, const char *name, int threads,
               const char *output)
{
    char number[12];
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
            _exit(99);
        personality(ADDR_NO_RANDOMIZE);
        snprintf(number, sizeof number, "%d", threads);
        setenv("OMP_NUM_THREADS", number, 1);
        setenv("OMP_WAIT_POLICY", "passive", 1);
        setenv("OMP_DYNAMIC", "false", 1);
        setenv("KMP_AFFINITY", "disabled", 1);
        setenv("OMP_TOOL_LIBRARIES", tools.archer, 1);
        setenv("TSAN_OPTIONS",
               "symbolize=0 exitcode=66 ignore_noninstrumented_modules=1 "
               "ignore_noninstrumented_modules=no",
               1);
        execl(program, program, name, (char *)NULL);
        _exit(99);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Whether this run of the function is reported. */
static bool reported(const char *name, int threads, struct finding *f)
{
    char program[300], output[400], text[1 << 16];
    FILE *file;
    int code;

    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(output, sizeof output, "%s/%s.txt", folder, name);
    code = run(program, name, threads, output);
    file = fopen(output, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(code == 0 || code == 66,
                  "%s with %d threads ends with %d:\n%s", name, threads, code,
                  text);
    memset(f, 0, sizeof *f);
    return sanitizer_report(text, program, SOURCE, f);
}

static bool is_marked(int number)
{
    FILE *file = fopen(SOURCE, "r");
    char line[200] = "";

    for (int i = 0; file && i < number && fgets(line, sizeof line, file); i++)
        continue;
    if (file)
        fclose(file);
    return number > 0 && strstr(line, "/* race */");
}

START_TEST(test_function)
{
    const char *name = function[_i].name;
    const int threads[] = {2, 3, 7, 16};
    bool race = !strncmp(name, "race_", 5), found = false;
    struct finding f;

    /* Which thread comes first is chance, and on a busy machine hardly two run
     * at once; so a race is looked for several times, as a lab's check does. */
    for (int round = 0; round < (race ? 10 : 1) && !found; round++)
        for (int i = 0; i < 4 && !found; i++)
            found = reported(name, threads[i], &f);
    if (getenv("SHOW"))
        printf("%s\n    %d: %s\n", name, f.place.line, f.message);
    if (race)
        ck_assert_msg(found, "%s: not reported", name);
    else
        ck_assert_msg(!found, "%s: line %d: %s", name, f.place.line, f.message);
    if (found) {
        ck_assert_int_eq(f.kind, KIND_RACE);
        ck_assert_msg(is_marked(f.place.line), "%s: at line %d: %s", name,
                      f.place.line, f.message);
    }
}
END_TEST

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

/* The labelled set, built as build.c builds an answer. */
static bool compile(void)
{
    char command[2000];

    snprintf(command, sizeof command,
             "cd '%s' && gcc -O2 -c ../../grader/race_runtime.c && cd ../.. && "
             "'%s' -std=gnu11 -g -w -fopenmp %s " SOURCE
             " grader/tests/race/main.c '%s/race_runtime.o' -rdynamic -ldl "
             "-o '%s/program'",
             folder, tools.clang, tools.flags, folder, folder);
    return system(command) == 0;
}

int main(int argc, char **argv)
{
    Suite *suite = suite_create("races");
    TCase *set = tcase_create("labelled");
    SRunner *runner = srunner_create(suite);
    int failed;

    sanitizer_find_tools(&tools);
    if (!*tools.clang || !*tools.archer ||
        !sanitizer_archer_works(&tools, "build")) {
        printf("test_races: NO clang with a working libarcher.so: nothing is "
               "tested\n");
        return 0;
    }
    read_names(argc, argv);
    if (!mkdtemp(folder) || !compile()) {
        fprintf(stderr, "test_races: %s does not compile\n", SOURCE);
        return 1;
    }
    tcase_set_timeout(set, 600);
    tcase_add_loop_test(set, test_function, 0, n_functions);
    suite_add_tcase(suite, set);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
