/*
 * test_where.c - tests of where_say(), whole sentences. The threads are made
 * up, and the file that they are in lies in build/.
 */
#include "judge/where.h"
#include "tests/in_english.h"
#include "tests/put_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static const char file[] = "build/test_where.c";
static const char source[] =
    "#pragma omp parallel\n"          /* 1 */
    "    #pragma omp critical\n"      /* 2 */
    "    while (next != i)\n"         /* 3 */
    "    #pragma omp barrier\n"       /* 4 */
    "    #pragma omp single\n"        /* 5 */
    "        team = teams();\n"       /* 6 */
    "    pthread_join(t[i], NULL);\n" /* 7 */
    "    sem_wait(&s);\n"             /* 8 */
    "#pragma omp for schedule(guided, (n + 1) / 9)\n"
    "    for (i = 0; i < n; i++)\n" /* 10 */
    "        f(i);\n"
    "#pragma omp for schedule(dynamic, 64)\n"
    "    for (i = 0; i < n; i++)\n"
    "        f(i);\n" /* 14 */
    "\n\n\n\n\n\n\n\n\n\n"
    "#pragma omp parallel for schedule(static, n / 9)\n"
    "    for (i = 0; i < n; i++)\n"
    "        f(i);\n"; /* 27 */

static struct where at[600];
static int n;

static void start(void)
{
    put_file(file, source);
    n = 0;
}

static void stop(void)
{
    remove(file);
}

static void add(int number, int line, bool in_library)
{
    at[n++] = (struct where){.main = number == 0,
                             .number = number,
                             .line = line,
                             .in_library = in_library};
}

static void expect(int line, const char *wanted)
{
    char text[700];

    ck_assert_int_eq(where_say(at, n, file, text, sizeof text), line);
    ck_assert_str_eq(in_english(text), wanted);
}

START_TEST(test_waits_inside_critical)
{
    add(3, 2, true);
    add(2, 3, false);
    add(0, 2, true);
    add(1, 2, true);
    expect(3, " When it was stopped, threads 0, 1 and 3 waited to get in at "
              "line 2 (`#pragma omp critical`), and thread 2 was at line 3 "
              "(`while (next != i)`). Who is inside keeps the others out, so "
              "it must not wait for them there.");
}
END_TEST

START_TEST(test_lock_not_given_back)
{
    add(0, 1, true);
    add(1, 2, true);
    expect(2, " When it was stopped, thread 0 waited for the others at the end "
              "of the region of line 1 (`#pragma omp parallel`), and thread 1 "
              "waited to get in at line 2 (`#pragma omp critical`). Who has "
              "the lock, and where does it give it back?");
}
END_TEST

START_TEST(test_barrier_not_for_all)
{
    add(0, 4, true);
    add(1, 0, false);
    add(2, 0, false);
    expect(4, " When it was stopped, thread 0 waited for the team at line 4 "
              "(`#pragma omp barrier`), and threads 1 and 2 were at the end of "
              "their region. All threads of the team must come to the same "
              "barrier, and equally often: here some never do.");
}
END_TEST

START_TEST(test_main_does_not_come)
{
    add(0, 1, true);
    add(1, 4, true);
    expect(4, " When it was stopped, thread 0 waited for the others at the end "
              "of the region of line 1 (`#pragma omp parallel`), and thread 1 "
              "waited for the team at line 4 (`#pragma omp barrier`). All "
              "threads of the team must come to the same barrier, and equally "
              "often: here some never do.");
}
END_TEST

/* The compiler names a line of its body. */
START_TEST(test_barrier_of_single)
{
    add(0, 6, true);
    add(1, 0, false);
    expect(5, " When it was stopped, thread 0 waited for the team at line 5 "
              "(`#pragma omp single`), and thread 1 was at the end of its "
              "region. All threads of the team must come to the same barrier, "
              "and equally often: here some never do.");
}
END_TEST

START_TEST(test_chunk)
{
    add(0, 11, true);
    expect(9, " When it was stopped, thread 0 waited for the team at line 9 "
              "(`#pragma omp for schedule(guided, (n + 1) / 9)`). Can `(n + 1) "
              "/ 9` in the schedule at line 9 be 0? A chunk has at least 1.");
    n = 0;
    add(0, 14, true);
    expect(12, " When it was stopped, thread 0 waited for the team at line 12 "
               "(`#pragma omp for schedule(dynamic, 64)`).");
    n = 0;
    add(0, 27, true); /* with a team of its own */
    expect(25, " When it was stopped, thread 0 waited at line 27 (`f(i);`). "
               "Can `n / 9` in the schedule at line 25 be 0? A chunk has at "
               "least 1.");
}
END_TEST

START_TEST(test_loop)
{
    for (int i = 0; i < 520; i++)
        add(i, 3, false);
    expect(3, " When it was stopped, 520 threads were at line 3 (`while (next "
              "!= i)`). What ends the loop there?");
}
END_TEST

START_TEST(test_no_team)
{
    add(-1, 7, true);
    at[0].main = true;
    add(-1, 3, false);
    expect(3, " When it was stopped, the main thread waited for a thread to "
              "end at line 7 (`pthread_join(t[i], NULL);`), and a thread was "
              "at line 3 (`while (next != i)`). What ends the loop there?");
    n = 0;
    add(-1, 8, true);
    expect(8, " When it was stopped, a thread waited at line 8 "
              "(`sem_wait(&s);`).");
}
END_TEST

START_TEST(test_nobody_is_there)
{
    expect(0, "");
    add(0, 0, false);
    add(-1, 0, false);
    expect(0, "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("where");
    TCase *tc = tcase_create("where");
    SRunner *runner;
    int failed;

    tcase_add_checked_fixture(tc, start, stop);
    tcase_add_test(tc, test_waits_inside_critical);
    tcase_add_test(tc, test_lock_not_given_back);
    tcase_add_test(tc, test_barrier_not_for_all);
    tcase_add_test(tc, test_main_does_not_come);
    tcase_add_test(tc, test_barrier_of_single);
    tcase_add_test(tc, test_chunk);
    tcase_add_test(tc, test_loop);
    tcase_add_test(tc, test_no_team);
    tcase_add_test(tc, test_nobody_is_there);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
