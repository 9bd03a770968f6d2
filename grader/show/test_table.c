/*
 * test_table.c - what is printed: harmless text, lines that fit, the table of
 * grades and the list of labs.
 */
#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/table.h"

/* What is printed into style.out, as text. */
static char *printed;
static size_t printed_size;

static struct style plain(bool utf8)
{
    struct style s = {.utf8 = utf8};

    s.out = open_memstream(&printed, &printed_size);
    ck_assert_ptr_nonnull(s.out);
    return s;
}

static const char *end(struct style *s)
{
    ck_assert_int_eq(fclose(s->out), 0);
    return printed;
}

static void utf8_locale(void)
{
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
}

/* No line is wider than the terminal. */
static void assert_fits(const char *text)
{
    char line[2000];

    while (*text) {
        size_t n = strcspn(text, "\n");

        snprintf(line, sizeof line, "%.*s", (int)n, text);
        ck_assert_msg(table_columns(line) <= TABLE_WIDTH, "%s", line);
        text += n + (text[n] == '\n');
    }
}

/* ---- text --------------------------------------------------------------- */

static const struct {
    const char *text, *utf8, *c;
} cleaned[] = {
    {"plain\nlines", "plain\nlines", "plain\nlines"},
    {"\033[31mred\033]0;title\a", "?[31mred?]0;title?", "?[31mred?]0;title?"},
    {"tab\there\rback\b", "tab here?back?", "tab here?back?"},
    {"中文 ✓", "中文 ✓", "?????? ???"},
    {"\xc2\x9b"
     "2J csi",
     "?2J csi", "??2J csi"},
    {"left \xe2\x80\xae right", "left ? right", "left ??? right"},
    {"no \xe2\x80\x8b width", "no ? width", "no ??? width"},
    {"a line \xe2\x80\xa8 more", "a line ? more", "a line ??? more"},
    {"bad \xff\xfe\xe4 end", "bad ??? end", "bad ??? end"},
    {"cut \xe4\xb8", "cut ??", "cut ??"},
};
#define N_CLEANED ((int)(sizeof cleaned / sizeof *cleaned))

START_TEST(test_clean_utf8)
{
    char out[100];

    utf8_locale();
    table_clean(cleaned[_i].text, out, sizeof out);
    /* A character of three bytes may become one mark. */
    ck_assert_str_eq(out, cleaned[_i].utf8);
}
END_TEST

START_TEST(test_clean_c)
{
    char out[100];

    setlocale(LC_CTYPE, "C");
    table_clean(cleaned[_i].text, out, sizeof out);
    ck_assert_str_eq(out, cleaned[_i].c);
}
END_TEST

START_TEST(test_clean_cuts_whole_characters)
{
    char out[6];

    utf8_locale();
    table_clean("ab中文", out, sizeof out);
    ck_assert_str_eq(out, "ab中");
    ck_assert_int_eq(table_columns(out), 4);
}
END_TEST

START_TEST(test_wrap)
{
    struct style s = plain(true);
    const char *text;
    char word[300];

    utf8_locale();
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = 0;
    table_wrap(&s, 5,
               "It is a long sentence that takes more than one line of eighty "
               "columns to be read whole.\n  [3]: indented\n\nlast");
    table_wrap(&s, 5, word);
    table_wrap(&s, 70, "中文中文中文中文");
    text = end(&s);
    assert_fits(text);
    ck_assert_ptr_nonnull(strstr(text, "     It is a long"));
    ck_assert_ptr_nonnull(strstr(text, "\n     read whole.\n"
                                       "       [3]: indented\n\n     last\n"));
    ck_assert_ptr_nonnull(strstr(text, "中文中文中\n"));
    free(printed);
}
END_TEST

START_TEST(test_points)
{
    ck_assert_str_eq(table_points(10), "10");
    ck_assert_str_eq(table_points(2.5), "2.5");
    ck_assert_str_eq(table_points(4.0 / 3), "1.3");
    ck_assert_str_eq(table_points(0), "0");
}
END_TEST

/* ---- the table of grades ------------------------------------------------ */

static void add(struct lab_result *l, enum check_kind kind,
                enum check_status status, const char *name, const char *message)
{
    struct finding *f = &l->check[l->n_checks++];

    f->kind = kind;
    f->status = status;
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->message, sizeof f->message, "%s", message);
}

static struct lab_result sample(void)
{
    struct lab_result l = {.id = "03",
                           .title = "Sum of an array",
                           .status = "failed",
                           .points = 7,
                           .max_points = 10};

