/*
 * test_simt_check.c - the CPU device from end to end. The programs in
 * grader/tests/cu/api/ and fast/ check themselves: built for fast mode and run,
 * each must say nothing and return 0; exchanges.cu, matrices.cu,
 * ptx_matrices.cu and late_copies.cu in both modes. Check mode: every program
 * in grader/tests/cu/check/ is built with `simtcc --check`, run, and its report
 * read; counters.cu, ladder_counters.cu and requests.cu must count what a GPU
 * counted; then the command simtcheck.
 * Run from the top folder: build/grader/tests/test_simt_check [NAME...]. $SHOW
 * prints what was found.
 *
 * In a program, each comment "// expect: KIND: remark" asks for a finding or a
 * note of that kind, "// note: KIND: remark" for a note and no finding; what
 * the remark has in quotes must be in its sentence.
 * Where lines end in "// <- here", the expected findings must be at one of
 * them. There must be no other kinds of findings, and nothing at all in
 * NAME_ok.cu.
 *
 * The programs kernels_*.cu have many kernels each. Lines that end in "// KIND"
 * say where the kernel's mistake must be found: at one of them, and with
 * another one named if there are several. All that is found in a kernel must be
 * at such lines, and of that kind; but in the order that we choose, what is
 * read too early may be unwritten.
 *
 * In counts.cu and matrix_counters.cu, "// requests 1 sectors 4 best 4 ..."
 * behind a line says what it has to count.
 */
#define _GNU_SOURCE
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine/race_tools.h"
#include "machine/ulimits.h"
#include "reports/simt_report.h"
#include "show/picture.h"
#include "show/touched.h"
#include "tests/sample.h"

#define CU "grader/tests/cu"
#define CASES CU "/check"

enum { MAX_CASES = 400, MAX_EXPECTED = 10, MAX_FOUND = 40 };

static char folder[] = "build/test_simt_check.XXXXXX";
static char simtcc[PATH_MAX + 2], simtcheck[PATH_MAX + 2]; /* in quotes */
static char *cases[MAX_CASES], *silent[MAX_CASES], *many[MAX_CASES];
static int n_cases, n_silent, n_many;

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

/* ---- running things -------------------------------------------------- */

/* Run a command line; its output is in *out (the caller frees). Its exit
 * status, or 128 and more. */
__attribute__((format(printf, 2, 3))) static int sh(char **out,
                                                    const char *format, ...)
{
    char command[2048], line[512];
    size_t size;
    va_list args;

    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    FILE *pipe = popen(command, "r"), *text = open_memstream(out, &size);
    ck_assert(pipe && text);
    while (fgets(line, sizeof line, pipe))
        fputs(line, text);
    fclose(text);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Run the program and read its report. What it prints goes nowhere. */
static struct simt_report *report_of(const char *program, const char *source,
                                     bool endless)
{
    struct simt_report *r = simt_report_new(program, source);
    char bytes[65536], number[16];
    int fd[2];
    ssize_t n;

    ck_assert_ptr_nonnull(r);
    ck_assert_int_eq(pipe(fd), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        snprintf(number, sizeof number, "%d", fd[1]);
        setenv("SIMT_REPORT_FD", number, 1);
        setenv("SIMT_DEVICES", "2", 1);
        if (endless)
            setenv("SIMT_SECONDS", "2", 1);
        close(fd[0]);
        if (!freopen("/dev/null", "w", stdout) ||
            (!getenv("SHOW") && !freopen("/dev/null", "w", stderr)))
            _exit(99);
        alarm(60);
        execl(program, program, (char *)NULL);
        _exit(99);
    }
    close(fd[1]);
    while ((n = read(fd[0], bytes, sizeof bytes)) > 0)
        simt_report_feed(r, bytes, (size_t)n);
    close(fd[0]);
    waitpid(child, NULL, 0);
    simt_report_symbolize(r);
    return r;
}

/* ---- what a program expects ------------------------------------------ */

struct expected {
    char kind[32];
    char words[4][120]; /* "": no more */
    bool note, found;
};

struct program {
    int n;
    struct expected expected[MAX_EXPECTED];
    int n_here, here[MAX_EXPECTED];
};

static void take_expected(struct program *p, const char *text, bool note)
{
    struct expected *e = &p->expected[p->n];
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
    int pieces = 0;

    ck_assert_int_lt(p->n++, MAX_EXPECTED);
    snprintf(e->kind, sizeof e->kind, "%.*s", (int)n, text);
    e->note = note;
    for (text = strchr(text, '"'); text && pieces < 4; pieces++) {
        const char *end = strchr(text + 1, '"');
        if (!end)
            break;
        snprintf(e->words[pieces], sizeof e->words[0], "%.*s",
                 (int)(end - text - 1), text + 1);
        text = strchr(end + 1, '"');
    }
}

static void read_program(const char *path, struct program *p)
{
    FILE *file = fopen(path, "r");
    char line[1024];

    memset(p, 0, sizeof *p);
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        const char *expect = strstr(line, "// expect:");
        if (expect)
            take_expected(p, expect + 10 + strspn(expect + 10, " \t"), false);
        expect = strstr(line, "// note:");
        if (expect)
            take_expected(p, expect + 8 + strspn(expect + 8, " \t"), true);
        if (strstr(line, "<- here") && p->n_here < MAX_EXPECTED)
            p->here[p->n_here++] = number;
    }
    fclose(file);
}

