/*
 * test_autograders.c - what `make export` packs for Gradescope and Autolab, run
 * in a folder that is laid out as theirs. The kit in it consists of links to
 * this tree, so that nothing has to be built again.
 */
#define _GNU_SOURCE
#include <check.h>

#include "drive.h"
#include "sample.h"

#define run(...) sh(base, __VA_ARGS__)

/* ---- what is packed ------------------------------------------------------ */

START_TEST(packed_without_answers)
{
    expect(0, "rm -rf tree; mkdir tree; cd \"$ROOT\" && cp -R Makefile LICENSE "
              "README.md common grader labs \"$BASE/tree\"");
    expect(0, "cd tree && echo '// my own answer' >>"
              "labs/03_reduction/reduction.c && touch -d 2020-01-01 Makefile "
              "&& cp labs/03_reduction/reduction.c "
              "labs/03_reduction/reduction.c.bak-1");
    expect(0, "cd tree && sh grader/export/bundle.sh gradescope ../a.zip 03 &&"
              "touch Makefile && TZ=Asia/Tokyo "
              "sh grader/export/bundle.sh gradescope ../b.zip 03 && "
              "cmp ../a.zip ../b.zip");
    expect(0, "cd tree && sh grader/export/bundle.sh autolab ../auto 03 && "
              "mkdir ../untar && tar -xf ../auto/autograde.tar -C ../untar");
    expect_says("reduction.c");
    if (run("python3 -c ''")) {
        printf("NOT TESTED: the zip (python3 is missing)\n");
        return;
    }
    expect(0, "python3 -c \"import zipfile; z = zipfile.ZipFile('a.zip')\n"
              "for n in 'setup.sh', 'run_autograder': "
              "assert z.getinfo(n).external_attr >> 16 & 0o111\n"
              "z.extractall('unzip')\"");
    /* the reference solution's own line, the student's, the demo's */
    expect(1, "grep -rqE 'my own answer|reduction\\(\\+ : sum\\)' "
              "unzip/kit/labs/03_reduction/reduction.c* "
              "untar/kit/labs/03_reduction/reduction.c*");
    expect(0, "cmp unzip/kit/labs/03_reduction/reduction.c "
              "unzip/kit/labs/03_reduction/.skeleton.c");
    expect(0, "diff -r unzip/kit untar/kit && test -f untar/grade.sh");
    expect(1, "find unzip/kit -path '*solutions*' -o -path '*/demo/*' -o "
              "-path '*/tests/*' -o -name '*.bak*' | grep .");
    expect(0, "grep -x 03 unzip/kit/LABS");
}
END_TEST

START_TEST(packed_for_whom)
{
    expect(2, "cd \"$ROOT\" && TO=autolab-files OUT=\"$BASE/x\" "
              "build/grader/kit export");
    expect_says("LAB=03");
    expect(2, "cd \"$ROOT\" && TO=gradescope-zip build/grader/kit export");
    expect_says("OUT=");
    expect(2, "cd \"$ROOT\" && TO=nonsense build/grader/kit export");
    expect_says("gradescope-zip");
    expect(2, "cd \"$ROOT\" && TO=gradescope LAB=99 build/grader/kit export");
    expect_says("no such lab");
    expect(2, "cd \"$ROOT\" && TO=junit MAX_POINTS=x build/grader/kit export");
    expect_says("MAX_POINTS=x");
    expect(2, "cd \"$ROOT\" && TO=moodle build/grader/kit export");
    expect_says("ROSTER=");
}
END_TEST

/* ---- Gradescope ---------------------------------------------------------- */

/* A new $BASE/ag, for these labs, with a file of an earlier grading. */
static void lay_out(const char *wanted)
{
    expect(0,
           "rm -rf ag; mkdir -p ag/kit ag/results ag/submission && "
           "cd ag/kit && for f in Makefile build common grader labs; do "
           "ln -s \"$ROOT/$f\" .; done && echo '%s' >LABS && "
           "echo old >../results/results.json",
           wanted);
}

#define GRADE                  \
    "AUTOGRADER=\"$BASE/ag\" " \
    "CGROUP=\"$BASE/none\" "   \
    "sh \"$ROOT/grader/export/gradescope/run_autograder\""

static json_t *gradescope(void)
{
    char path[PATH_MAX + 64];
    json_t *j;

    snprintf(path, sizeof path, "%s/ag/results/results.json", base);
    j = load(path);
    ck_assert_msg(j != NULL, "%s", said);
    return j;
}

