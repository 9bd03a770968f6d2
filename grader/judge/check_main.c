/*
 * check_main.c - main() of every check program: build/checks/NN_name. Runs the
 * lab's Check suite and writes WORK/checks.json for the front (grade.c).
 *
 * A verdict comes from two sides that must agree: the finding that the test
 * itself left, and Check's own word on how the test process ended. A test that
 * died on the way is never a pass.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/random.h"
#include "judge/builds.h"
#include "judge/call.h"
#include "judge/closer.h"
#include "judge/ending.h"
#include "judge/guesses.h"
#include "judge/start.h"
#include "judge/state.h"
#include "machine/environment.h"
#include "machine/gpu.h"
#include "machine/race_tools.h"
#include "machine/ulimits.h"
#include "sandbox/detectors.h"
#include "sandbox/wall.h"

/* ---- registering and running tests ----------------------------------- */

static TFun test_function[RESULTS_MAX_CHECKS];
static bool test_on_gpu[RESULTS_MAX_CHECKS];
static int only_kind = -1;    /* -k: the others are not registered at all */
static bool only_results;     /* -k results: output and correctness */
static const char *only_name; /* -n: the others likewise */
static pid_t main_process;

/* Whether something is wrong with what the student's code does without a GPU;
 * its traffic does not count here. */
static bool wrong_without_gpu(void)
{
    for (int i = 0; i < judge.table->n; i++) {
        const struct finding *f = &judge.table->check[i];

        if (f->status == STATUS_FAIL && !test_on_gpu[i] &&
            f->kind != KIND_TRAFFIC)
            return true;
    }
    return false;
}

/* Points that a test which is not run has: none are lost, or all. */
enum { KEPT = 0, LOST = -1 };

static bool leave_out(struct finding *f, int points, const char *text)
{
    f->status = STATUS_SKIPPED;
    f->max_points = points;
    if (text)
        finding_say(f, "%s", text);
    return true;
}

/* Whether this test is not run, for a reason that its finding then has. */
static bool is_left_out(int i)
{
    struct finding *f = &judge.table->check[i];
    bool counts_if_right = f->kind == KIND_SPEED || f->kind == KIND_TRAFFIC;
    /* A race or a write outside may be why code does not come back. Of a kernel
     * the CPU device says where; but if it was the host's code, once is enough.
     * In the other labs each detector may wait once. */
    bool says_why = (f->kind == KIND_RACE || f->kind == KIND_MEMORY) &&
                    !judge.gpu &&
                    judge.table->stuck <= (judge_is_cuda() ? 1 : 2);

    /* What cannot be measured here costs nothing, right or wrong. */
    if (f->kind == KIND_SPEED && judge_is_cuda() && !judge_has_build(BUILD_GPU))
        return leave_out(f, KEPT, start_no_gpu());
    for (int k = 0; judge.quick && k < i; k++)
        if (judge.table->check[k].status == STATUS_FAIL)
            return leave_out(f, LOST, NULL);
    /* A GPU would say the same once more, later and in fewer words. No points
     * are lost: there are none for it where there is no GPU, either. */
    if (judge.gpu && wrong_without_gpu())
        return leave_out(f, KEPT, SAY(not_tried_on_gpu));
    /* No thread can be in the way of one that is alone. */
    if (judge.table->serial && f->kind == KIND_RACE)
        return leave_out(f, LOST, SAY(not_counted_serial));
    if (judge.table->for_show && f->kind == KIND_CORRECTNESS)
        return leave_out(f, LOST, judge_for_show());
    if ((judge.table->stuck && !says_why) ||
        (judge.table->stuck_in_nit && f->nit))
        return leave_out(f, LOST, SAY(not_run_after_hang));
    if (counts_if_right && judge.table->wrong)
        return leave_out(f, LOST,
                         f->kind == KIND_SPEED ? SAY(not_measured_before_right)
                                               : SAY(not_counted_before_right));
    return false;
}

/* Its own numbers, whatever tests ran before: SEED repeats each alone. But not
 * where speed is measured, for it has so few values that code can try them all
 * and then knows what comes. */
static void draw_anew(int i)
{
    uint64_t x = judge.seed + 0x632BE59BD9B4E019u * (uint64_t)(i + 1);

    for (int k = 0; k < 4; k++)
        judge.random[k] = random_next(&x);
    if (judge.table->check[i].kind == KIND_SPEED)
        random_anew();
}

/* Run a test from its first number on. */
static void run_round(int i)
{
    draw_anew(i);
    call_forget();
    closer_begin();
    if (setjmp(judge.leave) == 0) {
        test_function[i](0);
        judge_finish();
        if (current()->status == STATUS_NONE)
            current()->status = STATUS_PASS;
    }
}

