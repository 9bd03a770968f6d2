/* start.c - see start.h and judge.h. */
#define _GNU_SOURCE
#include "judge/start.h"

#include <signal.h>
#include <stdio.h>

#include "judge/builds.h"
#include "judge/closer.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/gpu_memory.h"
#include "judge/memory.h"
#include "judge/outcome.h"
#include "judge/refusals.h"
#include "judge/watch.h"
#include "machine/gpu.h"
#include "reports/simt_report.h"
#include "sandbox/detectors.h"

/* For the next judge_start(). */
static bool next_wide; /* judge_start_wide() */
static int next_limit; /* judge_smaller_teams(); 0: none */

/* What clang says of a file that gcc takes; build.c writes it down. */
static bool refused_by_clang(struct finding *f)
{
    char path[4096];
    FILE *file;
    bool found;

    snprintf(path, sizeof path, "%s/tsan-refused", judge.work);
    file = fopen(path, "re");
    found = file && fread(f, sizeof *f, 1, file) == 1;
    if (file)
        fclose(file);
    return found;
}

const char *start_no_gpu(void)
{
    return SAY(not_measured_no_gpu);
}

/* What watches the code in this build cannot be believed on this machine: never
 * a fault of the student's. Where only OpenMP is misunderstood,
 * watch_understands() says so. */
static void skip_if_blind(enum build build)
{
    const enum detector d = build == BUILD_TSAN   ? DETECTOR_RACES
                            : build == BUILD_ASAN ? DETECTOR_MEMORY
                                                  : DETECTOR_DEVICE;

    if ((build == BUILD_TSAN || build == BUILD_ASAN || build == BUILD_CHECK) &&
        detector_trouble(d) &&
        !(d == DETECTOR_RACES && detector_tried(d) == DETECTOR_BLAMES))
        judge_skip(SAY(not_checked_reason), detector_trouble(d));
}

void start_requires(enum build build)
{
    struct finding f;

    if (judge_has_build(build)) {
        skip_if_blind(build);
        return;
    }
    if (build == BUILD_TSAN && refused_by_clang(&f))
        judge_end_test(f.status, f.place, f.message);
    if (build == BUILD_TSAN)
        judge_skip(SAY(not_checked_race_tools_missing));
    if (build == BUILD_GPU)
        judge_skip("%s", start_no_gpu());
    judge_skip(SAY(not_checked_build_missing));
}

void start_process(const struct sandbox_options *o, enum build build,
                   bool program, const char *where)
{
    if (sandbox_start(o, &student.box) != 0)
        own_trouble("starting the student's process");
    if (student.device)
        simt_report_expect(student.device, student.box.secret);
    student.running = true;
    student.program = program;
    student.idle = !program;
    student.late = student.marked = false;
    student.no_leaks = student.no_streams = false;
    student.reports = 0;
    student.launches = 0;
    student.calls = 0;
    student.mixed = student.fewer = false;
    student.build = build;
    if (!exchange_hello(&student.box, 10)) {
        const char *died;

        sandbox_wait(&student.box, 0.1);
        died = detector_died(build, &student.box);
        if (died)
            judge_skip(SAY(not_checked_reason), died);
        outcome_stuck(where);
        outcome_gone(where);
    }
}

/* The CPU device writes a report while it runs. */
static void expect_report(void)
{
    char program[4096];

    snprintf(program, sizeof program, "%s/%s", judge.work,
             build_names[BUILD_CHECK]);
    student.device = simt_report_new(program, judge.source);
    if (!student.device)
        own_trouble("malloc");
}

void judge_start(enum build build, int threads)
{
    struct sandbox_options o;
    const char *trouble;

    if (judge.gpu && (build == BUILD_PLAIN || build == BUILD_CHECK))
        build = current()->kind == KIND_MEMORY ? BUILD_MEMCHECK : BUILD_GPU;
    build = closer_build(build_filled(build));
    if (build == BUILD_CHECK) /* as in fast mode: it must not tell them apart */
        threads = judge_cores();
    judge_finish();
    student.team = threads;
    start_requires(build);
    if (build >= BUILD_GPU && (trouble = gpu_start()))
        judge_skip(SAY(not_tried_gpu_unusable), trouble);
    judge_clear();
    gpu_memory_reset();
    if (build == BUILD_CHECK)
        expect_report();
    o = build_options(build, threads);
    memory_give(&o);
    refusals_take(&o);
    o.reader = student.device ? watch_take : NULL;
    o.thread_limit = student.limit = next_limit;
    next_limit = 0;
    student.wide = next_wide;
    next_wide = student.long_call = false;
    start_process(&o, build, false, SAY(part_startup_before_call));
    student.peer =
        (struct peer){student.box.inside, student.box.control, &student.box};
    kill(student.peer.pid, SIGSTOP);
}

void judge_start_wide(int threads)
{
    next_wide = true;
    judge_start(BUILD_PLAIN, threads);
}

void judge_smaller_teams(int threads)
{
    next_limit = threads;
}

void judge_team_is(int threads)
{
    student.team = threads;
}

void judge_start_ceiling(struct sandbox *box, struct peer *p)
{
    struct sandbox_options o = build_options(BUILD_GPU, 1);
    char path[4096];

    snprintf(path, sizeof path, "%s/ceiling", judge.work);
    if (access(path, F_OK) != 0)
        judge_skip(SAY(not_measured_no_reference));
    memory_give(&o);
    o.program = "ceiling";
    ck_assert_msg(sandbox_start(&o, box) == 0 && exchange_hello(box, 10),
                  "the lab's own ceiling program did not start");
    *p = (struct peer){box->inside, box->control, box};
    kill(p->pid, SIGSTOP);
}
