/* test_student_marks.c - what gradings are worth by the rules of class.ini.
 * Moments are seconds before or after a lab is due. */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/rules.h"

#define TEN                                                       \
    {                                                             \
        [KIND_CORRECTNESS] = 4, [KIND_RACE] = 4, [KIND_SPEED] = 2 \
    }

static const struct lab the_labs[] = {
    {.id = "03", .folder = "03_reduction", .points = TEN},
    {.id = "09", .folder = "09_group_by", .points = TEN},
    {.id = "12", .folder = "12_vector_add", .points = TEN},
    {.id = "31", .folder = "31_transpose", .points = TEN},
};
enum { N_LABS = sizeof the_labs / sizeof *the_labs };
enum { LAB03, LAB09, LAB12, LAB31 };
enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const double hair = 1e-9;

/* ---- rules and gradings -------------------------------------------------- */

static char folder[] = "build/test_marks.XXXXXX";

static void enter_folder(void)
{
    ck_assert_int_eq(chdir(folder), 0);
}

static struct rules *read_ini(const char *text)
{
    FILE *file = fopen("class.ini", "w");
    struct rules *r;

    ck_assert_msg(file != NULL, "%s", strerror(errno));
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    r = rules_read("class.ini", the_labs, N_LABS);
    ck_assert_ptr_nonnull(r);
    return r;
}

static struct lab_result graded(double points, double max_points)
{
    return (struct lab_result){.id = "03",
                               .status = "failed",
                               .points = points,
                               .max_points = max_points,
                               .graded_at = "2026-12-01T00:00:00Z"};
}

/* What 8 of 10 points are worth, handed in so long after the lab was due for
 * everybody. */
static struct mark late_by(const struct rules *r, const char *student,
                           time_t late)
{
    struct lab_result l = graded(8, 10);

    return rules_mark(r, LAB03, student, rules_due(r, LAB03, "") + late, &l);
}

/* The sequence of days that are begun, at each of their edges. */
struct edge {
    const char *student;
    time_t late;
    enum mark_kind kind;
    int days;
    double points;
};

static void edges_are(const char *ini, const struct edge *e, int n)
{
    struct rules *r = read_ini(ini);

    for (int i = 0; i < n; i++) {
        struct mark m = late_by(r, e[i].student, e[i].late);

        ck_assert_msg(m.kind == e[i].kind && m.days_late == e[i].days &&
                          fabs(m.points - e[i].points) < hair,
                      "%s, %ld s: kind %d, %d days, %g points", e[i].student,
                      (long)e[i].late, (int)m.kind, m.days_late, m.points);
        ck_assert_double_eq_tol(m.before, 8, hair);
        ck_assert_double_eq_tol(m.possible, 10, hair);
        ck_assert_int_eq(m.submission, -1);
        ck_assert(!m.rescaled && !m.could_be_more && m.untold == 0);
    }
    rules_free(r);
}

#define EDGES(ini, ...)                                             \
    do {                                                            \
        static const struct edge edges[] = {__VA_ARGS__};           \
        edges_are(ini, edges, (int)(sizeof edges / sizeof *edges)); \
    } while (0)
#define COUNTS MARK_COUNTS
#define TOO_LATE MARK_TOO_LATE

#define DUE "[03]\ndue = 2026-11-30T23:59Z\n"

/* ---- one grading --------------------------------------------------------- */

START_TEST(test_no_rules)
{
    struct lab_result l = graded(8, 10);
    struct rules *r = rules_read(NULL, the_labs, N_LABS);

    for (int i = 0; i < 2; i++) {
        struct mark m = rules_mark(r, LAB03, "ann", i ? 1 : 4000000000, &l);

        ck_assert_int_eq(m.kind, MARK_COUNTS);
        ck_assert_double_eq_tol(m.points, 8, hair);
        ck_assert_double_eq_tol(m.possible, 10, hair);
    }
    rules_free(r);
}
END_TEST

START_TEST(test_late)
{
    EDGES(DUE "[class]\nlate = 10\n", {"ann", -9000 * DAY, COUNTS, 0, 8},
          {"ann", -1, COUNTS, 0, 8}, {"ann", 0, COUNTS, 0, 8},
          {"ann", 1, COUNTS, 1, 7}, {"ann", DAY, COUNTS, 1, 7},
          {"ann", DAY + 1, COUNTS, 2, 6}, {"ann", 2 * DAY, COUNTS, 2, 6},
          {"ann", 2 * DAY + 1, COUNTS, 3, 5}, {"ann", 8 * DAY, COUNTS, 8, 0},
          {"ann", 8 * DAY + 1, COUNTS, 9, 0},
          {"ann", 100 * DAY, COUNTS, 100, 0});
}
END_TEST

/* The whole minute that class.ini names is in time. */
START_TEST(test_minute)
{
    struct rules *r = read_ini(DUE "[class]\nlate = 10\n");
    struct lab_result l = graded(8, 10);

    ck_assert_int_eq(rules_mark(r, LAB03, "ann", 1796083199, &l).days_late, 0);
    ck_assert_int_eq(rules_mark(r, LAB03, "ann", 1796083200, &l).days_late, 1);
    rules_free(r);
}
END_TEST