/* What later tests ask before they are run. */
struct gates {
    bool wrong, wrong_in_order, serial;
    int stuck;
};

static struct gates read_gates(void)
{
    const struct judge_table *t = judge.table;

    return (struct gates){t->wrong, t->wrong_in_order, t->serial, t->stuck};
}

/* What a nit finds closes nothing: as it was before. */
static void open_gates(const struct gates *before, const struct finding *f)
{
    struct judge_table *t = judge.table;

    if (!f->nit)
        return;
    t->wrong = before->wrong;
    t->wrong_in_order = before->wrong_in_order;
    t->serial = before->serial;
    t->stuck_in_nit |= t->stuck > before->stuck;
    t->stuck = before->stuck;
}

/* Once more in the build that is timed, and that everybody else would use: what
 * is right where variables hold a pattern must be right here. Whatever else
 * comes of it was known before. */
static void run_unfilled(int i)
{
    struct finding *f = &judge.table->check[i], was = *f;
    char text[sizeof f->message];

    if (f->status != STATUS_PASS || f->nit || judge.quick || judge_is_cuda() ||
        (f->kind != KIND_CORRECTNESS && f->kind != KIND_OUTPUT) ||
        !judge_has_build(BUILD_FILLED) || call_spent() > 1)
        return;
    f->status = STATUS_NONE;
    judge.unfilled = true;
    run_round(i);
    judge.unfilled = false;
    if (f->status != STATUS_FAIL) {
        *f = was;
        return;
    }
    said_put(text, sizeof text, "%s %s", SAY(wrong_in_timed_build), f->message);
    finding_say(f, "%s", text);
}

/* Every test is this one function, with its place in the table. */
static void run_test(int i)
{
    struct finding *f = &judge.table->check[i];
    const struct gates before = read_gates();

    if (getpid() != main_process)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    judge.current = i;
    judge.gpu = test_on_gpu[i];
    printf("%s\n", f->name);
    fflush(stdout);
    if (is_left_out(i))
        return;
    for (judge.round = 0; judge.round < 2; judge.round++) {
        judge.again = false;
        run_round(i);
        if (!judge.again)
            break;
    }
    closer_settle();
    run_unfilled(i);
    open_gates(&before, f);
    if (f->status == STATUS_FAIL)
        ck_abort_msg("%s", finding_english(f));
}

/* A test without a GPU whose values were wrong, if the checks of races and
 * memory have found nothing that would say why: they have other numbers. -1 if
 * there is none, or nobody waits for it. */
static int unexplained(void)
{
    int found = -1;

    if (!judge_is_cuda() || !judge_has_build(BUILD_CHECK) || judge.quick ||
        only_kind >= 0 || only_results || judge.table->stuck)
        return -1;
    for (int i = judge.table->n - 1; i >= 0; i--) {
        const struct finding *f = &judge.table->check[i];

        if (f->status != STATUS_FAIL || test_on_gpu[i])
            continue;
        if (f->kind == KIND_RACE || f->kind == KIND_MEMORY)
            return -1;
        if (f->kind == KIND_CORRECTNESS &&
            judge.table->first_look[i].status == STATUS_NONE)
            found = i;
    }
    return found;
}

/* That one once more, where each access is watched. */
START_TEST(look_once_more)
{
    const struct gates before = read_gates();

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    judge.current = _i;
    judge.gpu = false;
    closer_look_at_values();
    run_round(_i);
    closer_settle();
    open_gates(&before, current());
}
END_TEST

/*
 * Whoever is timed is alone: where kit verify runs several check programs, the
 * tests of the others wait. They meet at a lock on the folder where all their
 * work folders are. The time that is waited is not the test's own.
 */
static int machine = -1;

static void take_machine(int how)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/..", judge.work);
    machine = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ck_assert_msg(machine >= 0, "%s: %s", path, strerror(errno));
    while (flock(machine, how) && errno == EINTR)
        ;
}

static void share_machine(void)
{
    take_machine(LOCK_SH);
}

static void have_machine_alone(void)
{
    take_machine(LOCK_EX);
}

/* Also machines are shared: other gradings on the same GPU, by anybody. Without
 * the lock one can still be right about results, but not about speed. */
static const double gpu_soon = 60, gpu_patience = 300; /* seconds */

static void share_gpu(void)
{
    share_machine();
    judge.gpu_lock = gpu_lock(LOCK_SH, gpu_soon);
}

