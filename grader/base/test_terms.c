/* test_terms.c - see terms.h. */
#include "base/terms.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"

START_TEST(test_form)
{
    ck_assert(terms_are("last_element_missing"));
    ck_assert(terms_are("both_write(name=sum, line<3) + no_race | a_b"));
    ck_assert(!terms_are(""));
    ck_assert(!terms_are("outside"));
    ck_assert(!terms_are("Wrong: a_b"));
    ck_assert(!terms_are("_OPENMP is"));
    ck_assert(!terms_are("__syncthreads()"));
    ck_assert(!terms_are("a_b |"));
    ck_assert(!terms_are("a_b()"));
    ck_assert(!terms_are("a_b c_d"));
}
END_TEST

START_TEST(test_words_of_terms)
{
    const char terms[] = "both_write(name=a_b) + no_race | c_d";
    char word[40];

    ck_assert(terms_word(terms, 0, word, sizeof word));
    ck_assert_str_eq(word, "both_write");
    ck_assert(terms_word(terms, 1, word, sizeof word));
    ck_assert_str_eq(word, "no_race");
    ck_assert(terms_word(terms, 2, word, sizeof word));
    ck_assert_str_eq(word, "c_d");
    ck_assert(!terms_word(terms, 3, word, sizeof word));
}
END_TEST

START_TEST(test_fit)
{
    static const struct {
        const char *terms;
        bool fit;
    } all[] = {
        {"last_element_missing", true},
        {"exact_for_every_size", true},
        {"exact_for_every", false},
        {"exact_for_every_size + last_element_missing", true},
        {"no_race + last_element_missing", false},
        {"no_race | last_element_missing", true},
        {"no_race + no_race | last_element_missing", true},
        {"last_element_missing | no_race", true},
        {"race_both_write(name=sum)", true},
        {"race_both_write(name=su)", false},
        {"race_both_write(name=total) | race_both_write(name=sum)", true},
        {"race_both_write(name=sum, thread=Thread 1)", false},
        {"race_both_write(threads=Threads 1 and 2)", true},
        {"exact_for_every_size(n<32)", true},
        {"exact_for_every_size(n<8)", false},
        {"exact_for_every_size(n>7, threads=1)", true},
        {"exact_for_every_size(threads=12)", false},
        {"race_both_write(n<32)", false}};
    char said[900], what[300];

    said_put(what, sizeof what, SAID_OWN("the sum for n = %d, threads = %d"), 8,
             1);
    said_put(said, sizeof said, "%s: %s", what, SAY(last_element_missing));
    said_put(what, sizeof what, SAY(race_both_write), "Threads 1 and 2", "sum",
             "line 3");
    said_put(said + strlen(said), sizeof said - strlen(said), " %s", what);
    ck_assert_msg(terms_fit(all[_i].terms, "exact for every size", said) ==
                      all[_i].fit,
                  "%s", all[_i].terms);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("terms");
    TCase *t = tcase_create("terms");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_add_test(t, test_form);
    tcase_add_test(t, test_words_of_terms);
    tcase_add_loop_test(t, test_fit, 0, 18);
    suite_add_tcase(s, t);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
