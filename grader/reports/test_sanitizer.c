/*
 * test_sanitizer.c - tests of sanitizer.h: real reports of small wrong
 * programs, compiled here, and made-up ones. Run from the top folder:
 * build/grader/reports/test_sanitizer. Without clang and libarcher the race
 * tests are left out, with a line that says so.
 *
 * In a program's text the comment "//here" marks the line that a report has to
 * name, so that no line number stands in this file.
 */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/race_tools.h"
#include "reports/sanitizer.h"
#include "tests/put_file.h"

static struct race_tools tools;

/* ---- a folder of our own, build/test_sanitizer.XXXXXX -------------------- */

static char folder[] = "build/test_sanitizer.XXXXXX";

static void make_folder(void)
{
    if ((mkdir("build", 0777) != 0 && errno != EEXIST) || !mkdtemp(folder)) {
        perror("test_sanitizer: build/test_sanitizer.XXXXXX");
        exit(2);
    }
}

/* The kit's part of what is built for ThreadSanitizer. */
static char runtime[PATH_MAX];

static void make_runtime(void)
{
    char command[2 * PATH_MAX];

    snprintf(runtime, sizeof runtime, "%s/race_runtime.o", folder);
    snprintf(command, sizeof command,
             "gcc -O2 -I. -c grader/student/race_runtime.c -o '%s'", runtime);
    if (system(command) != 0)
        exit(2);
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    if (remove(path) != 0)
        fprintf(stderr, "test_sanitizer: remove %s: %s\n", path,
                strerror(errno));
    return 0;
}

static void remove_folder(void)
{
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror("test_sanitizer: nftw");
}

/* The whole file, 0-terminated; the caller frees. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    const size_t size = 8u << 20;
    char *text = calloc(1, size + 1);

    ck_assert_msg(file && text, "%s: %s", path, strerror(errno));
    ck_assert_uint_lt(fread(text, 1, size, file), size);
    fclose(file);
    return text;
}

/* ---- compiling and running ----------------------------------------------- */