static bool fits(const struct program *p, const struct expected *e,
                 const struct finding *f)
{
    bool here = p->n_here == 0;

    for (int i = 0; i < p->n_here; i++)
        here = here || p->here[i] == f->place.line;
    for (int i = 0; i < 4; i++)
        if (!strstr(finding_text(f), e->words[i]))
            return false;
    return here && !strcmp(e->kind, f->name);
}

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && !strcmp(text + n - m, end);
}

START_TEST(test_program)
{
    static struct finding found[2 * MAX_FOUND];
    struct program p;
    char source[512], program[64], *words;

    snprintf(source, sizeof source, CASES "/%s", cases[_i]);
    snprintf(program, sizeof program, "%s/p%d", folder, _i);
    read_program(source, &p);
    bool ok = ends_in(source, "_ok.cu");
    ck_assert_msg(ok == (p.n == 0), "%s: expects %d findings", source, p.n);
    int rc = sh(&words, "%s --check -g -o %s %s 2>&1", simtcc, program, source);
    ck_assert_msg(rc == 0, "%s", words);
    free(words);

    struct simt_report *r = report_of(program, source, !ok);
    ck_assert_msg(simt_report_started(r), "%s: no report", source);
    int n = simt_report_findings(r, found, MAX_FOUND);
    ck_assert_int_le(n, MAX_FOUND);
    int errors = n;
    n += simt_report_notes(r, found + n, MAX_FOUND);
    simt_report_free(r);
    for (int i = 0; i < n; i++) {
        bool wanted = false;
        if (getenv("SHOW"))
            printf("%s:%d: %s: %s\n", found[i].place.file, found[i].place.line,
                   found[i].name, finding_text(&found[i]));
        for (int k = 0; k < p.n; k++) {
            if (fits(&p, &p.expected[k], &found[i]))
                p.expected[k].found = true;
            wanted = wanted || (!strcmp(p.expected[k].kind, found[i].name) &&
                                (i >= errors || !p.expected[k].note));
        }
        ck_assert_msg(wanted || (i >= errors && !ok),
                      "%s: not expected: %s: line %d: %s", source,
                      found[i].name, found[i].place.line,
                      finding_text(&found[i]));
    }
    for (int k = 0; k < p.n; k++)
        ck_assert_msg(p.expected[k].found,
                      "%s: no %s with \"%s\" there; the first of %d is line "
                      "%d: %s",
                      source, p.expected[k].kind, p.expected[k].words[0], n,
                      found[0].place.line, n ? finding_text(&found[0]) : "");
    unlink(program);
}
END_TEST

/* ---- many kernels in a program ------------------------------------------- */

enum { MAX_KERNEL_LINES = 8, MAX_KERNEL_FINDINGS = 200 };

struct kernel {
    char name[64], kind[32];
    int first, last; /* lines */
    int n, at[MAX_KERNEL_LINES];
};

/* The next kernel of the file; *number is the line that was read last. */
static bool read_kernel(FILE *file, int *number, struct kernel *k)
{
    char line[1024];

    memset(k, 0, sizeof *k);
    while (fgets(line, sizeof line, file)) {
        const char *mark = strstr(line, "// ");
        ++*number;
        if (sscanf(line, "__global__ void %63[a-z_0-9]", k->name) == 1)
            k->first = *number;
        if (k->first && mark) {
            ck_assert_int_lt(k->n, MAX_KERNEL_LINES);
            k->at[k->n++] = *number;
            sscanf(mark, "// %31[a-z_]", k->kind);
        }
        k->last = *number;
        if (k->first && *line == '}')
            return true;
    }
    return false;
}

