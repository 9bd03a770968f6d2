/*
 * test_pages.c - what an instructor and the students read: that it says what it
 * should, that nothing of a stranger's gets out of its place, and that nobody
 * sees another's. Marks are made by hand.
 */
#define _GNU_SOURCE /* memmem() */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/html.h"
#include "class/pages.h"
#include "class/tally.h"
#include "show/table.h"

#define SCRIPT "</code><script>alert('x')</script>"

static char folder[] = "build/test_pages.XXXXXX";
static const struct lab all_labs[] = {{.id = "03",
                                       .folder = "03_reduction",
                                       .name = "reduction",
                                       .ext = ".c",
                                       .title = "Sum of an array"},
                                      {.id = "07",
                                       .folder = "07_pi",
                                       .name = "pi",
                                       .ext = ".c",
                                       .title = "Pi, \"by\" <rectangles>"},
                                      {.id = "12",
                                       .folder = "12_vector_add",
                                       .name = "vector_add",
                                       .ext = ".cu",
                                       .title = "Nobody's lab"}};
enum { LABS = 3, MANY = 20 };

static struct submission submissions[MANY];
static struct class class = {
    .in = "in", .out = folder, .labs = all_labs, .n_labs = LABS};
static struct mark mark_of[MANY][LABS];
static struct student_marks marks[MANY];
static int n_students;
static struct rules *rules;

/* ---- a class by hand ---------------------------------------------------- */