    add(&l, KIND_BUILD, STATUS_PASS, "build", "");
    add(&l, KIND_CORRECTNESS, STATUS_PASS, "small arrays", "");
    add(&l, KIND_CORRECTNESS, STATUS_FAIL, "large arrays",
        "The sum of 4099 numbers with 3 threads should be 5, and is \033[2J4.");
    snprintf(l.check[2].place.file, sizeof l.check[2].place.file,
             "labs/03_reduction/reduction.c");
    l.check[2].place.line = 17;
    add(&l, KIND_RACE, STATUS_SKIPPED, "no race", "clang is not installed.");
    add(&l, KIND_SPEED, STATUS_UNTOLD, "speed", "Too busy.");
    l.speed = (struct speed){.measured = true,
                             .threads = 2,
                             .goal = 0.85,
                             .speedup = {1.8, 1.9, 2},
                             .ceiling_speedup = {1.9, 2.0, 2.1},
                             .fraction = {0.94, 0.949, 0.96}};
    return l;
}

START_TEST(test_grades)
{
    struct style s = plain(_i);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true};
    const char *text;

    utf8_locale();
    table_grades(&s, &row, 1);
    text = end(&s);
    assert_fits(text);
    ck_assert_ptr_null(strchr(text, '\033'));
    ck_assert_ptr_nonnull(strstr(text, "correct  races  speed   points\n"));
    ck_assert_ptr_null(strstr(text, "memory"));
    ck_assert_ptr_nonnull(strstr(text, "03 Sum of an array"));
    ck_assert_ptr_nonnull(strstr(text, "7/10"));
    ck_assert_ptr_nonnull(
        strstr(text, _i ? "✗ correct: large" : "FAIL correct: large"));
    ck_assert_ptr_nonnull(strstr(text, "labs/03_reduction/reduction.c:17\n"));
    ck_assert_ptr_nonnull(strstr(text, "and is ?[2J4."));
    ck_assert_ptr_nonnull(strstr(text, "clang is not installed."));
    ck_assert_ptr_nonnull(strstr(text, "make hint LAB=03\n"));
    ck_assert_ptr_null(strstr(text, "small arrays"));
    free(printed);
}
END_TEST

START_TEST(test_grades_without_details)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l};
    const char *text;

    utf8_locale();
    table_grades(&s, &row, 1);
    text = end(&s);
    ck_assert_ptr_null(strstr(text, "clang"));
    ck_assert_ptr_null(strstr(text, "hint"));
    free(printed);
}
END_TEST

START_TEST(test_grades_without_hint)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true, .no_hint = true};
    const char *text;

    utf8_locale();
    table_grades(&s, &row, 1);
    text = end(&s);
    ck_assert_ptr_null(strstr(text, "make hint"));
    ck_assert_ptr_nonnull(strstr(text, "make grade LAB=03"));
    free(printed);
}
END_TEST

/* Without and with a failed goal of traffic. */
START_TEST(test_grades_with_traffic)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true};
    const char *text;

    utf8_locale();
    if (_i)
        add(&l, KIND_TRAFFIC, STATUS_FAIL, "few sectors", "Too much.");
    table_grades(&s, &row, 1);
    text = end(&s);
    ck_assert(_i == (strstr(text, "   make explain LAB=03\n"
                                  "   make hint LAB=03\n") != NULL));
    ck_assert(_i == (strstr(text, "make explain") != NULL));
    free(printed);
}
END_TEST

/* What several were left out for is told once; failures are told each. */
START_TEST(test_grades_told_once)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true};
    const char *text;

    utf8_locale();
    add(&l, KIND_CORRECTNESS, STATUS_SKIPPED, "one (GPU)", "Comes later.");
    add(&l, KIND_MEMORY, STATUS_SKIPPED, "two (GPU)", "Comes later.");
    add(&l, KIND_CORRECTNESS, STATUS_FAIL, "three", "Comes later.");
    table_grades(&s, &row, 1);
    text = end(&s);
    ck_assert_ptr_nonnull(strstr(text, "clang is not installed."));
    ck_assert_ptr_nonnull(strstr(text, "one (GPU)"));
    ck_assert_ptr_null(strstr(text, "two (GPU)"));
    ck_assert_ptr_nonnull(strstr(text, "correct: three"));
    free(printed);
}
END_TEST

static void fail_at(struct lab_result *l, int line, const char *name,
                    const char *message)
{
    add(l, KIND_MEMORY, STATUS_FAIL, name, message);
    struct finding *f = &l->check[l->n_checks - 1];

    if (line)
        snprintf(f->place.file, sizeof f->place.file, "labs/x.cu");
    f->place.line = line;
}