START_TEST(gradescope_grades)
{
    json_t *j;

    lay_out("03");
    expect(0, "mkdir -p ag/submission/hw/03_reduction "
              "ag/submission/__MACOSX && cd ag/submission && "
              "cp \"$ROOT/grader/demo/mistake/03_reduction/reduction.c\" "
              "hw/03_reduction && echo junk >__MACOSX/reduction.c && "
              "echo junk >a/reduction.c 2>/dev/null; ln -s /etc/passwd "
              "hw/reduction.c");
    expect(0, GRADE);
    j = gradescope();
    ck_assert(number_of(j, "score") < 9);
    ck_assert(json_array_size(json_object_get(j, "tests")) > 5);
    ck_assert(strstr(text_of(j, "output"), "Lab 03"));
    ck_assert(!strstr(text_of(j, "output"), "too little"));
    json_decref(j);
    expect(1, "ls ag | grep work");

    /* Nothing of that name, though a link and a folder are called so. */
    expect(0, "rm -rf ag/submission/*; cd ag/submission && "
              "ln -s \"$ROOT/solutions/03_reduction/reduction.c\" . && "
              "mkdir -p x/reduction.c");
    expect(0, GRADE);
    j = gradescope();
    ck_assert(number_of(j, "score") == 0);
    json_decref(j);

    /* Whatever is handed in: nothing is. */
    lay_out("");
    expect(0, GRADE);
    j = gradescope();
    ck_assert(strstr(text_of(j, "output"), "vector_add.cu"));
    json_decref(j);
}
END_TEST

START_TEST(gradescope_is_loud)
{
    json_t *j;

    lay_out("03");
    expect(0, "mkdir -p group bin && echo 50000 100000 >group/cpu.max && "
              "echo 805306368 >group/memory.max && "
              "printf '#!/bin/sh\\nexit 1\\n' >bin/bwrap && chmod +x "
              "bin/bwrap && cp "
              "\"$ROOT/grader/demo/mistake/03_reduction/reduction.c\" "
              "ag/submission");
    expect(0, "export PATH=\"$BASE/bin:$PATH\"; " GRADE);
    expect_says("without the sandbox");
    j = gradescope();
    ck_assert(strstr(text_of(j, "output"), "without the sandbox"));
    ck_assert(number_of(j, "score") < 9);
    json_decref(j);
    expect(0, "LIMIT=540 AUTOGRADER=\"$BASE/ag\" CGROUP=\"$BASE/group\" sh "
              "\"$ROOT/grader/export/gradescope/run_autograder\"");
    j = gradescope();
    ck_assert(
        strstr(text_of(j, "output"), "0.5 of a core and 768 MB of memory"));
    json_decref(j);
}
END_TEST

/* Trouble of our own is no score, not even that of an earlier grading. */
START_TEST(gradescope_gives_up)
{
    lay_out("03");
    expect(0, "cp \"$ROOT/grader/demo/mistake/03_reduction/reduction.c\" "
              "ag/submission");
    expect(1, "LIMIT=0 " GRADE);
    expect_says("time was up");
    expect(1, "ls ag/results | grep .");
    lay_out("03");
    expect(0, "rm ag/kit/build");
    expect(1, GRADE);
    expect(1, "ls ag/results | grep .");
}
END_TEST

/* ---- Autolab ------------------------------------------------------------- */

#define AUTOLAB "cd al && sh \"$ROOT/grader/export/autolab/grade.sh\" 2>&1"

static json_t *last_line(void)
{
    char *end = said + strlen(said), *line;
    json_error_t error;
    json_t *j;

    while (end > said && end[-1] == '\n')
        *--end = 0;
    line = strrchr(said, '\n');
    j = json_loads(line ? line + 1 : said, 0, &error);
    ck_assert_msg(j != NULL, "%s", said);
    return json_object_get(j, "scores");
}

START_TEST(autolab_grades)
{
    json_t *scores;

    expect(0, "rm -rf al; mkdir -p al/kit && cd al/kit && for f in Makefile "
              "build common grader labs; do ln -s \"$ROOT/$f\" .; done && "
              "echo 03 >LABS && cp "
              "\"$ROOT/grader/demo/mistake/03_reduction/reduction.c\" ..");
    expect(0, AUTOLAB);
    expect_says("\"race: no race\": {\"passed\": false");
    scores = last_line();
    ck_assert_uint_eq(json_object_size(scores), 1);
    ck_assert(json_is_number(json_object_get(scores, "Lab 03")));
    ck_assert(number_of(scores, "Lab 03") < 9);
    /* not handed in */
    expect(0, "rm al/reduction.c");
    expect(0, AUTOLAB);
    scores = last_line();
    ck_assert(json_is_number(json_object_get(scores, "Lab 03")) &&
              number_of(scores, "Lab 03") == 0);
    /* no kit: nobody gets 0 points for their lab */
    expect(0, "rm -r al/kit/build al/results.json; mkdir al/kit/build; "
              "rm al/kit/Makefile");
    expect(0, AUTOLAB);
    scores = last_line();
    ck_assert_uint_eq(json_object_size(scores), 1);
    ck_assert(json_is_number(json_object_get(scores, "kit")));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("autograders");
    TCase *t = tcase_create("autograders");
    int failed;

    clean_environment();
    if (base_make("test_autograders"))
        return EXIT_FAILURE;
    tcase_set_timeout(t, 240);
    tcase_add_test(t, packed_without_answers);
    tcase_add_test(t, packed_for_whom);
    tcase_add_test(t, gradescope_grades);
    tcase_add_test(t, gradescope_is_loud);
    tcase_add_test(t, gradescope_gives_up);
    tcase_add_test(t, autolab_grades);
    suite_add_tcase(s, t);
    failed = run_suite(s);
    base_remove();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
