/*
 * test_detectors.c - a detector that does not do its work on this machine is
 * noticed before it says anything of a student's. What a compiler links in here
 * makes it so. Run from the top folder.
 */
#define _GNU_SOURCE
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/race_tools.h"
#include "sandbox/detectors.h"
#include "sandbox/sandbox.h"

static char folder[] = "build/test_detectors.XXXXXX", here[PATH_MAX];

static void make_file(const char *name, const char *text, mode_t mode)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(path, mode), 0);
}

/* A compiler that adds these options, and this file wherever it links. */
static void make_compiler(const char *name, const char *real,
                          const char *options, const char *linked)
{
    char text[3 * PATH_MAX], command[3 * PATH_MAX];

    make_file("linked.c", linked, 0644);
    snprintf(command, sizeof command, "gcc -c -fPIC -o %s/%s.o %s/linked.c",
             folder, name, folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(text, sizeof text,
             "#!/bin/sh\n"
             "case \" $* \" in\n"
             "*' -c '*|*' -E '*|*' -print-'*|*version*) exec '%s' \"$@\" %s;;\n"
             "esac\n"
             "exec '%s' \"$@\" %s '%s/%s/%s.o'\n",
             real, options, real, options, here, folder, name);
    make_file(name, text, 0755);
}

static void use_gcc(const char *options, const char *linked)
{
    char path[2 * PATH_MAX];

    make_compiler("cc", "gcc", options, linked);
    snprintf(path, sizeof path, "%s/%s/cc", here, folder);
    setenv("CC", path, 1);
    snprintf(path, sizeof path, "%s/%s", here, folder);
    setenv("LABKIT_READ", path, 1); /* what it links */
    detectors_try_anew();
}

static const char nothing[] = "extern int nothing;\n";

static void is_trouble(enum detector d, enum detector_state state,
                       const char *words)
{
    const char *why;

    ck_assert_int_eq(detector_tried(d), state);
    why = detector_trouble(d);
    ck_assert_ptr_nonnull(why);
    ck_assert_msg(strstr(why, words) != NULL, "%s", why);
}

static bool has_tsan(void)
{
    struct race_tools tools;

    race_tools_find(&tools);
    return *tools.clang && *tools.archer;
}

START_TEST(all_work)
{
    detectors_try_anew();
    if (has_tsan())
        ck_assert_int_eq(detector_tried(DETECTOR_RACES), DETECTOR_WORKS);
    ck_assert_int_eq(detector_tried(DETECTOR_MEMORY), DETECTOR_WORKS);
    ck_assert_int_le(detector_tried(DETECTOR_LEAKS), DETECTOR_WORKS);
    ck_assert_int_eq(detector_tried(DETECTOR_DEVICE), DETECTOR_WORKS);
    for (int d = 0; d < DETECTORS; d++)
        ck_assert_ptr_null(detector_trouble((enum detector)d));
}
END_TEST

/* What the file says is believed, until something changes. */
START_TEST(remembered)
{
    detector_tried(DETECTOR_MEMORY);
    ck_assert_int_eq(system("ls build/detectors-*.c.txt >/dev/null"), 0);
}
END_TEST

/* It asks the kernel for what the filter does not let through. */
START_TEST(filtered)
{
    use_gcc("", "#include <signal.h>\n"
                "#include <unistd.h>\n"
                "__attribute__((destructor)) static void end(void)\n"
                "{\n"
                "    kill(getppid(), 0);\n"
                "}\n");
    is_trouble(DETECTOR_MEMORY, DETECTOR_FILTERED, "filter");
}
END_TEST

/* LeakSanitizer of LLVM 20 and later: a process that is not given is no harm.
 */
START_TEST(tries_a_process)
{
    use_gcc("", "#include <signal.h>\n"
                "#include <sys/syscall.h>\n"
                "#include <unistd.h>\n"
                "int __lsan_is_turned_off(void);\n"
                "int __lsan_is_turned_off(void)\n"
                "{\n"
                "    return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0;\n"
                "}\n");
    ck_assert_int_le(detector_tried(DETECTOR_LEAKS), DETECTOR_WORKS);
}
END_TEST

START_TEST(blind)
{
    use_gcc("--param asan-instrument-writes=0", nothing);
    is_trouble(DETECTOR_MEMORY, DETECTOR_BLIND, "finds nothing");
}
END_TEST

START_TEST(blind_for_leaks)
{
    use_gcc("", "int __lsan_is_turned_off(void);\n"
                "int __lsan_is_turned_off(void) { return 1; }\n");
    ck_assert_int_eq(detector_tried(DETECTOR_MEMORY), DETECTOR_WORKS);
    if (detector_tried(DETECTOR_LEAKS) != DETECTOR_UNTRIED)
        is_trouble(DETECTOR_LEAKS, DETECTOR_BLIND, "LeakSanitizer");
}
END_TEST

/* No detector in it: silence is no news. */
START_TEST(silent)
{
    use_gcc(
        "-fno-sanitize=all",
        "void *__asan_region_is_poisoned(void), *__asan_report_error(void);\n"
        "void *__asan_region_is_poisoned(void) { return 0; }\n"
        "void *__asan_report_error(void) { return 0; }\n");
    is_trouble(DETECTOR_MEMORY, DETECTOR_DIES, "ends a right program");
}
END_TEST

/* As where vm.mmap_rnd_bits is 32, and a container forbids personality(). */
START_TEST(too_random)
{
    char path[PATH_MAX + 4096];
    struct race_tools tools;

    race_tools_find(&tools);
    make_compiler(
        "clang", tools.clang, "",
        "#include <unistd.h>\n"
        "__attribute__((constructor(101))) static void die(void)\n"
        "{\n"
        "    static const char m[] = \"FATAL: ThreadSanitizer: unexpected \"\n"
        "        \"memory mapping 0x5e6583a81000-0x5e6583a8b000\\n\";\n"
        "    _exit(write(2, m, sizeof m - 1) > 0 ? 66 : 67);\n"
        "}\n");
    snprintf(path, sizeof path, "%s/%s:%s", here, folder, getenv("PATH"));
    setenv("PATH", path, 1);
    snprintf(path, sizeof path, "%s/%s", here, folder);
    setenv("LABKIT_READ", path, 1); /* what it links */
    unsetenv("LABKIT_TOOLS");
    detectors_try_anew();
    is_trouble(DETECTOR_RACES, DETECTOR_RANDOM, "vm.mmap_rnd_bits");
    ck_assert_int_eq(detector_tried(DETECTOR_MEMORY), DETECTOR_WORKS);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *s = suite_create("detectors");
    TCase *t = tcase_create("detectors");
    char command[100];
    SRunner *r;
    int failed;

    if (argc == 4 && !strcmp(argv[1], "-x"))
        sandbox_enter(argv[2], argv[3]);
    if (access("build/grader/student/program.o", R_OK) ||
        access("build/simt/libsimt.a", R_OK)) {
        printf("NOT TESTED: detectors (make first)\n");
        return 0;
    }
    if (!getcwd(here, sizeof here) || !mkdtemp(folder)) {
        perror("test_detectors");
        return 2;
    }
    /* the student's side under a sanitizer has no room in there */
    tcase_set_tags(t, "ordinary");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, all_work);
    tcase_add_test(t, remembered);
    tcase_add_test(t, filtered);
    tcase_add_test(t, tries_a_process);
    tcase_add_test(t, blind);
    tcase_add_test(t, blind_for_leaks);
    tcase_add_test(t, silent);
    if (has_tsan())
        tcase_add_test(t, too_random);
    else
        printf("NOT TESTED: ThreadSanitizer (no clang, or no Archer)\n");
    suite_add_tcase(s, t);
    r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    failed = srunner_ntests_failed(r);
    srunner_free(r);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command))
        failed = 1;
    return failed != 0;
}