static void start(void)
{
    static char ini[100];
    FILE *file;

    strcpy(strrchr(folder, '.'), ".XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(ini, sizeof ini, "%s/class.ini", folder);
    file = fopen(ini, "w");
    ck_assert_ptr_nonnull(file);
    fputs("[class]\ntitle = Parallel <Programming>\ntimezone = "
          "Europe/Berlin\n[03]\n"
          "due = 2026-11-30 23:59\n",
          file);
    ck_assert_int_eq(fclose(file), 0);
    rules = rules_read(ini, all_labs, LABS);
    ck_assert_ptr_nonnull(rules);
    class.submission = submissions;
    class.n = n_students = 0;
    memset(mark_of, 0, sizeof mark_of);
}

static void stop(void)
{
    char command[100];

    rules_free(rules);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static struct student_marks *student(const char *name)
{
    struct student_marks *m = &marks[n_students];

    *m = (struct student_marks){.lab = mark_of[n_students], .possible = 20};
    n_students++;
    snprintf(m->student, sizeof m->student, "%s", name);
    for (int i = 0; i < LABS; i++)
        m->lab[i] = (struct mark){.submission = -1, .possible = i < 2 ? 10 : 0};
    return m;
}

/* Somebody hands in this code for a lab; it counts. */
static struct mark *hand_in(struct student_marks *m, int lab, const char *code)
{
    struct submission *s = &submissions[class.n];
    struct mark *mark = &m->lab[lab];

    *s = (struct submission){.lab = lab, .number = 1, .at = 1796000000};
    if (class.n && !strcmp(s[-1].student, m->student) && s[-1].lab == lab)
        s->number = s[-1].number + 1;
    snprintf(s->student, sizeof s->student, "%s", m->student);
    snprintf(s->from, sizeof s->from, "%.60s.zip: hw <1>/%s%s", m->student,
             all_labs[lab].name, all_labs[lab].ext);
    ck_assert_int_eq(class_path(&class, s->source, "submissions/%s/%d/%s/%s%s",
                                m->student, s->number, all_labs[lab].folder,
                                all_labs[lab].name, all_labs[lab].ext),
                     0);
    ck_assert_int_eq(class_write(s->source, code, strlen(code)), 0);
    *mark = (struct mark){.kind = MARK_COUNTS,
                          .submission = class.n++,
                          .points = 7,
                          .before = 7,
                          .possible = 10};
    return mark;
}

/* ... and this is found in it; the points are those of the check. */
static struct lab_result result(int lab)
{
    struct lab_result l = {.status = "failed",
                           .points = 7,
                           .max_points = 10,
                           .digest = 1,
                           .seed = 2,
                           .graded_at = "2026-12-01T00:00:00Z"};

    snprintf(l.id, sizeof l.id, "%s", all_labs[lab].id);
    snprintf(l.title, sizeof l.title, "%s", all_labs[lab].title);
    snprintf(l.source, sizeof l.source, "%s/%s%s", all_labs[lab].folder,
             all_labs[lab].name, all_labs[lab].ext);
    return l;
}

static struct finding *found(struct lab_result *l, enum check_kind kind,
                             const char *name, enum check_status status,
                             int line, const char *message)
{
    struct finding *f = &l->check[l->n_checks++];

    *f = (struct finding){.kind = kind, .status = status, .max_points = 1};
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->message, sizeof f->message, "%s", message);
    if (line) {
        f->place.line = line;
        snprintf(f->place.file, sizeof f->place.file, "%s",
                 submissions[class.n - 1].source);
    }
    return f;
}

/* Of the last one that was handed in. */
static void graded(const struct lab_result *l)
{
    static struct results r;
    char path[CLASS_PATH];

    r.n = 0;
    results_put(&r, l);
    ck_assert_int_eq(class_result_path(&class, class.n - 1, path), 0);
    ck_assert_int_eq(results_write(path, &r), 0);
}

static void write_pages(void)
{
    ck_assert_int_eq(class_pages(&class, rules, marks, n_students), 0);
}

/* What stands in a file of OUT; four at once. */
static const char *text_of(const char *name)
{
    static char text[4][1 << 20];
    static int turn;
    char path[300], *to = text[turn++ % 4];
    FILE *file;
    size_t n;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    n = fread(to, 1, sizeof text[0] - 1, file);
    to[n] = '\0';
    ck_assert_uint_eq(strlen(to), n);
    fclose(file);
    return to;
}

#define HAS(text, what) \
    ck_assert_msg(strstr(text, what), "%s\n%.2000s", what, text)
#define LACKS(text, what) \
    ck_assert_msg(!strstr(text, what), "%s\n%.2000s", what, text)

static void python(const char *program, const char *name)
{
    char command[2000];

    snprintf(command, sizeof command, "python3 -c '%s' '%s/%s'", program,
             folder, name);
    ck_assert_msg(system(command) == 0, "%s", command);
}

/* An XML reader takes only what is closed, escaped and of allowed
 * characters. */
static void well_formed(const char *name)
{
    python("import sys, xml.dom.minidom\nxml.dom.minidom.parse(sys.argv[1])",
           name);
}

/* Ann's race, at line 2 of 3, and a late file before it. */
static void ann(void)
{
    struct student_marks *m = student("ann");
    struct lab_result l = result(0);

    hand_in(m, 0, "int old;\n");
    found(&l, KIND_RACE, "no race", STATUS_PASS, 0, "");
    graded(&l);
    hand_in(m, 0, "int a;\n    sum += a[i]; // mine\nint c;\n");
    l = result(0);
    found(&l, KIND_BUILD, "build", STATUS_PASS, 0, "");
    found(&l, KIND_CORRECTNESS, "exact for every size", STATUS_FAIL, 0,
          "Wrong: the sum for n = 31, threads = 4. Expected 5, got -7.");
    found(&l, KIND_RACE, "no race", STATUS_FAIL, 2,
          "The main thread and thread 1 both write `sum` at line 2, and "
          "nothing orders the two writes, so one of them can get lost. Each "
          "thread needs a `sum` of its own.");
    graded(&l);
    m->lab[0].points = 5.6;
    m->lab[0].days_late = 2;
    m->points = 5.6;
}

/* The same race with other names; and a speed that nobody could tell. */
static void bob(void)
{
    struct student_marks *m = student("Bob");
    struct lab_result l = result(0);

    hand_in(m, 0, "\n\n\n  total += b[k]; // bobs\n");
    found(&l, KIND_CORRECTNESS, "exact for every size", STATUS_PASS, 0, "");
    found(&l, KIND_RACE, "no race", STATUS_FAIL, 4,
          "Thread 12 and thread 3 both write `total` at line 4, and nothing "
          "orders the two writes, so one of them can get lost. Another "
          "advice.");
    found(&l, KIND_SPEED, "near the ceiling", STATUS_UNTOLD, 0,
          "Could not be told: too busy.")
        ->points = 1;
    l.untold = 1;
    l.max_points = 8;
    graded(&l);
    m->lab[0].untold = 1;
    m->lab[0].could_be_more = true;
    m->lab[0].rescaled = true;
    m->points = 7;
}

/* ---- the pages of students ---------------------------------------------- */

START_TEST(a_finding_stands_under_its_line)
{
    const char *page, *at;

    ann();
    write_pages();
    page = text_of("students/ann/feedback.html");
    at = strstr(page, "<li id=\"l03-2\" class=\"told\"><code>    sum += a[i]; "
                      "// mine</code>");
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_nonnull(strstr(at, "races: no race"));
    ck_assert_ptr_nonnull(strstr(at, "The main thread and thread 1"));
    HAS(at, "aria-label=\"failed\">✗</span>");
    ck_assert(strstr(at, "<code>int c;</code>") >
              strstr(at, "The main thread"));
    /* what has no line stands above */
    ck_assert(strstr(page, "Expected 5, got -7.") < at);
    HAS(page, "<details open=\"open\"><summary>reduction.c: 3 lines");
    well_formed("students/ann/feedback.html");
}
END_TEST

START_TEST(the_marks_of_a_lab_are_explained)
{
    const char *page, *text;

    ann();
    bob();
    write_pages();
    page = text_of("students/ann/feedback.html");
    HAS(page, "5.6 of 10 points");
    HAS(page, "it was due 2026-11-30 23:59:59 CET.");
    HAS(page, "2 days late: 1.4 of 7 points are taken off.");
    HAS(page, "All that was handed in");
    HAS(page,
        "2: 2026-11-30 01:53:20 CET, ann.zip: hw &lt;1&gt;/reduction.c, 7 "
        "of 10 points - this one is shown");
    HAS(page,
        "Nothing was handed in, or nothing that was changed."); /* for lab 07 */
    LACKS(page, "Nobody");
    text = text_of("students/Bob/feedback.txt");
    HAS(text, "only 8 of the lab's points could be measured.");
    HAS(text, "Another file that you handed in for it could not be graded;");
    HAS(text, "Could not be told: 1 of these points.");
}
END_TEST

START_TEST(kinds_of_marks_have_their_words)
{
    static const struct {
        enum mark_kind kind;
        const char *words, *status;
    } kinds[] = {{MARK_BROKEN, "It could not be graded.", ",not_graded,"},
                 {MARK_TOO_LATE, "Too late:", ",too_late,"},
                 {MARK_DROPPED, "One of your weakest labs", ",dropped,"},
                 {MARK_COUNTS, "Handed in", ",counts,"}};

    for (int i = 0; i < 4; i++) {
        if (i)
            start();
        hand_in(student("ann"), 0, "x\n")->kind = kinds[i].kind;
        write_pages(); /* without a results file */
        HAS(text_of("students/ann/feedback.html"), kinds[i].words);
        HAS(text_of("students/ann/feedback.txt"), kinds[i].words);
        HAS(text_of("class.csv"), kinds[i].status);
        stop();
    }
    start();
}
END_TEST

START_TEST(the_text_says_the_same_in_80_columns)
{
    const char *text;
    char line[1000];

    ann();
    write_pages();
    text = text_of("students/ann/feedback.txt");
    HAS(text, "\n   ✗ races: no race\n     03_reduction/reduction.c:2\n"
              "       2 | sum += a[i]; // mine\n     The main thread");
    HAS(text, "\n03 Sum of an array ");
    HAS(text, "   ✓ passed:\n     build\n");
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
    for (; *text; text += strcspn(text, "\n") + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        ck_assert_msg(table_columns(line) <= TABLE_WIDTH, "%s", line);
    }
    setlocale(LC_CTYPE, "C");
}
END_TEST

START_TEST(results_json_has_what_counts)
{
    static struct results r;
    char path[300];

    ann();
    bob();
    hand_in(&marks[1], 1, "late\n")->kind = MARK_TOO_LATE;
    struct lab_result l = result(1);
    found(&l, KIND_OUTPUT, "prints", STATUS_PASS, 0, "");
    graded(&l);
    write_pages();
    snprintf(path, sizeof path, "%s/students/Bob/results.json", folder);
    ck_assert_int_eq(results_read(path, &r), 0);
    ck_assert_int_eq(r.n, 1);
    ck_assert_str_eq(r.lab[0].id, "03");
    ck_assert_str_eq(r.src, "submissions/Bob");
    snprintf(path, sizeof path, "%s/students/ann/results.json", folder);
    ck_assert_int_eq(results_read(path, &r), 0);
    ck_assert_int_eq(r.lab[0].n_checks, 3); /* of the second one */
    ck_assert_str_eq(r.lab[0].check[2].place.file, "03_reduction/reduction.c");
    /* no page is left without it, only because nothing counts */
    HAS(text_of("students/Bob/feedback.html"), "output: prints");
}
END_TEST

START_TEST(nobody_sees_another_nor_the_instructors_folders)
{
    static const char *const files[] = {"feedback.html", "feedback.txt",
                                        "results.json"};
    char name[100];

    ann();
    bob();
    submissions[class.n - 1].from[0] = '\0';
    write_pages();
    for (int i = 0; i < 3; i++) {
        const char *text;

        snprintf(name, sizeof name, "students/ann/%s", files[i]);
        text = text_of(name);
        LACKS(text, "Bob");
        LACKS(text, "bobs");
        LACKS(text, folder);
        snprintf(name, sizeof name, "students/Bob/%s", files[i]);
        text = text_of(name);
        LACKS(text, "ann");
        LACKS(text, "mine");
        LACKS(text, folder);
    }
}
END_TEST

/* ---- strangers' text ---------------------------------------------------- */

#define HOSTILE                                                                \
    "x]]>" SCRIPT "&amp;\"'<!-- \xff\xc3( \xe2\x80\xae \xef\xbf\xbe \x1b[31m " \
    "\xe2\x80\x8b\xf4\x90\x80\x80"

START_TEST(strangers_text_stays_text)
{
    static const char *const pages[] = {
        "index.html", "students/%3Cb%3E/feedback.html",
        "students/<b>/feedback.txt", "students/<b>/results.json", "class.csv"};
    struct student_marks *m = student("<b>");
    struct lab_result l = result(0);

    hand_in(m, 0, "int a;\n" HOSTILE "\r\n\tint b;");
    snprintf(submissions[0].from, sizeof submissions[0].from, "%s", HOSTILE);
    found(&l, KIND_CORRECTNESS, HOSTILE, STATUS_FAIL, 2, HOSTILE);
    found(&l, KIND_MEMORY, "no line", STATUS_FAIL, 0, HOSTILE);
    snprintf(found(&l, KIND_RACE, "else", STATUS_FAIL, 2, HOSTILE)->place.file,
             100, "%s", HOSTILE);
    found(&l, KIND_SPEED, HOSTILE, STATUS_UNTOLD, 0, HOSTILE);
    graded(&l);
    hand_in(m, 0, "second\n"); /* so that all files are listed */
    graded(&l);
    write_pages();
    for (int i = 0; i < 5; i++) {
        const char *text =
            text_of(i == 1 ? "students/<b>/feedback.html" : pages[i]);

        LACKS(text, "\xff");
        LACKS(text, "\x1b");
        LACKS(text, "\xe2\x80\xae");
        LACKS(text, "\xe2\x80\x8b");
        LACKS(text, "\xef\xbf\xbe");
        if (i > 1)
            continue;
        LACKS(text, "<script>alert");
        LACKS(text, "]]>");
        LACKS(text, "<b>/");
        LACKS(text, "<!--");
        HAS(text, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;");
    }
    HAS(text_of("index.html"), "students/%3Cb%3E/feedback.html#lab03");
    well_formed("index.html");
    well_formed("students/<b>/feedback.html");
}
END_TEST

START_TEST(an_address_has_no_sign_of_its_own)
{
    char address[3 * CLASS_NAME], long_name[CLASS_NAME + 50];

    ck_assert_str_eq(html_address("a.b-c_9", address), "a.b-c_9");
    ck_assert_str_eq(html_address("a/\"'#?%@ü", address),
                     "a%2F%22%27%23%3F%25%40%C3%BC");
    memset(long_name, '@', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    ck_assert_uint_eq(strlen(html_address(long_name, address)),
                      3 * (CLASS_NAME - 1));
}
END_TEST

START_TEST(long_files_are_cut_and_their_findings_kept)
{
    static char code[100000];
    struct student_marks *m = student("ann");
    struct lab_result l = result(0);
    const char *page;

    for (int i = 0; i < 6000; i++)
        strcpy(code + 3 * i, "x;\n");
    memset(code + 3 * 6000, 'y', 5000);
    hand_in(m, 0, code);
    found(&l, KIND_MEMORY, "far", STATUS_FAIL, 5500, "Far down.");
    found(&l, KIND_RACE, "out", STATUS_FAIL, 7000, "Behind the end.");
    graded(&l);
    write_pages();
    page = text_of("students/ann/feedback.html");
    HAS(page, "6001 lines, of which the first 5000 are shown");
    HAS(page, "<code class=\"dim\">03_reduction/reduction.c:5500</code>");
    HAS(page, "Far down.");
    HAS(page, "Behind the end.");
    well_formed("students/ann/feedback.html");

    hand_in(m, 0, code + 3 * 5999);
    write_pages();
    page = text_of("students/ann/feedback.html");
    HAS(page, "yyy ...</code>");
}
END_TEST

START_TEST(scripts_are_forbidden_but_the_one)
{
    ann();
    write_pages();
    HAS(text_of("students/ann/feedback.html"), "default-src 'none'; style-src");
    LACKS(text_of("students/ann/feedback.html"), "script");
    /* If this fails, write the hash that it prints into html.c. */
    python("import base64, hashlib, html, re, sys\n"
           "page = open(sys.argv[1]).read()\n"
           "script = re.search(\"<script>(.*?)</script>\", page, re.S)[1]\n"
           "digest = hashlib.sha256(script.encode()).digest()\n"
           "hash = \"sha256-\" + base64.b64encode(digest).decode()\n"
           "sys.exit(0 if hash in page else hash)",
           "index.html");
}
END_TEST

/* ---- the class ---------------------------------------------------------- */

START_TEST(the_class_at_a_glance)
{
    struct lab_result l = result(0);
    const char *page, *row;

    student("Zoe")->lab[0].kind = MARK_DROPPED; /* not handed in */
    ann();
    bob();
    hand_in(student("cy"), 0, "x\n")->kind = MARK_BROKEN;
    found(&l, KIND_RACE, "no race", STATUS_FAIL, 0, "Of a broken grading.");
    snprintf(l.status, sizeof l.status, "error");
    graded(&l);
    write_pages();
    page = text_of("index.html");
    LACKS(page, "Of a broken grading."); /* is no one's mistake */
    HAS(page, "<h1>Parallel &lt;Programming&gt;</h1>");
    HAS(page, "Students: 4. Labs: 2. Marks: 2; nothing handed in: 5.");
    HAS(page, "Not all told: 1.");
    HAS(page, "Rescaled: 1.");
    HAS(page, "Could not be graded: 1.");
    /* by name, whatever their letters' case; each a row with a link */
    row = strstr(page, "students/ann/feedback.html\">ann</a></th>");
    ck_assert_ptr_nonnull(row);
    HAS(row, "students/Bob/feedback.html\">Bob</a></th>");
    ck_assert(strstr(row, ">Bob</a></th>") < strstr(row, ">cy</a></th>"));
    ck_assert(strstr(row, ">cy</a></th>") < strstr(row, ">Zoe</a></th>"));
    /* points, a colour, and signs for those who see none */
    HAS(page, "<td class=\"n q2\" data-v=\"5.6\"><a "
              "href=\"students/ann/feedback.html#lab03\">5.6</a> <small "
              "title=\"late\">L</small></td>");
    HAS(page, ">7</a> <small title=\"some of it could not be told\">?</small> "
              "<small title=\"rescaled\">~</small> <small title=\"another "
              "file could not be graded\">+</small>");
    HAS(page, "<td class=\"n other\" data-v=\"-1\"><a "
              "href=\"students/cy/feedback.html#lab03\">!</a></td>");
    HAS(page, "<td class=\"n\" data-v=\"-2\">–</td>");
    HAS(page, "data-v=\"5.6\">5.6<small>/20</small></td><td "
              "class=\"n\">28</td>");
    HAS(strstr(page, "id=\"broken\""), ">Bob</a>, <a");
    /* the mean of what has points */
    HAS(page, "<th scope=\"row\">Mean</th><td class=\"n\">6.3</td><td "
              "class=\"n\">–</td>");
    LACKS(page, "Nobody");
    well_formed("index.html");
}
END_TEST

START_TEST(what_the_class_found_hard)
{
    const char *page, *hard, *race, *exact, *mistakes;

    ann();
    bob();
    write_pages();
    page = text_of("index.html");
    hard = strstr(page, "id=\"hard\"");
    mistakes = strstr(page, "id=\"mistakes\"");
    race = strstr(hard, "races: no race</td><td class=\"n\" "
                        "data-v=\"2\">2<small>/2</small></td><td "
                        "class=\"n\">100</td>");
    exact = strstr(hard, "exact for every size</td><td class=\"n\" "
                         "data-v=\"1\">1<small>/2</small></td><td "
                         "class=\"n\">50</td>");
    ck_assert(race && exact && race < exact && exact < mistakes);
    ck_assert(!memmem(hard, (size_t)(mistakes - hard), "build", 5));
    /* the same race, whatever the names; its first student is the example */
    HAS(mistakes,
        "<td class=\"n\">2</td><td>03 </td><td><b>races: no race</b><p "
        "class=\"words\">Thread N and thread N both write `...` at line N, "
        "and nothing orders the two writes, so one of them can get lost.</p>");
    HAS(mistakes, "<a href=\"students/ann/feedback.html#l03-2\">ann, 03</a>");
    HAS(mistakes, "near the ceiling: <a href=\"students/Bob/feedback.html");
    HAS(strstr(mistakes, "id=\"rescaled\""), ">Bob</a></li>");
    HAS(mistakes, "so that nobody loses or wins points by the machine.");
}
END_TEST

START_TEST(first_findings_count_as_mistakes)
{
    struct lab_result l = result(0);
    struct student_marks *m = student("ann");
    const char *mistakes;

    hand_in(m, 0, "x\n");
    found(&l, KIND_CORRECTNESS, "one", STATUS_FAIL, 0, "First of this kind.");
    found(&l, KIND_CORRECTNESS, "two", STATUS_FAIL, 0, "Second of this kind.");
    found(&l, KIND_MEMORY, "three", STATUS_FAIL, 0, "First of that kind.");
    found(&l, KIND_SPEED, "four", STATUS_SKIPPED, 0, "Left out.");
    found(&l, KIND_SPEED, "five", STATUS_SKIPPED, 0, "No GPU.")->max_points = 0;
    graded(&l);
    write_pages();
    mistakes = strstr(text_of("index.html"), "id=\"mistakes\"");
    HAS(mistakes, "First of this kind.");
    LACKS(mistakes, "Second of this kind.");
    HAS(mistakes, "First of that kind.");
    LACKS(mistakes, "Left out.");
}
END_TEST

static const struct {
    const char *message, *sentence;
} sentences[] = {
    {"", ""},
    {"Line 11 computes -1043 + -12.5, which does not fit into `int`: `a.b. `. "
     "Compute in a larger type.",
     "Line N computes N + N, which does not fit into `...`: `...`."},
    {"Your code crashed in sum_array(). Line 11 uses a null pointer: `a[i]`. "
     "Look where.",
     "Your code crashed in sum_array(). Line N uses a null pointer: `...`."},
    {"Right, but too slow: one call takes 4.17 ms. That is 51 % of it.",
     "Right, but too slow: one call takes N ms."},
    {"a - 3, a-3, 0x7f, x32, 3e", "a - N, a-N, N, xN, Ne"},
    {"One line\nand another", "One line"},
    {"An odd ` stays", "An odd ` stays"},
};

START_TEST(sentences_are_equal_in_equal_mistakes)
{
    char sentence[TALLY_SENTENCE], big[3000];

    tally_sentence(sentences[_i].message, sentence);
    ck_assert_str_eq(sentence, sentences[_i].sentence);
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    tally_sentence(big, sentence);
    ck_assert_uint_lt(strlen(sentence), TALLY_SENTENCE);
}
END_TEST

START_TEST(a_class_of_nobody_has_pages)
{
    write_pages();
    HAS(text_of("index.html"), "Students: 0.");
    well_formed("index.html");
    ck_assert_ptr_nonnull(strstr(text_of("class.csv"), "assignment,"));
}
END_TEST

/* ---- class.csv ---------------------------------------------------------- */

START_TEST(the_csv_has_nbgraders_columns)
{
    const char *csv;

    ann();
    bob();
    write_pages();
    csv = text_of("class.csv");
    ck_assert_msg(
        !strcmp(csv,
                "assignment,duedate,timestamp,student_id,last_name,first_name,"
                "email,raw_score,late_submission_penalty,score,max_score,"
                "status,untold\r\n"
                "03_reduction,2026-11-30T22:59:59Z,2026-11-30T00:53:20Z,ann,,,"
                ",7,1.4,5.6,10,late,0\r\n"
                "07_pi,,,ann,,,,0,0,0,10,missing,0\r\n"
                "03_reduction,2026-11-30T22:59:59Z,2026-11-30T00:53:20Z,Bob,,,"
                ",7,0,7,10,counts,1\r\n"
                "07_pi,,,Bob,,,,0,0,0,10,missing,0\r\n"),
        "%s", csv);
}
END_TEST

START_TEST(the_csv_runs_no_formula)
{
    const char *csv;

    student("=1+\"2\"")->lab[0].points = 10.0 / 3;
    marks[0].lab[0].before = 10.0 / 3;
    student("@x");
    student("a,b");
    student("plain-x");
    hand_in(&marks[3], 0, "x\n")->kind = MARK_BROKEN;
    write_pages();
    csv = text_of("class.csv");
    HAS(csv, ",\"'=1+\"\"2\"\"\",,,,3.3333,0,3.3333,10,missing,0\r\n");
    HAS(csv, ",\"'@x\",,,,");
    HAS(csv, ",\"a,b\",,,,");
    HAS(csv, ",plain-x,,,,,,,10,not_graded,0\r\n"); /* no 0 for the kit's
                                                     * fault */
}
END_TEST

/* ---- all of it again ---------------------------------------------------- */

START_TEST(twice_the_same_bytes_in_any_locale)
{
    static char before[1 << 20];
    static const char *const files[] = {
        "index.html", "class.csv", "students/ann/feedback.html",
        "students/ann/feedback.txt", "students/ann/results.json"};

    ann();
    bob();
    for (int i = 0; i < 5; i++) {
        ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
        write_pages();
        snprintf(before, sizeof before, "%s", text_of(files[i]));
        ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C"));
        write_pages();
        ck_assert_str_eq(text_of(files[i]), before);
    }
}
END_TEST

START_TEST(what_cannot_be_written_is_said)
{
    char path[300];

    ann();
    snprintf(path, sizeof path, "%s/students", folder);
    ck_assert_int_eq(class_write(path, "x", 1), 0);
    ck_assert_int_eq(class_pages(&class, rules, marks, n_students), -1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pages");
    TCase *t = tcase_create("pages");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_add_checked_fixture(t, start, stop);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_finding_stands_under_its_line);
    tcase_add_test(t, the_marks_of_a_lab_are_explained);
    tcase_add_test(t, kinds_of_marks_have_their_words);
    tcase_add_test(t, the_text_says_the_same_in_80_columns);
    tcase_add_test(t, results_json_has_what_counts);
    tcase_add_test(t, nobody_sees_another_nor_the_instructors_folders);
    tcase_add_test(t, strangers_text_stays_text);
    tcase_add_test(t, an_address_has_no_sign_of_its_own);
    tcase_add_test(t, long_files_are_cut_and_their_findings_kept);
    tcase_add_test(t, scripts_are_forbidden_but_the_one);
    tcase_add_test(t, the_class_at_a_glance);
    tcase_add_test(t, what_the_class_found_hard);
    tcase_add_test(t, first_findings_count_as_mistakes);
    tcase_add_loop_test(t, sentences_are_equal_in_equal_mistakes, 0,
                        sizeof sentences / sizeof *sentences);
    tcase_add_test(t, a_class_of_nobody_has_pages);
    tcase_add_test(t, the_csv_has_nbgraders_columns);
    tcase_add_test(t, the_csv_runs_no_formula);
    tcase_add_test(t, twice_the_same_bytes_in_any_locale);
    tcase_add_test(t, what_cannot_be_written_is_said);
    suite_add_tcase(s, t);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
