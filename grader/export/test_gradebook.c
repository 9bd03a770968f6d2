/*
 * test_gradebook.c - a teacher's gradebook is filled in, and nothing else in it
 * changes. Run from the top folder.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export/csv.h"
#include "export/formats.h"
#include "tests/put_file.h"

static char folder[] = "build/test_gradebook.XXXXXX";
static char people[64], roster[64];
static struct lab *kit_labs;
static int n_labs;
static char *given, errors[20000];

/* One more lab in somebody's file. */
static void grade(const char *id, const char *lab, const char *status,
                  double points, double max, const char *message)
{
    struct results *r = calloc(1, sizeof *r);
    struct lab_result l = {.points = points, .max_points = max, .n_checks = 1};
    char path[128];

    snprintf(path, sizeof path, "%s/%s.json", people, id);
    results_read(path, r);
    snprintf(r->src, sizeof r->src, "x");
    snprintf(l.id, sizeof l.id, "%s", lab);
    snprintf(l.title, sizeof l.title, "Title");
    snprintf(l.status, sizeof l.status, "%s", status);
    l.check[0] =
        (struct finding){.name = "c",
                         .kind = KIND_CORRECTNESS,
                         .status = points < max ? STATUS_FAIL : STATUS_PASS,
                         .points = points,
                         .max_points = max};
    snprintf(l.check[0].message, sizeof l.check[0].message, "%s", message);
    results_put(r, &l);
    ck_assert_int_eq(results_write(path, r), 0);
    free(r);
}

static int run_export(int (*write)(const struct export *, FILE *),
                      struct export e)
{
    FILE *caught = tmpfile(), *stream;
    int kept = dup(2), result;
    size_t size;

    e.labs = kit_labs;
    e.n_labs = n_labs;
    e.results = people;
    e.roster = roster;
    free(given);
    stream = open_memstream(&given, &size);
    fflush(NULL);
    dup2(fileno(caught), 2);
    result = write(&e, stream);
    fclose(stream);
    fflush(NULL);
    dup2(kept, 2);
    close(kept);
    rewind(caught);
    errors[fread(errors, 1, sizeof errors - 1, caught)] = 0;
    fclose(caught);
    return result;
}

static void setup(void)
{
    char command[200];

    snprintf(command, sizeof command, "rm -rf '%s'; mkdir '%s'", people,
             people);
    ck_assert_int_eq(system(command), 0);
}

/* ---- the table itself ---------------------------------------------------- */

START_TEST(bytes_stay)
{
    static const char *const texts[] = {
        "",
        "a",
        "a,b\n",
        "a,b\r\nc,d",
        "\xef\xbb\xbf"
        "a,\"b\n,\"\"c\",d\r\n\r\n,,\n",
        "\"not closed,\nx",
        " a , \"b\" ,c\rd,\n",
        "a,",
    };
    struct csv c;
    size_t size;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *stream;

        put_file(roster, texts[i]);
        ck_assert_int_eq(csv_read(roster, &c), 0);
        csv_split(&c, ',');
        free(given);
        stream = open_memstream(&given, &size);
        ck_assert_int_eq(csv_write(&c, stream), 0);
        fclose(stream);
        ck_assert_str_eq(given, texts[i]);
        csv_free(&c);
    }
}
END_TEST

START_TEST(cells)
{
    char text[64];
    struct csv c;
    size_t size;
    FILE *stream;

    put_file(roster, "\xef\xbb\xbf"
                     "a,\"b\r\n,\"\"c\",d\r\n,x\n");
    ck_assert_int_eq(csv_read(roster, &c), 0);
    csv_split(&c, ',');
    ck_assert_int_eq(c.n_rows, 2);
    ck_assert_int_eq(c.row[0].n, 3);
    csv_value(&c, 0, 0, text, sizeof text);
    ck_assert_str_eq(text, "a");
    csv_value(&c, 0, 1, text, sizeof text);
    ck_assert_str_eq(text, "b\r\n,\"c");
    csv_value(&c, 1, 2, text, sizeof text);
    ck_assert_str_eq(text, "");
    ck_assert(csv_set(&c, 1, 0, "8,5"));
    ck_assert(csv_set(&c, 1, 1, "say \"x\""));
    ck_assert(!csv_set(&c, 1, 2, "x"));
    free(given);
    stream = open_memstream(&given, &size);
    csv_write(&c, stream);
    fclose(stream);
    ck_assert_str_eq(given, "\xef\xbb\xbf"
                            "a,\"b\r\n,\"\"c\",d\r\n"
                            "\"8,5\",\"say \"\"x\"\"\"\n");
    csv_free(&c);
}
END_TEST

