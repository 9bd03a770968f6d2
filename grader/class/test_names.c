/*
 * test_names.c - whose something is by its name, and which lab's.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "class/names.h"
#include "class/submitters.h"

static const struct lab all[] = {
    {.id = "03", .folder = "03_reduction", .name = "reduction", .ext = ".c"},
    {.id = "07", .folder = "07_pi", .name = "pi", .ext = ".c"},
    {.id = "12", .folder = "12_vector_add", .name = "vector_add", .ext = ".cu"},
};
enum { LABS = sizeof all / sizeof *all };

static void owner_is(const char *name, enum platform platform, const char *who,
                     const char *key, const char *file, long long version)
{
    struct owner o;

    names_owner(name, &o);
    ck_assert_msg(o.platform == platform, "%s: platform %d", name, o.platform);
    ck_assert_str_eq(o.who, who);
    ck_assert_str_eq(o.key, key);
    ck_assert_str_eq(o.file, file);
    ck_assert_int_eq(o.version, version);
}

START_TEST(names_of_moodle)
{
    owner_is("Ann Lee_12345_assignsubmission_file", PLATFORM_MOODLE,
             "Ann Lee_12345", "/12345", "", 0);
    owner_is("Ann Lee_12345_assignsubmission_file_", PLATFORM_MOODLE,
             "Ann Lee_12345", "/12345", "", 0);
    owner_is("Ann Lee_12345_assignsubmission_file_vector_add.cu",
             PLATFORM_MOODLE, "Ann Lee_12345", "/12345", "vector_add.cu", 0);
    owner_is("Participant_7_assignsubmission_file_hw.zip", PLATFORM_MOODLE,
             "Participant_7", "/7", "hw.zip", 0);
    /* The student's part of the name says nothing about another one. */
    owner_is("Ann_1_assignsubmission_file_Bob_2_assignsubmission_file_pi.c",
             PLATFORM_MOODLE, "Ann_1", "/1", "Bob_2_assignsubmission_file_pi.c",
             0);
    owner_is("_assignsubmission_", PLATFORM_NONE, "_assignsubmission_",
             "_assignsubmission_", "", 0);
}
END_TEST

START_TEST(names_of_canvas)
{
    owner_is("leeann_123_4567_reduction-1.c", PLATFORM_CANVAS, "123", "123",
             "reduction-1.c", 4567);
    owner_is("leeann_LATE_123_4567_vector_add.cu", PLATFORM_CANVAS, "123",
             "123", "vector_add.cu", 4567);
    owner_is("LATE_anon_a1B2c_4567_pi.c", PLATFORM_CANVAS, "a1B2c", "a1B2c",
             "pi.c", 4567);
    owner_is("anon_55_4567_pi.c", PLATFORM_CANVAS, "55", "55", "pi.c", 4567);
    owner_is("leeann_123_4567_", PLATFORM_NONE, "leeann_123_4567_",
             "leeann_123_4567_", "", 0);
    owner_is("x_99999999999999999999_1_pi.c", PLATFORM_NONE,
             "x_99999999999999999999_1_pi.c", "x_99999999999999999999_1_pi.c",
             "", 0);
}
END_TEST

START_TEST(names_of_autolab)
{
    owner_is("ann@uni.edu_3_reduction.c", PLATFORM_AUTOLAB, "ann@uni.edu",
             "ann@uni.edu", "reduction.c", 3);
    owner_is("ann_lee@uni.edu_12_vector_add.cu", PLATFORM_AUTOLAB,
             "ann_lee@uni.edu", "ann_lee@uni.edu", "vector_add.cu", 12);
    owner_is("3_ann@uni.edu_vector_add.cu", PLATFORM_AUTOLAB, "ann@uni.edu",
             "ann@uni.edu", "vector_add.cu", 3);
    owner_is("ann@uni.edu", PLATFORM_NONE, "ann@uni.edu", "ann@uni.edu", "", 0);
    owner_is("ann@", PLATFORM_NONE, "ann@", "ann@", "", 0);
    owner_is("@_1_", PLATFORM_NONE, "@_1_", "@_1_", "", 0);
}
END_TEST

START_TEST(other_names)
{
    struct owner o;

    owner_is("submission_98765", PLATFORM_GRADESCOPE, "submission_98765",
             "submission_98765", "", 0);
    owner_is("ann.tar.gz", PLATFORM_NONE, "ann", "ann", "", 0);
    owner_is("Ann Lee.ZIP", PLATFORM_NONE, "Ann Lee", "Ann Lee", "", 0);
    owner_is("ann.lee", PLATFORM_NONE, "ann.lee", "ann.lee", "", 0);
    ck_assert(names_before_lab(all, LABS, "ann_lee-Reduction.c", &o));
    ck_assert_str_eq(o.who, "ann_lee");
    ck_assert_str_eq(o.file, "Reduction.c");
    ck_assert(!names_before_lab(all, LABS, "03_reduction.c", &o));
    ck_assert(!names_before_lab(all, LABS, "ann_notes.c", &o));
}
END_TEST

