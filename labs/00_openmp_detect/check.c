/* What lab 00 asks for: a program that knows how it was built. */
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/judge.h"
#include "machine/race_tools.h"

/* One line, blanks around it cut off, that begins at *text; null after the
 * last one. Moves *text behind it. */
static char *next_line(char **text)
{
    char *line = *text, *end;

    if (!*line)
        return NULL;
    end = line + strcspn(line, "\n");
    *text = end + (*end == '\n');
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return line + strspn(line, " \t");
}

/* The value of _OPENMP with this compiler. It is asked for, because a program
 * is right with every compiler, also with another one than ours. */
static int64_t version_of(const char *compiler)
{
    char command[512], line[512];
    int64_t version = 0;
    FILE *macros;

    snprintf(command, sizeof command,
             "%s -fopenmp -dM -E -x c /dev/null 2>/dev/null", compiler);
    macros = popen(command, "r");
    if (!macros)
        return 0;
    while (fgets(line, sizeof line, macros))
        if (sscanf(line, "#define _OPENMP %" SCNd64, &version) == 1)
            break;
    while (fgets(line, sizeof line, macros))
        ; /* a compiler that nobody listens to complains */
    pclose(macros);
    return version;
}

/* The number in a line like "version 201511"; -1 if it is another line. */
static int64_t number_in(const char *line, const char *word)
{
    size_t n = strlen(word);
    char *end;

    if (!line || strncmp(line, word, n) != 0 || line[n] != ' ' ||
        !isdigit((unsigned char)line[n + 1]))
        return -1;
    int64_t number = strtoll(line + n + 1, &end, 10);
    return *end ? -1 : number;
}

/* Does this build say "support openmp" with so many threads? */
static bool supports(int threads)
{
    const struct judge_run *run = judge_run_program(BUILD_PLAIN, threads);
    const char *yes = "support openmp\n";

    return !strncmp(run->output, yes, strlen(yes));
}

/* That a line is the other build's says why. */
static void expect_own_half(bool with, const char *got, const char *how)
{
    const bool no = got && with && !strcmp(got, "not support openmp");

    if (no && (supports(3) || supports(1))) /* what got points to is gone */
        judge_fail(_("Built %s, the program prints \"not support openmp\" with "
                     "one number of threads (OMP_NUM_THREADS), and \"support "
                     "openmp\" with another. Whether OpenMP is there has been "
                     "decided by the compiler: let only _OPENMP decide, and "
                     "not how many threads there are."),
                   how);
    if (no)
        judge_fail(_("Built %s, the program prints \"not support openmp\": the "
                     "lines of the other build were compiled. What your #if or "
                     "#ifdef asks for is not defined. It is _OPENMP; a "
                     "misspelt name is not defined, and the compiler says "
                     "nothing of it."),
                   how);
    if (got && !with && !strcmp(got, "support openmp"))
        judge_fail(_("Built %s, the program prints \"%s\": this line belongs "
                     "to the other build. It has to stand where the compiler "
                     "sees it with -fopenmp only, between #ifdef _OPENMP and "
                     "#else."),
                   how, got);
}

static void expect_line(const char *want, const char *got, const char *how)
{
    if (!got)
        judge_fail(_("Built %s, the program should print \"%s\", but its "
                     "output ends before that."),
                   how, want);
    if (strcmp(want, got) != 0)
        judge_fail(_("Built %s, the program should print \"%s\" here, but "
                     "prints \"%.100s\"."),
                   how, want, got);
}

static void expect_end(const struct judge_run *run, bool with, const char *got,
                       const char *how)
{
    if (got && with && !strcmp(got, "not support openmp"))
        judge_fail(_("Built %s, the program prints one line too many: "
                     "\"%.100s\", which belongs to the other build. It has to "
                     "stand where the compiler sees it without -fopenmp only, "
                     "behind #else."),
                   how, got);
    if (got && with && !strncmp(got, "threads ", 8))
        judge_fail(_("Built %s, the program prints one line too many: "
                     "\"%.100s\" comes again. In a parallel region every "
                     "thread prints it: print it outside, once."),
                   how, got);
    if (got)
        judge_fail(_("Built %s, the program prints one line too many: "
                     "\"%.100s\"."),
                   how, got);
    if (run->exit_code != 0)
        judge_fail(_("Built %s, the program ends with exit code %d. Both "
                     "answers are fine, so main() should return 0."),
                   how, run->exit_code);
}