/* Days are counted from the end of grace. */
START_TEST(test_grace)
{
    EDGES(DUE "late = 25\ngrace = 2\n", {"ann", 0, COUNTS, 0, 8},
          {"ann", 1, COUNTS, 0, 8}, {"ann", 2 * HOUR, COUNTS, 0, 8},
          {"ann", 2 * HOUR + 1, COUNTS, 1, 5.5},
          {"ann", DAY + 1, COUNTS, 1, 5.5},
          {"ann", DAY + 2 * HOUR, COUNTS, 1, 5.5},
          {"ann", DAY + 2 * HOUR + 1, COUNTS, 2, 3});
    EDGES(DUE "late = 25\ngrace = 0.1\n", {"ann", 6 * MINUTE, COUNTS, 0, 8},
          {"ann", 6 * MINUTE + 1, COUNTS, 1, 5.5});
}
END_TEST

/* It is counted from when the lab is due, and the end of grace is within. */
START_TEST(test_cut_off)
{
    EDGES(DUE "late = 10\ngrace = 2\ncut_off = 2\n",
          {"ann", 2 * DAY - 1, COUNTS, 2, 6}, {"ann", 2 * DAY, COUNTS, 2, 6},
          {"ann", 2 * DAY + 1, TOO_LATE, 2, 0},
          {"ann", 9 * DAY, TOO_LATE, 9, 0});
    EDGES(DUE "cut_off = 0\n", {"ann", -1, COUNTS, 0, 8},
          {"ann", 0, COUNTS, 0, 8}, {"ann", 1, TOO_LATE, 1, 0});
    EDGES(DUE "grace = 24\ncut_off = 1\n", {"ann", DAY, COUNTS, 0, 8},
          {"ann", DAY + 1, TOO_LATE, 1, 0});
}
END_TEST

START_TEST(test_extension)
{
    EDGES(DUE "late = 10\ngrace = 1\ncut_off = 1\n"
              "[student ann]\nextension = 48\n"
              "[student bob]\nextension = 48\n03 = 2026-12-01T00:59Z\n",
          {"cat", HOUR, COUNTS, 0, 8}, {"cat", HOUR + 1, COUNTS, 1, 7},
          {"cat", DAY, COUNTS, 1, 7}, {"cat", DAY + 1, TOO_LATE, 1, 0},
          {"ann", 2 * DAY, COUNTS, 0, 8}, {"ann", 2 * DAY + HOUR, COUNTS, 0, 8},
          {"ann", 2 * DAY + HOUR + 1, COUNTS, 1, 7},
          {"ann", 3 * DAY, COUNTS, 1, 7}, {"ann", 3 * DAY + 1, TOO_LATE, 1, 0},
          {"bob", 2 * HOUR, COUNTS, 0, 8}, {"bob", 2 * HOUR + 1, COUNTS, 1, 7},
          {"bob", DAY + HOUR, COUNTS, 1, 7},
          {"bob", DAY + HOUR + 1, TOO_LATE, 1, 0});
}
END_TEST

/* In each zone, on both sides of its changes: in time at the last second that
 * its clocks show as due, late one second after. Days have 24 hours, whatever
 * clocks do. */
START_TEST(test_zones)
{
    static const struct {
        const char *zone, *due;
        time_t last; /* by date -d 'TZ="ZONE" DUE:59' +%s */
    } zones[] = {
        {"UTC", "2026-11-30 23:59", 1796083199},
        {"Asia/Kolkata", "2026-11-30 23:59", 1796063399},
        {"Europe/Berlin", "2026-03-28 23:59", 1774738799},
        {"Europe/Berlin", "2026-03-29 23:59", 1774821599},
        {"Europe/Berlin", "2026-10-24 23:59", 1792879199},
        {"Europe/Berlin", "2026-10-25 23:59", 1792969199},
        {"America/New_York", "2026-03-07 23:59", 1772945999},
        {"America/New_York", "2026-03-08 23:59", 1773028799},
        {"America/New_York", "2026-10-31 23:59", 1793505599},
        {"America/New_York", "2026-11-01 23:59", 1793595599},
    };

    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        struct lab_result l = graded(10, 10);
        char text[200];
        struct rules *r;

        snprintf(text, sizeof text,
                 "[class]\ntimezone = %s\nlate = 10\n[03]\ndue = %s\n",
                 zones[i].zone, zones[i].due);
        r = read_ini(text);
        for (int day = 0; day < 4; day++)
            for (int after = 0; after < 2; after++) {
                time_t at = zones[i].last + day * DAY + after;
                struct mark m = rules_mark(r, LAB03, "ann", at, &l);

                ck_assert_msg(m.days_late == day + after, "%s %s: %d days",
                              zones[i].zone, zones[i].due, m.days_late);
                ck_assert_double_eq_tol(m.points, 10 - m.days_late, hair);
            }
        rules_free(r);
    }
}
END_TEST

