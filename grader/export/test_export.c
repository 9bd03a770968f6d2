/*
 * test_export.c - each format, read as its platform reads it, of results with
 * texts that mean to break out. Run from the top folder.
 */
#include <check.h>
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export/formats.h"
#include "tests/put_file.h"

static char folder[] = "build/test_export.XXXXXX";
static char file[64];
static struct lab *kit_labs;
static int n_labs;

/* What a format gave, and what it said on the two streams. */
static char *given, printed[20000], errors[20000];

/* ---- results ------------------------------------------------------------ */

/* clang-format off */
/* As it stands in JSON. XML's and the commands' own signs, an escape, a letter
 * that is no Latin one. */
#define HOSTILE                                                             \
    "]]> <b>&amp; \\\"q\\\" ::error::x\\n::set-output name=a::b\\r\\n%0A "  \
    "word: http://x.org | `a` \\u001b[2J \\u4e2d =cmd|' /C calc'!A0"

#define CHECK(name, kind, status, points, max, more)                        \
    "{\"name\":\"" name "\",\"kind\":\"" kind "\",\"status\":\"" status     \
    "\",\"message\":\"" HOSTILE "\",\"points\":" points                     \
    ",\"max_points\":" max more "}"
#define AND ","

#define LAB(id, title, status, points, max, untold, checks)                 \
    "{\"id\":\"" id "\",\"title\":\"" title "\",\"status\":\"" status       \
    "\",\"points\":" points ",\"max_points\":" max ",\"untold_points\":"    \
    untold ",\"source\":\"s\",\"digest\":\"0x1\",\"seed\":\"0x1\","         \
    "\"graded_at\":\"2026-10-01T10:00:00Z\",\"seconds\":1.5,"               \
    "\"hints_shown\":{},\"checks\":[" checks "]}"

#define FILE_OF(list)                                                       \
    "{\"format\":1,\"kit_version\":\"0\",\"machine\":{},\"src\":\"x\","     \
    "\"labs\":[" list "]}"

/* Thirds, a finding with a place, untold, and both kinds of skipped: 5.333 of
 * 8, since nothing could be measured of the 2 for speed. */
#define THIRD "1.333333333"
#define LAB03                                                               \
    LAB("03", "Sum ]]> =1+1", "failed", "5.333333333", "8", "1",            \
        CHECK("build", "build", "pass", "0", "0", "") AND                   \
        CHECK("a, b: c%", "correctness", "pass", THIRD, THIRD, "") AND      \
        CHECK("same", "correctness", "pass", THIRD, THIRD, "") AND          \
        CHECK("same", "correctness", "fail", "0", THIRD,                    \
              ",\"file\":\"a,b:c/r.c\",\"line\":9,\"column\":0") AND        \
        CHECK("no race", "race", "pass", "1.666666667", "1.666666667", "")  \
        AND                                                                 \
        CHECK("quick", "race", "untold", "1", "1", "") AND                  \
        CHECK("later", "memory", "skipped", "0", THIRD, "") AND             \
        CHECK("near", "speed", "skipped", "0", "0", ""))
#define LAB07                                                               \
    LAB("07", "Pi", "passed", "10", "10", "0",                              \
        CHECK("exact", "correctness", "pass", "10", "10", ""))
#define LAB12                                                               \
    LAB("12", "Add", "error", "2", "10", "0",                               \
        CHECK("gone", "correctness", "none", "0", "4", "") AND              \
        CHECK("fine", "correctness", "pass", "2", "2", ""))
/* No check says that it broke down. */
#define LAB13                                                               \
    LAB("13", "Tree", "error", "0", "0", "0",                               \
        CHECK("near", "speed", "skipped", "0", "0", ""))
#define LAB_HINTS LAB("09", "Groups", "ungraded", "0", "0", "0", "")
/* clang-format on */

/* ---- running a format --------------------------------------------------- */

static void slurp(FILE *f, char *text, size_t size)
{
    rewind(f);
    text[fread(text, 1, size - 1, f)] = 0;
    fclose(f);
}

/* Of the file, or what `e` says. What it returns. */
static int run_export(int (*write)(const struct export *, FILE *),
                      struct export e)
{
    FILE *out[2] = {tmpfile(), tmpfile()}, *stream;
    int kept[2] = {dup(1), dup(2)}, result;
    size_t size;