static int times(const char *text, const char *part)
{
    int n = 0;

    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

/* One cause that several checks find has its words once: at one line, whatever
 * the numbers are. Elsewhere, or with other advice, it is another one. */
START_TEST(test_one_cause_has_its_words_once)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true};
    const char *text;

    utf8_locale();
    fail_at(&l, 7, "one", "The 8 bytes of `p` are never freed. Call free(p).");
    fail_at(&l, 7, "two",
            "It has 12 bytes of `p` are never freed. Call free(p).");
    fail_at(&l, 9, "three",
            "The 8 bytes of `p` are never freed, neither. Call free(p).");
    fail_at(&l, 7, "four", "The 8 bytes of `p` are never freed. Who has q?");
    fail_at(&l, 0, "five", "No kernel was launched.");
    fail_at(&l, 0, "six", "No kernel was launched.");
    table_grades(&s, &row, 1);
    text = end(&s);
    ck_assert_int_eq(times(text, "As above."), 2);
    ck_assert_int_eq(
        times(text, "memory: two\n     labs/x.cu:7\n     As above."), 1);
    ck_assert_int_eq(times(text, "memory: six\n     As above."), 1);
    ck_assert_int_eq(times(text, "never freed, neither."), 1);
    ck_assert_int_eq(times(text, "Who has q?"), 1);
    free(printed);
}
END_TEST

START_TEST(test_grades_of_long_and_odd_things)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {
        .result = &l, .details = true, .compiler = "a\033[1m\n  ^~~\n"};
    const char *text;

    utf8_locale();
    memset(l.title, 'T', sizeof l.title - 1);
    memset(l.check[2].name, 'N', sizeof l.check[2].name - 1);
    snprintf(l.check[3].name, sizeof l.check[3].name,
             "一个非常长的名字一个非常长的名字一个");
    l.speed.fraction.middle = NAN;
    l.points = 1000.0 / 3;
    l.max_points = 1000;
    table_grades(&s, &row, 1);
    text = end(&s);
    assert_fits(text);
    ck_assert_ptr_nonnull(strstr(text, "a?[1m\n  ^~~\n"));
    ck_assert_ptr_null(strstr(text, "nan"));
    free(printed);
}
END_TEST

/* The sample, on a machine that was not too busy. */
static struct lab_result told(void)
{
    struct lab_result l = sample();

    for (int i = 0; i < l.n_checks; i++)
        if (l.check[i].kind == KIND_SPEED)
            l.check[i].status = STATUS_PASS;
    return l;
}

/* What could not be told has no figure that reads like a pass. */
START_TEST(test_figure_for_what_is_told)
{
    struct style s = plain(true);
    struct lab_result l = told();
    struct table_row row = {.result = &l, .details = true};

    table_grades(&s, &row, 1);
    ck_assert_ptr_nonnull(strstr(end(&s), "95 % of what is possible here (goal "
                                          "85 %), 1.9x serial"));
    free(printed);
}
END_TEST

START_TEST(test_no_figure_for_what_is_untold)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true};

    table_grades(&s, &row, 1);
    ck_assert_ptr_null(strstr(end(&s), "of what is possible here"));
    free(printed);
}
END_TEST

START_TEST(test_just_below_the_goal)
{
    struct style s = plain(true);
    struct lab_result l = told();
    struct table_row row = {.result = &l, .details = true};

    l.speed.fraction.middle = 0.849;
    l.speed.speedup.middle = 0.017;
    table_grades(&s, &row, 1);
    ck_assert_ptr_nonnull(strstr(end(&s), "84 % of what is possible here (goal "
                                          "85 %), 0.02x serial"));
    free(printed);
}
END_TEST

/* The last column tells which points an instructor may want to see told. */
START_TEST(test_points_that_nobody_could_tell)
{
    struct style s = plain(true);
    struct lab_result l[2] = {sample(), sample()};
    struct table_row rows[2] = {{.result = &l[0]}, {.result = &l[1]}};
    const char *text;

    utf8_locale();
    add(&l[0], KIND_OUTPUT, STATUS_PASS, "o", "");
    add(&l[0], KIND_MEMORY, STATUS_PASS, "m", "");
    add(&l[0], KIND_TRAFFIC, STATUS_PASS, "t", "");
    memset(l[0].title, 'T', sizeof l[0].title - 1);
    table_grades(&s, rows, 2);
    ck_assert_ptr_null(strstr(end(&s), " ?\n"));
    free(printed);
    printed = NULL;
    s = plain(true);
    l[0].points = 8.5;
    l[0].untold = 1.5;
    table_grades(&s, rows, 2);
    text = end(&s);
    assert_fits(text);
    ck_assert_ptr_nonnull(strstr(text, "8.5/10 ?\n"));
    ck_assert_ptr_nonnull(strstr(text, "  7/10\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n?: 1.5 of these points"));
    free(printed);
}
END_TEST

