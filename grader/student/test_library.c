/*
 * test_library.c - every function of common/library.def that reads or writes
 * for its caller is called in a race, past an end, and by a host with memory of
 * the device (grader/tests/library/tries.c), and found at its line. Run from
 * the top folder; without clang and libarcher races are not tried, with a line
 * that says so.
 */
#define _GNU_SOURCE
#include <check.h>
#include <fcntl.h>
#include <ftw.h>
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include "machine/race_tools.h"
#include "reports/sanitizer.h"
#include "sandbox/refuse.h"
#include "tests/sample.h"

#define FOLDER "grader/tests/library"
#define SOURCE FOLDER "/tries.c"

static struct race_tools tools;
static bool has_races;
static char folder[] = "build/test_library.XXXXXX";

static struct
try {
    char kind[8], name[60], bytes[40];
    int line;
    bool c; /* not C++ */
}
tries[300];
static int n_tries;

static const struct {
    const char *name;
    bool check; /* check mode sees it */
} rows[] = {
#define NAMES(...)
#define WATCHED(where, type, result, name, ...) {#name, true},
#define SEEN WATCHED
#define HOSTS(where, type, result, name, ...) {#name, false},
#define PRINTS(where, name) {#name, false},
#include "common/library.def"
};

/* Whether check mode looks at it. */
static bool has_host(const struct try *t)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, t->name))
            return rows[i].check && !t->c && strcmp(t->kind, "state") != 0;
    return false;
}

/* Whether `bytes` is the size of a type, and what it is then. */
static void find_size(char *bytes, size_t room)
{
#define SIZE(type)                        \
    {                                     \
        "sizeof(" #type ")", sizeof(type) \
    }
    static const struct {
        const char *text;
        size_t size;
    } sizes[] = {SIZE(pthread_attr_t),
                 SIZE(pthread_mutex_t),
                 SIZE(pthread_rwlock_t),
                 SIZE(pthread_cond_t),
                 SIZE(pthread_barrier_t),
                 SIZE(sem_t),
                 SIZE(mtx_t),
                 SIZE(cnd_t),
                 SIZE(omp_lock_t),
                 SIZE(omp_nest_lock_t)};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(bytes, sizes[i].text))
            snprintf(bytes, room, "%zu", sizes[i].size);
}

/* Of READS(name, bytes, call) and its like. */
static void read_tries(void)
{
    FILE *file = fopen(SOURCE, "r");
    char line[400];
    bool c = false;

    for (int i = 1; file && fgets(line, sizeof line, file); i++) {
        struct try *t = &tries[n_tries];

        c = (c || !strcmp(line, "#ifndef __cplusplus\n")) &&
            strcmp(line, "#endif\n") != 0;
        if (n_tries == 300 || sscanf(line, "%7[A-Z](%59[a-z_0-9], %39[^,]",
                                     t->kind, t->name, t->bytes) != 3)
            continue;
        for (char *k = t->kind; *k; k++)
            *k = (char)(*k - 'A' + 'a');
        find_size(t->bytes, sizeof t->bytes);
        if (!strcmp(t->kind, "state"))
            strcpy(t->bytes, "8");
        t->line = i;
        t->c = c;
        n_tries++;
    }
    if (file)
        fclose(file);
}

/* Run a program of `folder` on a try. Fills f if a sanitizer reports. */
static bool reported(const char *name, const struct try *t, const char *how,
                     struct finding *f)
{
    static char text[1 << 18];
    const struct itimerval limit = {{0, 0}, {60, 0}};
    char program[100], output[100];
    int status;
    FILE *file;
    pid_t child;

