/* test_results.c - results.json there and back, and what damage does. */
#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "show/results.h"
#include "tests/put_file.h"

static char folder[] = "build/test_results.XXXXXX";
static char file[64];

static struct finding sample(void)
{
    struct finding f = {.name = "no race",
                        .kind = KIND_RACE,
                        .status = STATUS_FAIL,
                        .message = "Two threads write \"sum\".\n\tÜber",
                        .place = {"labs/03_r/r.c", 12, 5},
                        .points = 0,
                        .max_points = 1.5};
    return f;
}

static struct lab_result sample_lab(const char *id)
{
    struct lab_result l = {
        .title = "Sum",
        .status = "failed",
        .points = 1,
        .max_points = 3,
        .untold = 0.5,
        .source = "labs/03_r/r.c",
        .digest = 0xfedcba9876543210u,
        .seed = UINT64_MAX,
        .graded_at = "2026-11-20T10:11:12Z",
        .seconds = 1.25,
        .n_hints_shown = 2,
        .hints_shown = {{"race: `sum` | `total`", 2}, {"start", 1}},
        .n_checks = 1};

    snprintf(l.id, sizeof l.id, "%s", id);
    l.check[0] = sample();
    return l;
}

static struct results *empty(void)
{
    struct results *r = calloc(1, sizeof *r);

    ck_assert_ptr_nonnull(r);
    return r;
}

static void quiet(void)
{
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
}

/* ---- findings and speeds ------------------------------------------------ */

START_TEST(test_finding)
{
    struct finding a = sample(), b;
    json_t *j = finding_to_json(&a);

    ck_assert_ptr_nonnull(j);
    ck_assert_int_eq(finding_from_json(j, &b), 0);
    ck_assert_str_eq(a.name, b.name);
    ck_assert_int_eq(a.kind, b.kind);
    ck_assert_int_eq(a.status, b.status);
    ck_assert_str_eq(finding_text(&a), finding_text(&b));
    ck_assert_str_eq(a.place.file, b.place.file);
    ck_assert_int_eq(a.place.line, b.place.line);
    ck_assert_int_eq(a.place.column, b.place.column);
    ck_assert(a.max_points == b.max_points);
    ck_assert(!b.nit);
    json_decref(j);

    a.nit = true;
    j = finding_to_json(&a);
    ck_assert_int_eq(finding_from_json(j, &b), 0);
    ck_assert(b.nit);
    json_decref(j);
}
END_TEST

START_TEST(test_finding_lacks)
{
    static const char *const members[] = {"name",    "kind",   "status",
                                          "message", "points", "max_points"};
    struct finding a = sample(), b;
    json_t *j = finding_to_json(&a);

    json_object_del(j, "said"); /* has no need of a message */
    json_object_del(j, members[_i]);
    ck_assert_int_eq(finding_from_json(j, &b), -1);
    json_object_set_new(j, members[_i], json_true());
    ck_assert_int_eq(finding_from_json(j, &b), -1);
    json_object_set_new(j, members[_i], json_string("no such kind"));
    ck_assert_int_eq(finding_from_json(j, &b), _i == 0 || _i == 3 ? 0 : -1);
    ck_assert_int_eq(finding_from_json(NULL, &b), -1);
    json_decref(j);
}
END_TEST

START_TEST(test_finding_of_odd_text)
{
    struct finding a = sample(), b;
    json_t *j;

    /* cut in the middle of a character */
    snprintf(a.message, sizeof a.message, "sum \xe2\x9c");
    j = finding_to_json(&a);
    ck_assert_int_eq(finding_from_json(j, &b), 0);
    ck_assert_str_eq(finding_text(&b), "sum ");
    json_decref(j);
    /* what does something to who reads it */
    snprintf(
        a.message, sizeof a.message, "%s",
        "a\033]0;x\a b\xc2\x9b"
        "2J c\xe2\x80\xae d\xe2\x81\xa6 "
        "e\xe2\x80\xa8 f\xe2\x80\xa9 g\r h\r\n i\xe2\x80\x8b j\xef\xbb\xbf "
        "k\xf3\xa0\x80\xa1 l\x7f m\xed\xa0\x80 n\xc0\xaf o\xd8\x9c p\xc2\xad "
        "\xe4\xb8\xad\xf0\x9f\x98\x80");
    snprintf(a.place.file, sizeof a.place.file, "a\033[2J\xe2\x80\xae.c");
    j = finding_to_json(&a);
    ck_assert_int_eq(finding_from_json(j, &b), 0);
    ck_assert_str_eq(finding_text(&b),
                     "a?]0;x? b?2J c? d? e? f? g? h\n i? j? k? l? m? n?? o? "
                     "p? \xe4\xb8\xad\xf0\x9f\x98\x80");
    ck_assert_str_eq(b.place.file, "a?[2J?.c");
    json_decref(j);
    finding_say(&b, "%s", finding_text(&a));
    ck_assert_ptr_null(strchr(finding_text(&b), '\033'));
    /* not UTF-8 at all */
    snprintf(a.message, sizeof a.message, "\xb0\xa1 is sum");
    j = finding_to_json(&a);
    ck_assert_int_eq(finding_from_json(j, &b), 0);
    ck_assert_str_eq(finding_text(&b), "?? is sum");
    json_decref(j);
    /* as long as it can be */
    memset(a.message, 'x', sizeof a.message - 1);
    a.message[sizeof a.message - 1] = 0;
    j = finding_to_json(&a);
    ck_assert_int_eq(finding_from_json(j, &b), 0);
    ck_assert_str_eq(finding_text(&b), finding_text(&a));
    json_decref(j);
}
END_TEST

