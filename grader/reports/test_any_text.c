/*
 * test_any_text.c - everything of the judge that reads the text of a student's
 * file, on texts that no compiler takes: the kit's answers, right and wrong, a
 * little damaged, and what is nested too deep. It always ends (Check stops a
 * test that does not) and stays inside its memory, which the sanitizers tell.
 * Each run takes a third of them; SEED= says which, and where the damage is.
 * Run from the top folder.
 */
#define _GNU_SOURCE
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "base/source.h"
#include "judge/costly.h"
#include "judge/early.h"
#include "judge/narrow.h"
#include "reports/around.h"
#include "reports/freed.h"
#include "reports/sanitizer_mend.h"
#include "reports/simt_say.h"
#include "sandbox/refuse.h"
#include "sandbox/slips_said.h"
#include "tests/put_file.h"
#include "variants/repairs.h"

static char path[] = "build/test_any_text.XXXXXX.cu";
static uint64_t x;

static int below(int n)
{
    return (int)(random_next(&x) % (uint64_t)n);
}

/* ---- texts --------------------------------------------------------------- */

/* The text of a file with one change: something left out, or a mark put in. */
static char *damaged(const char *file)
{
    static const char marks[] = "()[]{};,<>=\"'\\\n#";
    size_t n, at, gone;
    char *t = source_read(file, true, &n);

    ck_assert(t);
    ck_assert_uint_le(n, SOURCE_SAID);
    if (!n)
        return t;
    at = random_next(&x) % n;
    gone = random_next(&x) % 3 ? 1 : strcspn(t + at, "\n");
    if (random_next(&x) % 2 && at + gone <= n)
        memmove(t + at, t + at + gone, n + 1 - at - gone);
    else
        t[at] = marks[random_next(&x) % (sizeof marks - 1)];
    return t;
}

/* ---- what reads them ----------------------------------------------------- */

static const char *const name[] = {"main", "reduce", "transpose", "scan", "k"};

static void the_whole_file(void)
{
    struct finding f = {0};
    char said[1024];
    int line[EARLY_RETURNS];

    narrow_find(path);
    source_line_of(path, "cudaMalloc(");
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        early_find(path, name[i], line);
        source_own_reduction(path, name[i]);
        source_team_outside(path, name[i]);
    }
    for (int why = SLOW_UNKNOWN; why <= SLOW_WORK; why++)
        costly_line(path, (enum slow_why)why, said, sizeof said);
    refuse_text(path, true, &f);
}

static void changes(const char *text, int line)
{
    struct mutants m;

    repairs_make(text, "", "f() is not the same share", &line, 1, &m);
    mutants_free(&m);
    mutants_make(text, &m);
    mutants_free(&m);
}

static void compiler_stops_at(int line)
{
    static const char *const words[] = {
        "no matching function for call to 'cudaMalloc(float*&, int)'",
        "variable length array 'row' is used [-Werror=vla]",
        "'merge' undeclared (first use in this function)",
        "invalid array assignment",
        "jump to label 'end'",
        "expected ';' before 'int'",
        "stray '\\357' in program",
        "expected declaration or statement at end of input",
    };
    char said[1024];

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int at = line;

        slips_say(words[i], path, &at, said, sizeof said);
    }
}

/* A finding of the CPU device in two lines, of any kind. */
static void device_finds(int lines)
{
    static const char *const op[] = {"read", "write", "atomic", "barrier"};
    static const char *const space[] = {"global", "shared", "local", ""};
    struct simt_raw raw = {.kind =
                               (enum simt_kind)(1 + below(SIMT_KIND_COUNT - 1)),
                           .has_other = below(3) > 0,
                           .same_warp = below(2),
                           .has_dim = below(2),
                           .grid = {1 + (unsigned)below(9), 1, 1},
                           .block = {32 << below(4), 1 + (unsigned)below(2), 1},
                           .has_index = below(2),
                           .index = below(2000) - 100};
    struct simt_party *party[] = {&raw.at, &raw.other, &raw.object.made};
    struct finding f = {0};

    for (int i = 0; i < 3; i++) {
        struct simt_party *p = party[i];

        snprintf(p->place.file, sizeof p->place.file, "%s", path);
        p->place.line = 1 + below(lines + 1);
        p->place.column = below(50);
        p->caller = p->place;
        p->caller.line = below(3) ? 0 : 1 + below(lines + 1);
        p->device = i < 2;
        p->bytes = 1 << below(5);
        p->block[0] = (unsigned)below(2);
        p->thread[0] = (unsigned)below(64);
        snprintf(p->op, sizeof p->op, "%s", op[below(4)]);
    }
    snprintf(raw.kernel, sizeof raw.kernel, "k");
    snprintf(raw.space, sizeof raw.space, "%s", space[below(4)]);
    snprintf(raw.object.name, sizeof raw.object.name, "%s",
             below(2) ? "tile" : "");
    raw.object.known = below(4) > 0;
    raw.object.bytes = 4 * below(5000);
    raw.object.offset = 4 * below(6000);
    raw.object.element = 4;
    raw.loop = below(2) ? 1 + below(lines) : 0;
    simt_say(&raw, &f);
}