static bool marked(const struct kernel *k, int line)
{
    for (int i = 0; i < k->n; i++)
        if (k->at[i] == line)
            return true;
    return false;
}

/* Whether a message names another one of the lines. */
static bool names_other(const struct kernel *k, const struct finding *f)
{
    char words[32];

    for (int i = 0; i < k->n; i++) {
        snprintf(words, sizeof words, "line %d", k->at[i]);
        const char *at = strstr(finding_text(f), words);
        if (k->at[i] != f->place.line && at &&
            !strchr("0123456789", at[strlen(words)]))
            return true;
    }
    return k->n == 1;
}

START_TEST(test_kernels)
{
    static struct finding found[MAX_KERNEL_FINDINGS];
    char program[64], *words;
    struct kernel k;
    int number = 0, kernels = 0;

    snprintf(program, sizeof program, "%s/k%d", folder, _i);
    int rc =
        sh(&words, "%s --check -g -o %s %s 2>&1", simtcc, program, many[_i]);
    ck_assert_msg(rc == 0, "%s", words);
    free(words);
    struct simt_report *r = report_of(program, many[_i], false);
    int n = simt_report_findings(r, found, MAX_KERNEL_FINDINGS);
    ck_assert_int_lt(n, MAX_KERNEL_FINDINGS);
    ck_assert_msg(simt_report_complete(r), "%s: no end", many[_i]);
    simt_report_free(r);
    for (int i = 0; i < n && getenv("SHOW"); i++)
        printf("%s:%d: %s: %s\n", found[i].place.file, found[i].place.line,
               found[i].name, finding_text(&found[i]));

    FILE *file = fopen(many[_i], "r");
    ck_assert_ptr_nonnull(file);
    for (; read_kernel(file, &number, &k); kernels++) {
        bool both = false;
        for (int i = 0; i < n; i++) {
            const struct finding *f = &found[i];
            if (f->place.line < k.first || f->place.line > k.last)
                continue;
            ck_assert_msg(
                marked(&k, f->place.line) &&
                    (!strcmp(f->name, k.kind) || !strcmp(f->name, "unwritten")),
                "%s: not expected in %s: %s: line %d: %s", many[_i], k.name,
                f->name, f->place.line, finding_text(f));
            both = both || names_other(&k, f);
        }
        ck_assert_msg(both || !k.n, "%s: no %s in %s", many[_i], k.kind,
                      k.name);
        ck_assert_msg(!k.n == !strstr(k.name, "_wrong"), "%s", k.name);
    }
    fclose(file);
    ck_assert_int_gt(kernels, 0);
    unlink(program);
}
END_TEST

/* ---- fast mode ---------------------------------------------------------- */

START_TEST(test_silent)
{
    char *words;
    int rc = sh(&words,
                "%s -w -o %s/silent %s 2>&1 && "
                "SIMT_DEVICES=2 timeout 100 %s/silent 2>&1",
                simtcc, folder, silent[_i], folder);

    ck_assert_msg(rc == 0 && !*words, "%s: exit code %d: %s", silent[_i], rc,
                  words);
    free(words);
}
END_TEST

/* ---- both modes ---------------------------------------------------------- */

/* Exchanges among lanes, compared with a model of their own; tensor cores;
 * copies that nobody has waited for yet. */
START_TEST(test_both_modes)
{
    static const char *const modes[] = {"", "--check"};
    static const char *const names[] = {"exchanges", "matrices", "ptx_matrices",
                                        "late_copies"};
    const char *name = names[_i / 2], *mode = modes[_i % 2];
    char *words;
    int rc =
        sh(&words,
           "%s %s -w -o %s/%s%d " CU "/%s.cu 2>&1 && "
           "SIMT_REPORT_FD=9 %s/%s%d 2>&1 9>%s/report%d",
           simtcc, mode, folder, name, _i, name, folder, name, _i, folder, _i);

    ck_assert_msg(rc == 0 && !*words, "%s %s: exit code %d: %s", name, mode, rc,
                  words);
    free(words);
    rc = sh(&words, "grep '\"type\":\"finding\"' %s/report%d", folder, _i);
    ck_assert_msg(rc == 1, "%s %s: %s", name, mode, words);
    free(words);
}
END_TEST

/* A block's coordinates lie beside its shared variables; what was written over
 * them is not told as if it were a thread. */