static void have_gpu_alone(void)
{
    have_machine_alone();
    judge.gpu_lock = gpu_lock(LOCK_EX, gpu_patience);
}

static void leave_machine(void)
{
    if (judge.gpu_lock >= 0) {
        flock(judge.gpu_lock, LOCK_UN);
        close(judge.gpu_lock);
    }
    judge.gpu_lock = GPU_LOCK_NONE;
    flock(machine, LOCK_UN); /* whoever still has the descriptor */
    close(machine);
}

static void add_test(Suite *s, enum check_kind kind, const char *name,
                     const TTest *test, int how, bool on_gpu)
{
    static TTest wrapped[RESULTS_MAX_CHECKS];
    int i = judge.table->n;
    struct finding *f = &judge.table->check[i];

    if (i >= RESULTS_MAX_CHECKS - 1) {
        fprintf(stderr, "labkit: more than %d checks\n",
                RESULTS_MAX_CHECKS - 1);
        exit(2);
    }
    judge.table->n++;
    TCase *tc = tcase_create(kind_names[kind]);
    f->kind = kind;
    f->nit = how & JUDGE_NIT;
    snprintf(f->name, sizeof f->name, on_gpu ? "%.56s (GPU)" : "%s", name);
    for (char *p = f->name; *p; p++)
        if (*p == '_')
            *p = ' ';
    test_function[i] = test->fn;
    test_on_gpu[i] = on_gpu;
    wrapped[i] = *test;
    wrapped[i].fn = run_test;
    bool speed = kind == KIND_SPEED;
    bool gpu = on_gpu || (speed && judge_has_build(BUILD_GPU));
    tcase_set_timeout(tc, 300); /* the judge itself ends it long before */
    tcase_add_unchecked_fixture(tc,
                                speed
                                    ? gpu ? have_gpu_alone : have_machine_alone
                                : gpu ? share_gpu
                                      : share_machine,
                                leave_machine);
    tcase_add_loop_test(tc, &wrapped[i], i, i + 1);
    suite_add_tcase(s, tc);
}

/* Checks that wait for all those before the speed. */
static struct later {
    enum check_kind kind;
    const char *name;
    const TTest *test;
    int how;
} later[RESULTS_MAX_CHECKS];
static int n_later;

static void add_later(Suite *s)
{
    for (int i = 0; i < n_later; i++)
        add_test(s, later[i].kind, later[i].name, later[i].test, later[i].how,
                 true);
    n_later = 0;
}

/* Of a START_TEST: with blanks, as in findings. */
static bool is_named(const char *name, const char *wanted)
{
    while (*name && (*name == *wanted || (*name == '_' && *wanted == ' ')))
        name++, wanted++;
    return !*name && !*wanted;
}

/* Where there is a build for the GPU, correctness is tried on it as well as
 * on the CPU device, but later, or (BACKEND=gpu) instead; and memory as well,
 * under compute-sanitizer. */
void judge_add(Suite *s, enum check_kind kind, const char *name,
               const TTest *test, int how)
{
    const char *backend = getenv("BACKEND");
    bool only_gpu = backend && strcmp(backend, "gpu") == 0;

    if ((only_kind >= 0 && kind != (enum check_kind)only_kind) ||
        (judge.quick && kind == KIND_SPEED) ||
        (only_results && kind != KIND_OUTPUT && kind != KIND_CORRECTNESS) ||
        (only_name && !is_named(name, only_name)))
        return;
    bool memory = kind == KIND_MEMORY;
    bool gpu = !(how & JUDGE_NO_GPU) && (kind == KIND_CORRECTNESS || memory) &&
               judge_has_build(memory ? BUILD_MEMCHECK : BUILD_GPU);
    if (kind == KIND_SPEED)
        add_later(s);
    if (!gpu || !only_gpu || memory)
        add_test(s, kind, name, test, how, false);
    if (gpu && n_later < RESULTS_MAX_CHECKS)
        later[n_later++] = (struct later){kind, name, test, how};
}

/* ---- results ------------------------------------------------------------- */

/* Where the test left no clear word, Check's word decides, never for a pass. */
static void merge(SRunner *runner)
{
    int n = srunner_ntests_run(runner);
    TestResult **results = srunner_results(runner);

    for (int i = 0; i < judge.table->n; i++) {
        struct finding *f = &judge.table->check[i];
        bool ended_well = i < n && tr_rtype(results[i]) == CK_PASS;
        if (f->status == STATUS_FAIL ||
            (f->status != STATUS_NONE && ended_well))
            continue;
        if (judge.table->first_look[i].status == STATUS_FAIL) {
            *f = judge.table->first_look[i]; /* a second look went wrong */
            continue;
        }
        f->status = STATUS_NONE;
        finding_say(f, SAY(judge_itself_failed),
                    i < n ? tr_msg(results[i]) : "the test did not run");
    }
    free(results);
}