START_TEST(test_speed)
{
    struct speed a = {.measured = true,
                      .threads = 2,
                      .pairs = 15,
                      .baseline = 0.5,
                      .yours = 0.3,
                      .ceiling = 0.25,
                      .speedup = {1.5, 1.7, 1.9},
                      .ceiling_speedup = {-INFINITY, 2, INFINITY},
                      .fraction = {0.75, 0.8, 0.9},
                      .goal = 0.85,
                      .earned_before = true};
    struct speed b;
    json_t *j = speed_to_json(&a);

    ck_assert_ptr_nonnull(j);
    ck_assert_int_eq(speed_from_json(j, &b), 0);
    ck_assert(b.measured && b.threads == 2 && b.pairs == 15);
    ck_assert(b.baseline == 0.5 && b.yours == 0.3 && b.ceiling == 0.25);
    ck_assert(b.speedup.low == 1.5 && b.speedup.high == 1.9);
    ck_assert(isinf(b.ceiling_speedup.low) && b.ceiling_speedup.low < 0);
    ck_assert(isinf(b.ceiling_speedup.high) && b.ceiling_speedup.high > 0);
    ck_assert(b.fraction.middle == 0.8 && b.goal == 0.85);
    ck_assert(b.earned_before);
    json_object_del(j, "earned_before"); /* as older files have it */
    ck_assert_int_eq(speed_from_json(j, &b), 0);
    ck_assert(!b.earned_before);
    json_object_del(j, "fraction");
    ck_assert_int_eq(speed_from_json(j, &b), -1);
    json_decref(j);
}
END_TEST

/* A lab whose only check besides another one is of speed. */
static struct lab_result timed_lab(enum check_status status, double fraction)
{
    struct lab_result l = sample_lab("03");

    l.check[l.n_checks++] = (struct finding){
        .name = "near the ceiling", .kind = KIND_SPEED, .status = status};
    l.speed = (struct speed){.measured = true, .fraction.middle = fraction};
    return l;
}

/* A pass in speed stays until the file changes, and nothing else does. */
START_TEST(test_keep_speed)
{
    static const enum check_status later[] = {STATUS_FAIL, STATUS_UNTOLD};
    static const enum check_status never[] = {STATUS_PASS, STATUS_SKIPPED,
                                              STATUS_NONE};
    const struct lab_result old = timed_lab(STATUS_PASS, 0.93);
    struct lab_result l;

    for (int i = 0; i < 2; i++) {
        l = timed_lab(later[i], 0.6);
        ck_assert(results_keep_speed(&old, &l));
        ck_assert_int_eq(l.check[1].status, STATUS_PASS);
        ck_assert_int_eq(l.check[0].status, STATUS_FAIL); /* no race */
        ck_assert(l.speed.fraction.middle == 0.93 && l.speed.earned_before);
        /* and once more */
        struct lab_result third = timed_lab(later[i], 0.5);
        ck_assert(results_keep_speed(&l, &third));
        ck_assert(third.speed.fraction.middle == 0.93);

        l = timed_lab(later[i], 0.6);
        l.digest++; /* another file */
        ck_assert(!results_keep_speed(&old, &l));
        ck_assert_int_eq(l.check[1].status, later[i]);
        ck_assert(l.speed.fraction.middle == 0.6 && !l.speed.earned_before);

        l = timed_lab(later[i], 0.6);
        struct lab_result failed = timed_lab(STATUS_FAIL, 0.93);
        ck_assert(!results_keep_speed(&failed, &l));
        failed = timed_lab(STATUS_UNTOLD, 0.93);
        ck_assert(!results_keep_speed(&failed, &l));
        ck_assert(!results_keep_speed(NULL, &l));
        snprintf(l.check[1].name, sizeof l.check[1].name, "another");
        ck_assert(!results_keep_speed(&old, &l));
    }
    for (int i = 0; i < 3; i++) {
        l = timed_lab(never[i], 0.6);
        ck_assert(!results_keep_speed(&old, &l));
        ck_assert_int_eq(l.check[1].status, never[i]);
    }
    l = timed_lab(STATUS_FAIL, 0.6);
    l.digest = 0; /* could not be read */
    struct lab_result unread = old;
    unread.digest = 0;
    ck_assert(!results_keep_speed(&unread, &l));
}
END_TEST