START_TEST(test_crash)
{
    static const char fill[] = "__global__ void fill(int *a)\n"
                               "{\n"
                               "    __shared__ int s[4];\n"
                               "    for (int i = 0; i < 200; i++)\n"
                               "        s[i + blockDim.x] = -1;\n"
                               "    a[blockIdx.x * 1000000000ll + s[0]] = 1;\n"
                               "}\n"
                               "int main(void)\n"
                               "{\n"
                               "    int *a;\n"
                               "    cudaMalloc(&a, 4);\n"
                               "    fill<<<1, 1>>>(a);\n"
                               "    return cudaDeviceSynchronize();\n"
                               "}\n";
    char path[128], *text;

    snprintf(path, sizeof path, "%s/crash.cu", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    bool written = fputs(fill, file) >= 0;
    ck_assert(fclose(file) == 0 && written);
    int rc = sh(&text, "%s -w -o %s/crash %s 2>&1 && exec %s/crash 2>&1",
                simtcc, folder, path, folder);
    ck_assert_msg(rc >= 128 && !strstr(text, "4294967295"), "%d %s", rc, text);
    free(text);
}
END_TEST

/* What a kernel prints is shown when the host waits, or launches the next one;
 * else nobody sees it, and in fast mode a note says why. */
START_TEST(test_print)
{
    static const struct {
        const char *calls, *says;
    } all[] = {
        {"", NULL},
        {"cudaDeviceSynchronize();", "0 1 end\n"},
        {"cudaMemcpy(p, q, 4, cudaMemcpyDeviceToHost);", "0 1 end\n"},
        {"hello<<<1, 1>>>(2); cudaDeviceSynchronize();", "0 1 2 end\n"},
    };
    char path[128], *text;

    snprintf(path, sizeof path, "%s/print.cu", folder);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        FILE *file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        fprintf(file,
                "#include <stdio.h>\n"
                "__global__ void hello(int n) { printf(\"%%d \", n + "
                "(int)threadIdx.x); }\n"
                "int main(void) { int h, *p = &h, *q; cudaMalloc(&q, 4);\n"
                "hello<<<1, 2>>>(0);\n%s\nputs(\"end\"); (void)p;"
                " return 0; }\n",
                all[i].calls);
        fclose(file);
        int rc = sh(&text, "%s -w -o %s/print %s 2>&1 && exec %s/print 2>&1",
                    simtcc, folder, path, folder);
        ck_assert_msg(rc == 0 && (i ? !strcmp(text, all[i].says)
                                    : strstr(text, "end\n") &&
                                          strstr(text, "What hello prints") &&
                                          !strstr(text, "0 1")),
                      "%s: %d %s", all[i].calls, rc, text);
        free(text);
    }
}
END_TEST

/* All threads that the device holds wait at once: within the data that the
 * judge's sandbox lets a program have; and with much less the report says who
 * sets the limit. */
START_TEST(test_room)
{
    char *text;
    int rc = sh(&text, "%s --check -w -o %s/room " CASES "/room_for_all_ok.cu",
                simtcc, folder);

    ck_assert_msg(rc == 0, "%s", text);
    free(text);
    rc = sh(&text, "ulimit -d %zu; %s/room", SANDBOX_DATA >> 10, folder);
    ck_assert_msg(rc == 0 && !strcmp(text, "right\n"), "%d %s", rc, text);
    free(text);
    rc = sh(&text, "ulimit -d 1500000; %s %s/room 2>&1", simtcheck, folder);
    ck_assert_msg(strstr(text, "16384 of the 17408 threads that wait at once"),
                  "%d %s", rc, text);
    free(text);
}
END_TEST

/* ---- counts ---------------------------------------------------------- */

/* The number behind a word of the comment, or -1. */
static long stated(const char *comment, const char *word)
{
    char name[32];

    snprintf(name, sizeof name, " %s ", word);
    const char *at = strstr(comment, name);
    return at ? strtol(at + strlen(name), NULL, 10) : -1;
}

/* The sum over a line's accesses to one kind of memory. */
static bool sum_of(const struct simt_line *lines, int n, int line,
                   enum simt_where where, struct simt_line *sum)
{
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < n; i++) {
        const struct simt_counts *c = &lines[i].counts;
        if (lines[i].place.line != line || lines[i].where != where)
            continue;
        sum->worst = lines[i].worst;
        sum->access = lines[i].access;
        sum->counts.requests += c->requests;
        sum->counts.ideal_requests += c->ideal_requests;
        sum->counts.lanes += c->lanes;
        sum->counts.sectors += c->sectors;
        sum->counts.ideal_sectors += c->ideal_sectors;
        sum->counts.wavefronts += c->wavefronts;
        sum->counts.ideal_wavefronts += c->ideal_wavefronts;
        sum->counts.passes += c->passes;
    }
    return sum->counts.requests > 0;
}

