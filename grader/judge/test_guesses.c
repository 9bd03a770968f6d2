/*
 * test_guesses.c - tests of guesses.h: which guesses go, and what is said
 * instead, whole. Run from the top folder: build/grader/judge/test_guesses.
 */
#include "base/said.h"
#include "judge/guesses.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct judge_table t;
static const char why[] = " Is `+=` used where nothing was?";
static const char again[] = " It depends on who comes first.";

static void clear(void)
{
    memset(&t, 0, sizeof t);
}

static void failed(enum check_kind kind, int line, const char *message)
{
    struct finding *f = &t.check[t.n++];

    f->kind = kind;
    f->status = STATUS_FAIL;
    f->place.line = line;
    snprintf(f->message, sizeof f->message, "%s", message);
}

/* A sum is wrong, and the message guesses why. */
static void wrong(const char *call)
{
    char text[200];

    snprintf(text, sizeof text, "Wrong: the sum for %s.%s%s Launched: 2.", call,
             why, again);
    snprintf(t.guess[t.n][0], sizeof t.guess[0][0], "%s", why);
    snprintf(t.guess[t.n][1], sizeof t.guess[0][1], "%s", again);
    failed(KIND_CORRECTNESS, 0, text);
}

static const char all[] = "Wrong: the sum for n = 3. Is `+=` used where "
                          "nothing was? It depends on who comes first. "
                          "Launched: 2.";

START_TEST(test_race)
{
    wrong("n = 3");
    wrong("n = 4");
    failed(KIND_CORRECTNESS, 0, "It crashed.");
    failed(KIND_RACE, 24, "Two threads.");
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]),
                     "Wrong: the sum for n = 3. Launched: 2. Mend first what "
                     "the check of races has found, at line 24: this may come "
                     "of it.");
    /* once is enough */
    ck_assert_str_eq(finding_text(&t.check[1]),
                     "Wrong: the sum for n = 4. Launched: 2.");
    ck_assert_str_eq(finding_text(&t.check[2]), "It crashed.");
    ck_assert_str_eq(finding_text(&t.check[3]), "Two threads.");
}
END_TEST

START_TEST(test_memory)
{
    wrong("n = 3");
    failed(KIND_MEMORY, 31, "Past the end.");
    t.left[1] = true; /* never freed */
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]), all);
    t.left[1] = false;
    t.said_again[AGAIN_LEFT] = 1; /* by what lies there */
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]),
                     "Wrong: the sum for n = 3. Launched: 2. Mend first what "
                     "the check of memory has found, at line 31: this may come "
                     "of it.");
}
END_TEST

START_TEST(test_no_line)
{
    wrong("n = 3");
    failed(KIND_RACE, 0, "Two threads.");
    failed(KIND_SPEED, 12, "Slow.");
    failed(KIND_RACE, 24, "");
    t.check[3].status = STATUS_PASS;
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]), all);
}
END_TEST

/* No race makes a call of one thread wrong. */
START_TEST(test_one_thread)
{
    static const struct {
        const char *call;
        bool race;
    } calls[] = {
        {SAID_BEGIN "n = 3, threads = %d" SAID_NEXT "1" SAID_END, false},
        {SAID_BEGIN "n = 3, threads = %d" SAID_NEXT "12" SAID_END, true},
        {SAID_BEGIN "blocks = %d, threads = %d" SAID_NEXT "4" SAID_NEXT
                    "1" SAID_END,
         true},
        {SAID_BEGIN "blocks = %d, threads = %d" SAID_NEXT "1" SAID_NEXT
                    "1" SAID_END,
         false}};

    wrong("n = 3");
    wrong(calls[_i].call);
    failed(KIND_RACE, 24, "Two threads.");
    guesses_leave_out(&t);
    if (!calls[_i].race)
        ck_assert_str_eq(finding_text(&t.check[0]), all);
    ck_assert_int_eq(strstr(finding_text(&t.check[0]), "Mend first") != NULL,
                     calls[_i].race);
}
END_TEST

/* What was tried is known, too. */
START_TEST(test_seen)
{
    wrong("n = 3");
    failed(KIND_RACE, 24, "Two threads.");
    t.said_again[AGAIN_ALONE] = 1;
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]), all);
    t.said_again[AGAIN_ALONE] = 0;
    t.said_again[AGAIN_LEFT] = 1;
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]), all);
    t.said_again[AGAIN_LEFT] = 0;
    t.said_again[AGAIN_TEAM] = 1;
    guesses_leave_out(&t);
    ck_assert_str_eq(finding_text(&t.check[0]), all);
    t.said_again[AGAIN_TEAM] = 2; /* of another check */
    guesses_leave_out(&t);
    ck_assert_ptr_nonnull(strstr(finding_text(&t.check[0]), "Mend first"));
}
END_TEST

/* The line is named where there is one. */
START_TEST(test_beside_an_array)
{
    static const char beside[] = "Your code wrote past the end.";

    failed(KIND_CORRECTNESS, 0, beside);
    failed(KIND_CORRECTNESS, 0, "Wrong.");
    failed(KIND_MEMORY, 0, "");
    t.edge[0] = true;
    guesses_name_line(&t); /* it has none */
    t.check[2].place.line = 20;
    t.check[2].status = STATUS_SKIPPED;
    guesses_name_line(&t);
    t.check[2].status = STATUS_FAIL;
    t.left[2] = true; /* never freed */
    guesses_name_line(&t);
    ck_assert_str_eq(finding_text(&t.check[0]), beside);
    t.left[2] = false;
    guesses_name_line(&t);
    ck_assert_str_eq(
        finding_text(&t.check[0]),
        "Your code wrote past the end. The memory check names line 20.");
    ck_assert_str_eq(finding_text(&t.check[1]), "Wrong.");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("guesses");
    TCase *c = tcase_create("guesses");
    SRunner *runner;
    int failures;

    tcase_add_checked_fixture(c, clear, NULL);
    tcase_add_test(c, test_race);
    tcase_add_test(c, test_memory);
    tcase_add_test(c, test_no_line);
    tcase_add_loop_test(c, test_one_thread, 0, 4);
    tcase_add_test(c, test_seen);
    tcase_add_test(c, test_beside_an_array);
    suite_add_tcase(s, c);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failures = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
