/* test_said.c - see said.h. */
#include "base/said.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define _(text) SAID_OWN(text)

static char said[400], text[400];

#define expect_english(wanted)                 \
    do {                                       \
        said_english(said, text, sizeof text); \
        ck_assert_str_eq(text, wanted);        \
    } while (0)

START_TEST(test_put)
{
    char name[80];

    ck_assert_int_eq(said_put(said, sizeof said, "as it is, %d %%", 100), 15);
    expect_english("as it is, 100 %");
    said_put(said, sizeof said, _("%d of %-5s are %.2f%%, %.*s"), 3, "ab", 0.5,
             2, "xyz");
    expect_english("3 of ab    are 0.50%, xy");
    /* in one another, and behind each other */
    said_put(name, sizeof name, _("`%s` (%s)"), "a", _("100 % shared"));
    said_put(said, sizeof said, "%s%s", _("Wait. "), name);
    expect_english("Wait. `a` (100 % shared)");
    said_put(said, sizeof said, _("Thread %d reads %s."), 5, name);
    expect_english("Thread 5 reads `a` (100 % shared).");
}
END_TEST

/* What has no room is plain text, and cut. */
START_TEST(test_room)
{
    char small[12];

    ck_assert_int_eq(said_put(small, sizeof small, _("%d of %d"), 1, 2), 6);
    ck_assert_str_eq(small, "1 of 2");
    said_put(small, sizeof small, _("%d of %d elements"), 1, 2);
    ck_assert_str_eq(small, "1 of 2 elem");
    said_put(small, 1, _("%d"), 1);
    ck_assert_str_eq(small, "");
}
END_TEST

/* Text of others: escapes are taken away, marks stand for themselves at worst.
 */
START_TEST(test_any_text)
{
    static const char *const odd[] = {
        "\x1e", "\x1d", "\x1f", "\x1e\x1e%s", "\x1d\x1d\x1f", "\x1e%9$s\x1f"};

    said_put(said, sizeof said, _("It printed %s."), "\x1b[31m\xff");
    expect_english("It printed ?[31m?.");
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        said_put(said, sizeof said, _("It printed %s."), odd[i]);
        said_english(said, text, sizeof text);
        ck_assert_int_eq(strncmp(text, "It printed ", 11), 0);
        said_english(odd[i], text, sizeof text);
    }
    said_english("\x1e%s %d", text, sizeof text);
}
END_TEST

START_TEST(test_find)
{
    const char *at;

    said_put(said, sizeof said, "%s %s", _("Of %s."), _("Wait."));
    ck_assert_ptr_null(said_find(said, _("Wait")));
    ck_assert_ptr_nonnull(said_find(said, _("Wait.")));
    said_put(text, sizeof text, _("The %s has %s."), "sum", _("no end"));
    said_put(said, sizeof said, "%s %s", _("Wait."), text);
    at = said_find(said, _("The %s has %s."));
    ck_assert_ptr_nonnull(at);
    ck_assert(said_argument(at, 0, text, sizeof text));
    ck_assert_str_eq(text, "sum");
    ck_assert(said_argument(at, 1, text, sizeof text));
    ck_assert_str_eq(text, "no end");
    ck_assert(!said_argument(at, 2, text, sizeof text));
    ck_assert_str_eq(said_end(at), "");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("said");
    TCase *t = tcase_create("said");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_add_test(t, test_put);
    tcase_add_test(t, test_room);
    tcase_add_test(t, test_any_text);
    tcase_add_test(t, test_find);
    suite_add_tcase(s, t);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
