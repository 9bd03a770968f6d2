/* test_dates.c - dates as text, time zones, and the moments that dates are. */
#define _GNU_SOURCE
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "class/dates.h"

#define BERLIN "Europe/Berlin"
#define NEW_YORK "America/New_York"
#define KOLKATA "Asia/Kolkata"

/* ---- text ---------------------------------------------------------------- */

static const struct {
    const char *text, *says;
} wrong[] = {
    {"", "not a date"},
    {"soon", "not a date"},
    {"2026-11-30", "not a date"},
    {"2026-11-30 23", "not a date"},
    {"2026-11-30 23:5", "not a date"},
    {"30.11.2026 23:59", "not a date"},
    {"2026-1-1 23:59", "not a date"},
    {"-026-11-30 23:59", "not a date"},
    {" 2026-11-30 23:59", "not a date"},
    {"1999-12-31 23:59", "year"},
    {"2100-01-01 00:00", "year"},
    {"2026-02-30 12:00", "no such day"},
    {"2026-02-29 12:00", "no such day"},
    {"2026-04-31 12:00", "no such day"},
    {"2026-11-00 12:00", "no such day"},
    {"2026-11-32 12:00", "no such day"},
    {"2026-00-10 12:00", "no such day"},
    {"2026-13-10 12:00", "no such day"},
    {"2026-11-30 24:00", "no such time"},
    {"2026-11-30 12:60", "no such time"},
    {"2026-11-30 23:59:60", "no such time"},
    {"2026-11-30 23:59 ", "behind the time"},
    {"2026-11-30 23:59:", "behind the time"},
    {"2026-11-30 23:59:5", "behind the time"},
    {"2026-11-30 23:59:00.5", "behind the time"},
    {"2026-11-30 23:59 Z", "behind the time"},
    {"2026-11-30T23:59z", "behind the time"},
    {"2026-11-30T23:59ZZ", "behind the time"},
    {"2026-11-30T23:59+1", "behind the time"},
    {"2026-11-30T23:59+0100", "behind the time"},
    {"2026-11-30T23:59+01:000", "behind the time"},
    {"2026-11-30T23:59+01:60", "behind the time"},
    {"2026-11-30T23:59+14:01", "behind the time"},
    {"2026-11-30T23:59-99:00", "behind the time"},
    {"2026-11-30 23:59 CET", "behind the time"},
};

START_TEST(test_wrong)
{
    struct date d;
    const char *says = date_read(wrong[_i].text, &d);

    ck_assert_msg(says && strstr(says, wrong[_i].says), "%s: %s",
                  wrong[_i].text, says);
}
END_TEST

/* ---- moments ------------------------------------------------------------- */