static void check_line(const char *comment, int line,
                       const struct simt_line *lines, int n)
{
    bool shared = stated(comment, "wavefronts") >= 0;
    struct simt_line sum;

    ck_assert_msg(
        sum_of(lines, n, line, shared ? SIMT_IN_SHARED : SIMT_IN_GLOBAL, &sum),
        "line %d: nothing is counted", line);
    const struct simt_counts *c = &sum.counts;
    const struct {
        const char *word;
        uint64_t is;
    } figures[] = {
        {"requests", c->requests},
        {"lanes", c->lanes},
        {"sectors", c->sectors},
        {"wavefronts", c->wavefronts},
        {"best", shared ? c->ideal_wavefronts : c->ideal_sectors},
        {"passes", c->passes},
        {"full", c->ideal_requests},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        long want = stated(comment, figures[i].word);
        ck_assert_msg(want < 0 || (uint64_t)want == figures[i].is,
                      "line %d: %s %lu, not %ld", line, figures[i].word,
                      (unsigned long)figures[i].is, want);
    }
    if (c->requests != 1)
        return;
    /* the pictures count on their own */
    ck_assert_int_eq(shared
                         ? touched_units(&sum.worst, sum.access == SIMT_LOADS,
                                         TOUCHED_WAVEFRONTS)
                         : touched_units(&sum.worst, false, TOUCHED_SECTORS),
                     (int)(shared ? c->wavefronts : c->sectors));
}

START_TEST(test_counts)
{
    static const char *const counted[] = {CASES "/counts.cu",
                                          CU "/matrix_counters.cu"};
    static struct simt_line lines[1000];
    char program[64], line[1024], *words;
    int checked = 0, n;

    snprintf(program, sizeof program, "%s/counts%d", folder, _i);
    int rc =
        sh(&words, "%s --check -g -o %s %s 2>&1", simtcc, program, counted[_i]);
    ck_assert_msg(rc == 0, "%s", words);
    free(words);
    struct simt_report *r = report_of(program, counted[_i], false);
    n = simt_report_lines(r, lines, 1000);
    ck_assert_int_le(n, 1000);
    simt_report_free(r);
    FILE *file = fopen(counted[_i], "r");
    ck_assert_ptr_nonnull(file);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        const char *comment = strstr(line, "// requests ");
        if (!comment)
            continue;
        check_line(comment + 2, number, lines, n);
        checked++;
    }
    fclose(file);
    ck_assert_int_gt(checked, 50);
}
END_TEST

START_TEST(test_products)
{
    static const struct {
        const char *kernel;
        uint64_t products;
    } known[] = {
        {"by_hand", 2}, {"one_row", 0}, {"by_warps", 3},
        {"twice", 0},   {"bytes", 3},
    };
    const char *source = CASES "/matrix_ok.cu";
    char program[64], *words;

    snprintf(program, sizeof program, "%s/products", folder);
    int rc = sh(&words, "%s --check -g -o %s %s 2>&1", simtcc, program, source);
    ck_assert_msg(rc == 0, "%s", words);
    free(words);
    struct simt_report *r = report_of(program, source, false);
    struct simt_launches kernel[8];
    int n = simt_report_kernels(r, kernel, 8);
    ck_assert_int_eq(n, 5);
    for (int i = 0; i < n; i++) {
        const struct simt_counts c =
            simt_report_counts(r, SIMT_ANYWHERE, SIMT_ANY_OP, kernel[i].name);

        ck_assert_msg(strstr(kernel[i].name, known[i].kernel) != NULL, "%s",
                      kernel[i].name);
        ck_assert_uint_eq(c.products, known[i].products);
    }
    simt_report_free(r);
}
END_TEST

/* NAME.csv is what Nsight Compute counted on a GPU. Another compiler may issue
 * other accesses. */
static void compare_counts(const char *name)
{
    const char *cxx = getenv("CXX");
    char *words;

    if (cxx && strstr(cxx, "clang"))
        return;
    int rc =
        sh(&words,
           "%s --check -w -I. $(printf ' -I%%s' labs/*/) -o %s/%s " CU
           "/%s.cu 2>&1 && "
           "SIMT_REPORT_FD=9 %s/%s 9>%s/%s.json && "
           "python3 grader/tests/counters.py compare " CU "/%s.csv %s/%s.json",
           simtcc, folder, name, name, folder, name, folder, name, name, folder,
           name);
    ck_assert_msg(rc == 0, "exit code %d: %s", rc, words);
    free(words);
}