START_TEST(test_unknown_time)
{
    struct rules *r = read_ini("[03]\ndue = 2026-11-30T23:59Z\nlate = 10\n"
                               "cut_off = 1\n");
    struct lab_result l = graded(8, 10);
    struct mark m = rules_mark(r, LAB03, "ann", 0, &l);

    ck_assert(m.kind == MARK_COUNTS && m.days_late == 0 && m.points == 8);
    rules_free(r);
}
END_TEST

/* Times come from strangers' archives. */
START_TEST(test_absurd_time)
{
    struct rules *r = read_ini(DUE "late = 10\n");
    struct lab_result l = graded(8, 10);
    time_t most = (time_t)(~(unsigned long)0 >> 1);
    struct mark m = rules_mark(r, LAB03, "ann", most, &l);

    ck_assert(m.kind == MARK_COUNTS && m.days_late == 9999 && m.points == 0);
    m = rules_mark(r, LAB03, "ann", -most - 1, &l);
    ck_assert(m.kind == MARK_COUNTS && m.days_late == 0 && m.points == 8);
    rules_free(r);
}
END_TEST

/* ---- on one scale -------------------------------------------------------- */

START_TEST(test_scale)
{
    struct rules *r = read_ini("[03]\npoints = 30\n[09]\nbonus = yes\n"
                               "[12]\npoints = 0\n");
    struct lab_result l = graded(6, 10);
    struct mark m = rules_mark(r, LAB03, "ann", 0, &l);

    ck_assert_double_eq_tol(m.points, 18, hair);
    ck_assert_double_eq_tol(m.possible, 30, hair);
    ck_assert(!m.rescaled);
    m = rules_mark(r, LAB09, "ann", 0, &l);
    ck_assert(m.points == 6 && m.possible == 0);
    m = rules_mark(r, LAB12, "ann", 0, &l);
    ck_assert(m.kind == MARK_COUNTS && m.points == 0 && m.possible == 0);
    rules_free(r);
}
END_TEST

/* Without a GPU, speed's 2 points could not be had. */
START_TEST(test_rescaled)
{
    struct rules *r = read_ini("[03]\npoints = 20\n");
    struct lab_result with = graded(10, 10), without = graded(8, 8);
    struct lab_result half = graded(4, 8), thirds = graded(5, 9.99999999);
    struct mark m = rules_mark(r, LAB03, "ann", 0, &with);

    ck_assert(m.points == 20 && !m.rescaled);
    m = rules_mark(r, LAB03, "ann", 0, &without);
    ck_assert(m.points == 20 && m.rescaled);
    m = rules_mark(r, LAB03, "ann", 0, &half);
    ck_assert(m.points == 10 && m.possible == 20 && m.rescaled);
    ck_assert(!rules_mark(r, LAB03, "ann", 0, &thirds).rescaled);
    rules_free(r);
}
END_TEST

START_TEST(test_untold)
{
    struct rules *r = read_ini(DUE "points = 20\nlate = 10\n");
    struct lab_result l = graded(8, 10);
    struct mark m;

    l.untold = 2;
    m = rules_mark(r, LAB03, "ann", rules_due(r, LAB03, "ann") + 1, &l);
    ck_assert_double_eq_tol(m.before, 16, hair);
    ck_assert_double_eq_tol(m.untold, 4, hair);
    ck_assert_double_eq_tol(m.points, 14, hair);
    l.untold = NAN;
    ck_assert(rules_mark(r, LAB03, "ann", 0, &l).untold == 0);
    rules_free(r);
}
END_TEST

/* Whatever is no verdict is nobody's fault, unless it came too late anyway. */
START_TEST(test_broken)
{
    static const struct {
        const char *status;
        double points, max_points;
    } broken[] = {
        {"error", 5, 10},        {"ungraded", 0, 0}, {"", 5, 10},
        {"failed", 0, 0},        {"passed", 0, 0},   {"failed", NAN, 10},
        {"failed", 5, NAN},      {"failed", 11, 10}, {"failed", -1, 10},
        {"failed", 5, INFINITY},
    };
    struct rules *r = read_ini("[03]\ndue = 2026-11-30T23:59Z\ncut_off = 1\n");
    time_t due = rules_due(r, LAB03, "ann");
    struct mark m;

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct lab_result l = graded(broken[i].points, broken[i].max_points);

        snprintf(l.status, sizeof l.status, "%s", broken[i].status);
        m = rules_mark(r, LAB03, "ann", due, &l);
        ck_assert_msg(m.kind == MARK_BROKEN, "%zu", i);
        ck_assert(m.points == 0 && m.before == 0 && m.untold == 0);
        m = rules_mark(r, LAB03, "ann", due + DAY + 1, &l);
        ck_assert_int_eq(m.kind, MARK_TOO_LATE);
    }
    ck_assert_int_eq(rules_mark(r, LAB03, "ann", due, NULL).kind, MARK_BROKEN);
    rules_free(r);
}
END_TEST

/* Whatever the rules: later is never worth more, and nothing is worth less
 * than nothing or more than all. */
