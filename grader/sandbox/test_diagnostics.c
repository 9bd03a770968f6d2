/* test_diagnostics.c - a compiler's words, as a student reads them. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/build.h"
#include "sandbox/diagnostics.h"
#include "tests/in_english.h"
#include "tests/put_file.h"

static char folder[] = "/tmp/diagnostics.XXXXXX";
static char path[60], source[60];

static void setup(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/words.txt", folder);
    snprintf(source, sizeof source, "%s/x.c", folder);
}

static void teardown(void)
{
    unlink(path);
    unlink(source);
    rmdir(folder);
}

START_TEST(test_ignored_pragma)
{
    struct place place = {0};
    char text[400], said[300];

    snprintf(text, sizeof text,
             "%s: In function 'f':\n%s:17: warning: ignoring '#pragma "
             "omp paralel' [-Wunknown-pragmas]\n",
             source, source);
    put_file(path, text);
    ck_assert(diagnostics_say_ignored(path, source, &place, said, sizeof said));
    ck_assert_int_eq(place.line, 17);
    ck_assert_str_eq(place.file, source);
    ck_assert_str_eq(in_english(said),
                     " The compiler ignores line 17, `#pragma omp "
                     "paralel`: no directive of OpenMP has this name. "
                     "Is it misspelled?");
    ck_assert(
        !diagnostics_say_ignored(path, "other.c", &place, said, sizeof said));
    put_file(path, "x.c:1: warning: ignoring '#pragma once'\n");
    ck_assert(
        !diagnostics_say_ignored(path, source, &place, said, sizeof said));
}
END_TEST

/* The word behind #pragma, and whether OpenMP may be meant. */
static const struct {
    const char *word;
    bool meant;
} words[] = {
    {"opm", true},      {"OMP", true},    {"ompp", true},    {"op", true},
    {"mop", true},      {"onp", true},    {"oomp", true},    {"onpp", false},
    {"parallel", true}, {"for", true},    {"unroll", false}, {"ivdep", false},
    {"once", false},    {"clang", false}, {"pmo", false},    {"par", false},
    {"comment", false}, {"GCC", false},   {"x", false},
};

/* Behind one that is for another compiler. */
START_TEST(test_misspelled_omp)
{
    struct place place = {0};
    char text[400], said[300], whole[300];

    snprintf(text, sizeof text,
             "%s:3: warning: ignoring '#pragma nounroll ' "
             "[-Wunknown-pragmas]\n%s:5: warning: ignoring "
             "'#pragma %s parallel' [-Wunknown-pragmas]\n",
             source, source, words[_i].word);
    snprintf(whole, sizeof whole,
             " The compiler ignores line 5, `#pragma %s parallel`: every "
             "directive of OpenMP begins with #pragma omp.",
             words[_i].word);
    put_file(path, text);
    ck_assert(diagnostics_say_ignored(path, source, &place, said,
                                      sizeof said) == words[_i].meant);
    if (words[_i].meant) {
        ck_assert_int_eq(place.line, 5);
        ck_assert_str_eq(in_english(said), whole);
    }
}
END_TEST

/* In the student's file, and not in a header. */
START_TEST(test_no_return)
{
    struct place place = {0};
    char text[600], said[200];

    snprintf(text, sizeof text,
             "other.h:9:1: warning: control reaches end of non-void function "
             "[-Wreturn-type]\n%s: In function 'f':\n%s:51:1: warning: no "
             "return statement in function returning non-void "
             "[-Wreturn-type]\n",
             source, source);
    put_file(path, text);
    ck_assert(
        diagnostics_say_no_return(path, source, &place, said, sizeof said));
    ck_assert_int_eq(place.line, 51);
    ck_assert_str_eq(in_english(said),
                     " A function that is to give a value ends at line "
                     "51, and there may be no return before.");
    put_file(path, "x.c:1: warning: unused variable 'x'\n");
    ck_assert(
        !diagnostics_say_no_return(path, source, &place, said, sizeof said));
}
END_TEST

/* gcc's words; what the compiler made itself has no name of the student's. */
START_TEST(test_unset)
{
    struct place place = {0};
    char text[900], said[300];

    snprintf(text, sizeof text,
             "%s:7:3: warning: unused variable 'x' [-Wunused-variable]\n"
             "other.h:9:1: warning: 'a' is used uninitialized "
             "[-Wuninitialized]\n%s:8:3: warning: '<anonymous>' is used "
             "uninitialized [-Wuninitialized]\n"
             "%s:25:16: warning: 'to' may be used uninitialized "
             "[-Wmaybe-uninitialized]\n%s:22:9: note: 'to' was declared "
             "here\n",
             source, source, source, source);
    put_file(path, text);
    ck_assert(diagnostics_say_unset(path, source, &place, said, sizeof said));
    ck_assert_int_eq(place.line, 25);
    ck_assert_str_eq(
        in_english(said),
        " The compiler warns that `to` may have no value yet where "
        "line 25 uses it; line 22 declares it. A private variable has "
        "none at first, either.");
    put_file(path, "x.cu:25:16: warning: 'i' is used uninitialized "
                   "[-Wuninitialized]\n");
    ck_assert(diagnostics_say_unset(path, "x.cu", &place, said, sizeof said));
    ck_assert_str_eq(in_english(said),
                     " The compiler warns that `i` may have no value yet "
                     "where line 25 uses it.");
    put_file(path, "x.c:1: warning: unused variable 'x'\n");
    ck_assert(!diagnostics_say_unset(path, source, &place, said, sizeof said));
}
END_TEST

/* The sentence and the line of a slip that the compiler sees two lines later.
 */
START_TEST(test_error)
{
    static const struct lab lab = {.folder = "03_reduction",
                                   .name = "reduction"};
    struct finding f = {0};
    char text[400];

    put_file(source, "int x = 0\n\n#pragma omp parallel\n");
    snprintf(text, sizeof text,
             "%s:3:9: error: expected ',' or ';' before '#pragma'\n", source);
    diagnostics_say_error(&lab, text, source, BUILD_PLAIN, &f);
    ck_assert_str_eq(finding_text(&f),
                     "The compiler stops here: expected ',' or ';' before "
                     "'#pragma'. A ; seems to be missing at the end of line "
                     "1.");
    ck_assert_int_eq(f.place.line, 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("diagnostics");
    TCase *tc = tcase_create("words");
    SRunner *runner;
    int failed;

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, test_ignored_pragma);
    tcase_add_loop_test(tc, test_misspelled_omp, 0,
                        sizeof words / sizeof *words);
    tcase_add_test(tc, test_no_return);
    tcase_add_test(tc, test_unset);
    tcase_add_test(tc, test_error);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
