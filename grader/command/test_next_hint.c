/*
 * test_next_hint.c - which hint comes next: the rule of next_hint.h, and
 * whether it fits what a wrong answer says.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "command/hint_check.h"
#include "command/next_hint.h"
#include "tests/put_file.h"

static struct hints h;
static struct lab_result l;

static void clear(void)
{
    memset(&h, 0, sizeof h);
    memset(&l, 0, sizeof l);
    snprintf(l.status, sizeof l.status, "failed");
}

/* A section of two hints, which lines 1, 2, ... of a file would have. */
static void section(int kind, const char *words)
{
    static char *texts[] = {"first hint", "second hint"};
    struct hint_section *s = &h.section[h.n++];
    int used = snprintf(s->heading, sizeof s->heading, "%s%s",
                        hint_kind_name(kind), words ? ": " : "");

    if (words) {
        s->words = s->heading + used;
        snprintf(s->heading + used, sizeof s->heading - (size_t)used, "%s",
                 words);
    }
    s->kind = kind;
    s->line = h.n;
    s->n = 2;
    s->hint = texts;
}

static void finding(enum check_kind kind, enum check_status status,
                    const char *name, const char *message)
{
    struct finding *f = &l.check[l.n_checks++];

    f->kind = kind;
    f->status = status;
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->message, sizeof f->message, "%s", message);
}

static void failed(enum check_kind kind, const char *name, const char *message)
{
    finding(kind, STATUS_FAIL, name, message);
}

/* The headings of all hints that come, one after the other. */
static void expect(const char *wanted)
{
    char all[1000] = "";
    struct next_hint next;

    while ((next = next_hint(&h, &l)).section) {
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s %d",
                 *all ? ", " : "", next.section->heading, next.number);
        results_set_hints_shown(&l, next.section->heading, next.number);
    }
    ck_assert_str_eq(all, wanted);
}

START_TEST(test_to_start)
{
    section(HINTS_TO_START, NULL);
    section(KIND_RACE, NULL);
    expect("start 1, start 2");
    finding(KIND_RACE, STATUS_UNTOLD, "no race", "");
    ck_assert_ptr_null(next_hint(&h, &l).section);
    ck_assert_int_eq(next_hint(&h, &l).all, 2);
    hints_again(&h, &l);
    expect("start 1, start 2");
    failed(KIND_RACE, "no race", "");
    expect("race 1, race 2");
}
END_TEST

/* "KIND first" of the file for all labs. */
START_TEST(test_first)
{
    section(KIND_MEMORY, "rows");
    section(KIND_MEMORY, "in bytes");
    h.section[1].for_all = h.section[1].first = true;
    failed(KIND_MEMORY, "inside", "rows, in bytes");
    expect("memory: in bytes 1, memory: in bytes 2, memory: rows 1, "
           "memory: rows 2");
}
END_TEST

/* ... before the special ones of other kinds, too, but of this group only. */
START_TEST(test_first_of_its_group)
{
    section(KIND_RACE, "nothing orders");
    section(KIND_CORRECTNESS, "in a pitch");
    section(KIND_TRAFFIC, "for all");
    h.section[1].for_all = h.section[1].first = true;
    h.section[2].for_all = h.section[2].first = true;
    failed(KIND_CORRECTNESS, "values", "Rows do not fit in a pitch.");
    failed(KIND_RACE, "no race", "Nothing orders the two.");
    failed(KIND_TRAFFIC, "sectors", "Said for all labs.");
    expect("correctness: in a pitch 1, correctness: in a pitch 2, "
           "race: nothing orders 1, race: nothing orders 2, "
           "traffic: for all 1, traffic: for all 2");
}
END_TEST

START_TEST(test_groups)
{
    section(KIND_SPEED, "slow");
    section(KIND_TRAFFIC, "sectors");
    section(KIND_CORRECTNESS, NULL);
    section(KIND_BUILD, "undeclared");
    failed(KIND_SPEED, "speed", "Too slow.");
    failed(KIND_TRAFFIC, "traffic", "Too many sectors");
    failed(KIND_CORRECTNESS, "values", "Wrong");
    failed(KIND_BUILD, "build", "`x` undeclared");
    expect("build: undeclared 1, build: undeclared 2, correctness 1, "
           "correctness 2, traffic: sectors 1, traffic: sectors 2, "
           "speed: slow 1, speed: slow 2");
}
END_TEST

/* Races and memory errors are often why values are wrong. */
START_TEST(test_cause_first)
{
    section(KIND_CORRECTNESS, NULL);
    section(KIND_MEMORY, NULL);
    section(KIND_RACE, NULL);
    failed(KIND_CORRECTNESS, "values",
           SAID_BEGIN "Wrong: n = 8, threads = %d" SAID_NEXT "12" SAID_END);
    failed(KIND_RACE, "no race", "");
    failed(KIND_MEMORY, "inside", "");
    expect("memory 1, memory 2, race 1, race 2, correctness 1, correctness 2");
}
END_TEST

START_TEST(test_no_race_with_one_thread)
{
    section(KIND_CORRECTNESS, NULL);
    section(KIND_RACE, NULL);
    section(KIND_MEMORY, NULL);
    failed(KIND_CORRECTNESS, "values",
           SAID_BEGIN "Wrong: n = 8, threads = %d" SAID_NEXT "1" SAID_END);
    failed(KIND_RACE, "no race", "");
    failed(KIND_MEMORY, "inside", "");
    expect("memory 1, memory 2, correctness 1, correctness 2, race 1, race 2");
}
END_TEST

