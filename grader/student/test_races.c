/*
 * test_races.c - the race detector against a labelled set of OpenMP functions,
 * race/openmp.c: every RACE is reported, at a line that is marked as one, and
 * no CLEAN one is. Run from the top folder: build/grader/student/test_races
 * [NAME...]. Without clang and libarcher nothing is tested, with a line that
 * says so.
 *
 * build/grader/student/test_races FILE.c... instead measures whole programs,
 * each of which says in its name whether it has a race (x-yes.c, x-no.c): run
 * with the thread counts of a lab's check, once each. Nothing is demanded
 * there. FLAGS in the environment are for the compiler.
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
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "judge/judge.h"
#include "machine/race_tools.h"
#include "reports/sanitizer.h"
#include "tests/sample.h"

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

/* As sandbox.c runs it; what it prints goes to `output`. Its exit code. A name
 * is the program's argument; it may be null. */
static int run(const char *program, const char *name, int threads,
               const char *output)
{
    const struct itimerval limit = {{0, 0}, {20, 0}};
    char number[12];
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
            _exit(99);
        personality(ADDR_NO_RANDOMIZE);
        setitimer(ITIMER_REAL, &limit, NULL); /* SIGALRM ends the program */
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

/* Whether what a program printed to this file is a report. */
static bool in_output(const char *output, const char *program,
                      const char *source, struct finding *f)
{
    static char text[1 << 20];
    FILE *file = fopen(output, "r");

    if (!file)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    memset(f, 0, sizeof *f);
    return sanitizer_report(text, program, source, f);
}

/* Whether this run of the function is reported. */
static bool reported(const char *name, int threads, struct finding *f)
{
    char program[300], output[400];
    bool found;
    int code;

    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(output, sizeof output, "%s/%s.txt", folder, name);
    code = run(program, name, threads, output);
    found = in_output(output, program, SOURCE, f);
    ck_assert_msg(code == 0 || code == 66, "%s with %d threads ends with %d",
                  name, threads, code);
    return found;
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
    int runs = 0;
    bool race = !strncmp(name, "race_", 5), found = false;
    struct finding f;

    /* Which thread comes first is chance, and on a busy machine hardly two run
     * at once; so a race may escape one check of a lab, but not four. */
    for (int round = 0; round < (race ? 4 : 1) && !found; round++)
        for (const int *t = judge_race_teams(); *t && !found; t++) {
            found = reported(name, *t, &f);
            runs++;
        }
    if (getenv("SHOW"))
        printf("%s, run %d\n    %d: %s\n", name, runs, f.place.line,
               finding_text(&f));
    if (race)
        ck_assert_msg(found, "%s: not reported", name);
    else
        ck_assert_msg(!found, "%s: line %d: %s", name, f.place.line,
                      finding_text(&f));
    if (found) {
        ck_assert_int_eq(f.kind, KIND_RACE);
        ck_assert_msg(is_marked(f.place.line), "%s: at line %d: %s", name,
                      f.place.line, finding_text(&f));
    }
}
END_TEST

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

/* A file and its `more`, built as build.c builds an answer. */
static bool compile(const char *source, const char *more)
{
    char command[4000];

    snprintf(
        command, sizeof command,
        "gcc -O2 -I. -c grader/student/race_runtime.c -o '%s/race_runtime.o' "
        "&& "
        "'%s' -std=gnu11 -g -w -fopenmp %s '%s' %s '%s/race_runtime.o' "
        "-Wl,@grader/student/race_wraps.txt -rdynamic -ldl -lm -o '%s/program'",
        folder, tools.clang, tools.flags, source, more, folder, folder);
    return system(command) == 0;
}

/* ---- whole programs ------------------------------------------------------ */

static double seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How many threads it took to find a race in this program; 0: none was found,
 * -1: it does not compile. */
static int threads_for(const char *source, struct finding *f)
{
    const char *flags = getenv("FLAGS");
    char program[300], output[300];

    if (!compile(source, flags ? flags : ""))
        return -1;
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(output, sizeof output, "%s/output.txt", folder);
    for (const int *t = judge_race_teams(); *t; t++) {
        run(program, NULL, *t, output);
        if (in_output(output, program, source, f) && f->kind == KIND_RACE &&
            f->status == STATUS_FAIL)
            return *t;
    }
    return 0;
}

static void measure(int n, char **sources)
{
    int races[2] = {0, 0}, clean[2] = {0, 0}; /* [1]: reported */
    double begin = seconds_now();

    for (int i = 0; i < n; i++) {
        bool race = strstr(sources[i], "-yes.");
        struct finding f = {0};
        int found = threads_for(sources[i], &f);

        if (found < 0)
            printf("does not compile: %s\n", sources[i]);
        else
            ++(race ? races : clean)[found > 0];
        if (found >= 0 && race != (found > 0))
            printf("%s %s: %d threads, line %d: %s\n",
                   race ? "missed:     " : "false alarm:", sources[i], found,
                   f.place.line, finding_text(&f));
        fflush(stdout);
    }
    printf("%d of %d races found, %d of %d clean programs called a race, in "
           "%.0f s\n",
           races[1], races[0] + races[1], clean[1], clean[0] + clean[1],
           seconds_now() - begin);
}

int main(int argc, char **argv)
{
    Suite *suite = suite_create("races");
    TCase *set = tcase_create("labelled");
    SRunner *runner = srunner_create(suite);
    int failed;

    race_tools_find(&tools);
    if (!*tools.clang || !*tools.archer || !race_tools_work(&tools, "build")) {
        printf("test_races: NO clang with a working libarcher.so: nothing is "
               "tested\n");
        return 0;
    }
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    if (argc > 1 && strstr(argv[1], ".c")) {
        measure(argc - 1, argv + 1);
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
        return 0;
    }
    read_names(argc, argv);
    if (!compile(SOURCE, "grader/tests/race/main.c")) {
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