START_TEST(test_later_is_never_more)
{
    static const char *const lates[] = {"0", "0.5", "10", "33.3", "100"};
    static const char *const graces[] = {"0", "0.01", "2", "24", "30"};
    static const char *const cuts[] = {"", "cut_off = 1.25\n", "cut_off = 7\n"};
    const double points[] = {0, 0.1, 5, 9.9999, 10};

    for (int i = 0; i < 5 * 5 * 3 * 5; i++) {
        char text[300];
        struct lab_result l = graded(points[i / 75], 10);
        struct rules *r;
        double before = INFINITY;
        int days = 0;

        snprintf(text, sizeof text,
                 "[class]\nlate = %s\ngrace = %s\n%s" DUE "points = 7\n"
                 "[student ann]\nextension = 7.5\n",
                 lates[i % 5], graces[i / 5 % 5], cuts[i / 25 % 3]);
        r = read_ini(text);
        for (time_t t = -2 * DAY; t < 12 * DAY; t += 1799) {
            time_t at = rules_due(r, LAB03, "") + t;
            struct mark m = rules_mark(r, LAB03, "bob", at, &l);
            struct mark longer = rules_mark(r, LAB03, "ann", at, &l);

            ck_assert(m.points >= 0 && m.points <= m.before &&
                      m.before <= m.possible);
            ck_assert(m.points <= before && m.days_late >= days);
            ck_assert(longer.points >= m.points);
            before = m.points;
            days = m.days_late;
        }
        rules_free(r);
    }
}
END_TEST

/* ---- a class ------------------------------------------------------------- */

static struct submission handed_in[200];
static char students[100][CLASS_NAME];
static struct class the_class = {.in = "in",
                                 .out = "out",
                                 .labs = the_labs,
                                 .n_labs = N_LABS,
                                 .submission = handed_in,
                                 .student = students};
static struct student_marks *marks;
static int n_students;

static void come_in(const char *student)
{
    int k = 0;

    while (k < the_class.n_students && strcmp(students[k], student) != 0)
        k++;
    snprintf(students[k], CLASS_NAME, "%s", student);
    the_class.n_students += k == the_class.n_students;
}

/* One more submission, and its results file; status null: none. */
static void hand_in(const char *student, int lab, time_t at, const char *status,
                    double points, double max_points)
{
    int i = the_class.n++, number = 1;
    static struct results r;
    char path[CLASS_PATH];

    for (int k = 0; k < i; k++)
        number +=
            !strcmp(handed_in[k].student, student) && handed_in[k].lab == lab;
    handed_in[i] = (struct submission){.lab = lab, .number = number, .at = at};
    snprintf(handed_in[i].student, CLASS_NAME, "%s", student);
    come_in(student);
    ck_assert_int_eq(class_result_path(&the_class, i, path), 0);
    if (!status) {
        ck_assert(remove(path) == 0 || errno == ENOENT);
        return;
    }
    r = (struct results){
        .src = "x", .n = 1, .lab = {graded(points, max_points)}};
    snprintf(r.lab->id, sizeof r.lab->id, "%s", the_labs[lab].id);
    snprintf(r.lab->status, sizeof r.lab->status, "%s", status);
    ck_assert_int_eq(results_write(path, &r), 0);
}

static void grade(const char *ini)
{
    struct rules *r = read_ini(ini);

    marks = marks_of_class(&the_class, r, &n_students);
    ck_assert_ptr_nonnull(marks);
    rules_free(r);
}

/* The class as it was before anything was handed in. */
static void nothing(void)
{
    student_marks_free(marks, n_students);
    marks = NULL;
    the_class.n = the_class.n_students = 0;
}

static const struct student_marks *of(const char *student)
{
    for (int i = 0; i < n_students; i++)
        if (!strcmp(marks[i].student, student))
            return &marks[i];
    ck_abort_msg("no marks of %s", student);
    return NULL;
}

static void mark_is(const char *student, int lab, enum mark_kind kind,
                    int submission, double points)
{
    const struct mark *m = &of(student)->lab[lab];

    ck_assert_msg(m->kind == kind && m->submission == submission &&
                      fabs(m->points - points) < 1e-6,
                  "%s in %s: kind %d, submission %d, %g points", student,
                  the_labs[lab].id, (int)m->kind, m->submission, m->points);
}

static void total_is(const char *student, double points, double possible)
{
    const struct student_marks *m = of(student);

    ck_assert_msg(fabs(m->points - points) < 1e-6 &&
                      fabs(m->possible - possible) < 1e-6,
                  "%s: %g of %g", student, m->points, m->possible);
}

START_TEST(test_nobody)
{
    grade("");
    ck_assert_int_eq(n_students, 0);
    nothing();
    student_marks_free(NULL, 0);
}
END_TEST