/* ---- the file ----------------------------------------------------------- */

START_TEST(test_file)
{
    struct results *a = empty(), *b = empty();
    static const char *const ids[] = {"21", "03", "100", "00"};
    struct lab_result l;

    snprintf(a->src, sizeof a->src, "labs");
    for (int i = 0; i < 4; i++) {
        l = sample_lab(ids[i]);
        l.speed.measured = i == 0;
        results_put(a, &l);
    }
    ck_assert_int_eq(results_write(file, a), 0);
    ck_assert_int_eq(results_read(file, b), 0);
    ck_assert_str_eq(b->src, "labs");
    ck_assert_int_eq(b->n, 4);
    ck_assert_str_eq(b->lab[0].id, "00");
    ck_assert_str_eq(b->lab[1].id, "03");
    ck_assert_str_eq(b->lab[2].id, "21");
    ck_assert_str_eq(b->lab[3].id, "100");
    ck_assert(b->lab[2].speed.measured && !b->lab[1].speed.measured);
    ck_assert(b->lab[1].digest == 0xfedcba9876543210u);
    ck_assert(b->lab[1].seed == UINT64_MAX);
    ck_assert_int_eq(b->lab[1].n_hints_shown, 2);
    ck_assert_int_eq(results_hints_shown(&b->lab[1], "race: `sum` | `total`"),
                     2);
    ck_assert_int_eq(results_hints_shown(&b->lab[1], "start"), 1);
    ck_assert_int_eq(results_hints_shown(&b->lab[1], "race"), 0);
    ck_assert_int_eq(b->lab[1].n_checks, 1);
    ck_assert(b->lab[1].untold == 0.5);
    ck_assert_str_eq(b->lab[1].check[0].name, "no race");
    ck_assert_str_eq(b->lab[1].graded_at, "2026-11-20T10:11:12Z");
    free(a);
    free(b);
}
END_TEST

/* Older kits counted by kind. What is no count is none. */
START_TEST(test_hints_of_older_kits)
{
    struct results *r = empty();
    const struct lab_result *l = &r->lab[0];

    put_file(file,
             "{\"format\": 1, \"src\": \"labs\", \"labs\": [{\"id\": \"03\", "
             "\"title\": \"\", \"status\": \"failed\", \"points\": 0, "
             "\"max_points\": 1, \"source\": \"\", \"digest\": \"0x1\", "
             "\"seed\": \"0x1\", \"graded_at\": \"\", \"seconds\": 1, "
             "\"hints_shown\": {\"race\": 2, \"start\": 1, \"speed\": -1, "
             "\"memory\": \"3\"}, \"checks\": []}]}");
    ck_assert_int_eq(results_read(file, r), 0);
    ck_assert_int_eq(r->n, 1);
    ck_assert_int_eq(l->n_hints_shown, 2);
    ck_assert_int_eq(results_hints_shown(l, "race"), 2);
    ck_assert_int_eq(results_hints_shown(l, "start"), 1);
    free(r);
}
END_TEST

/* Sections come and go; the table does not overflow. */
START_TEST(test_counts_of_hints)
{
    struct lab_result l = {.n_hints_shown = 0};
    char section[40];

    results_set_hints_shown(&l, "race", 1);
    results_set_hints_shown(&l, "start", 1);
    results_set_hints_shown(&l, "race", 2);
    ck_assert_int_eq(l.n_hints_shown, 2);
    ck_assert_int_eq(results_hints_shown(&l, "race"), 2);
    results_set_hints_shown(&l, "start", 0);
    ck_assert_int_eq(l.n_hints_shown, 1);
    ck_assert_int_eq(results_hints_shown(&l, "start"), 0);
    for (int i = 1; i < RESULTS_MAX_HINTS + 10; i++) {
        snprintf(section, sizeof section, "race: %d", i);
        results_set_hints_shown(&l, section, i);
    }
    ck_assert_int_eq(l.n_hints_shown, RESULTS_MAX_HINTS);
    ck_assert_int_eq(results_hints_shown(&l, "race"), 0);
    ck_assert_int_eq(results_hints_shown(&l, section), RESULTS_MAX_HINTS + 9);
}
END_TEST