/* What is undefined may come out otherwise as the race detector's compiler
 * builds it: once a memory check says so, late threads are not the cause. */
static void blame_once(struct judge_table *t)
{
    bool undefined = false;

    for (int i = 0; i < t->n; i++)
        undefined |= t->check[i].kind == KIND_MEMORY && !t->check[i].nit &&
                     t->check[i].status == STATUS_FAIL;
    for (int i = 0; i < t->n && undefined; i++)
        if (t->slow[i]) {
            t->check[i].status = STATUS_SKIPPED;
            t->check[i].max_points = -1;
            finding_say(&t->check[i], SAY(not_counted_memory_first));
        }
}

/* Who crashes before is another matter. */
static bool ended_before(const struct finding *f)
{
    static const char *const ends[] = {SAY(crashed_segmentation_fault),
                                       SAY(crashed_division_by_zero),
                                       SAY(stopped_forbidden_system_call),
                                       SAY(stopped_itself_abort),
                                       SAY(killed_time_or_memory),
                                       SAY(ended_by_signal),
                                       SAY(ended_whole_program),
                                       SAY(stopped_itself),
                                       SAY(crashed_at_place),
                                       SAY(did_not_return),
                                       SAY(did_not_return_at),
                                       SAY(did_not_return_again),
                                       SAY(out_of_bounds_write_below),
                                       SAY(out_of_bounds_write_above),
                                       SAY(out_of_bounds_write_far),
                                       SAY(wrote_to_foreign_descriptor),
                                       SAY(printed_too_much)};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (said_find(f->message, ends[i]))
            return true;
    return false;
}

/* A wrong result, and none of the kernels that were to work it out: that is the
 * cause. */
static bool say_no_launch(struct judge_table *t)
{
    bool any = false;

    for (int i = 0; i < t->n && !t->launched && !t->refused; i++) {
        struct finding *f = &t->check[i];
        const char *in_call = NO_LAUNCH_IN_CALL;
        char *said = strstr(f->message, in_call);
        size_t length;

        if (f->status != STATUS_FAIL || f->kind != KIND_CORRECTNESS ||
            f->place.line || ended_before(f))
            continue;
        if (said)
            memmove(said, said + strlen(in_call),
                    strlen(said + strlen(in_call)) + 1);
        length = strlen(f->message);
        said_put(f->message + length, sizeof f->message - length,
                 SAY(no_kernel_launched));
        any = true;
    }
    return any;
}

/* Where no kernel has touched any memory, the host has worked the results out:
 * right as they are, they are not what the lab is about. Or a call was refused,
 * and it did not come to that. */
static void blame_the_host(struct judge_table *t)
{
    const bool wrong = t->watched && !t->worked && say_no_launch(t);

    for (int i = 0; i < t->n && t->watched && !t->worked; i++) {
        struct finding *f = &t->check[i];

        if (f->status != STATUS_PASS || f->kind == KIND_TRAFFIC)
            continue;
        f->status = STATUS_SKIPPED;
        f->max_points = -1;
        if (t->refused > 0)
            finding_say(f, SAY(not_counted_device_refused), t->refused);
        else if (t->refused)
            finding_say(f, SAY(not_counted_error_returned));
        else if (wrong)
            finding_say(f, SAY(not_counted_no_launch));
        else
            finding_say(f, SAY(not_counted_host_worked));
    }
}

/* Within seconds, or what was found first stays. */
static void explain(void)
{
    const int i = unexplained();
    Suite *s;
    TCase *tc;
    SRunner *runner;

    if (i < 0)
        return;
    s = suite_create("once more");
    tc = tcase_create("once more");
    tcase_set_timeout(tc, 5);
    tcase_add_unchecked_fixture(tc, share_machine, leave_machine);
    tcase_add_loop_test(tc, look_once_more, i, i + 1);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_SILENT);
    srunner_free(runner);
    if (judge.table->check[i].status == STATUS_NONE)
        judge.table->check[i] = judge.table->first_look[i];
}

