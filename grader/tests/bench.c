/*
 * bench.c - `make bench-WHAT`: the figures in docs/measurements.md.
 *
 *   verdicts [N]  every speed-graded reference, every other right answer in
 *                 grader/tests/right and every right-but-slow wrong answer,
 *                 N times (50) with 0, 1 and 3 busy loops beside it:
 *                 how often the verdict was wrong, how often untold;
 *                 LAB=, ANSWER=words in a path, LOOPS=number: only those
 *   places [N]    lab 03 with fetched blocks, its loop at 16 places of the
 *                 32 bytes that processors fetch, N times (3) each: the
 *                 fraction must be the same
 *   races [N]     every reference under the race detector, N times (200):
 *                 how often it raised a false alarm
 *   overhead      the judge's own time per call into student code
 *
 * Prints a table in Markdown. Exits 1 if a verdict was wrong.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lab.h"
#include "base/say.h"
#include "judge/call.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/outcome.h"
#include "judge/state.h"
#include "machine/busy.h"
#include "machine/keeper.h"
#include "machine/measure.h"
#include "show/results.h"

/* Answers that are right and fast in another way than the solutions. */
#define OTHERS "grader/tests/right"

static char work[64]; /* build/bench.PID: several may run at once */

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* ---- one run of a check program on what was built -------------------- */

struct run {
    enum check_status status;
    struct finding finding; /* of the first check that did not pass */
    struct speed speed;
    double seconds;
};

static void check(const struct lab *lab, const char *source, const char *kind,
                  struct run *r)
{
    char program[256], path[256], goal[32], seed[32];
    static unsigned next;
    json_error_t error;
    int status;

    snprintf(program, sizeof program, "build/checks/%s", lab->folder);
    snprintf(goal, sizeof goal, "%g", lab->goal);
    if (!next)
        next = (unsigned)getpid() * 1000; /* other inputs in every run */
    snprintf(seed, sizeof seed, "%u", next++);
    memset(r, 0, sizeof *r);
    double begin = measure_now();
    pid_t self = getpid(), pid = fork();
    if (pid == 0) {
        keeper_die_with(self);
        if (!freopen("/dev/null", "w", stdout))
            _exit(2);
        execl(program, program, "-w", work, "-f", source, "-s", seed, "-g",
              goal, "-k", kind, (char *)NULL);
        _exit(2);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0)
        die(program);
    r->seconds = measure_now() - begin;
    snprintf(path, sizeof path, "%s/checks.json", work);
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        die(error.text);
    json_t *checks = json_object_get(root, "checks"), *one;
    size_t i;
    r->status = STATUS_PASS;
    json_array_foreach(checks, i, one)
    {
        struct finding f;
        if (finding_from_json(one, &f) != 0)
            die(path);
        if (f.status != STATUS_PASS && r->status == STATUS_PASS) {
            r->status = f.status;
            r->finding = f;
        }
    }
    json_t *speed = json_object_get(root, "speed");
    if (speed)
        speed_from_json(speed, &r->speed);
    json_decref(root);
}

static void build(const struct lab *lab, const char *source)
{
    struct finding f;
    char path[256];

    mkdir(work, 0777);
    for (int b = 0; b < BUILD_COUNT; b++) {
        snprintf(path, sizeof path, "%s/%s", work, build_names[b]);
        unlink(path);
    }
    if (build_student(lab, source, work, &f) != 0 || f.status != STATUS_PASS) {
        fprintf(stderr, "bench: %s does not compile: %s\n", source,
                finding_text(&f));
        exit(2);
    }
}

/* Whether line 1 of a wrong answer says that speed alone catches it. */
static bool is_slow(const char *path)
{
    char line[256] = "";
    FILE *f = fopen(path, "re");

    if (!f)
        die(path);
    if (!fgets(line, sizeof line, f))
        line[0] = '\0';
    fclose(f);
    return strncmp(line, "// caught by: speed", 19) == 0;
}

/* ---- verdicts -------------------------------------------------------- */

static int wrong_verdicts, untold_verdicts, all_verdicts;

static void judge_often(const struct lab *lab, const char *source,
                        enum check_status right, int n)
{
    static const int neighbours[] = {0, 1, 3};
    const char *name = strrchr(source, '/') + 1, *only = getenv("ANSWER");
    const char *loops = getenv("LOOPS");

