/*
 * simt_state.h - what is kept of a report, between the files that fill and ask
 * it: simt_read.c reads its lines, simt_lookup.c finds the source's lines for
 * its addresses, simt_counts.c adds up, simt_report.c has the rest. Nothing
 * else includes this.
 *
 * All of it was said by a process that the student controls; what simt_read.c
 * has let in is bounded, and its numbers are those of arrays here.
 */
#ifndef SIMT_STATE_H
#define SIMT_STATE_H

#include "base/symbolize.h"
#include "reports/simt_raw.h"
#include "reports/simt_report.h"

enum {
    MAX_LINE = 64 << 10, /* of the report; a "site" line needs 1 KB */
    MAX_FINDINGS = 200,
    ENOUGH = 1000,    /* findings that a report may say it has more than */
    MAX_CODES = 4096, /* different code addresses */
    MAX_FILES = 64,
    MAX_SITES = 4096, /* kernels' sites that are counted */
    MAX_KERNELS = SIMT_KERNELS,
    MAX_MARKS = 64,
    NO_KERNEL = -1 /* the launch's own line has not come yet */
};

/* A code address, and what the symbolizer says about it. */
struct address {
    unsigned long pc;
    bool asked;
    struct spot spot;
    int file; /* its number; -1: none */
    /* functions of the student's, each inlined into the next one: for those
     * that findings are about, the line of the last one */
    bool at_fault;
    int frames, frame;
    struct spot outermost;
};

/* What one place in the code did in one kernel. */
struct counted {
    int kernel;
    int64_t launch;
    int code, argument; /* see simt_party */
    enum simt_where where;
    enum simt_access access;
    struct simt_counts counts;
    struct simt_request worst;
    double worst_waste;
};

struct per_kernel {
    struct simt_launches kernel;
    int64_t number; /* of its last launch */
    uint64_t blocks, warps, threads, barriers, products;
    struct simt_share share; /* of that launch with most requests */
};

struct simt_report {
    char *program, *source;
    char symbolizer[256];
    char line[MAX_LINE];
    size_t used;
    bool skipping; /* the rest of a line that is too long */

    char secret[20];
    bool started, ended;
    bool forged; /* a line without the secret */
    bool lost;   /* counts, because there are too many kernels or places */
    bool broken; /* a kernel ended with an error; then nothing can be freed */
    int64_t errors_read, errors_told;
    uint32_t mark[MAX_MARKS];    /* the last ones; a ring */
    uint64_t copied;             /* before the last one */
    struct simt_changes changes; /* likewise */
    unsigned marks;

    struct simt_timeline timeline;
    bool timed; /* the steps are those of the timeline */
    int n_step;
    struct simt_step step[SIMT_STEPS];
    int step_code[SIMT_STEPS], held_code[SIMT_STEPS];

    int n_raw, n_code, n_file, n_site, n_kernel;
    struct simt_raw raw[MAX_FINDINGS];
    struct address code[MAX_CODES];
    char file[MAX_FILES][256];
    struct counted site[MAX_SITES];
    struct per_kernel kernel[MAX_KERNELS];
};

/* One line of the report, without its end. */
void simt_read_line(struct simt_report *r, const char *line, size_t n);

/* Where a code address is, if the symbolizer has said so; and the name of a
 * file in the report, as the student's was compiled. */
void simt_place_party(const struct simt_report *r, struct simt_party *s);
void simt_own_name(const struct simt_report *r, struct place *place);

void simt_add_counts(struct simt_counts *sum, const struct simt_counts *c);

#endif