/* Each moment as GNU date(1) gives it: date -u -d '...' +%s. */
static const struct {
    const char *text, *zone, *utc;
} moments[] = {
    {"2026-11-30 23:59", "UTC", "2026-11-30 23:59:59 UTC"},
    {"2026-11-30 23:59:00", "UTC", "2026-11-30 23:59:00 UTC"},
    {"2026-11-30T23:59", "UTC", "2026-11-30 23:59:59 UTC"},
    {"2028-02-29 00:00", "UTC", "2028-02-29 00:00:59 UTC"},
    {"2000-01-01 00:00", "UTC", "2000-01-01 00:00:59 UTC"},
    {"2099-12-31 23:59", "UTC", "2099-12-31 23:59:59 UTC"},
    /* its own distance from UTC, whatever the zone */
    {"2026-11-30T23:59Z", BERLIN, "2026-11-30 23:59:59 UTC"},
    {"2026-11-30T23:59+01:00", NEW_YORK, "2026-11-30 22:59:59 UTC"},
    {"2026-11-30 23:59:58-05:00", BERLIN, "2026-12-01 04:59:58 UTC"},
    {"2026-11-30T23:59-03:30", BERLIN, "2026-12-01 03:29:59 UTC"},
    {"2026-11-30T23:59+14:00", BERLIN, "2026-11-30 09:59:59 UTC"},
    {"2026-11-30T23:59-00:30", BERLIN, "2026-12-01 00:29:59 UTC"},
    /* winter, summer */
    {"2026-11-30 23:59", BERLIN, "2026-11-30 22:59:59 UTC"},
    {"2026-07-01 23:59", BERLIN, "2026-07-01 21:59:59 UTC"},
    {"2026-11-30 23:59", NEW_YORK, "2026-12-01 04:59:59 UTC"},
    {"2026-07-01 23:59", NEW_YORK, "2026-07-02 03:59:59 UTC"},
    {"2026-11-30 23:59", KOLKATA, "2026-11-30 18:29:59 UTC"},
    {"2026-07-01 23:59", KOLKATA, "2026-07-01 18:29:59 UTC"},
    /* clocks forward, on 29 March at 02:00: 02:xx is missing */
    {"2026-03-28 23:59", BERLIN, "2026-03-28 22:59:59 UTC"},
    {"2026-03-29 01:59", BERLIN, "2026-03-29 00:59:59 UTC"},
    {"2026-03-29 02:00", BERLIN, "2026-03-29 01:00:59 UTC"},
    {"2026-03-29 02:30", BERLIN, "2026-03-29 01:30:59 UTC"},
    {"2026-03-29 02:59", BERLIN, "2026-03-29 01:59:59 UTC"},
    {"2026-03-29 03:00", BERLIN, "2026-03-29 01:00:59 UTC"},
    {"2026-03-29 23:59", BERLIN, "2026-03-29 21:59:59 UTC"},
    {"2026-03-30 02:30", BERLIN, "2026-03-30 00:30:59 UTC"},
    {"2026-03-08 01:59", NEW_YORK, "2026-03-08 06:59:59 UTC"},
    {"2026-03-08 02:30", NEW_YORK, "2026-03-08 07:30:59 UTC"},
    {"2026-03-08 03:00", NEW_YORK, "2026-03-08 07:00:59 UTC"},
    /* clocks back, on 25 October at 03:00: 02:xx is there twice */
    {"2026-10-24 23:59", BERLIN, "2026-10-24 21:59:59 UTC"},
    {"2026-10-25 01:59", BERLIN, "2026-10-24 23:59:59 UTC"},
    {"2026-10-25 02:00", BERLIN, "2026-10-25 01:00:59 UTC"},
    {"2026-10-25 02:59", BERLIN, "2026-10-25 01:59:59 UTC"},
    {"2026-10-25 03:00", BERLIN, "2026-10-25 02:00:59 UTC"},
    {"2026-10-25 23:59", BERLIN, "2026-10-25 22:59:59 UTC"},
    {"2026-11-01 00:59", NEW_YORK, "2026-11-01 04:59:59 UTC"},
    {"2026-11-01 01:00", NEW_YORK, "2026-11-01 06:00:59 UTC"},
    {"2026-11-01 01:59", NEW_YORK, "2026-11-01 06:59:59 UTC"},
    {"2026-11-01 02:00", NEW_YORK, "2026-11-01 07:00:59 UTC"},
    /* by half an hour; not because of summer; into summer, by nothing */
    {"2026-04-05 01:45", "Australia/Lord_Howe", "2026-04-04 15:15:59 UTC"},
    {"2016-05-29 02:30", "Asia/Tomsk", "2016-05-28 20:30:59 UTC"},
    {"2010-03-28 02:30", "Europe/Samara", "2010-03-27 22:30:59 UTC"},
};

START_TEST(test_moment)
{
    struct date d;
    char text[DATE_TEXT];

    ck_assert_ptr_null(date_read(moments[_i].text, &d));
    ck_assert_ptr_null(zone_wrong(moments[_i].zone));
    date_say(date_moment(&d, moments[_i].zone), "UTC", text);
    ck_assert_msg(!strcmp(text, moments[_i].utc), "%s %s: %s", moments[_i].zone,
                  moments[_i].text, text);
}
END_TEST

/* Every half hour of a year: what a clock shows then is that moment, or the
 * one an hour later that it shows the same at. */
