/* test_rules.c - class.ini as it is read, and what is said where it is wrong.
 * What follows for points is in test_student_marks.c. */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/rules.h"

static const struct lab the_labs[] = {
    {.id = "00", .folder = "00_detect", .points = {[KIND_OUTPUT] = 5}},
    {.id = "03",
     .folder = "03_reduction",
     .points = {[KIND_CORRECTNESS] = 4, [KIND_RACE] = 3.5, [KIND_SPEED] = 2}},
    {.id = "09", .folder = "09_group_by", .points = {[KIND_OUTPUT] = 10}},
    {.id = "12", .folder = "12_vector_add", .points = {[KIND_OUTPUT] = 10}},
    {.id = "31", .folder = "31_transpose", .points = {[KIND_OUTPUT] = 10}},
};
enum { N_LABS = sizeof the_labs / sizeof *the_labs };
enum { LAB00, LAB03, LAB09, LAB12, LAB31 };

#define UTC "[class]\ntimezone = UTC\n"

/* ---- a file, and what is said -------------------------------------------- */

static char folder[] = "build/test_rules.XXXXXX";

static void enter_folder(void)
{
    ck_assert_int_eq(chdir(folder), 0);
}

static struct rules *try_ini(const char *text, size_t size)
{
    FILE *file = fopen("class.ini", "w");