static void lab_is(const char *file, int lab)
{
    ck_assert_msg(names_lab(all, LABS, file) == lab, "%s: %d", file,
                  names_lab(all, LABS, file));
}

START_TEST(names_of_labs)
{
    lab_is("reduction.c", 0);
    lab_is("Reduction.C", 0);
    lab_is("reduction.c.", 0);
    lab_is("reduction.c ", 0);
    lab_is("reduction (2).c", 0);
    lab_is("reduction(2).c", 0);
    lab_is("reduction-1.c", 0);
    lab_is("03_reduction.c", 0);
    lab_is("3-reduction-2.c", 0);
    lab_is("vectorAdd.cu", 2);
    lab_is("vector add.CU", 2);
    lab_is("pi.c", 1);
    lab_is("api.c", -1);
    lab_is("vector_add.c", -1);
    lab_is("07_reduction.c", -1);
    lab_is("reduction.c~", -1);
    lab_is("reduction.h", -1);
    lab_is("reduction.c\n", -1);
    lab_is(".c", -1);
    lab_is("", -1);
    lab_is("03_.c", -1);
    ck_assert_int_eq(names_nearly_lab(all, LABS, "reduction_final.c"), 0);
    ck_assert_int_eq(names_nearly_lab(all, LABS, "03_reduction.c.txt"), 0);
    ck_assert_int_eq(names_nearly_lab(all, LABS, "vector_add.c"), 2);
    ck_assert_int_eq(names_nearly_lab(all, LABS, "pipe.c"), -1);
    ck_assert_int_eq(names_nearly_lab(all, LABS, "reduction.h"), -1);
    ck_assert_int_eq(names_lab_folder(all, LABS, "03_Reduction"), 0);
    ck_assert_int_eq(names_lab_folder(all, LABS, "reduction"), -1);
}
END_TEST

static void safe_is(const char *text, const char *name)
{
    char got[CLASS_NAME];

    names_make_safe(text, got);
    ck_assert_str_eq(got, name);
}

START_TEST(safe_names)
{
    char name[CLASS_NAME], text[400];

    safe_is("ann", "ann");
    safe_is(" Ann Lee ", "Ann_Lee");
    safe_is("ann@uni.edu", "ann@uni.edu");
    safe_is("../../etc/passwd", "_._.._etc_passwd");
    safe_is(".ssh", "_ssh");
    safe_is("ann.", "ann");
    safe_is("a\033[31m\n\"<b>", "a__31m___b");
    safe_is("Jos\303\251", "Jos\303\251");
    safe_is("Jos\351", "Jos\303\251");
    safe_is("\347\216\213\344\274\237", "\347\216\213\344\274\237");
    safe_is("a\342\200\256b\342\200\213c\302\240d", "a_b_c_d");
    safe_is("...", "");
    safe_is("", "");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    names_make_safe(text, name);
    ck_assert_uint_eq(strlen(name), CLASS_NAME - 1);
    for (size_t i = 0; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "\303\251", 2);
    names_make_safe(text, name); /* no half letters */
    ck_assert_uint_eq(strlen(name), 98);
    names_make_unlike(text, name);
    ck_assert_uint_le(strlen(name), CLASS_NAME - 1);
    ck_assert_ptr_nonnull(strchr(name, '-'));
    names_make_unlike("", name);
    ck_assert_int_eq(strncmp(name, "student-", 8), 0);
}
END_TEST

START_TEST(junk)
{
    ck_assert(names_junk(".git") && names_junk("__MACOSX") &&
              names_junk("._reduction.c") && names_junk("reduction.c~") &&
              names_junk("#reduction.c#") && names_junk("Thumbs.db"));
    ck_assert(!names_junk("reduction.c") && !names_junk("build"));
    ck_assert(names_archive("a.TGZ") && names_archive("a.zip.") &&
              names_archive("a.7z") && !names_archive(".zip") &&
              !names_archive("zip") && !names_archive("a.rar"));
}
END_TEST

/* ---- Gradescope -----------------------------------------------------------
 */

