/*
 * test_ulimits.c - what a process of a grading gets, whatever the shell has
 * set: limits from one table, variables from a list. Run from anywhere.
 */
#define _GNU_SOURCE
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "machine/environment.h"
#include "machine/ulimits.h"

#define MIB ((rlim_t)1 << 20)

/* ---- limits (each test is a process of its own) -------------------------- */

static rlim_t soft(int what)
{
    struct rlimit r;

    ck_assert_int_eq(getrlimit(what, &r), 0);
    return r.rlim_cur;
}

static void shell_sets(int what, rlim_t value)
{
    struct rlimit r;

    ck_assert_int_eq(getrlimit(what, &r), 0);
    r.rlim_cur = value < r.rlim_max ? value : r.rlim_max;
    ck_assert_int_eq(setrlimit(what, &r), 0);
}

static const rlim_t stacks[] = {16 << 10, 8192 << 10, 1 << 30, RLIM_INFINITY};

START_TEST(test_stack_of_any_shell)
{
    shell_sets(RLIMIT_STACK, stacks[_i]);
    ulimits_set(ULIMITS_JUDGE, 0, 1);
    ck_assert(soft(RLIMIT_STACK) == 8 * MIB);
    shell_sets(RLIMIT_STACK, stacks[_i]);
    for (int kind = ULIMITS_PLAIN; kind < ULIMITS_KINDS; kind++) {
        ulimits_set(kind, 0, 1);
        ck_assert(soft(RLIMIT_STACK) == 8 * MIB);
    }
}
END_TEST

START_TEST(test_memory_of_the_student)
{
    struct rlimit r;

    ulimits_set(ULIMITS_PLAIN, 300, 2);
    /* threads' stacks come on top, and addresses are free: malloc() reserves
     * many of them for each thread */
    ck_assert(soft(RLIMIT_DATA) == SANDBOX_MEMORY + 300 * SANDBOX_STACK);
    ck_assert(soft(RLIMIT_AS) == RLIM_INFINITY);
    ck_assert(soft(RLIMIT_CPU) == 2 * SANDBOX_CPU_SECONDS);
    getrlimit(RLIMIT_DATA, &r);
    ck_assert(r.rlim_max == r.rlim_cur); /* it cannot raise them itself */
}
END_TEST

START_TEST(test_hard_limits_stay)
{
    struct rlimit low = {1 << 20, 1 << 20};

    setrlimit(RLIMIT_STACK, &low);
    ulimits_set(ULIMITS_PLAIN, 0, 1);
    ck_assert(soft(RLIMIT_STACK) == MIB);
}
END_TEST

START_TEST(test_the_judge_can_give_others)
{
    shell_sets(RLIMIT_FSIZE, MIB);
    shell_sets(RLIMIT_STACK, MIB);
    ck_assert(ulimits_set(ULIMITS_JUDGE, 0, 1));
    ck_assert(!ulimits_set(ULIMITS_JUDGE, 0, 1)); /* nothing left to change */
    ulimits_set(ULIMITS_COMPILER, 0, 1);
    ck_assert(soft(RLIMIT_FSIZE) == JOB_FILE_SIZE);
}
END_TEST

/* ---- variables ----------------------------------------------------------- */

static bool has(char **list, const char *variable)
{
    bool found = false;

    for (; *list && !found; list++)
        found = !strcmp(*list, variable);
    return found;
}

static const char *const odd[] = {
    "OMP_NUM_THREADS=1",
    "OMP_STACKSIZE=64K",
    "OMP_THREAD_LIMIT=1",
    "OMP_PROC_BIND=true",
    "OMP_PLACES=cores",
    "OMP_SCHEDULE=static,1",
    "OMP_TOOL=disabled",
    "GOMP_CPU_AFFINITY=0",
    "GOMP_SPINCOUNT=infinite",
    "KMP_STACKSIZE=16k",
    "MALLOC_PERTURB_=85",
    "MALLOC_ARENA_MAX=1",
    "TSAN_OPTIONS=exitcode=0",
    "ASAN_OPTIONS=exitcode=0",
    "UBSAN_OPTIONS=x=1",
    "LD_PRELOAD=libfoo.so",
    "LD_BIND_NOW=1",
    "LD_AUDIT=x",
    "GLIBC_TUNABLES=glibc.x=1",
    "CK_RUN_CASE=x",
    "SIMT_DEVICES=1",
    "PATHS=/tmp",
    "SOMETHING_ELSE=1",
    "OMP_WAIT_POLICY=active",
    "OMP_DYNAMIC=true",
    "LD_LIBRARY_PATHS=x",
};

START_TEST(test_only_what_is_passed_on)
{
    for (int whom = ENVIRONMENT_JUDGE; whom <= ENVIRONMENT_STUDENT; whom++) {
        char **list;
        size_t n = 0;

        clearenv();
        for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
            putenv((char *)odd[i]);
        setenv("PATH", "/bin", 1);
        setenv("CUDA_VISIBLE_DEVICES", "1", 1);
        setenv("LABKIT_RAW", "1", 1);
        setenv("LC_ALL", "de_DE.UTF-8", 1);
        list = environment_for(whom);
        ck_assert_ptr_nonnull(list);
        while (list[n])
            n++;
        ck_assert(has(list, "PATH=/bin"));
        ck_assert(has(list, "CUDA_VISIBLE_DEVICES=1"));
        ck_assert(has(list, "OMP_WAIT_POLICY=passive"));
        ck_assert(has(list, "OMP_DYNAMIC=false"));
        ck_assert(has(list, "OMP_SCHEDULE=dynamic"));
        if (whom == ENVIRONMENT_JUDGE) {
            ck_assert(has(list, "LABKIT_RAW=1"));
            ck_assert(has(list, "LC_ALL=de_DE.UTF-8"));
            ck_assert_uint_eq(n, 7);
        } else {
            ck_assert(has(list, "LC_ALL=C.UTF-8"));
            ck_assert(has(list, "KMP_AFFINITY=disabled"));
            ck_assert_uint_eq(n, 7);
        }
        free(list);
    }
}
END_TEST

/* So a check program that begins anew does so once. */
START_TEST(test_once_is_enough)
{
    char **first = environment_for(ENVIRONMENT_JUDGE), **second;

    ck_assert_ptr_nonnull(first);
    environ = first;
    second = environment_for(ENVIRONMENT_JUDGE);
    ck_assert_ptr_nonnull(second);
    for (size_t i = 0; first[i] || second[i]; i++)
        ck_assert_str_eq(first[i], second[i]);
    free(second);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ulimits");
    TCase *limits = tcase_create("limits");
    TCase *variables = tcase_create("variables");
    SRunner *runner;
    int failed;

    tcase_set_tags(limits, "ordinary"); /* sanitizers need more addresses */
    tcase_add_loop_test(limits, test_stack_of_any_shell, 0,
                        sizeof stacks / sizeof *stacks);
    tcase_add_test(limits, test_memory_of_the_student);
    tcase_add_test(limits, test_hard_limits_stay);
    tcase_add_test(limits, test_the_judge_can_give_others);
    suite_add_tcase(suite, limits);
    tcase_add_test(variables, test_only_what_is_passed_on);
    tcase_add_test(variables, test_once_is_enough);
    suite_add_tcase(suite, variables);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