    e.labs = kit_labs;
    e.n_labs = n_labs;
    if (!e.results)
        e.results = file;
    free(given);
    stream = open_memstream(&given, &size);
    fflush(NULL);
    dup2(fileno(out[0]), 1);
    dup2(fileno(out[1]), 2);
    result = write(&e, stream);
    fflush(NULL);
    fclose(stream);
    dup2(kept[0], 1);
    dup2(kept[1], 2);
    close(kept[0]);
    close(kept[1]);
    slurp(out[0], printed, sizeof printed);
    slurp(out[1], errors, sizeof errors);
    return result;
}

static const struct export plain;

static json_t *given_json(void)
{
    json_error_t error;
    json_t *j = json_loads(given, JSON_REJECT_DUPLICATES, &error);

    ck_assert_msg(j != NULL, "%s in %s", error.text, given);
    return j;
}

static double number(const json_t *j, const char *member)
{
    ck_assert(json_is_number(json_object_get(j, member)));
    return json_number_value(json_object_get(j, member));
}

static const char *text(const json_t *j, const char *member)
{
    const char *t = json_string_value(json_object_get(j, member));

    ck_assert_ptr_nonnull(t);
    return t;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-5;
}

/* Only what can be shown: the rest was in HOSTILE. */
static void no_controls(const char *t)
{
    for (; *t; t++)
        ck_assert_msg((unsigned char)*t >= ' ' || *t == '\n', "%d in %s", *t,
                      t);
}

/* ---- what no format gives ------------------------------------------------ */

START_TEST(nothing_to_give)
{
    static const char *const files[] = {
        FILE_OF(""),
        FILE_OF(LAB_HINTS),
        "{",
        "[]",
        FILE_OF(LAB("0x", "t", "passed", "1", "1", "0", "")),
    };

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        put_file(file, files[i]);
        for (const struct format *f = formats; f->name; f++) {
            if (f->own_files || strstr("canvas moodle", f->name))
                continue;
            ck_assert_int_eq(run_export(f->write, plain), -1);
            ck_assert_msg(!*given && !*printed, "%s: %s", f->name, given);
            ck_assert(strstr(errors, file));
        }
    }
    unlink(file);
    ck_assert_int_eq(run_export(gradescope_write, plain), -1);
    ck_assert(strstr(errors, "make grade"));
}
END_TEST

/* A lab that LAB names and that is not there is no lab of 0 points. */
START_TEST(wanted_lab_is_missing)
{
    struct export e = {.n_wanted = 1};

    put_file(file, FILE_OF(LAB03));
    e.wanted[0] = lab_by_id(kit_labs, n_labs, "07");
    ck_assert_int_eq(run_export(gradescope_write, e), -1);
    ck_assert(strstr(errors, "lab 07"));
}
END_TEST

/* ---- Gradescope --------------------------------------------------------- */

START_TEST(gradescope_reads_it)
{
    static const char *const allowed[] = {"score", "max_score", "status",
                                          "name",  "output",    NULL};
    double points = 0, max = 0;
    json_t *j, *t;
    size_t i;
    const char *key;
    json_t *value;
    int failed = 0;

    put_file(file, FILE_OF(LAB03 "," LAB07 "," LAB_HINTS));
    ck_assert_int_eq(run_export(gradescope_write, plain), 0);
    j = given_json();
    ck_assert(near(number(j, "score"), 10 + 10 * 5.333333333 / 8));
    ck_assert_str_eq(text(j, "output_format"), "text");
    ck_assert_str_eq(text(j, "test_output_format"), "text");
    ck_assert(strstr(text(j, "output"), "could measure 8 of the lab's 10"));
    ck_assert(strstr(text(j, "output"), "could not tell"));
    json_array_foreach(json_object_get(j, "tests"), i, t)
    {
        json_object_foreach(t, key, value)
        {
            int k = 0;

            while (allowed[k] && strcmp(allowed[k], key))
                k++;
            ck_assert_msg(allowed[k] != NULL, "%s", key);
        }
        ck_assert(!strcmp(text(t, "status"), "passed") ||
                  !strcmp(text(t, "status"), "failed"));
        failed += !strcmp(text(t, "status"), "failed");
        no_controls(text(t, "output"));
        no_controls(text(t, "name"));
        if (!json_object_get(t, "score"))
            continue;
        points += number(t, "score");
        max += number(t, "max_score");
    }
    ck_assert(near(points, number(j, "score")));
    ck_assert(near(max, 20));
    ck_assert_int_eq(failed, 2); /* not what is untold or cannot be tried */
    ck_assert_uint_eq(json_array_size(json_object_get(j, "tests")), 9);
    t = json_array_get(json_object_get(j, "tests"), 3);
    ck_assert_str_eq(text(t, "name"), "03 correctness: same (2)");
    ck_assert(!strncmp(text(t, "output"), "r.c:9: ]]> <b>", 14));
    t = json_array_get(json_object_get(j, "tests"), 7);
    ck_assert(strstr(text(t, "output"), "Not tried on this machine"));
    ck_assert_ptr_null(json_object_get(t, "score"));
    json_decref(j);
}
END_TEST