/* Run argv with both outputs in a file. */
static int run(const char *const *argv, const char *output)
{
    int status = -1;
    pid_t child = fork();

    ck_assert_int_ge(child, 0);
    if (child == 0) {
        int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
            _exit(99);
        /* TSan before clang 18 cannot live with much address randomness */
        personality(ADDR_NO_RANDOMIZE);
        setenv("OMP_NUM_THREADS", "3", 1);
        setenv("OMP_TOOL_LIBRARIES", tools.archer, 1);
        setenv("ASAN_OPTIONS",
               "symbolize=0 detect_leaks=1 max_allocation_size_mb=2048 "
               "hard_rss_limit_mb=200 detect_stack_use_after_return=0",
               1);
        setenv("UBSAN_OPTIONS", "symbolize=0", 1);
        alarm(30);
        execvp(argv[0], (char *const *)argv);
        _exit(99);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

enum flavour {
    TSAN,      /* as the kit runs it */
    TSAN_FULL, /* with what TSan knows about the C library, too */
    ASAN,      /* with UBSan, as the kit builds it */
    ASAN_ONLY
};

struct example {
    const char *name;
    enum flavour flavour;
    enum check_kind kind;
    const char *code;
    const char *words[6]; /* what the message has to hold */
};

/* Compile, run, and give back what it printed; the caller frees. */
static char *report_of(const struct example *e, const char *source,
                       const char *program)
{
    char output[PATH_MAX];
    bool tsan = e->flavour == TSAN || e->flavour == TSAN_FULL;
    char command[1500];
    char *text = NULL;

    snprintf(output, sizeof output, "%s.txt", program);
    put_file(source, e->code);
    snprintf(command, sizeof command, "%s %s -g -w -fopenmp '%s' %s%s -o '%s'",
             tsan ? tools.clang : "gcc -O1",
             tsan                      ? tools.flags
             : e->flavour == ASAN_ONLY ? "-fsanitize=address"
                                       : "-fsanitize=address,undefined,"
                                         "float-cast-overflow,"
                                         "float-divide-by-zero",
             source, tsan ? "-Wl,@grader/student/race_wraps.txt " : "",
             tsan ? runtime : "", program);
    if (run((const char *const[]){"sh", "-c", command, NULL}, output) != 0) {
        text = read_file(output);
        ck_abort_msg("%s does not compile: %s", e->name, text);
    }
    setenv("TSAN_OPTIONS",
           e->flavour == TSAN ? "symbolize=0 ignore_noninstrumented_modules=1"
                              : "symbolize=0",
           1);
    /* A race needs two threads that really run; now and then one is late. */
    for (int i = 0; i < 10; i++) {
        free(text);
        run((const char *const[]){program, NULL}, output);
        text = read_file(output);
        if (strstr(text, "anitizer") || strstr(text, "runtime error"))
            break;
    }
    return text;
}

/* The line marked "//here", or 0. */
static int marked_line(const char *code)
{
    const char *mark = strstr(code, "//here");
    int line = 1;

    for (const char *p = code; mark && p < mark; p++)
        line += *p == '\n';
    return mark ? line : 0;
}

static void expect_words(const char *message, const char *const *words)
{
    for (; *words; words++)
        ck_assert_msg(strstr(message, *words), "\"%s\" is not in \"%s\"",
                      *words, message);
    /* never a raw dump */
    ck_assert_msg(!strstr(message, "0x") && !strstr(message, "Sanitizer"),
                  "raw: \"%s\"", message);
}

static void check_example(const struct example *e, const char *source,
                          const char *program)
{
    struct finding f = {.name = "kept"};
    char *text = report_of(e, source, program);
    bool any = sanitizer_report(text, program, source, &f);

    if (getenv("SHOW"))
        printf("%s\n    %s:%d: %s\n", e->name, f.place.file, f.place.line,
               finding_text(&f));
    ck_assert_msg(any, "%s: no report in: %s", e->name, text);
    ck_assert_str_eq(f.name, "kept");
    ck_assert_int_eq(f.kind, e->kind);
    ck_assert_int_eq(f.status, STATUS_FAIL);
    expect_words(finding_text(&f), e->words);
    if (marked_line(e->code)) { /* else it may be either of two */
        ck_assert_msg(f.place.line == marked_line(e->code), "line %d: \"%s\"",
                      f.place.line, finding_text(&f));
        ck_assert_str_eq(f.place.file, source);
    }
    free(text);
}

static void check_numbered(const struct example *e, int i)
{
    char source[PATH_MAX], program[PATH_MAX];

    snprintf(source, sizeof source, "%s/%s%d.c", folder,
             e->flavour == TSAN ? "t" : "a", i);
    snprintf(program, sizeof program, "%s/%s%d", folder,
             e->flavour == TSAN ? "tsan" : "asan", i);
    check_example(e, source, program);
}

/* ---- races --------------------------------------------------------------- */

static const struct example races[] = {
    {"sum on the stack",
     TSAN,
     KIND_RACE,
     "#include <stdio.h>\n"
     "int main(void) {\n"
     "    double sum = 0;\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < 1000; i++)\n"
     "        sum += i; //here\n"
     "    printf(\"%g\\n\", sum);\n"
     "}\n",
     {"`sum`", "line 6", "nothing orders"}},
    {"a global, written twice",
     TSAN,
     KIND_RACE,
     "int counter;\n"
     "int main(void) {\n"
     "#pragma omp parallel\n"
     "    counter = counter + 1; //here\n"
     "    return counter > 9;\n"
     "}\n",
     {"both write `counter` at line 4", "can get lost", "hread "}},
    {"an element, on the heap",
     TSAN,
     KIND_RACE,
     "#include <stdlib.h>\n"
     "static void add(int *a, int i) {\n"
     "    a[i / 2] += i; //here\n"
     "}\n"
     "int main(void) {\n"
     "    int *a = calloc(100, sizeof *a);\n"
     "#pragma omp parallel for schedule(static, 1)\n"
     "    for (int i = 0; i < 100; i++)\n"
     "        add(a, i);\n"
     "    return a[1];\n"
     "}\n",
     {"`a[i / 2]`", "line 3"}},
    {"an element, in shared memory",
     TSAN,
     KIND_RACE,
     "#include <sys/mman.h>\n"
     "#include <omp.h>\n"
     "int main(void) {\n"
     "    int *out = mmap(0, 4096, PROT_READ | PROT_WRITE,\n"
     "                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
     "#pragma omp parallel\n"
     "    out[0] = omp_get_thread_num(); //here\n"
     "    return out[0];\n"
     "}\n",
     {"`out[0]`", "both write"}},
    {"a loop that nothing shares",
     TSAN,
     KIND_RACE,
     "#include <stdlib.h>\n"
     "int main(void) {\n"
     "    int *a = malloc(400);\n"
     "#pragma omp parallel\n"
     "    {\n"
     "        for (int i = 0; i < 100; i++)\n"
     "            a[i] = i; //here\n"
     "    }\n"
     "    return a[3];\n"
     "}\n",
     {"Each thread of the team goes through the whole loop at line 6, from 0 "
      "on: nothing shares it. `#pragma omp for` above it does, or a part for "
      "each thread."}},
    {"a table that is too short",
     TSAN,
     KIND_RACE,
     "#include <omp.h>\n"
     "long part[3], more[1];\n"
     "int main(void) {\n"
     "#pragma omp parallel num_threads(2)\n"
     "    {\n"
     "        int me = omp_get_thread_num();\n"
     "        me = 0;\n"
     "        part[me] += 1;\n"
     "    }\n"
     "    return part[0] == 3;\n"
     "}\n",
     {"`part[me]` is the element of one thread, by its number. So two threads "
      "have the same number, or one wrote past the end of an array: has each "
      "thread a `me` of its own, and are there as many elements as threads?"}},
    {"a loop's counter",
     TSAN,
     KIND_RACE,
     "#include <omp.h>\n"
     "int main(void) {\n"
     "    int i;\n"
     "#pragma omp parallel\n"
     "    for (i = omp_get_thread_num(); i < 100; i += 2) //here\n"
     "        omp_get_thread_num();\n" /* nothing else may race */
     "    return 0;\n"
     "}\n",
     {"`i` counts the rounds of the loop at line 5, and all threads have the "
      "same one. Declare it in the loop: for (int i = ...."}},
    {"looked at, then taken",
     TSAN,
     KIND_RACE,
     "int next;\n"
     "int main(void) {\n"
     "    int all = 0;\n"
     "#pragma omp parallel reduction(+ : all)\n"
     "    while (next < 100) {\n"
     "        int mine;\n"
     "#pragma omp atomic capture\n"
     "        mine = next++;\n"
     "        all += mine;\n"
     "    }\n"
     "    return all == 3;\n"
     "}\n",
     {"Take first, by the atomic capture, and then look at what it has "
      "brought."}},
    {"parts that one adds up too early",
     TSAN,
     KIND_RACE,
     "#include <omp.h>\n"
     "int part[64];\n"
     "int main(void) {\n"
     "    int sum = 0;\n"
     "#pragma omp parallel num_threads(4)\n"
     "    {\n"
     "        const int me = omp_get_thread_num();\n"
     "        part[me] = me;\n"
     "        if (me == 0)\n"
     "            sum = part[0] + part[1] + part[2] + part[3];\n"
     "    }\n"
     "    return sum == 3;\n"
     "}\n",
     {"Each thread writes the `part[me]` of its own at line 8, and `part[",
      "]` at line 10 may be that of another one, who has not come so far: put "
      "#pragma omp barrier between the two, where all threads of the team come "
      "by."}},
    {"a member",
     TSAN,
     KIND_RACE,
     "#include <stdlib.h>\n"
     "struct acc { int pad, total; };\n"
     "int main(void) {\n"
     "    struct acc *p = calloc(1, sizeof *p);\n"
     "#pragma omp parallel\n"
     "    p->total += 1; //here\n"
     "    return p->total;\n"
     "}\n",
     {"`p->total`"}},
    {"atomic here, plain there",
     TSAN,
     KIND_RACE,
     "#include <stdlib.h>\n"
     "int n;\n"
     "int main(void) {\n"
     "    int m = 0;\n"
     "#pragma omp parallel reduction(+ : m)\n"
     "    for (int i = 0; i < 100; i++) {\n"
     "        if (i % 2)\n"
     "#pragma omp atomic\n"
     "            n++;\n"
     "        else\n"
     "            m += n;\n"
     "    }\n"
     "    return m > 9;\n"
     "}\n",
     {"`n`", "atomically at line 9", "at line 11", "Only one of the two"}},
    {"a flag, threads by hand",
     TSAN,
     KIND_RACE,
     "#include <pthread.h>\n"
     "#include <unistd.h>\n"
     "int done;\n"
     "static void *work(void *arg) {\n"
     "    done = 1;\n"
     "    return arg;\n"
     "}\n"
     "int main(void) {\n"
     "    pthread_t t;\n"
     "    pthread_create(&t, NULL, work, NULL);\n"
     "    usleep(200000);\n"
     "    if (done) //here\n"
     "        pthread_join(t, NULL);\n"
     "    return 0;\n"
     "}\n",
     {"The main thread reads `done` at line 12",
      "while thread 1 writes it at line 5"}},
    {"two threads by hand",
     TSAN,
     KIND_RACE,
     "#include <pthread.h>\n"
     "long total;\n"
     "static void *work(void *arg) {\n"
     "    for (int i = 0; i < 1000; i++)\n"
     "        total += *(long *)arg; //here\n"
     "    return arg;\n"
     "}\n"
     "int main(void) {\n"
     "    pthread_t t[3];\n"
     "    long v[3] = {1, 2, 3};\n"
     "    for (int i = 0; i < 3; i++)\n"
     "        pthread_create(&t[i], NULL, work, &v[i]);\n"
     "    for (int i = 0; i < 3; i++)\n"
     "        pthread_join(t[i], NULL);\n"
     "    return 0;\n"
     "}\n",
     {"`total`", "hread ", " and thread "}},
    {"two locks for one variable",
     TSAN,
     KIND_RACE,
     "#include <pthread.h>\n"
     "pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER,\n"
     "                        PTHREAD_MUTEX_INITIALIZER};\n"
     "int total;\n"
     "static void *work(void *arg) {\n"
     "    pthread_mutex_lock(arg);\n"
     "    total++; //here\n"
     "    pthread_mutex_unlock(arg);\n"
     "    return arg;\n"
     "}\n"
     "int main(void) {\n"
     "    pthread_t t[2];\n"
     "    for (int i = 0; i < 2; i++)\n"
     "        pthread_create(&t[i], NULL, work, &m[i]);\n"
     "    for (int i = 0; i < 2; i++)\n"
     "        pthread_join(t[i], NULL);\n"
     "    return 0;\n"
     "}\n",
     {"`total`", "not the same one"}},
    {"a thread nobody waits for",
     TSAN,
     KIND_RACE,
     "#include <pthread.h>\n"
     "#include <unistd.h>\n"
     "static void *work(void *arg) { return arg; }\n"
     "int main(void) {\n"
     "    pthread_t t;\n"
     "    pthread_create(&t, NULL, work, NULL); //here\n"
     "    usleep(100000);\n"
     "    return 0;\n"
     "}\n",
     {"Line 6 starts a thread that nobody waits for", "pthread_join"}},
    {"unlock without lock",
     TSAN_FULL,
     KIND_RACE,
     "#include <pthread.h>\n"
     "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
     "int main(void) {\n"
     "    pthread_mutex_unlock(&m); //here\n"
     "    return 0;\n"
     "}\n",
     {"Line 4 unlocks a mutex", "not locked", "pthread_mutex_unlock(&m)"}},
    {"destroy while locked",
     TSAN_FULL,
     KIND_RACE,
     "#include <pthread.h>\n"
     "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
     "int main(void) {\n"
     "    pthread_mutex_lock(&m);\n"
     "    pthread_mutex_destroy(&m); //here\n"
     "    return 0;\n"
     "}\n",
     {"Line 5 destroys a mutex", "It was locked at line 4."}},
    {"two orders of two locks",
     TSAN_FULL,
     KIND_RACE,
     "#include <pthread.h>\n"
     "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;\n"
     "pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;\n"
     "int main(void) {\n"
     "    pthread_mutex_lock(&a);\n"
     "    pthread_mutex_lock(&b); //here\n"
     "    pthread_mutex_unlock(&b);\n"
     "    pthread_mutex_unlock(&a);\n"
     "    pthread_mutex_lock(&b);\n"
     "    pthread_mutex_lock(&a);\n"
     "    return 0;\n"
     "}\n",
     {"Line 6 takes a second lock", "other order is at line 10"}},
    {"used after free, under TSan",
     TSAN_FULL,
     KIND_RACE,
     "#include <stdlib.h>\n"
     "int *volatile p;\n"
     "int main(void) {\n"
     "    p = malloc(40);\n"
     "    free(p);\n"
     "    p[2] = 1; //here\n"
     "    return 0;\n"
     "}\n",
     {"Line 6 writes to memory that is freed already", "`p[2]`",
      "freed at line 5. Or is the index outside of its own array, in memory "
      "that was another one's? The check of memory sees that."}},
    {"freed by the other thread",
     TSAN_FULL,
     KIND_RACE,
     "#include <pthread.h>\n"
     "#include <stdlib.h>\n"
     "#include <unistd.h>\n"
     "int *volatile p;\n"
     "static void *work(void *arg) {\n"
     "    p[1] = 4; //here\n"
     "    return arg;\n"
     "}\n"
     "int main(void) {\n"
     "    pthread_t t;\n"
     "    p = malloc(40);\n"
     "    pthread_create(&t, NULL, work, NULL);\n"
     "    usleep(200000);\n"
     "    free(p);\n"
     "    return pthread_join(t, NULL);\n"
     "}\n",
     {"`p[1]` at line 6", "line 14", "free(p)"}},
    {"a crash, under TSan",
     TSAN,
     KIND_MEMORY,
     "int *volatile p;\n"
     "int main(void) {\n"
     "    *p = 1; //here\n"
     "    return 0;\n"
     "}\n",
     {"Line 3 uses a null pointer", "`*p`"}},
};
static const int n_races = sizeof races / sizeof *races;

START_TEST(test_race)
{
    check_numbered(&races[_i], _i);
}
END_TEST

/* What is right stays without a report, even where TSan hears everything and
 * takes what libomp does inside for races. */
START_TEST(test_no_race)
{
    const struct example right = {
        .name = "no race",
        .flavour = _i ? TSAN_FULL : TSAN,
        .code = "#include <stdio.h>\n"
                "#include <stdlib.h>\n"
                "#include <omp.h>\n"
                "int main(void) {\n"
                "    double s = 0; int c = 0; omp_lock_t l;\n"
                "    omp_init_lock(&l);\n"
                "#pragma omp parallel for schedule(dynamic, 3) "
                "reduction(+ : s)\n"
                "    for (int i = 0; i < 4000; i++) s += i;\n"
                "#pragma omp parallel num_threads(5)\n"
                "    {\n"
                "#pragma omp critical\n"
                "        c++;\n"
                "#pragma omp barrier\n"
                "#pragma omp single\n"
                "        c++;\n"
                "#pragma omp for ordered\n"
                "        for (int i = 0; i < 30; i++) {\n"
                "#pragma omp ordered\n"
                "            c = c * 3 % 7;\n"
                "        }\n"
                "        omp_set_lock(&l); c++; omp_unset_lock(&l);\n"
                "        printf(\".\");\n"
                "    }\n"
                "    omp_destroy_lock(&l);\n"
                "    printf(\"%g %d\\n\", s, c);\n"
                "}\n"};
    char source[PATH_MAX], program[PATH_MAX];
    struct finding f = {0};

    if (!race_tools_work(&tools, folder)) {
        printf("NOT RUN: libarcher does nothing on this system.\n");
        return;
    }
    snprintf(source, sizeof source, "%s/right%d.c", folder, _i);
    snprintf(program, sizeof program, "%s/right%d", folder, _i);
    char *text = report_of(&right, source, program);
    ck_assert_msg(!sanitizer_report(text, program, source, &f), "\"%s\"\n%s",
                  finding_text(&f), text);
    ck_assert_int_eq(f.status, STATUS_NONE);
    free(text);
}
END_TEST

/* A crash inside libomp is the student's only where he calls it. */
START_TEST(test_crash_in_openmp)
{
    static const struct example crash[] = {
        {"what the compiler calls",
         TSAN,
         KIND_RACE,
         "void __kmpc_critical(void *at, int me, void *name);\n"
         "int main(void) {\n"
         "#pragma omp parallel\n"
         "    __kmpc_critical(0, 0, 0);\n"
         "}\n",
         {"itself crashed", "not yours"}},
        {"what the student calls",
         TSAN,
         KIND_MEMORY,
         "#include <omp.h>\n"
         "int main(void) {\n"
         "    omp_set_lock(NULL);\n"
         "}\n",
         {"Line 3 uses a null pointer"}},
        {"what a library is called with",
         TSAN,
         KIND_MEMORY,
         "#include <string.h>\n"
         "char *p, from[99];\n"
         "int main(void) {\n"
         "#pragma omp parallel\n"
         "    memcpy(p, from, 99);\n"
         "}\n",
         {"Line 5 uses a null pointer"}},
    };
    static const enum check_status status[] = {STATUS_UNTOLD, STATUS_FAIL,
                                               STATUS_FAIL};
    char source[PATH_MAX], program[PATH_MAX];
    struct finding f = {0};

    snprintf(source, sizeof source, "%s/crash%d.c", folder, _i);
    snprintf(program, sizeof program, "%s/crash%d", folder, _i);
    char *text = report_of(&crash[_i], source, program);
    ck_assert_msg(sanitizer_report(text, program, source, &f), "%s", text);
    ck_assert_msg(f.status == status[_i], "%d: %s", f.status, finding_text(&f));
    ck_assert_int_eq(f.kind, crash[_i].kind);
    expect_words(finding_text(&f), crash[_i].words);
    free(text);
}
END_TEST

/* ---- memory -------------------------------------------------------------- */

#define MAIN                                                         \
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" \
    "#include <limits.h>\n"                                          \
    "volatile int zero, ten = 10;\n"                                 \
    "int main(void) {\n"

static const struct example faults[] = {
    {"read past the end of the heap",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *a = calloc(10, 4);\n"
          "    int r = 0;\n"
          "    for (int i = 0; i <= ten; i++)\n"
          "        r += a[i]; //here\n"
          "    printf(\"%d\", r);\n}\n",
     {"Line 10 reads outside the array", "a[i]",
      "directly after the end of a block of 40 bytes", "allocated at line 7",
      "index 10, and the last one is 9"}},
    {"write past the end of the heap",
     ASAN_ONLY,
     KIND_MEMORY,
     MAIN "    double *a = malloc(10 * sizeof *a);\n"
          "    a[ten + 1] = 1; //here\n"
          "    printf(\"%g\", a[3]);\n}\n",
     {"Line 8 writes outside the array", "`a[ten + 1]`",
      "8 bytes after the end of a block of 80 bytes",
      "elements of 8 bytes, that is index 11, and the last one is 9"}},
    {"write before the start of the heap",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *a = malloc(40);\n"
          "    a[zero - 1] = 1; //here\n"
          "    printf(\"%d\", a[3]);\n}\n",
     {"`a[zero - 1]`", "4 bytes before the start", "index -1"}},
    {"memset too long",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *a = malloc(40);\n"
          "    memset(a, 0, ten * 4 + 4); //here\n"
          "    printf(\"%d\", a[3]);\n}\n",
     {"Line 8 writes outside the array", "memset(a, 0",
      "directly after the end of a block of 40 bytes"}},
    {"local array",
     ASAN_ONLY,
     KIND_MEMORY,
     MAIN "    int before[4] = {0}, box[10];\n"
          "    for (int i = 0; i <= ten; i++)\n"
          "        box[i] = i; //here\n"
          "    printf(\"%d %d\", box[zero], before[zero]);\n}\n",
     {"`box[i]`", "after the end of `box`", "40 bytes", "declared at line 7",
      "index 10"}},
    {"global array",
     ASAN_ONLY,
     KIND_MEMORY,
     "int table[10], other[7];\n" MAIN "    other[zero] = 1;\n"
     "    table[ten] = 1; //here\n"
     "    printf(\"%d %d\", other[3], table[3]);\n}\n",
     {"`table[ten]`", "after the end of `table`", "index 10"}},
    {"local array, index known",
     ASAN,
     KIND_MEMORY,
     MAIN "    int box[10] = {0};\n"
          "    box[ten] = 1; //here\n"
          "    printf(\"%d\", box[zero]);\n}\n",
     {"uses index 10 of an array of type `int [10]`", "`box[ten]`",
      "from 0 to 9"}},
    {"local array, length known when it runs",
     ASAN,
     KIND_MEMORY,
     MAIN "    int many = ten - 4;\n"
          "    int box[many];\n"
          "    box[ten] = 1; //here\n"
          "    printf(\"%d\", box[zero]);\n}\n",
     {"uses index 10 of an array of type `int [*]`: `box[ten]`",
      "Line 8 gives `box` `many` elements. How many that is, line 7 says: "
      "`int many = ten - 4;`"}},
    {"use after free",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile a = malloc(40);\n"
          "    free(a);\n"
          "    return a[2]; //here\n}\n",
     {"Line 9 reads memory that is freed already", "freed at line 8"}},
    {"double free",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile a = malloc(40);\n"
          "    free(a);\n"
          "    free(a); //here\n}\n",
     {"Line 9 frees memory that is freed already", "freed at line 8"}},
    {"free of something else",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile a = malloc(40);\n"
          "    free(a + 1); //here\n}\n",
     {"Line 8 frees what malloc did not return"}},
    {"outside the kit's array",
     ASAN,
     KIND_MEMORY,
     "#include <sanitizer/asan_interface.h>\n"
     "static char arena[256] __attribute__((aligned(64)));\n" MAIN
     "    __asan_poison_memory_region(arena, 256);\n"
     "    __asan_unpoison_memory_region(arena + 64, 40);\n"
     "    int *volatile out = (int *)(arena + 64);\n"
     "    for (int i = 0; i <= ten; i++)\n"
     "        out[i] = i; //here\n}\n",
     {"Line 13 writes outside the array that your function was given",
      "`out[i]`"}},
    {"null",
     ASAN_ONLY,
     KIND_MEMORY,
     MAIN "    volatile int *volatile p = NULL;\n"
          "    *p = 3; //here\n}\n",
     {"Line 8 uses a null pointer", "`*p"}},
    {"null, UBSan first",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile p = NULL;\n"
          "    p[0] = 3; //here\n}\n",
     {"Line 8 uses a null pointer", "p[0]"}},
    {"wild",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile p = (int *)0x123456789abcd8;\n"
          "    printf(\"%d\", *p); //here\n}\n",
     {"Line 8 reads at an address where you have no memory"}},
    {"null function",
     ASAN_ONLY,
     KIND_MEMORY,
     MAIN "    int (*volatile f)(void) = NULL;\n"
          "    return f();\n}\n",
     {"calls a function through a null pointer"}},
    {"endless recursion",
     ASAN,
     KIND_MEMORY,
     "static int deep(int n) {\n"
     "    volatile char b[1000];\n"
     "    b[0] = n; return deep(n + 1) + b[0]; }\n"
     "int main(void) { return deep(0); }\n",
     {"finds the stack full", "without end", "past the end of a local array"}},
    {"a huge allocation",
     ASAN,
     KIND_MEMORY,
     MAIN "    char *volatile p = malloc((size_t)ten << 40); //here\n"
          "    return p != NULL;\n}\n",
     {"Line 7 asks for more memory than there is", "10995116 MB"}},
    {"a negative allocation",
     ASAN,
     KIND_MEMORY,
     MAIN "    char *volatile p = malloc(zero - 4); //here\n"
          "    return p != NULL;\n}\n",
     {"Line 7 asks for more memory than there is"}},
    {"memory without end",
     ASAN,
     KIND_MEMORY,
     "#include <unistd.h>\n" MAIN "    for (;;) {\n"
     "        memset(malloc(1 << 20), 1, 1 << 20);\n"
     "        usleep(2000); }\n}\n",
     {"more than 200 MB", "allocates without end"}},
    {"leak",
     ASAN,
     KIND_MEMORY,
     MAIN "    char *volatile p = malloc(77); //here\n"
          "    p = NULL;\n"
          "    return 0;\n}\n",
     {"Line 7 allocates 77 bytes that are never freed", "malloc(77)"}},
    {"leak of many",
     ASAN,
     KIND_MEMORY,
     MAIN "    char *volatile p;\n"
          "    for (int i = 0; i < ten; i++)\n"
          "        p = malloc(5); //here\n"
          "    p = NULL;\n"
          "    return 0;\n}\n",
     {"Line 9 allocates", "blocks", "never freed"}},
    {"overlap",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile a = calloc(10, 4);\n"
          "    memcpy(a + 1, a, ten * 2); //here\n"
          "    printf(\"%d\", a[zero]);\n}\n",
     {"Line 8 copies between two areas that overlap", "memmove"}},
    {"a variable that ended",
     ASAN,
     KIND_MEMORY,
     MAIN "    int *volatile p = NULL;\n"
          "    for (int i = 0; i < ten; i++) {\n"
          "        int w = i; p = &w; }\n"
          "    return *p; //here\n}\n",
     {"Line 10 reads a local variable", "has ended"}},
    {"overflow",
     ASAN,
     KIND_MEMORY,
     MAIN "    volatile int big = INT_MAX;\n"
          "    big = big * ten; //here\n}\n",
     {"Line 8 computes 2147483647 * 10", "the type `int`", "larger type"}},
    {"negation",
     ASAN,
     KIND_MEMORY,
     MAIN "    volatile int big = INT_MIN;\n"
          "    big = -big; //here\n}\n",
     {"Line 8 negates -2147483648", "`int`"}},
    {"shift too far",
     ASAN,
     KIND_MEMORY,
     MAIN "    return 1 << (ten + 30); //here\n}\n",
     {"Line 7 shifts by 40 bits", "`int`"}},
    {"shift backwards",
     ASAN,
     KIND_MEMORY,
     MAIN "    return 1 << (zero - 1); //here\n}\n",
     {"Line 7 shifts by a negative number"}},
    {"integer division",
     ASAN,
     KIND_MEMORY,
     MAIN "    return 5 / zero; //here\n}\n",
     {"Line 7 divides by zero", "5 / zero"}},
    {"float to int",
     ASAN,
     KIND_MEMORY,
     MAIN "    volatile double d = 1e30;\n"
          "    return (int)d; //here\n}\n",
     {"Line 8 converts the value 1e+30 to the type `int`"}},
    {"misaligned",
     ASAN,
     KIND_MEMORY,
     MAIN "    char b[16] = {0};\n"
          "    int *p = (int *)(b + 1 + zero);\n"
          "    return *p; //here\n}\n",
     {"Line 9", "pointer to `int`", "not a multiple of 4"}},
};
static const int n_faults = sizeof faults / sizeof *faults;

START_TEST(test_fault)
{
    check_numbered(&faults[_i], _i);
}
END_TEST

START_TEST(test_clean)
{
    const struct example e = {.name = "clean",
                              .flavour = ASAN,
                              .code = MAIN
                              "    int *a = calloc(10, 4), s = 0;\n"
                              "#pragma omp parallel for reduction(+ : s)\n"
                              "    for (int i = 0; i < ten; i++) s += a[i];\n"
                              "    printf(\"no error: 0x12 %d\\n\", s);\n"
                              "    free(a);\n}\n"};
    char source[PATH_MAX], program[PATH_MAX];
    struct finding f = {0};

    snprintf(source, sizeof source, "%s/clean.c", folder);
    snprintf(program, sizeof program, "%s/clean", folder);
    char *text = report_of(&e, source, program);
    ck_assert_msg(!sanitizer_report(text, program, source, &f), "%s",
                  finding_text(&f));
    free(text);
}
END_TEST

/* ---- odd paths ----------------------------------------------------------- */

/* A folder with spaces and Chinese names, for the source and the program; and
 * the source named absolutely though it was compiled relatively. */
START_TEST(test_odd_path)
{
    const struct example *e = _i ? &races[1] : &faults[0];
    char source[PATH_MAX], program[PATH_MAX + 32], absolute[PATH_MAX];
    struct finding f = {0};

    if (_i && !*tools.archer)
        return;
    snprintf(source, sizeof source, "%s/实验 %d (+0x1)", folder, _i);
    ck_assert_int_eq(mkdir(source, 0777), 0);
    snprintf(program, sizeof program, "%s/program 程序", source);
    strcat(source, "/求和 sum.c");
    check_example(e, source, program);

    ck_assert_ptr_nonnull(realpath(source, absolute));
    char *text = report_of(e, source, program);
    ck_assert(sanitizer_report(text, program, absolute, &f));
    ck_assert_int_eq(f.place.line, marked_line(e->code));
    ck_assert_str_eq(f.place.file, absolute);
    free(text);
}
END_TEST

/* ---- symbolizing --------------------------------------------------------- */

/* addr2line alone is enough for lines; columns and names are then missing. */
START_TEST(test_only_addr2line)
{
    const struct example *e = &faults[1];
    char bin[PATH_MAX], link[PATH_MAX + 16], source[PATH_MAX];
    char program[PATH_MAX], real[PATH_MAX];
    struct race_tools found;
    struct finding f = {0};

    snprintf(source, sizeof source, "%s/only.c", folder);
    snprintf(program, sizeof program, "%s/only", folder);
    char *text = report_of(e, source, program);

    snprintf(bin, sizeof bin, "%s/bin", folder);
    snprintf(link, sizeof link, "%s/addr2line", bin);
    ck_assert_int_eq(mkdir(bin, 0777), 0);
    ck_assert_ptr_nonnull(realpath("/usr/bin/addr2line", real));
    ck_assert_int_eq(symlink(real, link), 0);
    ck_assert_int_eq(setenv("PATH", bin, 1), 0);
    race_tools_find(&found);
    ck_assert_str_eq(found.clang, "");
    ck_assert_str_eq(found.archer, "");
    ck_assert_str_eq(found.symbolizer, link);

    ck_assert(sanitizer_report(text, program, source, &f));
    ck_assert_int_eq(f.place.line, marked_line(e->code));
    ck_assert_int_eq(f.place.column, 0);
    ck_assert_ptr_nonnull(strstr(finding_text(&f), "Line 8 writes outside"));
    ck_assert_ptr_nonnull(strstr(finding_text(&f), "allocated at line 7"));
    free(text);
}
END_TEST

/* With no tool at all there is still a finding. */
START_TEST(test_no_symbolizer)
{
    struct race_tools found;
    struct finding f = {0};
    char *text = strdup("WARNING: ThreadSanitizer: data race (pid=1)\n"
                        "  Write of size 4 at 0x1 by thread T2:\n"
                        "    #0 <null> <null> (tsan+0xd015f)\n"
                        "    #1 <null> <null> (libomp.so.5+0xd55a2)\n\n"
                        "  Previous write of size 4 at 0x1 by main thread:\n"
                        "    #0 <null> <null> (tsan+0xd015f)\n");

    ck_assert_int_eq(setenv("PATH", "/nonexistent", 1), 0);
    race_tools_find(&found);
    ck_assert_str_eq(found.symbolizer, "");
    ck_assert(sanitizer_report(text, "/nonexistent/tsan", "x.c", &f));
    ck_assert_int_eq(f.kind, KIND_RACE);
    ck_assert_int_eq(f.place.line, 0);
    ck_assert_str_eq(f.place.file, "");
    ck_assert_ptr_nonnull(strstr(finding_text(&f),
                                 "Thread 2 writes memory while the "
                                 "main thread writes"));
    free(text);
}
END_TEST

/* ---- made-up reports ----------------------------------------------------- */

static const struct {
    const char *text;
    bool any;
    const char *words[4];
} canned[] = {
    {"", false, {NULL}},
    {"hello\n", false, {NULL}},
    /* the sanitizer's own trouble is not the student's */
    {"FATAL: ThreadSanitizer: unexpected memory mapping 0x5\n", false, {NULL}},
    {"==1==LeakSanitizer has encountered a fatal error.\n", false, {NULL}},
    {"==1==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 (15) bytes "
     "at address 2008fff7000 (errno: 12)\n",
     false,
     {NULL}},
    {"==1==ERROR: AddressSanitizer failed to allocate 0x7d000000 (2097152) "
     "bytes of LargeMmapAllocator (error code: 12)\n",
     true,
     {"more memory than there is"}},
    {"==1==ERROR: AddressSanitizer: out of memory: allocator is trying to "
     "allocate 0x7d00 bytes\n",
     true,
     {"more memory than there is"}},
    /* cut off after any part */
    {"WARNING: ThreadSanitizer: data race (pid=1)", true, {"Two threads"}},
    {"WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 4 at 0x1 by "
     "thread T2:\n",
     true,
     {"Thread 2 writes memory while another thread uses it too"}},
    {"WARNING: ThreadSanitizer: data race (pid=1)\n"
     "  Write of size 4 at 0x1 by thread T2:\n    #0 f <null> (x+0x1)\n\n"
     "  Previous atomic write of size 4 at 0x1 by main thread:\n"
     "    [failed to restore the stack]\n\n",
     true,
     {"Thread 2 writes memory while the main thread changes", "atomically",
      "Only one of the two"}},
    {"WARNING: ThreadSanitizer: double lock of a mutex (pid=1)\n",
     true,
     {"locks a mutex that is locked already"}},
    {"WARNING: ThreadSanitizer: use of an invalid mutex (pid=1)\n",
     true,
     {"never initialized"}},
    {"WARNING: ThreadSanitizer: signal handler spoils errno (pid=1)\n",
     true,
     {"calls \"signal handler spoils errno\""}},
    {"WARNING: ThreadSanitizer: ", true, {"calls \"\""}},
    {"==1==ERROR: AddressSanitizer: ", true, {"calls \"\""}},
    {"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at\n"
     "WRITE of size 4 at 0x6 thread T0\n"
     "0x6 is located 99999999999999999999 bytes to the right of "
     "99999999999999999999-byte region\n",
     true,
     {"writes outside the array"}},
    {"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at\n"
     "READ of size 0 at 0x6 thread T0\n"
     "0x6 is located 0 bytes after 0-byte region [0x6,0x6)\n",
     true,
     {"reads outside the array"}},
    {"==1==ERROR: AddressSanitizer: unknown-crash on address 0x6 at\n"
     "WRITE of size 44 at 0x6 thread T0\n"
     "0x38 is located 0 bytes after 40-byte region [0x10,0x38)\n",
     true,
     {"writes outside the array", "directly after the end of a block of 40"}},
    {"==1==ERROR: AddressSanitizer: negative-size-param: (size=-4)\n",
     true,
     {"a negative size"}},
    {"==1==ERROR: AddressSanitizer: calloc parameters overflow: count * size\n",
     true,
     {"more memory than there is"}},
    {"==1==ERROR: AddressSanitizer: FPE on unknown address 0x5\n",
     true,
     {"divides by zero"}},
    {"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x12345678 (pc 0x1 "
     "T0)\n==1==The signal is caused by a WRITE memory access.\n",
     true,
     {"writes at an address where you have no memory"}},
    {"==1==ERROR: LeakSanitizer: detected memory leaks\n", false, {NULL}},
    {"==1==ERROR: LeakSanitizer: detected memory leaks\n\n"
     "Direct leak of 12 byte(s) in 1 object(s) allocated from:\n",
     true,
     {"Your program allocates 12 bytes that are never freed"}},
    {"==1==ERROR: LeakSanitizer: detected memory leaks\n\n"
     "Direct leak of 12 byte(s) in 1 object(s) allocated from:\n"
     "    #0 0x7f (/usr/lib/libasan.so.8+0xb89cf)\n"
     "    #1 0x7f (/usr/lib/libgomp.so.1+0x89cf)\n",
     false,
     {NULL}},
    /* another file of the kit, and a line that the student's print begins */
    {"other.c:14:5: runtime error: division by zero\n",
     true,
     {"Your program divides by zero"}},
    {"sum = 3x.c:14:5: runtime error: division by zero\n",
     true,
     {"Line 14 divides by zero"}},
    {"x.c:14:5: runtime error: null pointer passed as argument 1, which is "
     "declared to never be null\n",
     true,
     {"passes a null pointer to a function"}},
    {"x.c:14:5: runtime error: left shift of 1 by 31 places cannot be "
     "represented in type 'int'\n",
     true,
     {"out of a signed number"}},
    {"x.c:14:5: runtime error: index -1 out of bounds for type 'int [*]'\n",
     true,
     {"uses index -1"}},
    {"x.c:14:5: runtime error: a thing that is new\n",
     true,
     {"leaves undefined (a thing that is new)"}},
    {"x.c:14:5: runtime error: \n", true, {"Line 14"}},
    {"x.c:14: runtime error: \n", true, {"Line 14"}},
    {"other.c:14: runtime error: \n", true, {"Your program"}},
    {"9:14: runtime error: \n", true, {"Your program"}},
    {": runtime error: x\n", true, {"Your program"}},
    {":1: runtime error: x\n", true, {"Your program"}},
    {":1:1: runtime error: x\n", true, {"Your program"}},
    {"x.c:99999999999:1: runtime error: x\n", true, {"Your program"}},
    {"the runtime error: was mine\n", false, {NULL}},
    /* UBSan's vague words give way to what AddressSanitizer says next */
    {"x.c:14:5: runtime error: load of address 0x6 with insufficient space for "
     "an object of type 'int'\n"
     "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at\n"
     "READ of size 4 at 0x6 thread T0\n"
     "0x6 is located 8 bytes after 40-byte region [0x6,0x6)\n",
     true,
     {"outside the array"}},
    {"x.c:14:5: runtime error: load of address 0x6 with insufficient space for "
     "an object of type 'int'\n",
     true,
     {"Line 14", "outside the array"}},
};
static const int n_canned = sizeof canned / sizeof *canned;

START_TEST(test_canned)
{
    struct finding f = {0};
    bool any =
        sanitizer_report(canned[_i].text, "/nonexistent/tsan", "x.c", &f);

    ck_assert_msg(any == canned[_i].any, "%s: \"%s\"", canned[_i].text,
                  finding_text(&f));
    if (any) {
        ck_assert_int_eq(f.status, STATUS_FAIL);
        for (int i = 0; canned[_i].words[i]; i++)
            ck_assert_msg(strstr(finding_text(&f), canned[_i].words[i]), "%s",
                          finding_text(&f));
    }
}
END_TEST

/* A real report, cut off after every so many bytes and with every so many
 * bytes overwritten. */
START_TEST(test_truncated)
{
    const struct example *e = &faults[4];
    char source[PATH_MAX], program[PATH_MAX];
    struct finding f = {0};

    snprintf(source, sizeof source, "%s/cut.c", folder);
    snprintf(program, sizeof program, "%s/cut", folder);
    char *text = report_of(e, source, program);
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    ck_assert_ptr_nonnull(copy);
    if (length > 2500)
        length = 2500; /* then come the shadow bytes */
    for (size_t i = 0; i < length; i += 97) {
        memcpy(copy, text, length);
        copy[i] = '\0'; /* a 0 in the text: it ends there */
        copy[length] = '\0';
        sanitizer_report(copy, program, source, &f);
        copy[i] = (char)(i * 7);
        sanitizer_report(copy, program, source, &f);
    }
    free(copy);
    free(text);
}
END_TEST

START_TEST(test_garbage)
{
    static const char *const bits[] = {
        "WARNING: ThreadSanitizer: ",
        "ERROR: AddressSanitizer: ",
        "data race",
        "ERROR: LeakSanitizer: ",
        ": runtime error: ",
        "\n",
        "\n",
        "\n",
        "    #0 ",
        "    #1 0x1 ",
        "(tsan+0x",
        "(/a b/tsan+0xffffffffffffffffff)",
        "+0x",
        " (BuildId: ",
        "Write of size ",
        "Previous read of size ",
        "4",
        " by thread T",
        "-1",
        "99999999999999999999",
        " is located ",
        " bytes to the right of ",
        "-byte region",
        "global variable '",
        "'",
        " of size ",
        "    [1, 9) 'x' (line 3) <== Memory access at offset ",
        " overflows this variable",
        "index ",
        " out of bounds",
        "type '",
        "Direct leak of ",
        " byte(s) in ",
        "heap-buffer-overflow",
        "freed by ",
        "allocated by ",
        "SEGV on unknown address ",
        "x.c:1:2",
        "%s%n%d",
        "requested allocation size ",
        "(libomp.so+0x1)",
        ":",
        "\xff\xfe",
        "总",
        "SUMMARY: ",
        "signed integer overflow: ",
        " cannot",
        "shift exponent ",
        "hard rss limit exhausted (",
        "Sanitizer: ",
        "lock-order-inversion"};
    char text[4096];
    struct finding f = {0};

    srandom((unsigned)_i + 1);
    for (int n = 0; n < 40; n++) {
        size_t used = 0;
        while (used < sizeof text - 200)
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%s",
                bits[(size_t)random() % (sizeof bits / sizeof *bits)]);
        sanitizer_report(text, "/nonexistent/tsan", "x.c", &f);
        ck_assert_uint_lt(strlen(finding_text(&f)), sizeof f.message);
    }
}
END_TEST

/* `start`, then `again` until it is 10 MB. */
static void check_huge(const char *start, const char *again)
{
    const size_t size = 10u << 20;
    size_t n = strlen(again);
    char *text = malloc(size + n + strlen(start) + 1);
    struct finding f = {0};

    ck_assert_ptr_nonnull(text);
    char *end = stpcpy(text, start);
    while ((size_t)(end - text) < size)
        end = stpcpy(end, again);
    sanitizer_report(text, "/nonexistent/tsan", "x.c", &f);
    free(text);
}

START_TEST(test_huge)
{
    static const char *const repeated[][2] = {
        {"", "a"},
        {"", "\n"},
        {"", "#"},
        {"", "WARNING: ThreadSanitizer: data race\n"},
        {"", "WARNING: ThreadSanitizer: data race\n    #0 (tsan+0x12)\n"},
        {"", "x.c:1:2: runtime error: y\n"},
        {"", "1"},
        {"x.c:1:2: runtime error: ", "z"},
        {"==1==ERROR: AddressSanitizer: ", "x"},
        {"==1==ERROR: AddressSanitizer: heap-buffer-overflow", "(tsan+0x12"},
        {"==1==ERROR: AddressSanitizer: heap-buffer-overflow\n",
         "    #0 0x1 (tsan+0x12)\n"},
        {"==1==ERROR: LeakSanitizer: \n", "Direct leak of 1 byte(s) in 1:\n"},
        {"x.c:1:2: runtime error: ", ":1: runtime error: "},
    };

    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++)
        check_huge(repeated[i][0], repeated[i][1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sanitizer");
    TCase *reports = tcase_create("reports");
    TCase *texts = tcase_create("texts");
    int failed;

    make_folder();
    make_runtime();
    race_tools_find(&tools);
    tcase_set_timeout(reports, 300);
    tcase_set_timeout(texts, 300);
    if (*tools.clang && *tools.archer) {
        tcase_add_loop_test(reports, test_race, 0, n_races);
        tcase_add_loop_test(reports, test_no_race, 0, 2);
        tcase_add_loop_test(reports, test_crash_in_openmp, 0, 3);
    } else {
        printf("test_sanitizer: NO clang with libarcher.so: the race reports "
               "are NOT tested\n");
    }
    tcase_add_loop_test(reports, test_fault, 0, n_faults);
    tcase_add_test(reports, test_clean);
    tcase_add_loop_test(reports, test_odd_path, 0, 2);
    tcase_add_test(reports, test_only_addr2line);
    tcase_add_test(reports, test_no_symbolizer);
    tcase_add_loop_test(texts, test_canned, 0, n_canned);
    tcase_add_test(texts, test_truncated);
    tcase_add_loop_test(texts, test_garbage, 0, 5);
    tcase_add_test(texts, test_huge);
    suite_add_tcase(suite, reports);
    suite_add_tcase(suite, texts);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove_folder();
    return failed != 0;
}