START_TEST(test_counters)
{
    compare_counts("counters");
}
END_TEST

START_TEST(test_ladder_counters)
{
    compare_counts("ladder_counters");
}
END_TEST

/* The forms of each part are judged by what its text has. */
START_TEST(test_requests)
{
    const char *cxx = getenv("CXX");
    char *words;

    if (cxx && strstr(cxx, "clang"))
        return;
    int rc = sh(&words,
                "cd %s && for part in 1 2 3 4; do"
                " %s --check -w -DPART=$part -o requests$part"
                " $OLDPWD/" CU "/requests.cu 2>&1 &&"
                " SIMT_REPORT_FD=9 ./requests$part 9>requests$part.json"
                " || exit 9; done; cd $OLDPWD && "
                "python3 grader/tests/counters.py compare " CU
                "/requests.csv %s/requests[1-4].json",
                folder, simtcc, folder);
    ck_assert_msg(rc == 0, "exit code %d: %s", rc, words);
    free(words);
}
END_TEST

/* ---- simtcheck ------------------------------------------------------- */

static const char transpose[] =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "__global__ void transpose(float *out, const float *in, int n)\n"
    "{\n"
    "    int x = blockIdx.x * 32 + threadIdx.x;\n"
    "    int y = blockIdx.y * 8 + threadIdx.y;\n"
    "    out[x * n + y] = in[y * n + x];\n"
    "}\n"
    "__global__ void count(int *bins, const float *in)\n"
    "{\n"
    "    __shared__ int own[33 * 32];\n"
    "    int t = threadIdx.x;\n"
    "    own[t * 32] = in[t];\n"
    "    if (t % 2)\n"
    "        atomicAdd(&bins[t % 8], own[t * 32]);\n"
    "}\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    const int n = 64, bytes = n * n * 4;\n"
    "    float *a, *b;\n"
    "    int *bins;\n"
    "    cudaMalloc(&a, bytes);\n"
    "    cudaMalloc(&b, bytes - (argc > 1 ? 4 : 0));\n"
    "    cudaMalloc(&bins, 32);\n"
    "    cudaMemset(a, 0, bytes);\n"
    "    cudaMemset(bins, 0, 32);\n"
    "    transpose<<<dim3(2, 8), dim3(32, 8)>>>(b, a, n);\n"
    "    count<<<1, 32>>>(bins, a);\n"
    "    printf(\"done\\n\");\n"
    "    cudaFree(a);\n"
    "    cudaFree(b);\n"
    "    cudaFree(bins);\n"
    "    if (cudaDeviceSynchronize() != cudaSuccess)\n"
    "        return 1;\n"
    "    return 0;\n"
    "}\n";

static void expect(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is not in:\n%s", words,
                  text);
}

/* More kernels than people write; with an argument the program ends badly. */
static int write_many_kernels(const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file)
        return -1;
    fputs("#include <cstdlib>\n", file);
    for (int i = 0; i < 345; i++)
        fprintf(file, "__global__ void k%d(int *a) { a[0] = %d; }\n", i, i);
    fputs("int main(int argc, char **)\n{\n"
          "    int *a;\n    cudaMalloc(&a, 4);\n",
          file);
    for (int i = 0; i < 345; i++)
        fprintf(file, "    k%d<<<1, 1>>>(a);\n", i);
    fputs("    cudaFree(a);\n    if (argc > 1)\n        abort();\n}\n", file);
    return fclose(file);
}

/* What the program of cu/timeline asks for, and when it is done: stream, begin
 * and end in us, what it waits for. */
static const struct {
    const char *order, *steps;
} orders[] = {
    {"a", "3:0-20host 3:20-40stream 4:20-40engine 4:40-60stream"},
    {"b", "3:0-58host 4:58-60host"},
    {"c", "4:0-2host 1:2-22host 5:22-42host"},
    {"d", "3:0-20host 4:20-22event 3:20-40host"},
    {"e", "3:0-20host 4:20-40host"},
    {"f", "4:0-20host 4:20-22stream"},
    {"g", "1:0-5host 3:5-16stream"},
    {"h", "3:0-20host 3:20-40stream 3:20-40stream 3:40-42stream "
          "3:42-44stream"},
    {"i", "3:0-20host 3:0-20host 5:2-3host 3:20-40stream"},
};