/* Every format that has no word for "not graded" gives nothing. */
START_TEST(broken_is_not_0)
{
    put_file(file, FILE_OF(LAB03 "," LAB12));
    ck_assert_int_eq(run_export(gradescope_write, plain), -1);
    ck_assert(!*given);
    ck_assert(strstr(errors, "Lab 12"));
    ck_assert_int_eq(run_export(classroom50_write, plain), -1);
    ck_assert(!*given);
}
END_TEST

START_TEST(points_on_one_scale)
{
    struct export e = {.max_points = 50};
    json_t *j;

    put_file(file, FILE_OF(LAB03 "," LAB07));
    ck_assert_int_eq(run_export(gradescope_write, e), 0);
    j = given_json();
    ck_assert(near(number(j, "score"), 2.5 * (10 + 10 * 5.333333333 / 8)));
    ck_assert(strstr(text(j, "output"), "Scaled: it was 10 of 10"));
    json_decref(j);
    /* Not built: all points of the lab are lost, and are somewhere. */
    put_file(file, FILE_OF(LAB("03", "Sum", "failed", "0", "10", "0",
                               CHECK("build", "build", "fail", "0", "0", ""))));
    ck_assert_int_eq(run_export(gradescope_write, plain), 0);
    j = given_json();
    ck_assert(near(
        number(json_array_get(json_object_get(j, "tests"), 0), "max_score"),
        10));
    json_decref(j);
    /* Points that were withheld: "passed" would not add up. */
    put_file(file, FILE_OF(LAB("03", "Sum", "failed", "0", "4", "0",
                               CHECK("race", "race", "pass", "0", "4", ""))));
    ck_assert_int_eq(run_export(gradescope_write, plain), 0);
    j = given_json();
    ck_assert_str_eq(
        text(json_array_get(json_object_get(j, "tests"), 0), "status"),
        "failed");
    json_decref(j);
}
END_TEST

/* A folder's files are one record: a lab each. */
START_TEST(folder_of_results)
{
    struct export e = {.results = folder};
    char path[80];
    json_t *j;

    snprintf(path, sizeof path, "%s/second.json", folder);
    put_file(file, FILE_OF(LAB03));
    put_file(path, FILE_OF(LAB07));
    ck_assert_int_eq(run_export(gradescope_write, e), 0);
    j = given_json();
    ck_assert_uint_eq(json_array_size(json_object_get(j, "tests")), 9);
    json_decref(j);
    put_file(path, "{");
    ck_assert_int_eq(run_export(gradescope_write, e), -1);
    unlink(path);
}
END_TEST

/* ---- Autolab ------------------------------------------------------------ */

/* gsub(/([a-zA-Z0-9]+):/, '"\1":') */
static void as_autolab(const char *line, char *out)
{
    while (*line) {
        size_t n = 0;

        while (isalnum((unsigned char)line[n]))
            n++;
        if (n && line[n] == ':')
            out += sprintf(out, "\"%.*s\":", (int)n, line);
        else
            out += sprintf(out, "%.*s", (int)(n ? n : 1), line);
        line += n && line[n] == ':' ? n + 1 : n ? n : 1;
    }
}