/* One thread in each of several blocks is several threads. */
START_TEST(test_one_thread_of_several_blocks)
{
    section(KIND_CORRECTNESS, NULL);
    section(KIND_RACE, NULL);
    failed(KIND_CORRECTNESS, "values",
           _i ? SAID_BEGIN "blocks = %d, threads = %d" SAID_NEXT "1" SAID_NEXT
                           "1" SAID_END
              : SAID_BEGIN "blocks = %d, threads = %d" SAID_NEXT "16" SAID_NEXT
                           "1" SAID_END);
    failed(KIND_RACE, "no race", "");
    expect(_i ? "correctness 1, correctness 2, race 1, race 2"
              : "race 1, race 2, correctness 1, correctness 2");
}
END_TEST

START_TEST(test_special_first)
{
    section(KIND_RACE, NULL);
    section(KIND_CORRECTNESS, "n = 0 | null");
    section(KIND_CORRECTNESS, "values: wrong");
    section(KIND_CORRECTNESS, "n = 1");
    failed(KIND_RACE, "no race", "");
    failed(KIND_CORRECTNESS, "values", "Wrong for n = 10");
    failed(KIND_CORRECTNESS, "nothing", "a is null");
    expect("correctness: n = 0 | null 1, correctness: n = 0 | null 2, "
           "correctness: values: wrong 1, correctness: values: wrong 2, "
           "race 1, race 2");
}
END_TEST

/* The nit's section stands first, and has words; both belong to both. */
START_TEST(test_nits_last)
{
    clear();
    section(KIND_CORRECTNESS, "million");
    section(KIND_CORRECTNESS, NULL);
    failed(KIND_CORRECTNESS, "a million", "");
    l.check[0].nit = true;
    failed(KIND_CORRECTNESS, "every size", "");
    expect("correctness 1, correctness 2, correctness: million 1, "
           "correctness: million 2");
}
END_TEST

START_TEST(test_about)
{
    section(KIND_RACE, "`sum`");
    failed(KIND_RACE, "no race", "both write `part`");
    failed(KIND_RACE, "no race, many", "both write `sum`");
    ck_assert_str_eq(next_hint(&h, &l).about->name, "no race, many");
}
END_TEST

START_TEST(test_fits)
{
    const struct lab lab = {.folder = "03_r"};
    struct expected e = {.hint = "third | FIRST  hint"};
    char why[300] = "";

    section(KIND_RACE, "`sum`");
    failed(KIND_RACE, "no race", "both write `sum`");
    ck_assert(hint_fits(&lab, &h, &l, &e, why, sizeof why));
    snprintf(e.hint, sizeof e.hint, "second");
    ck_assert(!hint_fits(&lab, &h, &l, &e, why, sizeof why));
    ck_assert_str_eq(why, "the first hint must contain \"second\", but is that "
                          "of ## race: `sum` (labs/03_r/hints.md:1): first "
                          "hint");
    h.n = 0;
    ck_assert(!hint_fits(&lab, &h, &l, &e, why, sizeof why));
    ck_assert_str_eq(why, "there is no hint for it");
    e.hint[0] = 0;
    ck_assert(hint_fits(&lab, &h, &l, &e, why, sizeof why));
}
END_TEST

/* The lines of a wrong answer, in any order, among the leading comments only.
 */
START_TEST(test_expected)
{
    static const char path[] = "build/test_next_hint.c";
    struct expected e;

    put_file(path, "// caught by: race, memory (speed)\n"
                   "// Why.\n"
                   "// hint: which variable | `sum`\n"
                   "// says: both write\n"
                   "int x; // <- here\n"
                   "// hint: not this\n");
    ck_assert(expected_read(path, &e));
    ck_assert_int_eq(e.first, KIND_RACE);
    ck_assert_int_eq(e.kind[KIND_MEMORY], MUST);
    ck_assert_int_eq(e.kind[KIND_SPEED], MAY);
    ck_assert_str_eq(e.hint, "which variable | `sum`");
    ck_assert_str_eq(e.says, "both write");
    ck_assert_int_eq(e.n_here, 1);
    ck_assert_int_eq(e.here[0], 5);
    put_file(path, "\n// caught by: race\n");
    ck_assert(!expected_read(path, &e));
    remove(path);
}
END_TEST

/* ------------------------------------------------------------------------- */

static Suite *next_hint_tests(void)
{
    Suite *s = suite_create("next_hint");
    TCase *c = tcase_create("next_hint");

    tcase_add_checked_fixture(c, clear, NULL);
    tcase_add_test(c, test_to_start);
    tcase_add_test(c, test_first);
    tcase_add_test(c, test_first_of_its_group);
    tcase_add_test(c, test_groups);
    tcase_add_test(c, test_cause_first);
    tcase_add_test(c, test_no_race_with_one_thread);
    tcase_add_loop_test(c, test_one_thread_of_several_blocks, 0, 2);
    tcase_add_test(c, test_special_first);
    tcase_add_test(c, test_nits_last);
    tcase_add_test(c, test_about);
    tcase_add_test(c, test_fits);
    tcase_add_test(c, test_expected);
    suite_add_tcase(s, c);
    return s;
}

int main(void)
{
    SRunner *runner = srunner_create(next_hint_tests());
    int failures;

    srunner_run_all(runner, CK_ENV);
    failures = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failures != 0;
}