/* One run of a build with OpenMP. Returns the threads that it printed. */
static int64_t threads_printed(enum build build, int threads, int64_t version)
{
    const struct judge_run *run = judge_run_program(build, threads);
    const char *how = _("with -fopenmp");
    char *rest = run->output, *line = next_line(&rest);

    expect_own_half(true, line, how);
    expect_line("support openmp", line, how);
    line = next_line(&rest);
    int64_t got = number_in(line, "version");
    if (line && strstr(line, "_OPENMP"))
        judge_fail(_("Built %s, the program prints \"%.100s\": the macro's "
                     "name, and not its value. Nothing is put in for a name "
                     "within quotes, nor behind a # in another macro; print "
                     "it as a number."),
                   how, line);
    if (got < 0)
        expect_line("version YYYYMM", line, how);
    if (version && got != version)
        judge_fail(_("The program prints \"version %" PRId64 "\", but with "
                     "this compiler _OPENMP is %" PRId64 ". Let the "
                     "preprocessor put the value of _OPENMP in."),
                   got, version);
    line = next_line(&rest);
    got = number_in(line, "threads");
    if (got < 0)
        expect_line("threads N", line, how);
    expect_end(run, true, next_line(&rest), how);
    return got;
}

// promise: built with `-fopenmp` and run with 1, 3, 7 threads
// broken by: num_threads_outside
// promise: with 10 to 40
// broken by: first_digit
// promise: The lines must be as above
// broken by: wrong_macro
// promise: and nothing else may be printed.
// broken by: one_line_more
START_TEST(says_what_openmp_it_has)
{
    const int tries[] = {3, 1, 7, (int)judge_between(10, 40)};
    const char *cc = getenv("CC"); /* as the kit builds the program */
    int64_t version = version_of(cc && *cc ? cc : "gcc");

    for (int i = 0; i < 4; i++) {
        int64_t got = threads_printed(BUILD_PLAIN, tries[i], version);
        if (got != tries[i] && got == 1)
            judge_fail(_("The program prints \"threads 1\" with "
                         "OMP_NUM_THREADS=%d. omp_get_num_threads() is "
                         "always 1 outside of a parallel region; ask "
                         "omp_get_max_threads()."),
                       tries[i]);
        if (got != tries[i])
            judge_fail(_("The program prints \"threads %" PRId64 "\" with "
                         "OMP_NUM_THREADS=%d. omp_get_max_threads() follows "
                         "that variable."),
                       got, tries[i]);
    }
}

// promise: and the usual number
// broken by: four_if_not_set
START_TEST(counts_the_cores_by_default)
{
    int64_t got = threads_printed(BUILD_PLAIN, 0, 0);
    int64_t mine = omp_get_num_procs();

    /* gcc's library counts the cores that the program may use, clang's may
     * count all. */
    if (got != mine && got != sysconf(_SC_NPROCESSORS_ONLN))
        judge_fail(_("The program prints \"threads %" PRId64 "\" when "
                     "OMP_NUM_THREADS is not set; omp_get_max_threads() is "
                     "%" PRId64 " then."),
                   got, mine);
}

// promise: built without
// broken by: always_support
START_TEST(says_that_it_has_none)
{
    const struct judge_run *run = judge_run_program(BUILD_SERIAL, 3);
    const char *how = _("without -fopenmp");
    char *rest = run->output, *line = next_line(&rest);

    expect_own_half(false, line, how);
    expect_line("not support openmp", line, how);
    expect_end(run, false, next_line(&rest), how);
}

/* A version that was typed in by hand is right with one compiler only. */
// promise: built with clang, where there is one
// broken by: old_version
// no promise: Blanks around a line do not matter.
// no promise: The check is called *output* [...] it is called *correctness*.
// because: it is allowed, not asked for
START_TEST(is_right_with_a_second_compiler)
{
    struct race_tools tools;

    race_tools_find(&tools);
    if (!*tools.clang || !*tools.archer)
        judge_skip(_("NOT CHECKED: there is no second compiler (clang) "
                     "here. 'make setup' installs it."));
    threads_printed(BUILD_TSAN, 3, version_of(tools.clang));
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("00 openmp_detect");

    judge_test(s, KIND_OUTPUT, says_what_openmp_it_has);
    judge_test(s, KIND_OUTPUT, counts_the_cores_by_default);
    judge_test(s, KIND_OUTPUT, says_that_it_has_none);
    judge_test(s, KIND_OUTPUT, is_right_with_a_second_compiler);
    return s;
}
