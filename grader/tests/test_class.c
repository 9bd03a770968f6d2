/*
 * test_class.c - `make class` from end to end: a class with right, wrong and
 * hostile answers is graded, killed at random moments (KILLS=50: so many times)
 * and gone on with, and no grading is lost or given twice.
 */
#define _GNU_SOURCE
#include <check.h>
#include <signal.h>

#include "drive.h"

#define run(...) sh(base, __VA_ARGS__)

#include "class_drive.h"

/* Hand in a file of one line. */
static void hand_in_line(const char *student, const char *line)
{
    expect(0, "mkdir in/%s && printf '%%s\\n' '%s' >in/%s/reduction.c", student,
           line, student);
}

/* The status of the first grading of a student's lab. */
static void status_is(const char *student, const char *id, const char *status)
{
    char path[PATH_MAX + 200];
    json_t *all;
    const json_t *lab;

    snprintf(path, sizeof path, "%s/out/gradings/%s/%s.1.json", base, student,
             id);
    all = load(path);
    ck_assert_msg(all != NULL, "no %s", path);
    lab = lab_entry(all, id);
    ck_assert_ptr_nonnull(lab);
    ck_assert_msg(!strcmp(text_of(lab, "status"), status), "%s, lab %s: %s",
                  student, id, text_of(lab, "status"));
    json_decref(all);
}

static void some_class(void)
{
    expect(0, "chmod -R u+w in out 2>/dev/null; rm -rf in out");
    hand_in("ann", "solutions/03_reduction/reduction.c");
    hand_in("ann", "solutions/12_vector_add/vector_add.cu");
    hand_in("bob", "solutions/03_reduction/wrong/shared_sum.c");
    hand_in("bob", "solutions/12_vector_add/wrong/no_bounds_check.cu");
    hand_in("cat", "labs/03_reduction/.skeleton.c");
    hand_in("dan", "solutions/03_reduction/wrong/last_chunk_lost.c");
}

START_TEST(whole_class)
{
    char line[PATH_MAX + 100];

    some_class();
    hand_in("abort", "grader/tests/hostile/abort.c");
    hand_in("pipes", "grader/tests/hostile/cu_reads_report.cu");
    hand_in("files", "grader/tests/hostile/cu_writes_files.cu");
    hand_in_line("copy1",
                 "#include \"../../../ann/1/03_reduction/reduction.c\"");
    snprintf(line, sizeof line, "#include \"%s/in/ann/reduction.c\"", base);
    hand_in_line("copy2", line);
    snprintf(line, sizeof line, "__asm__(\".incbin \\\"%s/out/secret\\\"\");",
             base);
    hand_in_line("copy3", line);
    expect(0, CLASS PROGRAM);
    expect_says("0 from before");
    status_is("ann", "03", "passed");
    status_is("ann", "12", "passed");
    status_is("bob", "03", "failed");
    status_is("bob", "12", "failed");
    status_is("dan", "03", "failed");
    status_is("abort", "03", "failed");
    status_is("pipes", "12", "failed");
    status_is("files", "12", "failed");
    status_is("copy1", "03", "failed");
    status_is("copy2", "03", "failed");
    status_is("copy3", "03", "failed");
    expect(0, "grep -h includes out/students/copy[12]/feedback.txt");
    expect(0, "grep 'asm is not' out/students/copy3/feedback.txt");
    expect(0, "cd out && test -s index.html &&"
              "{ test -s alike.csv || ! command -v sim_c; } &&"
              "test -s students/ann/feedback.html &&"
              "test -s students/cat/feedback.txt &&"
              "test \"$(stat -c %%a secret)\" = 600");
    expect(0, "grep -q '^03_reduction,.*,ann,.*,counts' out/class.csv");

    /* once more: all is kept, and the pages are the same */
    expect(0, "cp -R out before && " CLASS PROGRAM);
    expect_says("0 graded,");
    expect(0, "diff -r before out");

    /* what was changed is graded again, and only that */
    expect(0, "echo >>in/dan/reduction.c && " CLASS PROGRAM);
    expect_says("1 graded,");
}
END_TEST