/* ---- Canvas ------------------------------------------------------------- */

#define CANVAS(possible, ann, bob, cem, dan)                          \
    "\xef\xbb\xbf"                                                    \
    "Student,ID,SIS Login ID,Section,Lab 03 (4711),"                  \
    "Quiz (12),Current Score\r\n"                                     \
    "    Points Possible,,,," possible ",5,(read only)\r\n"           \
    "\"Lee, Ann\",123,ann01,\"HPC\nA, \"\"B\"\"\"," ann ",=1+1,1\r\n" \
    "\"Ray, Bob\",124,bob01,HPC," bob ",,2\r\n"                       \
    "\"Can, Cem\",1230,cem01,HPC," cem ",EX,\r\n"                     \
    "\"Orr, Dan\",77,dan01,HPC," dan ",,"

START_TEST(canvas_is_filled)
{
    struct export e = {.column = "Lab 03"};

    grade("123", "03", "failed", 6.6666666, 10, "=cmd|' /C calc'!A0");
    grade("124", "03", "passed", 8, 8, ""); /* without a GPU, say */
    grade("77", "03", "error", 0, 10, "");
    grade("999", "03", "passed", 10, 10, "");
    put_file(roster, CANVAS("10", "", "3", "7", "4"));
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, CANVAS("10", "6.67", "10", "7", "4"));
    ck_assert(strstr(errors, "cell of 77"));
    ck_assert(strstr(errors, "999"));
    /* by number, and by the whole header */
    e.column = "4711";
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    e.column = "Lab 03 (4711)";
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, CANVAS("10", "6.67", "10", "7", "4"));
    /* the platform's maximum, and another */
    put_file(roster, CANVAS("20", "", "3", "7", "4"));
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, CANVAS("20", "13.33", "20", "7", "4"));
    ck_assert(strstr(errors, "scaled to 20"));
    e.max_points = 5;
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, CANVAS("20", "3.33", "5", "7", "4"));
}
END_TEST

/* Who has not handed in one of two labs does not get all for the other. */
START_TEST(canvas_several_labs)
{
    struct export e = {.column = "4711"};

    grade("123", "03", "passed", 10, 10, "");
    grade("124", "03", "passed", 10, 10, "");
    grade("124", "07", "passed", 10, 10, "");
    put_file(roster, CANVAS("", "", "", "", ""));
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, CANVAS("", "10", "20", "", ""));
    /* one of them only */
    e.wanted[e.n_wanted++] = lab_by_id(kit_labs, n_labs, "07");
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, CANVAS("", "0", "10", "", ""));
}
END_TEST

START_TEST(canvas_refuses)
{
    static const char *const rosters[] = {
        "",
        "Name,ID,Lab 03 (4711)\nx,123,\n",
        "Student,ID,Section,Lab 03 (1),Lab 03 (2)\nx,123,,,\n",
        "Student,ID,Section,Lab 04 (1)\nx,123,,\n",
        "Student,ID,Section,Lab 03 (1)\n   Points Possible,,,(read only)\n"
        "x,123,,\n",
        "Student,ID,Section,Lab 03 (1)\nx,5,,\n"};
    struct export e = {.column = "Lab 03"};

    grade("123", "03", "passed", 10, 10, "");
    for (size_t i = 0; i < sizeof rosters / sizeof *rosters; i++) {
        put_file(roster, rosters[i]);
        ck_assert_int_eq(run_export(canvas_write, e), -1);
        ck_assert(strstr(errors, roster));
    }
    put_file(roster, rosters[3]);
    run_export(canvas_write, e);
    ck_assert(strstr(errors, "COLUMN=1  Lab 04 (1)"));
    /* the separator of other countries */
    put_file(roster, "Student;ID;Section;Lab 03 (1)\nx;123;;\n");
    ck_assert_int_eq(run_export(canvas_write, e), 0);
    ck_assert_str_eq(given, "Student;ID;Section;Lab 03 (1)\nx;123;;10\n");
    setup();
    ck_assert_int_eq(run_export(canvas_write, e), -1);
    grade("ann", "03", "passed", 10, 10, "");
    ck_assert_int_eq(run_export(canvas_write, e), -1);
    ck_assert(strstr(errors, "NUMBER.json"));
}
END_TEST