/* The output's last line, parsed; *before gets the one before. */
static json_t *autoresult(json_t **before)
{
    char last[2000], *end = given + strlen(given), *line;
    json_error_t error;
    json_t *j, *scores;

    while (end > given && isspace((unsigned char)end[-1]))
        *--end = 0;
    line = strrchr(given, '\n');
    ck_assert_ptr_nonnull(line);
    as_autolab(line + 1, last);
    j = json_loads(last, 0, &error);
    ck_assert_msg(j != NULL, "%s", last);
    *line = 0;
    line = strrchr(given, '\n');
    *before =
        json_loads(line ? line + 1 : given, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(*before != NULL, "%s", given);
    scores = json_incref(json_object_get(j, "scores"));
    json_decref(j);
    return scores;
}

START_TEST(autolab_reads_it)
{
    json_t *before, *scores, *stage, *name, *test;
    const char *key;
    size_t i;

    put_file(file, FILE_OF(LAB03 "," LAB07 "," LAB12));
    ck_assert_int_eq(run_export(autolab_write, plain), 0);
    scores = autoresult(&before);
    ck_assert_uint_eq(json_object_size(scores), 2);
    ck_assert(near(number(scores, "Lab 03"), 10 * 5.333333333 / 8));
    ck_assert(near(number(scores, "Lab 07"), 10));
    ck_assert(strstr(errors, "Lab 12"));
    ck_assert_str_eq(text(before, "_presentation"), "semantic");
    json_array_foreach(json_object_get(before, "stages"), i, name)
    {
        stage = json_object_get(before, json_string_value(name));
        ck_assert(json_object_size(stage) > 0);
        json_object_foreach(stage, key, test)
        {
            ck_assert(json_is_boolean(json_object_get(test, "passed")));
            ck_assert(*key && *key != '_');
            if (strstr(key, "quick") || strstr(key, "near"))
                ck_assert(json_is_true(json_object_get(test, "passed")) &&
                          strstr(key, "points"));
        }
    }
    ck_assert_uint_eq(i, 3);
    json_decref(scores);
    json_decref(before);

    put_file(file, FILE_OF(LAB12));
    ck_assert_int_eq(run_export(autolab_write, plain), 0);
    scores = autoresult(&before);
    ck_assert_uint_eq(json_object_size(scores), 1);
    ck_assert(near(number(scores, "kit"), 0));
    json_decref(scores);
    json_decref(before);
}
END_TEST

/* ---- Classroom 50: the rules of its runner's validate_result() ----------- */

static json_int_t whole(const json_t *j, const char *member)
{
    const json_t *x = json_object_get(j, member);

    ck_assert_msg(json_is_integer(x), "%s", member);
    ck_assert(json_integer_value(x) >= 0);
    return json_integer_value(x);
}

static void validate_result(const json_t *j)
{
    static const char *const members[] = {
        "schema",     "classroom", "assignment", "assignment_type", "owner",
        "submission", "commit",    "release",    "review",          "datetime",
        "score",      "max-score", "tests"};
    json_int_t score = 0, max = 0;
    json_t *t;
    size_t i;

    ck_assert_uint_eq(json_object_size(j), sizeof members / sizeof *members);
    for (i = 0; i < 10; i++)
        ck_assert(*text(j, members[i]));
    ck_assert_str_eq(text(j, "schema"), "classroom50/result/v1");
    ck_assert_str_eq(text(j, "owner"), "ann");
    ck_assert_str_eq(text(j, "review"), "https://example.org/c");
    ck_assert(!strncmp(text(j, "submission"), "submit/", 7));
    ck_assert(json_array_size(json_object_get(j, "tests")) > 0);
    json_array_foreach(json_object_get(j, "tests"), i, t)
    {
        ck_assert(*text(t, "test-name"));
        ck_assert(json_is_boolean(json_object_get(t, "passed")));
        ck_assert(whole(t, "score") <= whole(t, "max-score"));
        if (json_is_true(json_object_get(t, "passed")))
            ck_assert(whole(t, "score") == whole(t, "max-score"));
        score += whole(t, "score");
        max += whole(t, "max-score");
    }
    ck_assert_int_eq(score, whole(j, "score"));
    ck_assert_int_eq(max, whole(j, "max-score"));
}

static void set_classroom(void)
{
    setenv("CLASSROOM", "hpc", 1);
    setenv("ASSIGNMENT", "lab07", 1);
    setenv("ASSIGNMENT_TYPE", "individual", 1);
    setenv("USERNAME", "ann", 1);
    setenv("SUBMISSION_TAG", "submit/2026-10-01T10-00-00Z-a1b2c3d", 1);
    setenv("COMMIT_URL", "https://example.org/c", 1);
    setenv("RELEASE_URL", "https://example.org/r", 1);
    setenv("SUBMITTED_AT", "2026-10-01T10:00:00Z", 1);
}

START_TEST(classroom50_reads_it)
{
    struct export e = {0};
    json_t *j;

    put_file(file, FILE_OF(LAB03 "," LAB07));
    set_classroom();
    ck_assert_int_eq(run_export(classroom50_write, plain), 0);
    j = given_json();
    validate_result(j);
    ck_assert_int_eq(whole(j, "max-score"), 2000);
    ck_assert(llabs(whole(j, "score") - 1667) <= 1);
    ck_assert(strstr(errors, "could measure 8"));
    for (size_t i = 1; i < 4; i++) { /* 166.67 each */
        json_int_t max =
            whole(json_array_get(json_object_get(j, "tests"), i), "max-score");

        ck_assert(max == 166 || max == 167);
    }
    json_decref(j);
    /* Whatever the parts are, the maxima add up. */
    for (int max = 1; max < 60; max++) {
        e.max_points = max * 0.37;
        ck_assert_int_eq(run_export(classroom50_write, e), 0);
        j = given_json();
        validate_result(j);
        ck_assert_int_eq(whole(j, "max-score"), 37 * max);
        json_decref(j);
    }
    setenv("SUBMISSION_TAG", "v1", 1);
    ck_assert_int_eq(run_export(classroom50_write, plain), -1);
    set_classroom();
    unsetenv("SUBMITTED_AT");
    ck_assert_int_eq(run_export(classroom50_write, plain), -1);
    ck_assert(strstr(errors, "SUBMITTED_AT"));
}
END_TEST

/* ---- GitHub Actions ----------------------------------------------------- */

START_TEST(actions_reads_it)
{
    char *line = NULL, *rest;
    int n = 0;

    unsetenv("GITHUB_STEP_SUMMARY");
    put_file(file, FILE_OF(LAB03 "," LAB07 "," LAB12));
    ck_assert_int_eq(run_export(actions_write, plain), 0);
    /* one failure, one line; nobody else's command */
    ck_assert_str_eq(strchr(printed, '\n'), "\n");
    ck_assert(!strncmp(printed,
                       "::error file=a%2Cb%3Ac/r.c,line=9,title=Lab 03%2C "
                       "correctness%3A same (2)::]]> <b>",
                       70));
    ck_assert(strstr(printed, "x%0A::set-output"));
    ck_assert(strstr(printed, "%250A"));
    ck_assert(!strstr(printed, "col="));
    /* the summary */
    ck_assert(!strstr(given, "<b>"));
    ck_assert(!strstr(given, "`a`"));
    ck_assert(strstr(given, "could not be told"));
    ck_assert(strstr(given, "not tried here"));
    ck_assert(strstr(given, "the kit broke down"));
    ck_assert(strstr(given, "it could not be graded"));
    for (line = strtok_r(given, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        int bars = 0;

        ck_assert(strncmp(line, "::", 2) != 0);
        for (char *p = line; *line == '|' && *p; p++)
            bars += *p == '|';
        ck_assert_msg(*line != '|' || bars == 5, "%s", line);
        n += *line == '|';
    }
    ck_assert_int_eq(n, 3 * 2 + 8 + 1 + 2);
}
END_TEST

START_TEST(actions_shows_ten)
{
    char *checks = calloc(1, 100000), *all = calloc(1, 200000);
    char path[80], text_there[100000];
    int n = 0;
    FILE *f;

    for (int i = 0; i < 12; i++)
        strcat(checks, i ? "," CHECK("c", "memory", "fail", "0", "1", "")
                         : CHECK("c", "memory", "fail", "0", "1", ""));
    snprintf(all, 200000,
             FILE_OF(LAB("03", "x", "failed", "0", "12", "0", "%s")), checks);
    /* HOSTILE's %0A has been a format's */
    put_file(file, all);
    snprintf(path, sizeof path, "%s/summary", folder);
    put_file(path, "before\n");
    setenv("GITHUB_STEP_SUMMARY", path, 1);
    ck_assert_int_eq(run_export(actions_write, plain), 0);
    for (char *p = printed; (p = strstr(p, "::error ")); p++)
        n++;
    ck_assert_int_eq(n, 10);
    ck_assert_str_eq(given, "");
    f = fopen(path, "r");
    slurp(f, text_there, sizeof text_there);
    ck_assert(!strncmp(text_there, "before\n## Lab kit", 17));
    unsetenv("GITHUB_STEP_SUMMARY");
    unlink(path);
    free(checks);
    free(all);
}
END_TEST

/* ---- JUnit -------------------------------------------------------------- */

static int xmllint(const char *options)
{
    char command[300], path[80];

    snprintf(path, sizeof path, "%s/junit.xml", folder);
    put_file(path, given);
    snprintf(command, sizeof command, "xmllint --noout %s '%s' >/dev/null 2>&1",
             options, path);
    int code = system(command);
    unlink(path);
    return code;
}

START_TEST(junit_reads_it)
{
    if (system("xmllint --version >/dev/null 2>&1")) {
        printf("NOT TESTED: JUnit XML (libxml2-utils is missing)\n");
        return;
    }
    put_file(file, FILE_OF(LAB03 "," LAB07 "," LAB12 "," LAB13));
    ck_assert_int_eq(run_export(junit_write, plain), 0);
    ck_assert_msg(!xmllint("--schema grader/tests/junit.xsd"), "%s", given);
    ck_assert(strstr(given, "tests=\"13\" failures=\"1\" errors=\"2\""));
    ck_assert(strstr(given, "name=\"quick") == NULL);
    ck_assert(strstr(given, "name=\"race: quick\"><system-out>"));
    ck_assert(strstr(given, "name=\"speed: near\"><skipped"));
    ck_assert(strstr(given, "name=\"graded\"><error"));
    ck_assert(strstr(given, ">r.c:9: ]]&#62; &#60;b&#62;"));

    ck_assert_int_eq(run_export(junit_gitlab_write, plain), 0);
    ck_assert(!xmllint(""));
    ck_assert(xmllint("--schema grader/tests/junit.xsd"));
    ck_assert(strstr(given, "name=\"correctness: same (2)\" "
                            "file=\"a,b:c/r.c\"><failure"));
}
END_TEST

/* ---- PrairieLearn ------------------------------------------------------- */

START_TEST(prairielearn_reads_it)
{
    json_t *j;

    put_file(file, FILE_OF(LAB03 "," LAB07));
    ck_assert_int_eq(run_export(prairielearn_write, plain), 0);
    j = given_json();
    ck_assert(near(number(j, "score"), (10 + 10 * 5.333333333 / 8) / 20));
    ck_assert(json_is_true(json_object_get(j, "gradable")));
    ck_assert_uint_eq(json_array_size(json_object_get(j, "tests")), 9);
    json_decref(j);
    put_file(file, FILE_OF(LAB07 "," LAB12));
    ck_assert_int_eq(run_export(prairielearn_write, plain), 0);
    j = given_json();
    ck_assert(json_is_false(json_object_get(j, "gradable")));
    json_decref(j);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("export");
    TCase *t = tcase_create("export");
    SRunner *runner;
    int failed;

    kit_labs = lab_find_all(&n_labs);
    if (!kit_labs || !mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    snprintf(file, sizeof file, "%s/results.json", folder);
    tcase_add_test(t, nothing_to_give);
    tcase_add_test(t, wanted_lab_is_missing);
    tcase_add_test(t, gradescope_reads_it);
    tcase_add_test(t, broken_is_not_0);
    tcase_add_test(t, points_on_one_scale);
    tcase_add_test(t, folder_of_results);
    tcase_add_test(t, autolab_reads_it);
    tcase_add_test(t, classroom50_reads_it);
    tcase_add_test(t, actions_reads_it);
    tcase_add_test(t, actions_shows_ten);
    tcase_add_test(t, junit_reads_it);
    tcase_add_test(t, prairielearn_reads_it);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    unlink(file);
    rmdir(folder);
    free(kit_labs);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