START_TEST(test_class)
{
    hand_in("ann", LAB03, 0, "passed", 10, 10);
    hand_in("ann", LAB12, 0, "failed", 4, 10);
    hand_in("bob", LAB09, 0, "failed", 5, 10);
    hand_in("bob", LAB31, 0, "passed", 10, 10);
    come_in("cat"); /* nothing of hers could be taken */
    grade("[class]\nlabs = 03-12\n[12]\npoints = 30\n");
    ck_assert_int_eq(n_students, 3);
    total_is("cat", 0, 50);
    ck_assert_str_eq(marks[0].student, "ann");
    mark_is("ann", LAB03, MARK_COUNTS, 0, 10);
    mark_is("ann", LAB09, MARK_NONE, -1, 0);
    mark_is("ann", LAB12, MARK_COUNTS, 1, 12);
    mark_is("bob", LAB09, MARK_COUNTS, 2, 5);
    /* not wanted */
    mark_is("bob", LAB31, MARK_NONE, -1, 0);
    ck_assert(of("bob")->lab[LAB31].possible == 0);
    ck_assert(of("ann")->lab[LAB31].possible == 0);
    ck_assert(of("ann")->lab[LAB09].possible == 10);
    total_is("ann", 22, 50);
    total_is("bob", 5, 50);
    nothing();
}
END_TEST

/* Marks do not depend on submissions of a student lying together. */
START_TEST(test_mixed_order)
{
    hand_in("ann", LAB03, 0, "passed", 10, 10);
    hand_in("bob", LAB03, 0, "passed", 10, 10);
    hand_in("ann", LAB09, 0, "passed", 10, 10);
    grade("");
    ck_assert_int_eq(n_students, 2);
    total_is("ann", 20, 40);
    nothing();
}
END_TEST

#define DUE_AT 1796083199
#define OF(count) \
    "[03]\nlate = 10\ncut_off = 3\ndue = 2026-11-30T23:59Z\ncount = " count "\n"

static void hand_in_some(void)
{
    hand_in("ann", LAB03, DUE_AT - 9, "failed", 6, 10);
    hand_in("ann", LAB03, DUE_AT + 1, "failed", 8, 10);
    hand_in("ann", LAB03, DUE_AT + DAY + 1, "failed", 8, 10);
    hand_in("ann", LAB03, DUE_AT + 3 * DAY + 1, "passed", 10, 10);
}

START_TEST(test_last)
{
    hand_in_some();
    grade(OF("last"));
    mark_is("ann", LAB03, MARK_COUNTS, 2, 6);
    ck_assert_int_eq(of("ann")->lab[LAB03].days_late, 2);
    ck_assert(!of("ann")->lab[LAB03].could_be_more);
    nothing();
}
END_TEST

START_TEST(test_best)
{
    hand_in_some();
    grade(OF("best"));
    mark_is("ann", LAB03, MARK_COUNTS, 1, 7);
    ck_assert_int_eq(of("ann")->lab[LAB03].days_late, 1);
    nothing();
    /* of equals the first */
    hand_in("ann", LAB03, DUE_AT, "failed", 7, 10);
    hand_in("ann", LAB03, DUE_AT + 1, "failed", 8, 10);
    grade(OF("best"));
    mark_is("ann", LAB03, MARK_COUNTS, 0, 7);
    nothing();
    /* nothing is worth anything: it is there nevertheless */
    hand_in("ann", LAB03, DUE_AT, "failed", 0, 10);
    grade(OF("best"));
    mark_is("ann", LAB03, MARK_COUNTS, 0, 0);
    nothing();
}
END_TEST

START_TEST(test_all_too_late)
{
    static const char *const counts[] = {OF("last"), OF("best")};

    for (int i = 0; i < 2; i++) {
        hand_in("ann", LAB03, DUE_AT + 3 * DAY + 1, "passed", 10, 10);
        hand_in("ann", LAB03, DUE_AT + 4 * DAY, "failed", 8, 10);
        hand_in("bob", LAB03, DUE_AT + 3 * DAY + 1, "error", 0, 10);
        hand_in("cat", LAB03, DUE_AT + 3 * DAY + 1, "passed", 10, 10);
        hand_in("cat", LAB03, 0, "failed", 3, 10);
        grade(counts[i]);
        ck_assert_int_eq(of("ann")->lab[LAB03].kind, MARK_TOO_LATE);
        mark_is("bob", LAB03, MARK_TOO_LATE, 2, 0);
        mark_is("cat", LAB03, MARK_COUNTS, 4, 3);
        total_is("ann", 0, 40);
        total_is("bob", 0, 40);
        nothing();
    }
}
END_TEST