    ck_assert_msg(file != NULL, "%s", strerror(errno));
    ck_assert_uint_eq(fwrite(text, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    return rules_read("class.ini", the_labs, N_LABS);
}

static struct rules *read_ini(const char *text)
{
    struct rules *r = try_ini(text, strlen(text));

    ck_assert_ptr_nonnull(r);
    return r;
}

static void catch_stderr(void)
{
    ck_assert_ptr_nonnull(freopen("stderr.txt", "w", stderr));
}

static const char *caught(void)
{
    static char text[2000];
    FILE *file;

    fflush(stderr);
    file = fopen("stderr.txt", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void due_is(const struct rules *r, int lab, const char *student,
                   const char *date)
{
    char text[DATE_TEXT] = "never";

    if (rules_due(r, lab, student))
        rules_say_date(r, rules_due(r, lab, student), text);
    ck_assert_msg(!strcmp(text, date), "%s of %s: %s, not %s", the_labs[lab].id,
                  student, text, date);
    ck_assert(rules_terms(r, lab, student).due == rules_due(r, lab, student));
}

/* ---- what is right ------------------------------------------------------- */

static void is_empty(const struct rules *r)
{
    ck_assert_str_eq(rules_title(r), "");
    ck_assert_int_eq(rules_drop(r), 0);
    for (int i = 0; i < N_LABS; i++) {
        struct terms t = rules_terms(r, i, "ann");

        ck_assert(rules_wanted(r, i));
        ck_assert(t.points == t.whole);
        ck_assert(!t.bonus && !t.best && !t.due && !t.grace && !t.cut_off);
        ck_assert(t.late == 0);
    }
    ck_assert(rules_terms(r, LAB03, "ann").points == 9.5);
}

START_TEST(test_empty)
{
    static const char *const empty[] = {"",
                                        "\n\n",
                                        "; words\n# words\n",
                                        "[class]\n",
                                        "[03]\n[student ann]\n",
                                        "\xEF\xBB\xBF[class]\n",
                                        "[class]",
                                        "  [ class ] ; words\n",
                                        "[class] # words\r\n"};
    struct rules *r = rules_read(NULL, the_labs, N_LABS);

    is_empty(r);
    rules_free(r);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        r = read_ini(empty[i]);
        is_empty(r);
        rules_free(r);
    }
    rules_free(NULL);
}
END_TEST

START_TEST(test_all)
{
    struct rules *r =
        read_ini("[class]\n"
                 "title = Parallel Programming, \"求和\"\x1b ; a comment\n"
                 "timezone = Europe/Berlin\n"
                 "labs = 00-09 31\n"
                 "count = best\ndrop = 1\nlate = 10\ngrace = 1.5\ncut_off = 7\n"
                 "[03]\npoints = 20.25\ndue = 2026-11-30 23:59\n"
                 "[9]\n  due = 2026-12-01 12:00:00\r\n"
                 "  late = 0\n  grace = 0\n  cut_off = 0.5\n  count = last\n"
                 "[31_transpose]\nbonus = yes\npoints=0\n"
                 "[00]\nbonus = no\n"
                 "[student ann]\nextension = 48\n"
                 "[student  b+o_b.x-y@uni.edu]\n3 = 2026-12-04 12:00\n12 = "
                 "2026-12-24T12:00Z\n"
                 "[student ann]\nlab09 = 2026-11-01 12:00\n");
    struct terms t = rules_terms(r, LAB03, "cat");

    ck_assert_str_eq(rules_title(r), "Parallel Programming, \"求和\"?");
    ck_assert_int_eq(rules_drop(r), 1);
    for (int i = 0; i < N_LABS; i++)
        ck_assert_int_eq(rules_wanted(r, i), i != LAB12);
    ck_assert(t.points == 20.25 && t.whole == 9.5 && !t.bonus && t.best);
    ck_assert(t.late == 10 && t.grace == 5400);
    ck_assert_int_eq(t.cut_off - t.due, 7 * 86400);
    t = rules_terms(r, LAB09, "cat");
    ck_assert(t.late == 0 && t.grace == 0 && !t.best);
    ck_assert_int_eq(t.cut_off - t.due, 43200);
    t = rules_terms(r, LAB31, "cat");
    ck_assert(t.bonus && t.points == 0 && t.whole == 10);
    ck_assert(!t.due && !t.cut_off);
    ck_assert(!rules_terms(r, LAB00, "cat").bonus);

    due_is(r, LAB03, "cat", "2026-11-30 23:59:59 CET");
    due_is(r, LAB09, "cat", "2026-12-01 12:00:00 CET");
    due_is(r, LAB00, "cat", "never");
    due_is(r, LAB03, "ann", "2026-12-02 23:59:59 CET");
    due_is(r, LAB09, "ann", "2026-11-01 12:00:59 CET");
    due_is(r, LAB00, "ann", "never");
    due_is(r, LAB03, "b+o_b.x-y@uni.edu", "2026-12-04 12:00:59 CET");
    due_is(r, LAB12, "b+o_b.x-y@uni.edu", "2026-12-24 13:00:59 CET");
    due_is(r, LAB09, "b+o_b.x-y@uni.edu", "2026-12-01 12:00:00 CET");
    due_is(r, LAB12, "cat", "never");
    rules_free(r);
}
END_TEST

/* The zone holds for what stands before it, too. */
START_TEST(test_zone)
{
    static const char dates[] = "[03]\ndue = 2026-10-25 02:30\n"
                                "[09]\ndue = 2026-03-29T02:30\n";
    static const struct {
        const char *zone, *autumn, *spring;
    } zones[] = {
        {"UTC", "2026-10-25 02:30:59 UTC", "2026-03-29 02:30:59 UTC"},
        {"Europe/Berlin", "2026-10-25 02:30:59 CET",
         "2026-03-29 03:30:59 CEST"},
        {"America/New_York", "2026-10-25 02:30:59 EDT",
         "2026-03-29 02:30:59 EDT"},
        {"Asia/Kolkata", "2026-10-25 02:30:59 IST", "2026-03-29 02:30:59 IST"},
    };
    char text[300];

    setenv("TZ", "America/New_York", 1);
    for (int before = 0; before < 2; before++)
        for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
            struct rules *r;

            snprintf(text, sizeof text, "%s[class]\ntimezone = %s\n%s",
                     before ? dates : "", zones[i].zone, before ? "" : dates);
            r = read_ini(text);
            due_is(r, LAB03, "ann", zones[i].autumn);
            due_is(r, LAB09, "ann", zones[i].spring);
            rules_free(r);
            ck_assert_str_eq(getenv("TZ"), "America/New_York");
        }
}
END_TEST

START_TEST(test_machines_zone)
{
    struct rules *r;

    setenv("TZ", "Asia/Kolkata", 1);
    r = read_ini("[03]\ndue = 2026-11-30 23:59\n");
    due_is(r, LAB03, "ann", "2026-11-30 23:59:59 IST");
    rules_free(r);
    /* It is no zone: only dates with their own are possible. */
    setenv("TZ", "Asia/Kolkatta", 1);
    r = read_ini("[03]\ndue = 2026-11-30T23:59Z\n");
    ck_assert_int_eq(rules_due(r, LAB03, "ann"), 1796083199);
    rules_free(r);
    catch_stderr();
    ck_assert_ptr_null(
        try_ini("[03]\n[student ann]\n03 = 2026-11-30 23:59\n", 41));
    ck_assert_msg(strstr(caught(), "class.ini:3: the machine's own time zone"),
                  "%s", caught());
}
END_TEST

/* Hours are hours: two days over a change of the clocks end at another time of
 * day. */
START_TEST(test_extension)
{
    struct rules *r =
        read_ini("[class]\ntimezone = Europe/Berlin\n"
                 "[03]\ndue = 2026-10-24 12:00\n"
                 "[09]\ndue = 2026-03-28 12:00\n"
                 "[student ann]\nextension = 48\n"
                 "[student bob]\nextension = 0.5\n[student cat]\nextension=0");

    due_is(r, LAB03, "ann", "2026-10-26 11:00:59 CET");
    due_is(r, LAB09, "ann", "2026-03-30 13:00:59 CEST");
    due_is(r, LAB03, "bob", "2026-10-24 12:30:59 CEST");
    due_is(r, LAB03, "cat", "2026-10-24 12:00:59 CEST");
    due_is(r, LAB03, "Ann", "2026-10-24 12:00:59 CEST");
    rules_free(r);
}
END_TEST

START_TEST(test_labs)
{
    static const struct {
        const char *labs, *wanted;
    } lines[] = {
        {"03", "03"},
        {"3, 09_group_by,lab12", "03 09 12"},
        {"00-09 31", "00 03 09 31"},
        {"0-99", "00 03 09 12 31"},
        {"4-30", "09 12"},
        {"03 03-03 3", "03"},
    };
    char text[100];

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct rules *r;

        snprintf(text, sizeof text, "[class]\nlabs = %s\n", lines[i].labs);
        r = read_ini(text);
        for (int k = 0; k < N_LABS; k++)
            ck_assert_msg(rules_wanted(r, k) ==
                              (strstr(lines[i].wanted, the_labs[k].id) != NULL),
                          "%s: %s", lines[i].labs, the_labs[k].id);
        rules_free(r);
    }
}
END_TEST

/* Without such a line: what has a section, or else what was handed in. */
START_TEST(test_labs_taken)
{
    struct submission s[] = {{.student = "ann", .lab = LAB09}};
    const struct class c = {
        .labs = the_labs, .n_labs = N_LABS, .submission = s, .n = 1};
    struct rules *r = read_ini("[03]\npoints = 5\n");

    rules_take_labs(r, &c);
    for (int k = 0; k < N_LABS; k++)
        ck_assert_int_eq(rules_wanted(r, k), k == LAB03);
    rules_free(r);
    r = read_ini("[class]\nlate = 10\n");
    rules_take_labs(r, &c);
    for (int k = 0; k < N_LABS; k++)
        ck_assert_int_eq(rules_wanted(r, k), k == LAB09);
    rules_free(r);
    r = read_ini("[class]\nlabs = 12\n[03]\npoints = 5\n");
    rules_take_labs(r, &c);
    for (int k = 0; k < N_LABS; k++)
        ck_assert_int_eq(rules_wanted(r, k), k == LAB12);
    rules_free(r);
}
END_TEST

/* ---- what is wrong ------------------------------------------------------- */

#define LONG40 "0123456789012345678901234567890123456789"

static const struct {
    const char *ini, *says;
} bad[] = {
    /* form */
    {"due = 2026-11-30 23:59\n", "1: before the first section"},
    {"[class]\n\njunk\nmore = x\n", "3: neither"},
    {"[03\ndue = x\n", "1: neither"},
    {"[03] due = 2026-11-30 23:59\n",
     "1: nothing may stand behind a section's ]: due"},
    {"[class]\ntitle = " LONG40 LONG40 LONG40 LONG40 LONG40 LONG40 "\n",
     "2: the line is too long"},
    /* sections and keys */
    {"[clas]\n", "1: unknown section (known: [class], [student NAME], and a "
                 "lab's number: [03]): clas"},
    {"[class]\n[Class]\n", "2: unknown section"},
    {"[]\n", "1: unknown section"},
    {"[students ann]\n", "1: unknown section"},
    {"[04]\n", "1: no such lab (possible: 00 03 09 12 31): 04"},
    {"[3x]\n", "1: no such lab"},
    {"[class]\n[03]\n[99999999999999999999]\n", "3: no such lab"},
    {"[class]\npoints = 3\n", "2: unknown key (known: title timezone labs "
                              "count drop late grace cut_off): points"},
    {"[03]\ndrop = 1\n", "2: unknown key (known: count late grace cut_off "
                         "points due bonus): drop"},
    {"[student ann]\ndue = 2026-11-30 23:59\n",
     "2: unknown key (known: extension, and a lab's number): due"},
    {"[student ann]\n04 = 2026-11-30 23:59\n", "2: no such lab"},
    /* twice */
    {"[class]\nlate = 1\ngrace = 1\nlate = 1\n",
     "4: line 2 has said that already: late"},
    {"[03]\nlate = 1\n[3]\nlate = 2\n", "4: line 2 has said"},
    {"[03]\ndue = 2026-11-30 23:59\ndue = 2026-12-30 23:59\n",
     "3: line 2 has said"},
    {"[class]\nlabs = 03\nlabs = 09\n", "3: line 2 has said"},
    {"[student ann]\nextension = 1\n[student bob]\n[student ann]\n"
     "extension = 2\n",
     "5: line 2 has said"},
    {"[student ann]\n3 = 2026-11-30 23:59\n03 = 2026-11-30 23:59\n",
     "3: line 2 has said"},
    /* an indented line is not more of the one before */
    {"[03]\n  points = 3\n  late = 10\n  points = 4\n", "4: line 2 has said"},
    /* students */
    {"[student]\n", "1: not a student's name"},
    {"[student ]\n", "1: not a student's name"},
    {"[student Ann Lee]\n", "1: not a student's name"},
    {"[student .ann]\n", "1: not a student's name"},
    {"[student a/b]\n", "1: not a student's name"},
    {"[student " LONG40 LONG40 LONG40 "]\n", "1: not a student's name"},
    /* numbers */
    {"[class]\nlate = ten\n", "2: late: not a number from 0 to 100: ten"},
    {"[class]\nlate = -1\n", "2: late: not a number"},
    {"[class]\nlate = 100.5\n", "2: late: not a number"},
    {"[class]\nlate = 10%\n", "2: late: not a number"},
    {"[class]\nlate = 10,5\n", "2: late: not a number"},
    {"[class]\nlate = 1.0.5\n", "2: late: not a number"},
    {"[class]\nlate = .\n", "2: late: not a number"},
    {"[class]\nlate =\n", "2: late: not a number"},
    {"[class]\nlate = nan\n", "2: late: not a number"},
    {"[class]\nlate = 1e1\n", "2: late: not a number"},
    {"[class]\nlate = 0x10\n", "2: late: not a number"},
    {"[class]\ngrace = inf\n", "2: grace: not a number from 0 to 8760"},
    {"[class]\ngrace = 9000\n", "2: grace: not a number"},
    {"[class]\ncut_off = 99999999999999999999\n", "2: cut_off: not a number"},
    {"[class]\ndrop = 1.5\n", "2: drop: not a whole number from 0 to 99: 1.5"},
    {"[class]\ndrop = -1\n", "2: drop: not a whole number"},
    {"[03]\npoints = 1001\n", "2: points: not a number from 0 to 1000"},
    {"[03]\npoints = -0\n", "2: points: not a number"},
    {"[student ann]\nextension = -48\n", "2: extension: not a number"},
    {"[student ann]\nextension = 2 days\n", "2: extension: not a number"},
    /* choices */
    {"[class]\ncount = first\n",
     "2: count: neither \"last\" nor \"best\": first"},
    {"[03]\nbonus = 1\n", "2: bonus: neither \"no\" nor \"yes\": 1"},
    {"[03]\nbonus =\n", "2: bonus: neither"},
    /* labs */
    {"[class]\nlabs = 03 04\n",
     "2: no such lab (possible: 00 03 09 12 31): 04"},
    {"[class]\nlabs =\n", "2: no such lab"},
    {"[class]\nlabs = ,\n", "2: no such lab"},
    {"[class]\nlabs = 04-08\n", "2: no such lab"},
    {"[class]\nlabs = 09-03\n", "2: no such lab"},
    {"[class]\nlabs = 00-09-31\n", "2: no such lab"},
    {"[class]\nlabs = all\n", "2: no such lab"},
    /* dates and zones */
    {"[03]\ndue = 2026-02-30 12:00\n",
     "2: there is no such day: 2026-02-30 12:00"},
    {"[03]\ndue = 2026-11-30 24:00\n", "2: there is no such time"},
    {"[03]\ndue = 30.11.2026\n", "2: not a date (possible: 2026-11-30 23:59"},
    {"[03]\ndue =\n", "2: not a date"},
    {"[student ann]\n03 = tomorrow\n", "2: not a date"},
    {"[class]\ntimezone = Europe/Berln\n",
     "2: there is no such time zone (possible: UTC, and the names in "
     "/usr/share/zoneinfo, as Europe/Berlin): Europe/Berln"},
    {"[class]\ntimezone =\n", "2: timezone: is empty"},
    /* together */
    {"[class]\ncut_off = 1\ngrace = 24.5\n", "3: grace (hours) is longer"},
    {"[class]\ncut_off = 1\n[03]\ngrace = 48\n",
     "4: grace (hours) is longer than cut_off (days), so it would not be over "
     "when nothing counts any more: 03"},
    {"[class]\ngrace = 2\n[03]\ncut_off = 0\n", "4: grace (hours) is longer"},
    {"[class]\ndrop = 5\n", "2: drop: leaves no lab that counts: 5 of 5"},
    {"[class]\nlabs = 00-09\ndrop = 3\n", "3: drop: leaves no lab"},
    {"[class]\ndrop = 4\n[03]\nbonus = yes\n",
     "2: drop: leaves no lab that counts: 4 of 4"},
    {"[class]\ndrop = 4\n[03]\npoints = 0\n", "2: drop: leaves no lab"},
};

START_TEST(test_bad)
{
    char says[400];

    snprintf(says, sizeof says, "class.ini:%s", bad[_i].says);
    catch_stderr();
    ck_assert_ptr_null(try_ini(bad[_i].ini, strlen(bad[_i].ini)));
    ck_assert_msg(!strncmp(caught(), says, strlen(says)), "%s: %s", bad[_i].ini,
                  caught());
    /* one line, and no more */
    ck_assert_ptr_eq(strchr(caught(), '\n'), caught() + strlen(caught()) - 1);
}
END_TEST

START_TEST(test_no_text)
{
    catch_stderr();
    ck_assert_ptr_null(try_ini("[class]\nlate = 1\0x\n", 19));
    ck_assert_ptr_nonnull(strstr(caught(), "class.ini:2: the line is too"));
}
END_TEST

START_TEST(test_no_file)
{
    catch_stderr();
    ck_assert_ptr_null(rules_read("missing.ini", the_labs, N_LABS));
    ck_assert_ptr_nonnull(strstr(caught(), "missing.ini: No such file"));
    ck_assert_ptr_null(rules_read(".", the_labs, N_LABS));
    ck_assert_ptr_nonnull(strstr(caught(), ".: Is a directory"));
}
END_TEST

START_TEST(test_no_zones)
{
    setenv("TZDIR", "/nowhere", 1);
    catch_stderr();
    ck_assert_ptr_null(try_ini("[class]\ntimezone = Europe/Berlin\n", 33));
    ck_assert_ptr_nonnull(strstr(caught(), "class.ini:2: this machine knows no "
                                           "time zones. Install tzdata"));
    rules_free(read_ini(UTC));
}
END_TEST

/* What would be an error if it were not just possible. */
START_TEST(test_just_possible)
{
    static const char *const good[] = {
        "[class]\ncut_off = 1\ngrace = 24\n",
        "[class]\ngrace = 2\ncut_off = 0\n"
        "[00]\ngrace = 0\n[03]\ngrace = 0\n[09]\ngrace = 0\n[12]\ngrace = 0\n"
        "[31]\ncut_off = 1\n",
        "[class]\ndrop = 4\n",
        "[class]\ndrop = 3\n[03]\nbonus = yes\n",
        "[class]\nlate = 100\n[03]\nlate = 0\n",
        "[student " LONG40 LONG40 "0123456789012345678]\n03 = 2026-11-30 "
        "23:59\n",
        "[student \xC3\xA4nn]\n",
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        rules_free(read_ini(good[i]));
}
END_TEST

/* inih cuts names of sections: two that begin alike are two. */
START_TEST(test_long_names)
{
    struct rules *r = read_ini(UTC "[student " LONG40 "0123456789-a]\n"
                                   "03 = 2026-11-30 12:00\n"
                                   "[student " LONG40 "0123456789-b]\n"
                                   "03 = 2026-11-30 13:00\n");

    due_is(r, LAB03, LONG40 "0123456789-a", "2026-11-30 12:00:59 UTC");
    due_is(r, LAB03, LONG40 "0123456789-b", "2026-11-30 13:00:59 UTC");
    rules_free(r);
}
END_TEST

START_TEST(test_strangers)
{
    struct submission s[] = {{.student = "ann"}, {.student = "bob"}};
    const struct class c = {
        .labs = the_labs, .n_labs = N_LABS, .submission = s, .n = 2};
    struct rules *r = read_ini("[student bob]\nextension = 1\n"
                               "[student anna]\n[student ann]\n[student an]\n");

    catch_stderr();
    ck_assert_int_eq(rules_warn_strangers(r, &c), 2);
    ck_assert_str_eq(caught(),
                     "class.ini:3: nothing was handed in by anna. Is the name "
                     "as in class.csv?\n"
                     "class.ini:5: nothing was handed in by an. Is the name "
                     "as in class.csv?\n");
    rules_free(r);
}
END_TEST

/* ------------------------------------------------------------------------- */

int main(void)
{
    Suite *s = suite_create("rules");
    TCase *t = tcase_create("rules");
    SRunner *runner;
    int failed;
    char command[100];

    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, enter_folder, NULL);
    tcase_add_test(t, test_empty);
    tcase_add_test(t, test_all);
    tcase_add_test(t, test_zone);
    tcase_add_test(t, test_machines_zone);
    tcase_add_test(t, test_extension);
    tcase_add_test(t, test_labs);
    tcase_add_test(t, test_labs_taken);
    tcase_add_loop_test(t, test_bad, 0, sizeof bad / sizeof *bad);
    tcase_add_test(t, test_no_text);
    tcase_add_test(t, test_no_file);
    tcase_add_test(t, test_no_zones);
    tcase_add_test(t, test_just_possible);
    tcase_add_test(t, test_long_names);
    tcase_add_test(t, test_strangers);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) != 0 || failed;
}