START_TEST(test_speed_of_before)
{
    struct style s = plain(true);
    struct lab_result l = told();
    struct table_row row = {.result = &l, .details = true};

    utf8_locale();
    l.speed.earned_before = true;
    table_grades(&s, &row, 1);
    ck_assert_ptr_nonnull(
        strstr(end(&s), "1.9x serial\n   That was measured before"));
    free(printed);
}
END_TEST

START_TEST(test_color)
{
    struct style s = plain(true);
    struct lab_result l = sample();
    struct table_row row = {.result = &l, .details = true};

    utf8_locale();
    s.color = true;
    table_grades(&s, &row, 1);
    ck_assert_ptr_nonnull(strstr(end(&s), "\033[31m✗\033[0m correct"));
    free(printed);
}
END_TEST

/* ---- the list ----------------------------------------------------------- */

static const struct {
    enum lab_state state;
    const char *says, *next;
} states[] = {
    {LAB_MISSING, "file is missing", "make reset LAB=07"},
    {LAB_NOT_STARTED, "not started", "make lab07"},
    {LAB_IN_PROGRESS, "in progress", "make grade LAB=07"},
    {LAB_CHANGED, "changed since it was graded", "make grade LAB=07"},
    {LAB_FAILED, "failed 7/10", "make hint LAB=07"},
    {LAB_ERROR, "could not be graded", "make grade LAB=07"},
    {LAB_PASSED, "passed 7/10", "All labs are passed"},
};

START_TEST(test_list)
{
    struct style s = plain(false);
    struct lab_result l = sample();
    struct lab lab = {.id = "07",
                      .folder = "07_pi",
                      .name = "pi",
                      .title = "Pi",
                      .points = {0, 0, 10}};
    struct table_item items[2] = {
        {&lab, &l, LAB_PASSED, "labs/07_pi/pi.c", 0},
        {&lab, &l, states[_i].state, "labs/07_pi/pi.c", 0}};
    const char *text;

    utf8_locale();
    table_list(&s, items, 2);
    text = end(&s);
    assert_fits(text);
    ck_assert_msg(strstr(text, states[_i].says), "%s", text);
    ck_assert_msg(strstr(text, states[_i].next), "%s", text);
    ck_assert_ptr_nonnull(strstr(
        text, states[_i].state == LAB_PASSED ? "2 of 2 labs" : "1 of 2 labs"));
    ck_assert_ptr_nonnull(strstr(text, " of 20 points"));
    free(printed);
}
END_TEST

/* Three decades of three, two and one labs. */
static struct table_item *some_labs(struct table_item *items)
{
    static struct lab labs[6] = {
        {.id = "01", .title = "One", .group = "The first ones"},
        {.id = "02", .title = "Two"},
        {.id = "03", .title = "Three"},
        {.id = "21", .title = "Twenty-one", .group = "The next ones"},
        {.id = "22", .title = "Twenty-two"},
        {.id = "90", .title = "Ninety"},
    };

    for (int i = 0; i < 6; i++)
        items[i] = (struct table_item){
            .lab = &labs[i], .state = LAB_NOT_STARTED, .source = "labs/x/x.c"};
    return items;
}

