/* builds.c - see builds.h. */
#define _GNU_SOURCE
#include "judge/builds.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/detectors.h"

bool judge_is_cuda(void)
{
    const char *dot = strrchr(judge.source, '.');
    return dot && strcmp(dot, ".cu") == 0;
}

bool judge_has_build(enum build build)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", judge.work, build_names[build]);
    return access(path, X_OK) == 0;
}

/* Where no time is measured, a variable that nobody has set must not happen to
 * be 0, as it often is. */
enum build build_filled(enum build build)
{
    return build == BUILD_PLAIN && current()->kind != KIND_SPEED &&
                   !judge.unfilled && judge_has_build(BUILD_FILLED)
               ? BUILD_FILLED
               : build;
}

bool build_is_detector(enum build build)
{
    return build == BUILD_TSAN || build == BUILD_ASAN || build == BUILD_CHECK ||
           build == BUILD_MEMCHECK;
}

bool build_is_watched(enum build build)
{
    return build != BUILD_MEMCHECK &&
           (build_is_detector(build) ||
            (build == BUILD_FILLED && !student.program));
}

/* Seconds that a call, or a whole program, may take: less under a detector if
 * there is a loop without end for it to find. The first one on a GPU makes the
 * driver ready, which takes seconds if others use that GPU, too. */
double build_call_limit(enum build build)
{
    if (build_is_detector(build))
        return !judge.table->stuck ? 15 : judge_is_cuda() ? 6 : 3;
    return build == BUILD_GPU ? 12 : 4;
}

/* Whether the running test is about counts, which are made in one order. */
static bool counts_made(void)
{
    enum check_kind kind = current()->kind;

    return kind != KIND_RACE && kind != KIND_MEMORY;
}

struct sandbox_options build_options(enum build build, int threads)
{
    return (struct sandbox_options){
        .folder = judge.work,
        .program = build_names[build],
        .threads = threads,
        .detector = build_is_detector(build) && build != BUILD_MEMCHECK,
        .leak_check = build == BUILD_ASAN && !detector_trouble(DETECTOR_LEAKS),
        .filled = build == BUILD_FILLED,
        .archer = build == BUILD_TSAN ? judge.archer : NULL,
        .device = judge_is_cuda(),
        .gpu = build >= BUILD_GPU,
        .checker = build == BUILD_MEMCHECK ? judge.memcheck : NULL,
        .seconds = (int)build_call_limit(build) / 2 + 1,
        /* a part of it: the student sees it, and not what is drawn next */
        .parts = current()->kind == KIND_CORRECTNESS,
        .order = build == BUILD_CHECK && !counts_made()
                     ? (judge.seed * 0x9E3779B97F4A7C15u) >> 40 | 1
                     : 0,
        .in_fd = -1,
        .out_fd = -1,
    };
}

bool judge_on_gpu(void)
{
    return student.build >= BUILD_GPU;
}