START_TEST(test_timeline)
{
    static struct simt_step step[SIMT_STEPS];
    char program[300], command[400], got[500] = "", *out;
    struct simt_report *r;
    struct simt_timeline t;
    FILE *pipe;
    int n;

    snprintf(program, sizeof program, "%s/timeline", folder);
    ck_assert_msg(sh(&out, "%s --check " CU "/timeline/orders.cu -o %s 2>&1",
                     simtcc, program) == 0,
                  "%s", out);
    free(out);
    r = simt_report_new(program, CU "/timeline/orders.cu");
    snprintf(command, sizeof command, "SIMT_REPORT_FD=3 %s %s 3>&1 >/dev/null",
             program, orders[_i].order);
    pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    while ((n = (int)fread(command, 1, sizeof command, pipe)) > 0)
        simt_report_feed(r, command, (size_t)n);
    ck_assert_int_eq(pclose(pipe), 0);
    n = simt_report_timeline(r, &t, step, SIMT_STEPS);
    for (int i = 0; i < n; i++)
        sprintf(got + strlen(got), "%s%d:%.0f-%.0f%s", i ? " " : "",
                (int)step[i].stream, (double)step[i].begin * 1e-6,
                (double)step[i].end * 1e-6, step[i].why);
    ck_assert_str_eq(got, orders[_i].steps);
    simt_report_free(r);
}
END_TEST

START_TEST(test_simtcheck)
{
    char path[128], *text;
    FILE *file;

    snprintf(path, sizeof path, "%s/x.cu", folder);
    file = fopen(path, "w");
    ck_assert(file && fputs(transpose, file) >= 0 && fclose(file) == 0);
    int rc = sh(&text,
                "cd %s && %s --check -g -o x x.cu 2>&1 && "
                "%s -o fast x.cu 2>&1",
                folder, simtcc, simtcc);
    ck_assert_msg(rc == 0, "%s", text);
    free(text);

    rc = sh(&text, "cd %s && %s ./x 2>&1", folder, simtcheck);
    ck_assert_str_eq(text, "done\n\nNo findings; 2 launches of 2 kernels.\n");
    ck_assert_int_eq(rc, 0);
    free(text);

    rc = sh(&text, "cd %s && %s ./x 1 2>&1", folder, simtcheck);
    ck_assert_int_eq(rc, 1);
    expect(text, "x.cu:7: Thread (31, 7) of block (1, 7) writes `out[x * n + "
                 "y]` at line 7, one\nelement past the end of `out` (4095 "
                 "elements, allocated at line 23).");
    expect(text, "1 finding; ");
    free(text);

    rc = sh(&text, "cd %s && %s --explain --svg pictures ./x 2>&1", folder,
            simtcheck);
    ck_assert_int_eq(rc, 0);
    expect(text, "      out[x * n + y] = in[y * n + x];\n");
    expect(text, "    7 global load            128   1.0  32.0          512 s "
                 "          512    1.0\n");
    expect(text, "    7 global store           128   1.0  32.0        4,096 s "
                 "          512    8.0\n");
    expect(text, "   13 shared store             1   1.0  32.0           32 w "
                 "            1   32.0\n");
    expect(text, "16.0");
    expect(text, "      byte 256      [#.......]                               "
                 "1\n");
    /* 80 columns */
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n')
        ck_assert_msg(strcspn(p, "\n") <= 80, "%.*s", (int)strcspn(p, "\n"), p);
    free(text);
    rc = sh(&text, "cd %s/pictures && ls", folder);
    ck_assert_str_eq(text, "count-line13-global-load.svg\n"
                           "count-line13-shared-store.svg\n"
                           "count-line15-global-atomic.svg\n"
                           "transpose-line7-global-load.svg\n"
                           "transpose-line7-global-store.svg\n");
    free(text);

    /* trouble */
    ck_assert_int_eq(sh(&text, "%s %s/fast 2>&1", simtcheck, folder), 2);
    expect(text, "was not built for checking");
    free(text);
    ck_assert_int_eq(sh(&text, "%s %s/none 2>&1", simtcheck, folder), 2);
    expect(text, "No such file");
    free(text);

    ck_assert_int_eq(write_many_kernels(path), 0);
    rc = sh(&text,
            "cd %s && %s --check -o x x.cu 2>&1 && %s ./x 2>&1 && %s ./x 1",
            folder, simtcc, simtcheck, simtcheck);
    expect(text, "No findings; 345 launches of 345 kernels.");
    expect(text, "The program was ended by a signal: Aborted.");
    ck_assert_int_eq(rc, 2);
    free(text);
    /* whoever wants it explained is told that as well */
    rc = sh(&text, "cd %s && %s --explain ./x 1 2>&1", folder, simtcheck);
    expect(text, "The program was ended by a signal: Aborted.");
    ck_assert_int_eq(rc, 0);
    free(text);
    ck_assert_int_eq(sh(&text, "%s 2>&1", simtcheck), 2);
    free(text);
    ck_assert_int_eq(sh(&text, "%s --wrong x 2>&1", simtcheck), 2);
    free(text);
    ck_assert_int_eq(
        sh(&text, "%s --svg /dev/null/x %s/x 2>&1", simtcheck, folder), 2);
    free(text);
}
END_TEST