static const struct {
    enum lab_state state[6];
    int touched[6];
    bool terminal;
    const char *says, *next;
} lists[] = {
    {.says = "01  One                                           not started\n"
             "02  Two                                           not started\n"
             "03  Three                                         not started\n"
             "21  Twenty-one                                    not started\n"
             "22  Twenty-two                                    not started\n"
             "90  Ninety                                        not started\n"
             "\n[",
     .next = "make lab01"},
    {.terminal = true,
     .says = "01  One                                           not started\n"
             "02  Two                                           not started\n"
             "03  Three                                         not started\n"
             "21-22  The next ones                              not started\n"
             "90  Ninety                                        not started\n"
             "\n[",
     .next = "make lab01"},
    /* the one that was touched last, and its decade */
    {.terminal = true,
     .state = {LAB_PASSED, LAB_NOT_STARTED, LAB_IN_PROGRESS, LAB_IN_PROGRESS},
     .touched = {1, 0, 2, 3},
     .says = "01-03  The first ones                             1 of 3 passed\n"
             "21  Twenty-one                                    in progress\n"
             "22  Twenty-two",
     .next = "make grade LAB=21"},
    /* it is passed: the next one behind it, though one before it is not */
    {.terminal = true,
     .state = {LAB_PASSED, LAB_NOT_STARTED, LAB_PASSED},
     .touched = {1, 0, 2, 0},
     .says = "01-03  The first ones                             2 of 3 passed\n"
             "21  Twenty-one",
     .next = "make lab21"},
    {.terminal = true,
     .state = {LAB_PASSED, LAB_NOT_STARTED, LAB_PASSED, LAB_PASSED, LAB_PASSED,
               LAB_PASSED},
     .touched = {1, 0, 2, 3, 4, 5},
     .says = "02  Two                                           not started\n"
             "03  Three                                         passed 7/10\n"
             "21-22  The next ones                              2 of 2 passed\n"
             "90  Ninety",
     .next = "make lab02"},
    {.terminal = true,
     .state = {LAB_PASSED, LAB_PASSED, LAB_PASSED, LAB_PASSED, LAB_PASSED,
               LAB_PASSED},
     .says = "01-03  The first ones                             3 of 3 passed\n"
             "21-22  The next ones                              2 of 2 passed\n"
             "90  Ninety                                        passed 7/10\n",
     .next = "All labs are passed. Well done!"},
};

START_TEST(test_list_of_decades)
{
    struct style s = plain(false);
    struct lab_result l = sample();
    struct table_item items[6];
    const char *text;

    s.terminal = lists[_i].terminal;
    some_labs(items);
    for (int i = 0; i < 6; i++) {
        items[i].state =
            lists[_i].state[i] ? lists[_i].state[i] : LAB_NOT_STARTED;
        items[i].touched = lists[_i].touched[i];
        items[i].result = &l;
    }
    table_list(&s, items, 6);
    text = end(&s);
    assert_fits(text);
    ck_assert_msg(strstr(text, lists[_i].says), "%s", text);
    ck_assert_msg(strstr(text, lists[_i].next), "%s", text);
    free(printed);
}
END_TEST

static const struct {
    const char *title, *shown;
} titles[] = {
    {"Matrix product, a row in shared memory", "Matrix product, a row in... |"},
    {"Matrix product, with no rows", "Matrix product, with no rows|"},
    {"Matrix product, without a row", "Matrix product, without a...|"},
    {"Matrix products, all, of rows", "Matrix products, all, of... |"},
    {"一二三四五六七八九十一二三四五", "一二三四五六七八九十一二... |"},
};

START_TEST(test_titles_end_with_a_word)
{
    struct style s = plain(true);

    utf8_locale();
    table_cell(&s, titles[_i].title, 28);
    fputs("|", s.out);
    ck_assert_str_eq(end(&s), titles[_i].shown);
    free(printed);
}
END_TEST

/* ------------------------------------------------------------------------- */

static Suite *table_tests(void)
{
    Suite *s = suite_create("table");
    TCase *c = tcase_create("table");

    tcase_add_loop_test(c, test_clean_utf8, 0, N_CLEANED);
    tcase_add_loop_test(c, test_clean_c, 0, N_CLEANED);
    tcase_add_test(c, test_clean_cuts_whole_characters);
    tcase_add_test(c, test_wrap);
    tcase_add_test(c, test_points);
    tcase_add_loop_test(c, test_grades, 0, 2);
    tcase_add_test(c, test_grades_without_details);
    tcase_add_test(c, test_grades_without_hint);
    tcase_add_loop_test(c, test_grades_with_traffic, 0, 2);
    tcase_add_test(c, test_grades_told_once);
    tcase_add_test(c, test_one_cause_has_its_words_once);
    tcase_add_test(c, test_grades_of_long_and_odd_things);
    tcase_add_test(c, test_figure_for_what_is_told);
    tcase_add_test(c, test_no_figure_for_what_is_untold);
    tcase_add_test(c, test_just_below_the_goal);
    tcase_add_test(c, test_points_that_nobody_could_tell);
    tcase_add_test(c, test_speed_of_before);
    tcase_add_test(c, test_color);
    tcase_add_loop_test(c, test_list, 0, (int)(sizeof states / sizeof *states));
    tcase_add_loop_test(c, test_list_of_decades, 0,
                        (int)(sizeof lists / sizeof *lists));
    tcase_add_loop_test(c, test_titles_end_with_a_word, 0,
                        (int)(sizeof titles / sizeof *titles));
    suite_add_tcase(s, c);
    return s;
}

int main(void)
{
    SRunner *runner = srunner_create(table_tests());
    int failed;

    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
