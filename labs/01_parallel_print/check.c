/* What lab 01 asks for: 0 to 9, each once, printed by a team of four. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

enum { NUMBERS = 10, TEAM = 4, TRIES = 5 };

/* The number on a line that holds one and nothing else, between the bytes
 * `line` and `end`; -1 if it is no such line. */
static int number_on(const char *line, const char *end)
{
    int number = 0;

    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    while (line < end && isspace((unsigned char)*line))
        line++;
    if (line == end || end - line > 6)
        return -1;
    for (; line < end; line++) {
        if (!isdigit((unsigned char)*line))
            return -1;
        number = 10 * number + (*line - '0');
    }
    return number;
}

static void expect_none_missing(const int times[NUMBERS])
{
    char list[NUMBERS * 4 + 1] = "";
    int missing = 0, first = NUMBERS;

    for (int i = 0; i < NUMBERS; i++)
        if (times[i] == 0) {
            const size_t used = strlen(list);

            snprintf(list + used, sizeof list - used, missing ? ", %d" : "%d",
                     i);
            first = missing++ ? first : i;
        }
    if (missing && first + missing == NUMBERS && first > 0)
        judge_fail(_("The program does not print %s: the last %d of %d. Where "
                     "you cut the numbers into equal parts, the rest of the "
                     "division is in none of them."),
                   list, missing, NUMBERS);
    if (missing)
        judge_fail(_("The program does not print %s."), list);
}

/* Each number once, one a line, in any order. */
static void expect_each_once(const struct judge_run *run)
{
    int times[NUMBERS] = {0};
    const char *line = run->output, *end;

    for (; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        int number = number_on(line, end);
        if (number < 0 || number > NUMBERS) /* "68" is a 6 and an 8 */
            judge_fail(_("A line of the output is \"%.*s\"; there should be "
                         "one number on each line. Print number and newline "
                         "with one printf, so that no other thread gets in "
                         "between."),
                       (int)(end - line < 60 ? end - line : 60), line);
        if (number == NUMBERS)
            judge_fail(_("The program prints \"%d\". The numbers are 0 to "
                         "%d."),
                       number, NUMBERS - 1);
        times[number]++;
    }
    expect_none_missing(times);
    for (int i = 0; i < NUMBERS; i++) {
        if (times[i] > 1)
            judge_fail(_("The program prints %d %d times. Does each thread "
                         "do the whole loop?"),
                       i, times[i]);
    }
    if (run->threads == 0)
        judge_fail(_("The program ended before its threads could be "
                     "counted. Let main() return at its end."));
}

// promise: each number once
// broken by: no_for
START_TEST(each_number_once)
{
    for (int i = 0; i < TRIES; i++) {
        const struct judge_run *run = judge_run_program(BUILD_PLAIN, 0);
        expect_each_once(run);
        if (run->exit_code != 0)
            judge_fail(_("The program ends with exit code %d; main() should "
                         "return 0."),
                       run->exit_code);
    }
}

/* The most threads that the program had while it first printed: a team that
 * comes afterwards does not do the loop. A busy machine may not show all. */
static int team_of_the_loop(int threads)
{
    int most = 0;

    for (int i = 0; i < 10 && most < TEAM; i++) {
        const int now = judge_run_program(BUILD_PLAIN, threads)->at_first;
        most = now > most ? now : most;
    }
    return most;
}

/* Counted while the first one prints, and at the program's end: the threads of
 * a team mostly stay when the region is over. */
