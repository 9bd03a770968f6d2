/*
 * simt_report.h - reads what a check build for the CPU device reports while it
 * runs (JSON lines, docs/cpu-device.md), and says it in words: each finding as
 * one sentence about the student's lines, the counts per kernel and per line.
 *
 * Rules of use:
 * - The report comes from a process that the student controls. Any bytes may
 *   be fed, in pieces of any size; the worst that follows is an odd sentence
 *   about the student's own program. What is kept is bounded.
 * - Feed, then simt_report_symbolize() (it runs a tool: not in a hurry), then
 *   ask. What was not symbolized has no line.
 * - Findings stay; counts are those since the last simt_report_clear_counts().
 */
#ifndef SIMT_REPORT_H
#define SIMT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"

struct simt_report;

/*
 * program  the executable that reports, to symbolize with
 * source   the student's file, as it was compiled; lines are the innermost
 *          ones in it. Null: the innermost ones in any file that is neither
 *          the system's nor the CPU device's
 * Both are copied. Null for no memory.
 */
struct simt_report *simt_report_new(const char *program, const char *source);
void simt_report_free(struct simt_report *r);

/* Every line must begin with this: whatever else comes was written by the
 * program itself, and the report is then neither complete nor has it marks. */
void simt_report_expect(struct simt_report *r, const char *secret);

void simt_report_feed(struct simt_report *r, const char *bytes, size_t n);

/* Look up all code addresses that are new, with one run of llvm-symbolizer or
 * addr2line. Without one of these the sentences name no lines. */
void simt_report_symbolize(struct simt_report *r);

/* Whether a check build spoke at all; whether mark `number` was read; whether
 * the program ended as programs should and nothing it found was lost. */
bool simt_report_started(const struct simt_report *r);
bool simt_report_mark_seen(const struct simt_report *r, uint32_t number);
bool simt_report_complete(const struct simt_report *r);

/* Bytes that cudaMemcpy() and its relatives copied between the last two marks.
 */
uint64_t simt_report_copied(const struct simt_report *r);

/* What kernels changed in global memory between the last two marks. */
struct simt_changes {
    uint64_t writes;  /* to the judge's buffers: by stores, and by atomic
                       * operations that changed something; warps */
    uint64_t turns;   /* how often another block did so than before */
    uint64_t atomics; /* operations that changed something else; lanes */
};
struct simt_changes simt_report_changes(const struct simt_report *r);

/* ---- findings ----------------------------------------------------------- */

/*
 * The errors, or the notes (leaks), in the order in which they happened; those
 * that say the same about the same lines only once. Each has kind RACE or
 * MEMORY, status FAIL, message, place, and as its name the report's word for
 * it: "race", "out_of_bounds", ... Returns how many there are, of which the
 * first `max` are in out[].
 */
int simt_report_findings(const struct simt_report *r, struct finding *out,
                         int max);
int simt_report_notes(const struct simt_report *r, struct finding *out,
                      int max);

/* The first note of memory, a stream or an event that is there at the end
 * although its line has made so many of them or more. False if there is none.
 */
bool simt_report_grows(const struct simt_report *r, int64_t times,
                       struct finding *out);

/* ---- counts ------------------------------------------------------------- */

/* Counts are kept of so many kernels; instances of a template are different
 * ones. */
enum { SIMT_KERNELS = 4096 };

enum simt_where {
    SIMT_ANYWHERE,
    SIMT_IN_GLOBAL,
    SIMT_IN_SHARED,
    SIMT_IN_OTHER
};
enum simt_access { SIMT_ANY_OP, SIMT_LOADS, SIMT_STORES, SIMT_ATOMICS };

/* Counted as Nsight Compute's Source page does (docs/cpu-device.md). */
struct simt_counts {
    uint64_t launches, blocks, warps, threads;
    uint64_t barriers;       /* warps that came to one */
    uint64_t products;       /* of tiles, by tensor cores */
    uint64_t requests;       /* by a warp, each with 1 to 32 lanes */
    uint64_t ideal_requests; /* if no warp had diverged */
    uint64_t lanes;
    uint64_t sectors, ideal_sectors;       /* of 32 bytes; global memory */
    uint64_t wavefronts, ideal_wavefronts; /* shared memory */
    uint64_t passes; /* atomics: one after the other on the same address */
};

/* Sums over one kernel, or over all for null. launches, blocks, warps,
 * threads, barriers and products are the kernel's whatever `where` and `access`
 * are. */
struct simt_counts simt_report_counts(const struct simt_report *r,
                                      enum simt_where where,
                                      enum simt_access access,
                                      const char *kernel);