    if (only && !strstr(source, only))
        return;
    build(lab, source);
    for (size_t k = 0; k < sizeof neighbours / sizeof *neighbours; k++) {
        int wrong = 0, untold = 0, measured = 0;
        if (loops && neighbours[k] != atoi(loops))
            continue;
        double *fraction = calloc((size_t)n, sizeof *fraction);
        double seconds = 0;
        if (!fraction)
            die("malloc");
        if (busy_start(neighbours[k]) != 0)
            exit(2);
        for (int i = 0; i < n; i++) {
            struct run r;
            check(lab, source, "speed", &r);
            if (r.status == STATUS_SKIPPED) { /* no GPU, one core */
                busy_stop();
                free(fraction);
                return;
            }
            if (r.status == STATUS_UNTOLD)
                untold++;
            else if (r.status != right) {
                wrong++;
                fprintf(stderr, "%s: %s\n", source, finding_text(&r.finding));
            }
            if (r.speed.measured)
                fraction[measured++] = r.speed.fraction.middle;
            seconds += r.seconds;
        }
        busy_stop();
        double low = 1e9, high = 0;
        for (int i = 0; i < measured; i++) {
            low = fraction[i] < low ? fraction[i] : low;
            high = fraction[i] > high ? fraction[i] : high;
        }
        printf("| %s | %s | %d | %d | %d | %.2f / %.2f / %.2f | %.1f |\n",
               lab->id, name, neighbours[k], wrong, untold, measured ? low : 0,
               measured ? measure_median(fraction, measured) : 0, high,
               seconds / n);
        fflush(stdout);
        free(fraction);
        wrong_verdicts += wrong;
        untold_verdicts += untold;
        all_verdicts += n;
    }
}