START_TEST(test_put_replaces)
{
    struct results *r = empty();
    struct lab_result l = sample_lab("03");

    results_put(r, &l);
    l.points = 2.5;
    results_put(r, &l);
    ck_assert_int_eq(r->n, 1);
    ck_assert(results_get(r, "03")->points == 2.5);
    ck_assert_ptr_null(results_get(r, "3"));
    /* More labs than fit are left out, not written past the end. */
    for (int i = 0; i < RESULTS_MAX_LABS + 5; i++) {
        snprintf(l.id, sizeof l.id, "%d", i);
        results_put(r, &l);
    }
    ck_assert_int_eq(r->n, RESULTS_MAX_LABS);
    free(r);
}
END_TEST

static const char *const damaged[] = {
    "",
    "{",
    "[]",
    "null",
    "{\"format\": 1}",
    "{\"format\": 1, \"src\": \"labs\"}",
    "{\"format\": 2, \"src\": \"labs\", \"labs\": []}",
    "{\"format\": \"1\", \"src\": \"labs\", \"labs\": []}",
    "{\"format\": 1, \"src\": 5, \"labs\": []}",
    "{\"format\": 1, \"src\": \"labs\", \"labs\": {}}",
    "{\"format\": 1, \"src\": \"labs\", \"labs\": [1]}",
    "{\"format\": 1, \"src\": \"labs\", \"labs\": [{\"id\": \"03\"}]}",
    "{\"format\": 1, \"src\": \"labs\", \"labs\": []} x",
    "{\"format\": 1, \"src\": \"a\", \"src\": \"b\", \"labs\": []}",
};

START_TEST(test_damaged)
{
    struct results *r = empty();

    quiet();
    put_file(file, damaged[_i]);
    ck_assert_int_eq(results_read(file, r), -1);
    ck_assert_int_eq(r->n, 0);
    ck_assert_str_eq(r->src, "");
    free(r);
}
END_TEST

START_TEST(test_cut_off_anywhere)
{
    struct results *r = empty();
    struct lab_result l = sample_lab("03");
    struct stat st;

    quiet();
    snprintf(r->src, sizeof r->src, "labs");
    results_put(r, &l);
    ck_assert_int_eq(results_write(file, r), 0);
    ck_assert_int_eq(stat(file, &st), 0);
    for (off_t n = st.st_size - 2; n >= 0; n -= 7) {
        ck_assert_int_eq(truncate(file, n), 0);
        ck_assert_int_eq(results_read(file, r), -1);
    }
    free(r);
}
END_TEST

START_TEST(test_no_file)
{
    struct results *r = empty();

    r->n = 3;
    unlink(file);
    ck_assert_int_eq(results_read(file, r), 1);
    ck_assert_int_eq(r->n, 0);
    free(r);
}
END_TEST

START_TEST(test_write_fails_whole)
{
    struct results *r = empty();
    char inside[200];

    quiet();
    put_file(file, "before");
    snprintf(inside, sizeof inside, "%s/x", file); /* below a file */
    ck_assert_int_eq(results_write(inside, r), -1);
    ck_assert_int_eq(results_write(folder, r), -1);
    ck_assert_int_eq(access(file, F_OK), 0);
    free(r);
}
END_TEST

/* ------------------------------------------------------------------------- */

static Suite *results_tests(void)
{
    Suite *s = suite_create("results");
    TCase *c = tcase_create("results");

    tcase_add_test(c, test_finding);
    tcase_add_loop_test(c, test_finding_lacks, 0, 6);
    tcase_add_test(c, test_finding_of_odd_text);
    tcase_add_test(c, test_speed);
    tcase_add_test(c, test_keep_speed);
    tcase_add_test(c, test_file);
    tcase_add_test(c, test_hints_of_older_kits);
    tcase_add_test(c, test_counts_of_hints);
    tcase_add_test(c, test_put_replaces);
    tcase_add_loop_test(c, test_damaged, 0,
                        (int)(sizeof damaged / sizeof *damaged));
    tcase_add_test(c, test_cut_off_anywhere);
    tcase_add_test(c, test_no_file);
    tcase_add_test(c, test_write_fails_whole);
    suite_add_tcase(s, c);
    return s;
}

int main(void)
{
    SRunner *runner;
    int failed;

    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    snprintf(file, sizeof file, "%s/results.json", folder);
    runner = srunner_create(results_tests());
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    unlink(file);
    rmdir(folder);
    return failed != 0;
}