/* How evenly the blocks of a launch share its requests. */
struct simt_share {
    uint64_t requests, blocks;
    uint64_t busiest;   /* requests of the block that made most of them */
    struct place place; /* of the launch */
};

/* Of the launch with most requests; all 0 if there were none. */
struct simt_share simt_report_share(const struct simt_report *r);

/* Whether there were more kernels or places than are kept: then the counts are
 * too low. */
bool simt_report_counts_lost(const struct simt_report *r);
void simt_report_clear_counts(struct simt_report *r);

/* What one warp did at one time. */
struct simt_request {
    bool known;
    unsigned block[3], warp;
    int bytes;          /* of each lane */
    uint32_t mask;      /* the lanes that took part */
    char object[64];    /* the variable's name; "" if it has none */
    int64_t offset[32]; /* of each lane's first byte in the object */
};

enum { SIMT_NAME = 80 }; /* bytes of a name in the source, with its end */

struct simt_line {
    char kernel[96];
    struct place place; /* line 0: unknown, or not the student's */
    enum simt_where where;
    enum simt_access access;
    struct simt_counts counts;
    struct simt_request worst;
    /* simt_report_arrays() only; "" where the source does not tell */
    char array[SIMT_NAME]; /* whose elements are accessed: "a" */
    char name[SIMT_NAME];  /* which: "a[i]"; the array, if it is several */
};

/* One entry per kernel, line, where and access, in this order; kernels as they
 * were first launched. Returns how many there are, of which the first `max`
 * are in out[]. */
int simt_report_lines(const struct simt_report *r, struct simt_line *out,
                      int max);

/* The same, one entry for each place in the code, in the order of the code: a
 * line may have several loads. */
int simt_report_sites(const struct simt_report *r, struct simt_line *out,
                      int max);

/* The same with one entry more for each further array that a line accesses. */
int simt_report_arrays(const struct simt_report *r, struct simt_line *out,
                       int max);

enum simt_waste {
    SIMT_SECTORS,    /* sectors - ideal, global memory */
    SIMT_WAVEFRONTS, /* wavefronts - ideal, shared memory */
    SIMT_DIVERGENCE, /* requests - ideal */
    SIMT_CONTENTION  /* passes - requests, of atomics */
};

/* How much of it there is in these counts; 0 if there is none. */
uint64_t simt_waste(const struct simt_counts *c, enum simt_waste waste);

/* The line with the most of it, in one kernel or (null) in all. False if no
 * line has any. */
bool simt_report_worst(const struct simt_report *r, enum simt_waste waste,
                       const char *kernel, struct simt_line *out);

/* ---- the modelled timeline ---------------------------------------------- */

enum simt_engine {
    SIMT_TO_DEVICE,
    SIMT_FROM_DEVICE,
    SIMT_COMPUTE,
    SIMT_ENGINES
};
enum { SIMT_STEPS = 4096 }; /* so many are kept */
enum { SIMT_DEVICES = 8 };  /* at most */

/* A copy, a setting or a kernel. Times are in picoseconds. */
struct simt_step {
    int64_t number, after; /* what it had to wait for last; 0: the host */
    char why[8];           /* ... because of: "host", "stream", "event", ... */
    char held[40];         /* of "host": the call in which the host waited for
                            * that; "": it did not */
    struct place held_at;
    char what[64];         /* the call, or the kernel's name */
    enum simt_engine engine;
    int device;
    int64_t stream; /* 1: the default stream */
    uint64_t bytes; /* 0: a kernel */
    bool pageable;
    bool graph; /* a node of one */
    int64_t asked, begin, end;
    bool waited;        /* the host has, until it was done */
    struct place place; /* line 0: unknown */
};

struct simt_timeline {
    int64_t span;                 /* until all has ended */
    int64_t engine[SIMT_ENGINES]; /* how long each works, of all devices */
    uint64_t works;               /* steps, kept or not */
};

/* Of the last call (what lies before the last mark), or of a program without
 * marks. Returns how many steps are known, of which the first `max` are in
 * out[], in the order in which they were asked for. */
int simt_report_timeline(const struct simt_report *r, struct simt_timeline *t,
                         struct simt_step *out, int max);

/* The launches of one kernel; of each there is one in out[]. */
struct simt_launches {
    char name[96];      /* the kernel's */
    struct place place; /* of its last launch */
    uint64_t launches;
    unsigned grid[3], block[3]; /* of its last launch */
    uint64_t shared;            /* dynamic, bytes */
    int error;                  /* cudaError_t; the last one that is not 0 */
    double milliseconds;        /* in all, under check */
};

int simt_report_kernels(const struct simt_report *r, struct simt_launches *out,
                        int max);

#endif
