/* test_alike.c - what of a class is compared by sim_c, and what of it comes
 * into alike.csv. Run from the top folder. */
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/alike.h"

static char out[] = "build/test_alike.XXXXXX";
static struct lab *the_labs;
static struct submission handed_in[4];
static struct class the_class = {.out = out, .submission = handed_in};

/* Whoever `student` is hands in these lines for lab 03, `times` over. */
static void hand_in(const char *student, const char *lines, int times)
{
    struct submission *s = &handed_in[the_class.n++];
    FILE *file;

    snprintf(s->student, sizeof s->student, "%s", student);
    snprintf(s->source, sizeof s->source, "%s/%s.c", out, student);
    s->lab = (int)(lab_by_id(the_labs, the_class.n_labs, "03") - the_labs);
    file = fopen(s->source, "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < times; i++)
        fputs(lines, file);
    ck_assert_int_eq(fclose(file), 0);
}

static const char *alike(void)
{
    static char text[2000];
    char path[200];
    FILE *file;

    ck_assert_int_eq(class_alike(&the_class), 0);
    snprintf(path, sizeof path, "%s/alike.csv", out);
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

#define FIRST                                                                  \
    "static int twice(int x) { if (x > 3) return x * 2 + 7; return x - 1; }\n" \
    "int f(int n) { int s = 0; while (n--) s += twice(n) % 5; return s; }\n"

START_TEST(test_pairs)
{
    hand_in("ann", FIRST, 1);
    hand_in("bob", FIRST "/* mine */\n", 1);
    hand_in("cat", "double g(double *p, int k) { p[k] = p[0]; return *p; }\n",
            1);
    ck_assert_str_eq(alike(),
                     "lab,student,other,percent_of_student,percent_of_other\n"
                     "03,ann,bob,100,100\n");
}
END_TEST

/* A name that a spreadsheet would take for a formula. */
START_TEST(test_formula)
{
    hand_in("@sum", FIRST, 1);
    hand_in("ann", FIRST, 1);
    ck_assert_str_eq(alike(),
                     "lab,student,other,percent_of_student,percent_of_other\n"
                     "03,\"'@sum\",ann,100,100\n");
}
END_TEST

/* A file for which sim_c would need hours; the others are compared. */
START_TEST(test_too_long)
{
    hand_in("ann", FIRST, 1);
    hand_in("bad", "x = x + 1; y = x * 3; f(x, y, 1);\n", 30000);
    hand_in("bob", FIRST, 1);
    ck_assert_str_eq(alike(),
                     "lab,student,other,percent_of_student,percent_of_other\n"
                     "03,ann,bob,100,100\n");
}
END_TEST

/* Debian 13 has no such package: the class goes on. */
START_TEST(test_nobody_looks)
{
    char path[200];

    hand_in("ann", FIRST, 1);
    hand_in("bob", FIRST, 1);
    setenv("PATH", "/nowhere", 1);
    ck_assert_int_eq(class_alike(&the_class), 0);
    snprintf(path, sizeof path, "%s/alike.csv", out);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("alike");
    TCase *t = tcase_create("alike");
    SRunner *runner;
    char command[100];
    int failed;

    the_labs = lab_find_all(&the_class.n_labs);
    the_class.labs = the_labs;
    if (!the_labs || !mkdtemp(out))
        return EXIT_FAILURE;
    tcase_add_test(t, test_nobody_looks); /* before there is an alike.csv */
    if (system("command -v sim_c >/dev/null 2>&1")) {
        printf("NOT TESTED: sim_c (similarity-tester) is missing\n");
    } else {
        tcase_add_test(t, test_pairs);
        tcase_add_test(t, test_formula);
        tcase_add_test(t, test_too_long);
    }
    tcase_set_timeout(t, 30);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -rf %s", out);
    if (system(command))
        failed = 1;
    free(the_labs);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