    snprintf(program, sizeof program, "%s/%s", folder, name);
    snprintf(output, sizeof output, "%s/%s.txt", folder, name);
    child = fork();
    if (child == 0) {
        int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        int none = open("/dev/null", O_WRONLY);
        if (fd < 0 || none < 0 || dup2(none, 1) < 0 || dup2(fd, 2) < 0)
            _exit(99);
        personality(ADDR_NO_RANDOMIZE);
        setitimer(ITIMER_REAL, &limit, NULL); /* SIGALRM ends the program */
        setenv("ASAN_OPTIONS", "symbolize=0 detect_leaks=0", 1);
        setenv("TSAN_OPTIONS",
               "symbolize=0 exitcode=66 report_thread_leaks=0 "
               "ignore_noninstrumented_modules=0",
               1);
        execl(program, program, t->kind, t->name, t->bytes, how, (char *)NULL);
        _exit(99);
    }
    ck_assert_int_gt(child, 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    file = fopen(output, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    memset(f, 0, sizeof *f);
    return sanitizer_report(text, program, SOURCE, f);
}

static void must_be_found(const struct try *t, const char *program,
                          const char *how, enum check_kind kind)
{
    struct finding f;

    ck_assert_msg(reported(program, t, how, &f), "%s:%d: %s %s, %s: not found",
                  SOURCE, t->line, t->kind, t->name, how);
    ck_assert_msg(f.kind == kind, "%s: %s", t->name, finding_text(&f));
    /* libatomic copies by a memcpy() that the detector sees first */
    if (strncmp(t->name, "__atomic_", 9) != 0 || kind != KIND_RACE)
        ck_assert_msg(f.place.line == t->line, "%s:%d: %s %s, %s: line %d: %s",
                      SOURCE, t->line, t->kind, t->name, how, f.place.line,
                      finding_text(&f));
}

START_TEST(test_race)
{
    if (has_races && strcmp(tries[_i].kind, "ends") != 0)
        must_be_found(&tries[_i], "tsan", "race", KIND_RACE);
}
END_TEST

START_TEST(test_end)
{
    if (strcmp(tries[_i].kind, "state") != 0)
        must_be_found(&tries[_i], "asan", "end", KIND_MEMORY);
}
END_TEST

/* The CPU device's check mode has wrappers of its own. */
START_TEST(test_host)
{
    const struct try *t = &tries[_i];
    char command[400], line[300], wanted[100];
    bool found = false;
    FILE *out;

    if (!has_host(t))
        return;
    snprintf(command, sizeof command,
             "build/grader/simtcheck %s/host %s %s %s 2>&1", folder, t->kind,
             t->name, t->bytes);
    snprintf(wanted, sizeof wanted, "tries.c:%d: The host", t->line);
    out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    while (fgets(line, sizeof line, out))
        found = found || strstr(line, wanted);
    pclose(out);
    ck_assert_msg(found, "%s: nobody says \"%s\"", command, wanted);
}
END_TEST

START_TEST(test_each_row_is_tried)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        /* as strtol(), or with no more than a letter */
        bool tried = !strncmp(rows[i].name, "__isoc23_", 9) ||
                     strstr("putchar fputc putc fflush", rows[i].name);

        for (int k = 0; k < n_tries; k++)
            tried = tried || !strcmp(rows[i].name, tries[k].name);
        ck_assert_msg(tried, "%s: nobody tries %s()", SOURCE, rows[i].name);
    }
}
END_TEST

/* What the CPU device's headers call of its library, an answer may. */
START_TEST(test_device)
{
    char name[100] = "";
    FILE *out =
        popen("grep -rhoE '\\bsimt_[a-z0-9_]+ *\\(' common/simt/include "
              "| tr -d ' (' | sort -u | while read -r n; do "
              "nm -g --defined-only build/simt/libsimt.a 2>&1 | "
              "grep -qw \"T $n\" && ! grep -qw \"$n\" "
              "common/library.def && echo \"$n\"; done",
              "r");

    ck_assert_ptr_nonnull(out);
    ck_assert_msg(!fgets(name, sizeof name, out), "not in library.def: %s",
                  name);
    pclose(out);
}
END_TEST

/* As build.c builds an answer. */
static bool build(const char *name, const char *compiler, const char *flags,
                  const char *more)
{
    char command[3000];

    snprintf(command, sizeof command,
             "'%s' -std=gnu11 -g -w -fno-builtin -U_FORTIFY_SOURCE -fopenmp "
             "%s -c " SOURCE " -o %s/%s.o && "
             "objcopy --redefine-syms=%s/wraps.txt %s/%s.o && "
             "'%s' -std=gnu11 -g -fopenmp %s %s/%s.o " FOLDER "/main.c %s "
             "-rdynamic -ldl -lm -latomic -o %s/%s",
             compiler, flags, folder, name, folder, folder, name, compiler,
             flags, folder, name, more, folder, name);
    return system(command) == 0;
}

static bool build_all(void)
{
    char wraps[60], command[400];

    snprintf(wraps, sizeof wraps, "%s/wraps.txt", folder);
    snprintf(command, sizeof command,
             "build/simt/simtcc --check -g -w -Xlinker -export-dynamic " FOLDER
             "/host.cu -ldl -o %s/host",
             folder);
    return refuse_write_wraps(wraps) == 0 &&
           build("asan", "gcc",
                 "-O1 -fno-omit-frame-pointer -fsanitize=address,undefined "
                 "-fno-sanitize-recover=undefined",
                 "build/grader/student/memory_runtime.o") &&
           (!has_races || build("tsan", tools.clang, tools.flags,
                                "build/grader/student/race_runtime.o "
                                "-Wl,@grader/student/race_wraps.txt")) &&
           system(command) == 0;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

int main(void)
{
    Suite *suite = suite_create("library");
    TCase *set = tcase_create("tries");
    SRunner *runner = srunner_create(suite);
    int failed;

    race_tools_find(&tools);
    has_races =
        *tools.clang && *tools.archer && race_tools_work(&tools, "build");
    if (!has_races)
        printf("test_library: NO clang with a working libarcher.so: races are "
               "NOT tried\n");
    read_tries();
    if (!mkdtemp(folder) || !build_all()) {
        fprintf(stderr, "test_library: " SOURCE " does not compile\n");
        return 1;
    }
    tcase_set_timeout(set, 120);
    tcase_add_test(set, test_each_row_is_tried);
    tcase_add_test(set, test_device);
    tcase_add_loop_test(set, test_race, 0, n_tries);
    tcase_add_loop_test(set, test_end, 0, n_tries);
    tcase_add_loop_test(set, test_host, 0, n_tries);
    suite_add_tcase(suite, set);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
