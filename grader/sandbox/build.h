/*
 * build.h - compiles the student's file for the judge: once as it will be
 * timed, once under each detector.
 */
#ifndef BUILD_H
#define BUILD_H

#include "base/finding.h"
#include "base/lab.h"
#include "sandbox/wall.h"

/* The executables that a grading uses, by file name in its work folder. */
enum build {
    BUILD_PLAIN,    /* "plain": gcc -O2 -fopenmp, what the speed check times */
    BUILD_FILLED,   /* "filled": the same with a pattern in each variable that
                     * nobody has set, if the compiler can, and with
                     * strict_runtime.c; never timed */
    BUILD_SERIAL,   /* "serial": without -fopenmp; programs with serial = yes */
    BUILD_ASAN,     /* "asan": gcc, AddressSanitizer + UBSan */
    BUILD_TSAN,     /* "tsan": clang, ThreadSanitizer + libomp */
    BUILD_CHECK,    /* "check": a .cu file for the CPU device's check mode */
    BUILD_GPU,      /* "gpu": a .cu file compiled by nvcc */
    BUILD_MEMCHECK, /* "memcheck": the same for compute-sanitizer */
    BUILD_COUNT
};
extern const char *const build_names[BUILD_COUNT];

/*
 * Compile `source` for `lab` into work/plain, work/asan, ... ; each is the
 * student's file plus the kit's runner (build/grader/student/runner.o and,
 * where the lab has one, build/labs/NN_name/runner.o), or for a program lab the
 * file plus build/grader/student/program.o. The contract labs/NN/name.h is
 * included first by force, so that a changed signature is an error at the
 * student's line.
 * A .cu file becomes work/plain and work/check for the CPU device and, where
 * nvcc and a GPU are (and BACKEND is not "cpu"), work/gpu, beside it
 * work/ceiling from the lab's ceiling.cu, and with compute-sanitizer
 * work/memcheck.
 * work/tsan is left out if the race tools are missing; the check program then
 * skips that check loudly.
 *
 * f gets KIND_BUILD with PASS, or FAIL with the first error's place and a
 * sentence. The compiler's own words for everything wrong (errors and
 * warnings) go to work/compiler.txt. Returns 0, or -1 for trouble of our own
 * (no compiler, disk full), with a message on stderr.
 */
int build_student(const struct lab *lab, const char *source, const char *work,
                  struct finding *f);

/* The same for the CPU alone, and only what the checks of one kind need:
 * KIND_CORRECTNESS and KIND_OUTPUT no detectors, others nothing but them. */
int build_for(enum check_kind kind, const struct lab *lab, const char *source,
              const char *work, struct finding *f);

/* The wall (wall.h) behind which all compilers of this machine do their work,
 * tried with small programs. If there is none, `said` gets the first line of
 * one that works only without. */
enum wall_kind build_wall(char *said, size_t size);

/* From now on nothing is compiled without a wall. Otherwise a compiler that
 * does not work behind it is tried without. */
void build_needs_wall(void);

#endif