// promise: four threads, whatever `OMP_NUM_THREADS` says
// broken by: any_number_of_threads
// promise: four threads
// broken by: four_come_too_late
START_TEST(a_team_of_four)
{
    static const int tries[] = {7, 1, 4, 2};

    for (int i = 0; i < 4; i++) {
        const struct judge_run *run = judge_run_program(BUILD_PLAIN, tries[i]);
        /* Of a region before the last one a busy machine may not show all. */
        for (int again = 0; run->threads != TEAM && again < 2; again++)
            run = judge_run_program(BUILD_PLAIN, tries[i]);
        expect_each_once(run);
        if (run->threads == 1 && tries[i] > 1)
            judge_fail(_("The program had 1 thread instead of %d, with "
                         "OMP_NUM_THREADS=%d, too, where a region that asks "
                         "for nothing has more. So nobody makes a team, or one "
                         "of a single thread. `parallel` makes one; `omp for` "
                         "alone shares a loop among a team that is there."),
                       TEAM, tries[i]);
        if (run->threads != TEAM && judge_line_of("omp parallel") &&
            judge_line_of("omp_set_num_threads(") >
                judge_line_of("omp parallel"))
            judge_fail(_("The program had %d thread%s instead of %d, with "
                         "OMP_NUM_THREADS=%d. What omp_set_num_threads() sets, "
                         "at line %d, is for the regions that begin behind it: "
                         "a team that is there does not change. Call it before "
                         "the region, or write num_threads there."),
                       run->threads, run->threads == 1 ? "" : "s", TEAM,
                       tries[i], judge_line_of("omp_set_num_threads("));
        if (run->threads != TEAM)
            judge_fail(_("The program had %d thread%s instead of %d, with "
                         "OMP_NUM_THREADS=%d. The clause num_threads asks "
                         "for a number whatever that variable says."),
                       run->threads, run->threads == 1 ? "" : "s", TEAM,
                       tries[i]);
        const int printing = run->at_first < TEAM ? team_of_the_loop(tries[i])
                                                  : run->at_first;
        if (printing < TEAM)
            judge_fail(_("When it began to print, the program had %d thread%s "
                         "instead of %d, with OMP_NUM_THREADS=%d. The team of "
                         "%d has to be the one that does the loop."),
                       printing, printing == 1 ? "" : "s", TEAM, tries[i],
                       TEAM);
    }
}

/* Four threads and a wrong output earn nothing: so each check looks at both.
 * Nothing that the program prints at first comes through, so every thread has
 * time to take a number before one of them could be done with all. A busy
 * machine may spoil that once. */
// promise: at least two of them printed
// broken by: single
START_TEST(the_loop_is_shared)
{
    enum { BYTES = 2 * NUMBERS }; /* a digit and a newline each */
    bool known = false;
    int64_t besides = 0;

    for (int i = 0; i < TRIES; i++) {
        const struct judge_run *run = judge_run_program(BUILD_PLAIN, 0);
        expect_each_once(run);
        besides = llabs(run->written - BYTES);
        /* Other threads wrote more than what need not be a number. */
        if (run->written >= 0 && run->written - run->most_written > besides)
            return;
        known = known || run->written >= 0;
    }
    if (!known)
        judge_untold(_("This machine could not tell which threads printed: "
                       "its kernel does not count that. No points are "
                       "lost."));
    judge_one_thread();
    if (besides)
        judge_fail(_("Nobody can see that more than one thread printed "
                     "numbers: the program writes %lld bytes besides them. Let "
                     "it print number and newline, and nothing else."),
                   (long long)besides);
    judge_fail(_("Only one thread printed, in each of %d runs. The rounds of "
                 "the loop should be shared among the team: is there a team, "
                 "do its threads share the loop, and is no chunk of a "
                 "schedule as large as the whole loop?"),
               TRIES);
}

/* Threads that come late show what is atomic in parts, but not as a whole. */
// promise: ThreadSanitizer and Archer watch the program
// broken by: shared_counter
// promise: and each number comes once also when threads come late
// broken by: read_then_added
// no promise: The operating system tells the grader [...] and runs the program five times.
// because: says how the grader knows, and what is allowed
START_TEST(no_race)
{
    for (int i = 0; i < 3; i++) {
        const struct judge_run *run = judge_run_program(BUILD_TSAN, 0);
        const char *end = run->output;
        int times[NUMBERS] = {0};

        for (const char *line = end; *line; line = end + (*end == '\n')) {
            end = line + strcspn(line, "\n");
            int number = number_on(line, end);
            if (number >= 0 && number < NUMBERS)
                times[number]++;
        }
        for (int k = 0; k < NUMBERS; k++)
            judge_equal(1, times[k], _("how often the program prints %d"), k);
    }
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("01 parallel_print");

    judge_test(s, KIND_OUTPUT, each_number_once);
    judge_test(s, KIND_OUTPUT, a_team_of_four);
    judge_test(s, KIND_OUTPUT, the_loop_is_shared);
    judge_test(s, KIND_RACE, no_race);
    return s;
}