/* ---- Moodle ------------------------------------------------------------- */

#define MOODLE(ann, says, bob)                                          \
    "\xef\xbb\xbf"                                                      \
    "Identifier,\"Full name\",Status,Grade,\"Maximum grade\","          \
    "\"Grade can be changed\",\"Last modified (grade)\","               \
    "\"Feedback comments\"\n"                                           \
    "\"Participant 12345\",\"Ann Lee\",\"x, y\"," ann                   \
    ",100.00,Yes,\"Thursday, 1 October 2026, 10:00 AM\"," says "\n"     \
    "\"Participant 12346\",\"=Bob\",\"\"," bob ",100.00,Yes,-,\"Well, " \
    "Bob!\"\n"

START_TEST(moodle_is_filled)
{
    const struct export e = {0};

    grade("12345", "03", "failed", 7.5, 10,
          "<script>alert(1)</script> & \"x\"\n=cmd|' /C calc'!A0");
    grade("12346", "03", "passed", 10, 10, "");
    put_file(roster, MOODLE("", "", "\"\""));
    ck_assert_int_eq(run_export(moodle_write, e), 0);
    ck_assert_msg(
        !strcmp(given, MOODLE("75",
                              "<p>Lab kit:</p><p>Lab 03 Title: 75 of 100 "
                              "points. Scaled: it was 7.5 of 10.</p><ul>"
                              "<li>correctness: c<br>&#60;script&#62;"
                              "alert(1)&#60;/script&#62; &#38; "
                              "&#34;x&#34;<br>&#61;cmd|&#39; /C calc&#39;"
                              "!A0</li></ul>",
                              "100")),
        "%s", given);
    /* What the teacher has written is kept, and said. */
    ck_assert(strstr(errors, "12346: there is a comment"));
    /* What the kit has written is not: a second grading. */
    put_file(roster, given);
    setup();
    grade("12345", "03", "passed", 10, 10, "");
    ck_assert_int_eq(run_export(moodle_write, e), 0);
    ck_assert(strstr(given, ",100,100.00,Yes,\"Thursday"));
    ck_assert(!strstr(given, "script"));
}
END_TEST

START_TEST(moodle_of_other_languages)
{
    struct export e = {.column = "Bewertung", .feedback = "Kommentar"};

    grade("7", "03", "failed", 7.25, 10, "");
    put_file(roster, "ID,Name,Bewertung,Beste,Kommentar\r\nTeilnehmer7,A,-,"
                     "\"10,00\",x\r\n");
    ck_assert_int_eq(run_export(moodle_write, e), 0);
    ck_assert_str_eq(given, "ID,Name,Bewertung,Beste,Kommentar\r\n"
                            "Teilnehmer7,A,\"7,25\",\"10,00\",x\r\n");
    put_file(roster,
             "ID;Name;Bewertung;Beste;Kommentar\nTeilnehmer7;A;;10,00;x\n");
    ck_assert_int_eq(run_export(moodle_write, e), 0);
    ck_assert(strstr(given, "A;7,25;10,00;x"));
    e.feedback = "Comment";
    ck_assert_int_eq(run_export(moodle_write, e), -1);
    e.feedback = NULL;
    e.column = NULL;
    ck_assert_int_eq(run_export(moodle_write, e), -1);
    ck_assert(strstr(errors, "COLUMN="));
    /* a scale of words */
    put_file(roster, "Identifier,Grade,Scale\nParticipant 7,,\"bad, good\"\n");
    ck_assert_int_eq(run_export(moodle_write, e), -1);
    ck_assert(strstr(errors, "MAX_POINTS"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gradebook");
    TCase *t = tcase_create("gradebook");
    SRunner *runner;
    char command[100];
    int failed;

    kit_labs = lab_find_all(&n_labs);
    if (!kit_labs || !mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    snprintf(people, sizeof people, "%s/people", folder);
    snprintf(roster, sizeof roster, "%s/roster.csv", folder);
    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_test(t, bytes_stay);
    tcase_add_test(t, cells);
    tcase_add_test(t, canvas_is_filled);
    tcase_add_test(t, canvas_several_labs);
    tcase_add_test(t, canvas_refuses);
    tcase_add_test(t, moodle_is_filled);
    tcase_add_test(t, moodle_of_other_languages);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    failed += system(command) != 0;
    free(kit_labs);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