/* ---- killed -------------------------------------------------------------- */

static unsigned milliseconds_to_live(void)
{
    return 100 + (unsigned)rand() % 4000;
}

START_TEST(killed)
{
    const char *kills = getenv("KILLS");
    const unsigned seed = (unsigned)time(NULL);

    printf("seed %u\n", seed);
    srand(seed);
    some_class();
    for (int i = 0; i < (kills ? atoi(kills) : 4); i++) {
        unsigned ms = milliseconds_to_live();

        run(CLASS "timeout -s KILL %u.%03u " PROGRAM, ms / 1000, ms % 1000);
        nothing_lost();
        expect(0, "if [ $(wc -l <then) = 6 ]; then "
                  "chmod -R u+w out; rm -rf out then; fi");
    }
    expect(0, CLASS PROGRAM);
    nothing_lost();
    expect(0, "test $(wc -l <then) = 6");
    expect(1, "find out -name '*.part' | grep .");
    status_is("ann", "03", "passed");
    status_is("bob", "12", "failed");
}
END_TEST

/* ---- what is refused ----------------------------------------------------- */

START_TEST(refused)
{
    expect(2, "cd \"$ROOT\" && " PROGRAM);
    expect_says("make class IN=submissions OUT=folder");
    expect(0, "mkdir -p theirs in && echo x >theirs/x");
    expect(2, "cd \"$ROOT\" && IN=\"$BASE/in\" OUT=\"$BASE/theirs\" " PROGRAM);
    expect_says("holds something, and not what make class has written");
    expect(2, "cd \"$ROOT\" && IN=\"$BASE/in\" OUT=\"$BASE/in/out\" " PROGRAM);
    expect_says("two folders, neither in the other");
    expect(1, "test -e in/out");
    expect(2, "cd \"$ROOT\" && IN=/dev/null OUT=\"$BASE/o\" " PROGRAM);
    expect_says("neither a folder nor an archive");
    expect(2, "cd \"$ROOT\" && IN=\"$BASE/none\" OUT=\"$BASE/o\" " PROGRAM);
    expect_says("No such file");
    expect(2, CLASS "JOBS=many " PROGRAM);
    expect_says("JOBS");
    expect(0, "printf '[class]\\nlabs = 77\\n' >class.ini");
    expect(2, CLASS "TRUST=all-students CONFIG=\"$BASE/class.ini\" " PROGRAM);
    expect_says("class.ini:2: no such lab");
    /* without a wall only in so many words */
    expect(2, CLASS "LABKIT_SANDBOX=none " PROGRAM);
    expect_says("Neither bubblewrap nor Landlock works here");
    expect_says("TRUST=all-students");
    /* and with one only if the compilers work behind it */
    expect(0, "mkdir needed && echo >needed/file && cat >odd_cc <<'END'\n"
              "#!/bin/sh\n"
              "cat \"${0%%/*}/needed/file\" && exec gcc \"$@\"\n"
              "END\n"
              "chmod +x odd_cc");
    expect(2, CLASS "CC=\"$BASE/odd_cc\" " PROGRAM);
    expect_says("The compilers do not work behind");
    expect_says("needed/file: ");
    expect_says("LABKIT_READ");
    expect(2, CLASS "CC=\"$BASE/odd_cc\" LABKIT_READ=\"$BASE/needed\" "
                    "CONFIG=\"$BASE/class.ini\" " PROGRAM);
    expect_says("class.ini:2: no such lab");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("class");
    TCase *t = tcase_create("class");
    int failed;

    clean_environment();
    if (base_make("test_class"))
        return EXIT_FAILURE;
    tcase_set_timeout(t, 0);
    tcase_add_test(t, refused);
    if (run("bwrap --ro-bind / / true")) {
        printf("NOT TESTED: gradings (bubblewrap does not work here)\n");
    } else {
        tcase_add_test(t, whole_class);
        tcase_add_test(t, killed);
    }
    suite_add_tcase(s, t);
    failed = run_suite(s);
    base_remove();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