/* A race of two threads of the processor. */
static void threads_race(int lines)
{
    const struct report r = {.tool = THREADS, .source = path};
    struct access a[2] = {{0}};
    struct finding f = {0};

    for (int i = 0; i < 2; i++) {
        a[i].writes = below(2) || i;
        a[i].atomic = below(4) == 0;
        a[i].locked = below(4) == 0;
        a[i].thread = i;
        a[i].spot.found = a[i].spot.known = true;
        a[i].spot.line = 1 + below(lines + 1);
        a[i].spot.column = below(50);
        snprintf(a[i].name, sizeof a[i].name, "sum");
    }
    report_mend_race(&r, a, &f);
}

static void around_line_of(int line, int other)
{
    static const char *const waits[] = {"__syncthreads", "sync", NULL};
    struct around a;
    struct span s;
    struct stale stale;
    struct stranger stranger;
    struct other_sum sum;
    const struct token *t;
    char said[1024];
    long length[2];
    int at;

    freed_say(path, line, "d_a", "cudaFree", said, sizeof said);
    if (!around_read(&a, path))
        return;
    s = around_function(&a, line);
    if (s.from >= 0) {
        around_name(&a, s);
        around_first(&a, s, line, other, waits);
    }
    around_loop(&a, line, other);
    around_braces(&a, line);
    around_short_step(&a, line, &at);
    around_same_each_turn(&a, line, "c[i * n + j]");
    s = around_if(&a, line, other);
    if (s.from >= 0) {
        around_stale(&a, s, line, &stale);
        around_stranger(&a, s, line, &stranger);
        around_other_sum(&a, s, line, &sum);
        around_asked(&a, s, line);
    }
    around_size_of_pointer(&a, &at, &t);
    around_shared(&a, "tile");
    around_rows(&a, "tile", length);
    around_free(&a);
}

static void read_it(const char *text)
{
    int lines = 1;

    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    put_file(path, text);
    the_whole_file();
    for (int i = 0; i < 5; i++) {
        const int line = 1 + below(lines);

        around_line_of(line, 1 + below(lines));
        compiler_stops_at(line);
        threads_race(lines);
        for (int k = 0; k < 5; k++)
            device_finds(lines);
    }
    changes(text, 1 + below(lines));
}

/* ---- tests --------------------------------------------------------------- */

START_TEST(answers_damaged)
{
    glob_t found;

    ck_assert_int_eq(glob("solutions/*/*.c*", 0, NULL, &found), 0);
    ck_assert_int_eq(glob("solutions/*/wrong/*.c*", GLOB_APPEND, NULL, &found),
                     0);
    ck_assert_int_gt((int)found.gl_pathc, 100);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *t;

        if (below(3))
            continue; /* others with another seed */
        t = damaged(found.gl_pathv[i]);

        read_it(t);
        free(t);
    }
    globfree(&found);
}
END_TEST

/* Again and again: as much as there is advice about, and as a file may have. */
static const char *const piece[] = {
    "(",
    "{",
    "[",
    "<<<",
    "f(",
    "if (a) ",
    "else ",
    "for (;;) ",
    "do ",
    "while (1) ",
    "a[",
    "{ if (a)\n",
    "for (;;)\n{ ",
    "a, ",
    "* ",
    "(int)",
    "!",
    "a ? b : ",
    "#pragma omp for\n",
    "#if 1\n",
    "/* ",
    "\"",
    "\\\n",
    "int a = ",
    "return ",
    "omp critical ",
    "a = a + ",
    "a = (b) + ",
    "x = (n % ",
    "x += n;\n",
    "int a = n, ",
    "(n) = ",
    "a[i] = ",
    "if (n) { x = n; } ",
    "struct { int a; } ",
    "#pragma omp parallel for\nfor (;;)\n",
    "reduction(",
    "k<<<1, 2>>>(",
    "(a) && (",
};

START_TEST(one_piece_again_and_again)
{
    static const char head[] = "void main(int n)\n{\n";
    const char *const again = piece[_i / 2];
    const size_t n = strlen(again), most = _i % 2 ? SOURCE_MAX : SOURCE_SAID;
    size_t used = strlen(head);
    char *t;

    if ((x + (uint64_t)_i / 2) % 3)
        return; /* others with another seed */
    t = malloc(most);
    ck_assert(t);
    memcpy(t, head, used);
    for (; used + n < most; used += n)
        memcpy(t + used, again, n);
    t[used] = '\0';
    put_file(path, t);
    the_whole_file();
    around_line_of(3, 3);
    compiler_stops_at(3);
    threads_race(3);
    for (int k = 0; k < 12; k++)
        device_finds(3);
    changes(t, 3);
    free(t);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("any_text");
    TCase *c = tcase_create("any_text");
    SRunner *runner = srunner_create(s);
    const char *seed = getenv("SEED");
    const int fd = mkstemps(path, 3);
    int failed;

    if (fd < 0) {
        perror(path);
        return EXIT_FAILURE;
    }
    close(fd);
    x = seed && *seed ? strtoull(seed, NULL, 0) : 1;
    tcase_add_test(c, answers_damaged);
    tcase_add_loop_test(c, one_piece_again_and_again, 0,
                        2 * sizeof piece / sizeof *piece);
    tcase_set_timeout(c, 200);
    suite_add_tcase(s, c);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    unlink(path);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