static int bench_verdicts(const struct lab *labs, int n_labs, int n)
{
    char source[512], pattern[512];
    const char *only = getenv("LAB");

    printf(
        "| lab | answer | busy loops | wrong | untold | fraction of the "
        "ceiling, min / median / max | s |\n|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < n_labs; i++) {
        glob_t found;
        if (labs[i].goal <= 0 ||
            (only && *only && lab_by_id(labs, n_labs, only) != &labs[i]))
            continue;
        lab_source(&labs[i], "solutions", source, sizeof source);
        judge_often(&labs[i], source, STATUS_PASS, n);
        snprintf(pattern, sizeof pattern, "{solutions/%s/wrong,%s/%s}/*%s",
                 labs[i].folder, OTHERS, labs[i].folder, labs[i].ext);
        if (glob(pattern, GLOB_BRACE, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++) {
            bool right = !strncmp(found.gl_pathv[k], OTHERS, strlen(OTHERS));
            if (right || is_slow(found.gl_pathv[k]))
                judge_often(&labs[i], found.gl_pathv[k],
                            right ? STATUS_PASS : STATUS_FAIL, n);
        }
        globfree(&found);
    }
    printf("\n%d verdicts: %d wrong, %d untold (%.1f %%)\n", all_verdicts,
           wrong_verdicts, untold_verdicts,
           all_verdicts ? 100.0 * untold_verdicts / all_verdicts : 0);
    return wrong_verdicts ? 1 : 0;
}

/* ---- places ---------------------------------------------------------- */

/* The answer with k stores of 7 bytes before its loops: as 7 is odd, 16 of them
 * end at 16 different places. */
static void write_place(const char *source, int k)
{
    FILE *f = fopen(source, "we");

    if (!f)
        die(source);
    fputs("#include \"reduction.h\"\n"
          "char place;\n"
          "int64_t sum_array(const int32_t *a, size_t n)\n"
          "{\n"
          "    const size_t block = 65536;\n"
          "    int64_t sum = 0;\n"
          "#pragma omp parallel for schedule(dynamic) reduction(+ : sum)\n"
          "    for (size_t begin = 0; begin < n; begin += block) {\n"
          "        size_t end = n - begin < block ? n : begin + block;\n",
          f);
    for (int i = 0; i < k; i++)
        fputs("        *(volatile char *)&place = 1;\n", f);
    fputs("        for (size_t i = begin; i < end; i++)\n"
          "            sum += a[i];\n"
          "    }\n"
          "    return sum;\n"
          "}\n",
          f);
    if (fclose(f) != 0)
        die(source);
}

static int bench_places(const struct lab *labs, int n_labs, int n)
{
    const struct lab *lab = lab_by_id(labs, n_labs, "03");
    double low = INFINITY, high = 0;
    char source[128];

    if (!lab)
        die("lab 03");
    printf("| bytes before the loop | median fraction |\n|---|---|\n");
    for (int k = 0; k < 16; k++) {
        double fraction[100] = {0};
        int measured = 0;
        mkdir(work, 0777);
        snprintf(source, sizeof source, "%s/place.c", work);
        write_place(source, k);
        build(lab, source);
        for (int i = 0; i < n && i < 100; i++) {
            struct run r;
            check(lab, source, "speed", &r);
            if (r.speed.measured)
                fraction[measured++] = r.speed.fraction.middle;
        }
        if (!measured)
            continue;
        double middle = measure_median(fraction, measured);
        printf("| %d | %.3f |\n", 7 * k, middle);
        fflush(stdout);
        low = middle < low ? middle : low;
        high = middle > high ? middle : high;
    }
    printf("\nfrom %.3f to %.3f: %.0f %% apart\n", low, high,
           100 * (high / low - 1));
    return high / low < 1.1 ? 0 : 1;
}

/* ---- false alarms ---------------------------------------------------- */

static int bench_races(const struct lab *labs, int n_labs, int n)
{
    int alarms = 0;
    char source[512];

    printf("| lab | gradings | false alarms | other trouble |\n"
           "|---|---|---|---|\n");
    for (int i = 0; i < n_labs; i++) {
        int here = 0, other = 0;
        if (labs[i].points[KIND_RACE] <= 0)
            continue;
        lab_source(&labs[i], "solutions", source, sizeof source);
        build(&labs[i], source);
        for (int k = 0; k < n; k++) {
            struct run r;
            check(&labs[i], source, "race", &r);
            if (r.status == STATUS_PASS)
                continue;
            if (r.status == STATUS_FAIL)
                here++;
            else
                other++;
            fprintf(stderr, "%s: %s\n", source, finding_text(&r.finding));
        }
        printf("| %s | %d | %d | %d |\n", labs[i].id, n, here, other);
        fflush(stdout);
        alarms += here + other;
    }
    return alarms ? 1 : 0;
}

/* ---- overhead -------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int bench_overhead(int n)
{
    static struct judge_table table = {.n = 1};
    char source[256], program[256], runner[] = "build/grader/student/runner.o";
    double *wall = calloc((size_t)n, sizeof *wall);
    int status;

    mkdir(work, 0777);
    snprintf(source, sizeof source, "%s/nothing.c", work);
    snprintf(program, sizeof program, "%s/plain", work);
    FILE *f = fopen(source, "we");
    if (!wall || !f)
        die(source);
    fputs("int nothing(void);\nint nothing(void) { return 7; }\n", f);
    fclose(f);
    pid_t self = getpid(), pid = fork();
    if (pid == 0) {
        keeper_stand(self);
        execlp("gcc", "gcc", "-O2", "-rdynamic", source, runner, "-o", program,
               "-lffi", (char *)NULL);
        _exit(2);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0)
        die("gcc");
    judge.work = work;
    judge.source = source;
    judge.table = &table;
    table.check[0].kind = KIND_CORRECTNESS;
    judge_start(BUILD_PLAIN, 1);
    for (int i = 0; i < n; i++) {
        struct request q;
        struct reply reply = {0};
        struct timing t = {.sample = true};
        struct judge_args none = {0};
        judge_request(&q, "nothing", T_I32, &none);
        judge_outcome(judge_exchange(&student.peer, &q, &reply, 1, &t), &q,
                      &reply, 1);
        wall[i] = t.wall;
    }
    judge_finish();
    qsort(wall, (size_t)n, sizeof *wall, compare);
    printf("%d calls of an empty function: median %.1f us, 10 %% below %.1f, "
           "10 %% above %.1f\n",
           n, wall[n / 2] * 1e6, wall[n / 10] * 1e6, wall[n * 9 / 10] * 1e6);
    free(wall);
    return 0;
}

static void remove_work(void)
{
    char pattern[80];
    glob_t found;

    snprintf(pattern, sizeof pattern, "%s/*", work);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            unlink(found.gl_pathv[i]);
        globfree(&found);
    }
    rmdir(work);
}

int main(int argc, char **argv)
{
    int n_labs, n = argc > 2 ? atoi(argv[2]) : 0, rc = 2;
    const char *what = argc > 1 ? argv[1] : "";

    say_start();
    snprintf(work, sizeof work, "build/bench.%d", (int)getpid());
    struct lab *labs = lab_find_all(&n_labs);
    if (!labs)
        return 2;
    if (strcmp(what, "verdicts") == 0)
        rc = bench_verdicts(labs, n_labs, n ? n : 50);
    else if (strcmp(what, "places") == 0)
        rc = bench_places(labs, n_labs, n ? n : 3);
    else if (strcmp(what, "races") == 0)
        rc = bench_races(labs, n_labs, n ? n : 200);
    else if (strcmp(what, "overhead") == 0)
        rc = bench_overhead(n ? n : 2000);
    else
        fprintf(stderr,
                "usage: make bench-verdicts [N=50], bench-places "
                "[N=3], bench-races [N=200], bench-overhead [N=2000]\n");
    remove_work();
    free(labs);
    return rc;
}