static int write_results(const char *work)
{
    char path[4096];
    json_t *root = json_object(), *checks = json_array();

    for (int i = 0; i < judge.table->n; i++)
        json_array_append_new(checks, finding_to_json(&judge.table->check[i]));
    json_object_set_new(root, "checks", checks);
    if (judge.table->speed.measured)
        json_object_set_new(root, "speed", speed_to_json(&judge.table->speed));
    if (judge.table->ladder.counted)
        json_object_set_new(root, "ladder",
                            ladder_to_json(&judge.table->ladder));
    snprintf(path, sizeof path, "%s/checks.json", work);
    int rc = json_dump_file(root, path, JSON_INDENT(2));
    json_decref(root);
    if (rc != 0)
        fprintf(stderr, "labkit: cannot write %s: %s\n", path, strerror(errno));
    return rc;
}

/* ---- main ---------------------------------------------------------------- */

static void usage(const char *program)
{
    fprintf(stderr,
            "usage: %s -w WORK -f SOURCE [-s SEED] [-g GOAL] [-t TAP] "
            "[-k KIND] [-q]\n"
            "Runs the lab's checks on the programs in WORK (plain, asan, "
            "tsan). The grader\ncalls this; you want 'make grade'.\n",
            program);
    exit(2);
}

static bool same(char *const *a, char *const *b)
{
    while (*a && *b && !strcmp(*a, *b))
        a++, b++;
    return !*a && !*b;
}

/* The C library and libgomp read limits and variables once, when they are
 * loaded: with others than those of every grading we begin anew. */
static void inherit_nothing(char **argv)
{
    char **variables = environment_for(ENVIRONMENT_JUDGE);
    const bool limits = ulimits_set(ULIMITS_JUDGE, 0, 1);

    if (variables && (limits || !same(environ, variables)))
        execve("/proc/self/exe", argv, variables);
    free(variables);
    /* Every process of every test makes a context, which on a machine with four
     * GPUs takes three times as long if it could use them all. */
    setenv("CUDA_VISIBLE_DEVICES", "0", 0);
}

/* Returns the file that Check writes its own results to, or null. */
static const char *read_options(int argc, char **argv)
{
    const char *tap = NULL;
    int option;

    while ((option = getopt(argc, argv, "w:f:s:g:t:k:n:q")) != -1) {
        switch (option) {
        case 'w':
            judge.work = optarg;
            break;
        case 'f':
            judge.source = optarg;
            break;
        case 's':
            judge.seed = strtoull(optarg, NULL, 0);
            break;
        case 'g':
            judge.goal = strtod(optarg, NULL);
            break;
        case 't':
            tap = optarg;
            break;
        case 'k':
            only_kind = kind_from_name(optarg);
            only_results = !strcmp(optarg, "results");
            if (only_kind < 0 && !only_results)
                usage(argv[0]);
            break;
        case 'n':
            only_name = optarg;
            break;
        case 'q':
            judge.quick = true;
            break;
        default:
            usage(argv[0]);
        }
    }
    if (!judge.work || !judge.source || optind != argc)
        usage(argv[0]);
    return tap;
}

/* What is the same for all tests is found out once, here: they inherit it. */
static void find_tools(void)
{
    struct race_tools tools;
    struct wall wall;

    race_tools_find(&tools);
    snprintf(judge.archer, sizeof judge.archer, "%s", tools.archer);
    gpu_find_tool("compute-sanitizer", judge.memcheck, sizeof judge.memcheck);
    wall_kind();
    wall_begin(&wall);
    wall_end(&wall);
    if (judge_has_build(BUILD_CHECK))
        detector_tried(DETECTOR_DEVICE);
    if (judge_has_build(BUILD_ASAN) || judge_has_build(BUILD_TSAN))
        detector_tried(DETECTOR_RACES);
}

int main(int argc, char **argv)
{
    const char *tap;

    if (argc == 4 && !strcmp(argv[1], "-x")) /* from sandbox.c */
        sandbox_enter(argv[2], argv[3]);
    inherit_nothing(argv);
    tap = read_options(argc, argv);
    /* /proc/PID/mem and friends of this process are closed to the student. */
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    main_process = getpid();
    judge.gpu_lock = GPU_LOCK_NONE;
    /* Tests are told apart by process; the table is what they share. */
    judge.table = mmap(NULL, sizeof *judge.table, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (judge.table == MAP_FAILED) {
        perror("labkit: mmap");
        return 2;
    }
    find_tools();
    cases_begin();

    Suite *suite = lab_suite();
    add_later(suite);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_FORK);
    if (tap)
        srunner_set_tap(runner, tap);
    srunner_run_all(runner, CK_SILENT);
    merge(runner);
    explain();
    blame_once(judge.table);
    blame_the_host(judge.table);
    guesses_leave_out(judge.table);
    guesses_name_line(judge.table);
    srunner_free(runner);
    return write_results(judge.work) == 0 ? 0 : 2;
}