START_TEST(test_there_and_back)
{
    static const char *const zones[] = {BERLIN, NEW_YORK, KOLKATA, "UTC"};

    for (int z = 0; z < 4; z++)
        for (time_t t = 1767225600; t < 1767225600 + 366 * 86400; t += 1800) {
            struct date d;
            char text[DATE_TEXT], again[DATE_TEXT];
            time_t found;

            date_say(t, zones[z], text);
            text[19] = '\0'; /* without its zone */
            ck_assert_ptr_null(date_read(text, &d));
            found = date_moment(&d, zones[z]);
            date_say(found, zones[z], again);
            ck_assert_msg(found == t || found == t + 3600, "%s", text);
            ck_assert_msg(!strncmp(text, again, 19), "%s %s", text, again);
        }
}
END_TEST

START_TEST(test_say)
{
    char text[DATE_TEXT];

    date_say(1796079599, BERLIN, text);
    ck_assert_str_eq(text, "2026-11-30 23:59:59 CET");
    date_say(1796079599, KOLKATA, text);
    ck_assert_str_eq(text, "2026-12-01 04:29:59 IST");
    setenv("TZ", NEW_YORK, 1);
    date_say(1796079599, "", text);
    ck_assert_str_eq(text, "2026-11-30 17:59:59 EST");
}
END_TEST

/* ---- zones --------------------------------------------------------------- */

START_TEST(test_zones)
{
    static const char *const none[] = {
        "Europe/Berln",
        "europe",
        "Europe",
        "Europe/",
        "CEST",
        "../etc/passwd",
        "/usr/share/zoneinfo/Europe/Berlin",
        "Europe/../Europe/Berlin",
        "zone.tab",
        "CET-1CEST",
        "Europe/Berlin,Europe/Berlin,Europe/Berlin,Europe/Berlin,Europe/B"};

    ck_assert_ptr_null(zone_wrong(BERLIN));
    ck_assert_ptr_null(zone_wrong("UTC"));
    ck_assert_ptr_null(zone_wrong("Etc/GMT-3"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(zone_wrong(none[i]) &&
                          strstr(zone_wrong(none[i]), "no such time zone"),
                      "%s", none[i]);
}
END_TEST

START_TEST(test_machine_without_zones)
{
    setenv("TZDIR", "/nowhere", 1);
    ck_assert_ptr_null(zone_wrong("UTC"));
    ck_assert_ptr_nonnull(strstr(zone_wrong(BERLIN), "tzdata"));
}
END_TEST

START_TEST(test_machines_zone)
{
    static const char *const good[] = {"", "UTC", BERLIN, ":/etc/localtime",
                                       "CET-1CEST,M3.5.0,M10.5.0/3"};

    unsetenv("TZ");
    ck_assert_ptr_null(zone_wrong(""));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        setenv("TZ", good[i], 1);
        ck_assert_msg(!zone_wrong(""), "%s", good[i]);
    }
    setenv("TZ", "Europe/Berln", 1);
    ck_assert_ptr_nonnull(strstr(zone_wrong(""), "in TZ"));
}
END_TEST

/* Neither the variable nor what the C library has made of it. */
START_TEST(test_nothing_changes)
{
    time_t t = 1796079599;
    struct date d;
    char text[DATE_TEXT];

    ck_assert_ptr_null(date_read("2026-11-30 23:59", &d));
    setenv("TZ", NEW_YORK, 1);
    tzset();
    date_moment(&d, BERLIN);
    date_say(t, KOLKATA, text);
    ck_assert_str_eq(getenv("TZ"), NEW_YORK);
    ck_assert_int_eq(localtime(&t)->tm_hour, 17);
    ck_assert_int_eq(timezone, 5 * 3600);

    unsetenv("TZ");
    tzset();
    date_moment(&d, KOLKATA);
    date_say(t, KOLKATA, text);
    ck_assert_ptr_null(getenv("TZ"));
    ck_assert_int_ne(timezone, -19800);
}
END_TEST

/* ------------------------------------------------------------------------- */

int main(void)
{
    Suite *s = suite_create("dates");
    TCase *t = tcase_create("dates");
    SRunner *runner;
    int failed;

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, test_wrong, 0, sizeof wrong / sizeof *wrong);
    tcase_add_loop_test(t, test_moment, 0, sizeof moments / sizeof *moments);
    tcase_add_test(t, test_there_and_back);
    tcase_add_test(t, test_say);
    tcase_add_test(t, test_zones);
    tcase_add_test(t, test_machine_without_zones);
    tcase_add_test(t, test_machines_zone);
    tcase_add_test(t, test_nothing_changes);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