/* What the kit could not grade gives way to what it could. */
START_TEST(test_one_broken)
{
    static const char *const counts[] = {OF("last"), OF("best")};

    for (int i = 0; i < 2; i++) {
        hand_in("ann", LAB03, DUE_AT, "failed", 6, 10);
        hand_in("ann", LAB03, DUE_AT, "error", 0, 10);
        hand_in("bob", LAB03, DUE_AT, NULL, 0, 0);
        hand_in("bob", LAB03, DUE_AT, "failed", 6, 10);
        hand_in("cat", LAB03, DUE_AT, "error", 6, 10);
        hand_in("cat", LAB03, DUE_AT, NULL, 0, 0);
        hand_in("dan", LAB03, DUE_AT, "passed", 10, 10);
        hand_in("dan", LAB03, DUE_AT, "error", 0, 10);
        hand_in("eve", LAB03, DUE_AT, "error", 0, 10);
        hand_in("eve", LAB03, DUE_AT + 4 * DAY, "passed", 10, 10);
        hand_in("fay", LAB03, DUE_AT, "failed", 6, 10);
        hand_in("fay", LAB03, DUE_AT + 4 * DAY, "error", 0, 10);
        grade(counts[i]);
        mark_is("ann", LAB03, MARK_COUNTS, 0, 6);
        mark_is("bob", LAB03, MARK_COUNTS, 3, 6);
        ck_assert_int_eq(of("cat")->lab[LAB03].kind, MARK_BROKEN);
        mark_is("dan", LAB03, MARK_COUNTS, 6, 10);
        mark_is("eve", LAB03, MARK_BROKEN, 8, 0);
        mark_is("fay", LAB03, MARK_COUNTS, 10, 6);
        total_is("ann", 6, 40);
        total_is("cat", 0, 30);
        total_is("eve", 0, 30);
        ck_assert(of("ann")->lab[LAB03].could_be_more);
        /* the newer one counts anyway, unless it is the best that does */
        ck_assert_int_eq(of("bob")->lab[LAB03].could_be_more, i == 1);
        ck_assert(!of("cat")->lab[LAB03].could_be_more);
        ck_assert(!of("dan")->lab[LAB03].could_be_more);
        ck_assert(!of("fay")->lab[LAB03].could_be_more);
        nothing();
    }
}
END_TEST

START_TEST(test_damaged_file)
{
    char path[CLASS_PATH];
    FILE *file;

    hand_in("ann", LAB03, 0, "passed", 10, 10);
    ck_assert_int_eq(class_result_path(&the_class, 0, path), 0);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs("{\"format\": 1, ", file), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_ptr_nonnull(freopen("stderr.txt", "w+", stderr));
    grade("");
    mark_is("ann", LAB03, MARK_BROKEN, 0, 0);
    rewind(stderr);
    ck_assert_ptr_nonnull(fgets(path, sizeof path, stderr));
    ck_assert_ptr_nonnull(strstr(path, "03.1.json"));
    ck_assert_ptr_nonnull(strstr(path, "damaged"));
    ck_assert_ptr_nonnull(fgets(path, sizeof path, stderr));
    ck_assert_ptr_nonnull(strstr(path, "Remove out/gradings/ann/03.1.json"));
    nothing();
}
END_TEST

/* A results file of another lab is none of this one. */
START_TEST(test_other_lab)
{
    char path[CLASS_PATH], other[CLASS_PATH];

    hand_in("ann", LAB03, 0, "passed", 10, 10);
    hand_in("ann", LAB09, 0, NULL, 0, 0);
    ck_assert_int_eq(class_result_path(&the_class, 0, path), 0);
    ck_assert_int_eq(class_result_path(&the_class, 1, other), 0);
    ck_assert_int_eq(rename(path, other), 0);
    grade("");
    mark_is("ann", LAB03, MARK_BROKEN, 0, 0);
    mark_is("ann", LAB09, MARK_BROKEN, 1, 0);
    nothing();
}
END_TEST

START_TEST(test_no_path)
{
    struct rules *r = read_ini("");
    char out[CLASS_PATH];

    hand_in("ann", LAB03, 0, "passed", 10, 10);
    memset(out, 'x', sizeof out - 1);
    out[sizeof out - 1] = '\0';
    the_class.out = out;
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    ck_assert_ptr_null(marks_of_class(&the_class, r, &n_students));
    the_class.out = "out";
    rules_free(r);
    nothing();
}
END_TEST

/* ---- dropped labs -------------------------------------------------------- */

START_TEST(test_drop)
{
    /* by part of the points, not by points: 12 of 30 are fewer than 5 of 10 */
    hand_in("ann", LAB03, 0, "failed", 5, 10);
    hand_in("ann", LAB09, 0, "failed", 9, 10);
    hand_in("ann", LAB12, 0, "failed", 4, 10);
    hand_in("ann", LAB31, 0, "failed", 8, 10);
    grade("[class]\ndrop = 1\n[12]\npoints = 30\n");
    mark_is("ann", LAB12, MARK_DROPPED, 2, 12);
    ck_assert(of("ann")->lab[LAB12].possible == 30);
    total_is("ann", 22, 30);
    student_marks_free(marks, n_students);
    grade("[class]\ndrop = 3\n[12]\npoints = 30\n");
    mark_is("ann", LAB03, MARK_DROPPED, 0, 5);
    mark_is("ann", LAB31, MARK_DROPPED, 3, 8);
    total_is("ann", 9, 10);
    nothing();
}
END_TEST

/* Nothing handed in and handed in too late are the weakest of all; of equals
 * the one that is worth most is dropped. */
START_TEST(test_drop_nothing)
{
    hand_in("ann", LAB03, DUE_AT + 1, "passed", 10, 10);
    hand_in("ann", LAB09, 0, "failed", 1, 10);
    hand_in("ann", LAB12, 0, "failed", 9, 10);
    grade(DUE "cut_off = 0\n[class]\ndrop = 1\n[31]\npoints = 11\n");
    mark_is("ann", LAB31, MARK_DROPPED, -1, 0);
    mark_is("ann", LAB03, MARK_TOO_LATE, 0, 0);
    total_is("ann", 10, 30);
    student_marks_free(marks, n_students);
    grade(DUE "cut_off = 0\npoints = 12\n[class]\ndrop = 1\n[31]\n"
              "points = 11\n");
    mark_is("ann", LAB03, MARK_DROPPED, 0, 0);
    mark_is("ann", LAB31, MARK_NONE, -1, 0);
    nothing();
}
END_TEST