START_TEST(times_of_gradescope)
{
    ck_assert_int_eq(gradescope_time("2026-11-30 22:59:30.123456000 Z"),
                     1796079570);
    ck_assert_int_eq(gradescope_time("2026-11-30T22:59:30Z"), 1796079570);
    ck_assert_int_eq(gradescope_time("2026-11-30 22:59:30"), 1796079570);
    ck_assert_int_eq(gradescope_time("2026-11-30 14:59:30.000000000 -08:00"),
                     1796079570);
    ck_assert_int_eq(gradescope_time("2026-12-01 00:29:30 +0130"), 1796079570);
    ck_assert_int_eq(gradescope_time("yesterday"), 0);
    ck_assert_int_eq(gradescope_time(""), 0);
}
END_TEST

static const char metadata[] =
    "---\n"
    "submission_1:\n"
    "  :submitters:\n"
    "  - :name: Ann Lee\n"
    "    :sid: '12'\n"
    "    :email: ann@uni.edu\n"
    "  - :name: \"Jos\\xE9 \\\"Pepe\\\"\"\n"
    "    :sid: \n"
    "  :created_at: 2026-11-30 22:59:30.123456000 Z\n"
    "  :score: 1.0\n"
    "  :results:\n"
    "    output: |\n"
    "      :submitters:\n"
    "      - :email: bob@uni.edu\n"
    "      :created_at: 2001-01-01 00:00:00 Z\n"
    "    :submitters:\n"
    "    - :email: bob@uni.edu\n"
    "    :created_at: 2001-01-01 00:00:00 Z\n"
    "  :history:\n"
    "  - :id: 9\n"
    "    :email: bob@uni.edu\n"
    "    :created_at: 2001-01-01 00:00:00 Z\n"
    "submission_2:\r\n"
    "  :submitters:\r\n"
    "    - :name: 'O''Hara'\r\n"
    "    - :name: |-\r\n"
    "        X\r\n"
    "        :email: bob@uni.edu\r\n"
    "      :email: cy@uni.edu\r\n"
    "  :created_at: '2026-12-01 00:29:30 +01:30'\r\n"
    "submission_3:\n"
    "  :submitters: \n"
    "  :created_at: \n"
    "submission_4:\n"
    "  :submitters:\n"
    "  - :name: null\n"
    "    :email:";

START_TEST(submitters)
{
    struct gradescope g;
    const struct gradescope_entry *e;

    ck_assert_int_eq(gradescope_read(metadata, strlen(metadata), &g), 0);
    ck_assert_int_eq(g.n, 4);
    e = gradescope_find(&g, "submission_1");
    ck_assert_int_eq(e->n, 2);
    ck_assert_str_eq(e->who[0], "ann@uni.edu");
    ck_assert_str_eq(e->who[1], "Jos\303\251 \"Pepe\"");
    ck_assert_int_eq(e->at, 1796079570);
    e = gradescope_find(&g, "submission_2");
    ck_assert_int_eq(e->n, 2);
    ck_assert_str_eq(e->who[0], "O'Hara");
    ck_assert_str_eq(e->who[1], "cy@uni.edu");
    ck_assert_int_eq(e->at, 1796079570);
    e = gradescope_find(&g, "submission_3");
    ck_assert(e->n == 0 && e->at == 0);
    ck_assert_int_eq(gradescope_find(&g, "submission_4")->n, 0);
    ck_assert_ptr_null(gradescope_find(&g, "submission_5"));
    gradescope_free(&g);
}
END_TEST

/* Pieces of the file in any disorder do no harm. */
START_TEST(disorder)
{
    char text[sizeof metadata];
    unsigned state = 1;

    for (int i = 0; i < 3000; i++) {
        struct gradescope g;

        memcpy(text, metadata, sizeof text);
        for (int k = 0; k < 20; k++) {
            state = state * 1103515245u + 12345u;
            text[(state >> 8) % (sizeof text - 1)] =
                "\n :-\"'\\x|\0"[(state >> 4) % 10];
        }
        ck_assert_int_eq(gradescope_read(text, sizeof text - 1, &g), 0);
        gradescope_free(&g);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("names");
    TCase *t = tcase_create("names");
    SRunner *runner;
    int failed;

    tcase_set_timeout(t, 60);
    tcase_add_test(t, names_of_moodle);
    tcase_add_test(t, names_of_canvas);
    tcase_add_test(t, names_of_autolab);
    tcase_add_test(t, other_names);
    tcase_add_test(t, names_of_labs);
    tcase_add_test(t, safe_names);
    tcase_add_test(t, junk);
    tcase_add_test(t, times_of_gradescope);
    tcase_add_test(t, submitters);
    tcase_add_test(t, disorder);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