/* The .cu files in a folder of CU that were asked for: _bad.cu and _ok.cu if
 * `pairs`, by name alone; else those whose names begin with `start`. */
static int find_cases(const char *where, bool pairs, const char *start,
                      char **argv, char **out)
{
    char path[PATH_MAX];
    int n = 0;

    snprintf(path, sizeof path, CU "/%s", where);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir)) && n < MAX_CASES;) {
        bool asked = !argv[1];
        for (int i = 1; argv[i]; i++)
            asked = asked || strstr(e->d_name, argv[i]);
        if (!asked || !ends_in(e->d_name, ".cu") ||
            strncmp(e->d_name, start, strlen(start)) != 0 ||
            (pairs && !ends_in(e->d_name, "_bad.cu") &&
             !ends_in(e->d_name, "_ok.cu")))
            continue;
        if (pairs)
            snprintf(path, sizeof path, "%s", e->d_name);
        else
            snprintf(path, sizeof path, CU "/%s/%s", where, e->d_name);
        out[n++] = strdup(path);
    }
    if (dir)
        closedir(dir);
    return n;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The file's path for a shell; whether it is there. */
static bool quoted(const char *file, char path[PATH_MAX + 2])
{
    char *real = realpath(file, NULL);

    if (!real)
        return false;
    snprintf(path, PATH_MAX + 2, "'%s'", real);
    free(real);
    return true;
}

int main(int argc, char **argv)
{
    Suite *suite = suite_create("simt_check");
    TCase *programs = tcase_create("programs");
    TCase *command = tcase_create("simtcheck");
    const char *cc = getenv("SIMTCC"), *check = getenv("SIMTCHECK");
    struct race_tools tools;
    int failed;

    (void)argc;
    if (!quoted(cc ? cc : "build/simt/simtcc", simtcc) ||
        !quoted(check ? check : "build/grader/simtcheck", simtcheck)) {
        printf("test_simt_check: no simtcc or no simtcheck in build/: check "
               "mode is NOT tested\n");
        return 0;
    }
    if ((mkdir("build", 0777) != 0 && errno != EEXIST) || !mkdtemp(folder)) {
        perror("test_simt_check: build/test_simt_check.XXXXXX");
        return 2;
    }
    setenv("LC_ALL", "C.UTF-8", 1);
    race_tools_find(&tools); /* once for all tests */
    n_cases = find_cases("check", true, "", argv, cases);
    n_many = find_cases("check", false, "kernels_", argv, many);
    n_silent = find_cases("api", false, "", argv, silent);
    n_silent += find_cases("fast", false, "", argv, silent + n_silent);
    qsort(silent, (size_t)n_silent, sizeof *silent, by_name);
    qsort(cases, (size_t)n_cases, sizeof *cases, by_name);
    qsort(many, (size_t)n_many, sizeof *many, by_name);
    tcase_set_timeout(programs, 120);
    tcase_set_timeout(command, 120);
    tcase_add_loop_test(programs, test_program, 0, n_cases);
    tcase_add_loop_test(programs, test_kernels, 0, n_many);
    tcase_add_loop_test(programs, test_silent, 0, n_silent);
    tcase_add_loop_test(programs, test_both_modes, 0, 8);
    tcase_add_loop_test(programs, test_counts, 0, 2);
    tcase_add_test(programs, test_products);
    tcase_add_test(programs, test_counters);
    tcase_add_test(programs, test_ladder_counters);
    tcase_add_test(programs, test_requests);
    tcase_add_loop_test(programs, test_timeline, 0,
                        sizeof orders / sizeof *orders);
    tcase_add_test(command, test_simtcheck);
    tcase_add_test(command, test_crash);
    tcase_add_test(command, test_print);
    tcase_add_test(command, test_room);
    suite_add_tcase(suite, programs);
    suite_add_tcase(suite, command);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