/* Late counts before the weakest is looked for. */
START_TEST(test_drop_late)
{
    hand_in("ann", LAB03, DUE_AT + 1, "passed", 10, 10);
    hand_in("ann", LAB09, 0, "failed", 6, 10);
    grade(DUE "late = 50\n[class]\nlabs = 03 09\ndrop = 1\n");
    mark_is("ann", LAB03, MARK_DROPPED, 0, 5);
    total_is("ann", 6, 10);
    nothing();
}
END_TEST

/* Never a bonus, what is broken, what is worth nothing, or the last one. */
START_TEST(test_drop_never)
{
    hand_in("ann", LAB03, 0, "error", 0, 10);
    hand_in("ann", LAB09, 0, "failed", 0, 10);
    hand_in("ann", LAB12, 0, "failed", 2, 10);
    hand_in("ann", LAB31, 0, "failed", 8, 10);
    grade("[class]\ndrop = 1\n[09]\nbonus = yes\n");
    mark_is("ann", LAB03, MARK_BROKEN, 0, 0);
    mark_is("ann", LAB09, MARK_COUNTS, 1, 0);
    mark_is("ann", LAB12, MARK_DROPPED, 2, 2);
    total_is("ann", 8, 10);
    student_marks_free(marks, n_students);
    grade("[class]\ndrop = 2\n[09]\nbonus = yes\n");
    mark_is("ann", LAB31, MARK_COUNTS, 3, 8);
    total_is("ann", 8, 10);
    student_marks_free(marks, n_students);
    grade("[class]\ndrop = 1\n[09]\npoints = 0\n");
    mark_is("ann", LAB12, MARK_DROPPED, 2, 2);
    nothing();
}
END_TEST

START_TEST(test_bonus)
{
    hand_in("ann", LAB03, 0, "passed", 10, 10);
    hand_in("ann", LAB31, 0, "failed", 5, 10);
    grade("[class]\nlabs = 03 31\n[31]\npoints = 4\nbonus = yes\n");
    mark_is("ann", LAB31, MARK_COUNTS, 1, 2);
    ck_assert(of("ann")->lab[LAB31].possible == 0);
    total_is("ann", 12, 10);
    nothing();
}
END_TEST

/* ---- together ------------------------------------------------------------ */

/* Two machines, one with a GPU: who did the same has the same points. */
START_TEST(test_two_machines)
{
    hand_in("ann", LAB12, 0, "passed", 10, 10);
    hand_in("bob", LAB12, 0, "passed", 8, 8);
    hand_in("cat", LAB12, 0, "failed", 6, 8);
    /* did not compile: nothing was skipped for want of a GPU */
    hand_in("dan", LAB12, 0, "failed", 0, 10);
    grade("[class]\nlabs = 12\n[12]\npoints = 16\n");
    total_is("ann", 16, 16);
    total_is("bob", 16, 16);
    total_is("cat", 12, 16);
    total_is("dan", 0, 16);
    ck_assert(!of("ann")->lab[LAB12].rescaled);
    ck_assert(of("bob")->lab[LAB12].rescaled && of("cat")->lab[LAB12].rescaled);
    ck_assert(!of("dan")->lab[LAB12].rescaled);
    nothing();
}
END_TEST

START_TEST(test_all_together)
{
    static const char ini[] =
        "[class]\ntimezone = Europe/Berlin\ncount = best\ndrop = 1\n"
        "late = 10\ngrace = 2\ncut_off = 7\n"
        "[03]\npoints = 20\ndue = 2026-10-24 23:59\n"
        "[09]\ndue = 2026-12-01 12:00\ncount = last\ngrace = 0\n"
        "[12]\npoints = 16\n"
        "[31]\npoints = 5\nbonus = yes\n"
        "[student ann]\nextension = 48\n09 = 2026-12-02 12:00\n";
    const time_t due03 = 1792879199; /* 2026-10-24 23:59:59 CEST */
    const time_t due09 = 1796122859; /* 2026-12-01 12:00:59 CET */

    /* ann, 03: with 48 hours and grace the second one is one day late: 16 - 2;
     * the first is in time: 12 */
    hand_in("ann", LAB03, due03 + 50 * HOUR, "failed", 6, 10);
    hand_in("ann", LAB03, due03 + 50 * HOUR + 1, "failed", 8, 10);
    hand_in("ann", LAB03, due03 + 9 * DAY + 1, "passed", 10, 10);
    /* 09: due a day later, without the extension, without grace */
    hand_in("ann", LAB09, due09 + DAY, "failed", 9, 10);
    hand_in("ann", LAB09, due09 + DAY + 1, "failed", 7, 10);
    hand_in("ann", LAB12, 0, "failed", 4, 8);
    hand_in("ann", LAB31, 0, "failed", 5, 10);
    /* bob: a second more than one day after grace: 20 - 2 * 2 */
    hand_in("bob", LAB03, due03 + 26 * HOUR + 1, "passed", 10, 10);
    hand_in("bob", LAB09, due09, "error", 0, 10);
    hand_in("bob", LAB12, 0, "passed", 10, 10);

    grade(ini);
    mark_is("ann", LAB03, MARK_COUNTS, 1, 14);
    mark_is("ann", LAB09, MARK_COUNTS, 4, 6);
    mark_is("ann", LAB12, MARK_DROPPED, 5, 8);
    mark_is("ann", LAB31, MARK_COUNTS, 6, 2.5);
    total_is("ann", 22.5, 30);
    mark_is("bob", LAB03, MARK_DROPPED, 7, 16);
    mark_is("bob", LAB09, MARK_BROKEN, 8, 0);
    mark_is("bob", LAB12, MARK_COUNTS, 9, 16);
    mark_is("bob", LAB31, MARK_NONE, -1, 0);
    total_is("bob", 16, 16);
    nothing();
}
END_TEST

static unsigned draw(unsigned n)
{
    static unsigned state = 12345;

    state = state * 1103515245u + 12345u;
    return (state >> 16) % n;
}

/* Whatever a class has handed in, in best mode one more submission never takes
 * points away, sums are those of what counts, and all is within its limits. */
START_TEST(test_any_class)
{
    static const char *const names[] = {"ann", "bob", "cat"};
    static const char *const status[] = {"failed", "failed", "error", NULL};
    double before[3][N_LABS] = {{0}};
    const char *ini = "[class]\nlate = 15\ngrace = 1\ncut_off = 3\ndrop = 1\n"
                      "count = best\n"
                      "[31]\nbonus = yes\n[09]\npoints = 3\n" DUE;

    for (int round = 0; round < 60; round++) {
        int max_points = draw(2) ? 8 : 10;

        hand_in(names[draw(3)], (int)draw(N_LABS),
                draw(9) ? DUE_AT - DAY + (time_t)draw(5 * DAY / 60) * 60 : 0,
                status[draw(4)], draw((unsigned)max_points + 1), max_points);
        grade(ini);
        for (int i = 0; i < n_students; i++) {
            const struct student_marks *s = &marks[i];
            double points = 0, possible = 0;
            int dropped = 0, who = *s->student - 'a';

            for (int k = 0; k < N_LABS; k++) {
                const struct mark *m = &s->lab[k];
                double worth = k == LAB09 ? 3 : 10;

                ck_assert(m->points >= 0 && m->points <= m->before);
                ck_assert(m->before <= worth + hair);
                ck_assert(m->possible == (k == LAB31 ? 0 : worth));
                ck_assert(m->kind == MARK_DROPPED ||
                          (m->kind == MARK_NONE) == (m->submission < 0));
                ck_assert(m->points >= before[who][k] - hair);
                before[who][k] = m->points;
                dropped += m->kind == MARK_DROPPED;
                if (m->kind == MARK_DROPPED || m->kind == MARK_BROKEN)
                    continue;
                points += m->points;
                possible += m->possible;
            }
            ck_assert_int_le(dropped, 1);
            ck_assert(possible > 0);
            total_is(s->student, points, possible);
        }
        student_marks_free(marks, n_students);
    }
    marks = NULL;
    nothing();
}
END_TEST

/* ------------------------------------------------------------------------- */

int main(void)
{
    Suite *s = suite_create("marks");
    TCase *t = tcase_create("marks");
    SRunner *runner;
    int failed;
    char command[100];

    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, enter_folder, NULL);
    tcase_add_test(t, test_no_rules);
    tcase_add_test(t, test_late);
    tcase_add_test(t, test_minute);
    tcase_add_test(t, test_grace);
    tcase_add_test(t, test_cut_off);
    tcase_add_test(t, test_extension);
    tcase_add_test(t, test_zones);
    tcase_add_test(t, test_unknown_time);
    tcase_add_test(t, test_absurd_time);
    tcase_add_test(t, test_scale);
    tcase_add_test(t, test_rescaled);
    tcase_add_test(t, test_untold);
    tcase_add_test(t, test_broken);
    tcase_add_test(t, test_later_is_never_more);
    tcase_add_test(t, test_nobody);
    tcase_add_test(t, test_class);
    tcase_add_test(t, test_mixed_order);
    tcase_add_test(t, test_last);
    tcase_add_test(t, test_best);
    tcase_add_test(t, test_all_too_late);
    tcase_add_test(t, test_one_broken);
    tcase_add_test(t, test_damaged_file);
    tcase_add_test(t, test_other_lab);
    tcase_add_test(t, test_no_path);
    tcase_add_test(t, test_drop);
    tcase_add_test(t, test_drop_nothing);
    tcase_add_test(t, test_drop_late);
    tcase_add_test(t, test_drop_never);
    tcase_add_test(t, test_bonus);
    tcase_add_test(t, test_two_machines);
    tcase_add_test(t, test_all_together);
    tcase_add_test(t, test_any_class);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) != 0 || failed;
}
