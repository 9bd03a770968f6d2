/*
 * simt_raw.h - a finding as the CPU device reports it, between simt_read.c,
 * which reads it, and simt_say.c, which turns it into a sentence. Nothing
 * outside of reports/ includes this.
 *
 * All text in it is free of control characters; all numbers are at most
 * SIMT_LARGEST in size, so that sums of a few cannot overflow.
 */
#ifndef SIMT_RAW_H
#define SIMT_RAW_H

#include "base/finding.h"
#include "common/simt/kinds.h"

#include <stdbool.h>
#include <stdint.h>

#define SIMT_LARGEST ((int64_t)1 << 47)

/* One side of it: an access, a barrier, a call. */
struct simt_party {
    int code; /* number of its code address; -1: none */
    char op[12];
    int64_t bytes;
    int argument; /* of the call there, from 1; 0: it is none */
    bool device;  /* block and thread are known */
    unsigned block[3], thread[3];
    bool ended; /* the thread has left the kernel */
    struct place place;
    bool rough;          /* the line is only near */
    struct place caller; /* the kernel's line that calls it; line 0: none */
};

struct simt_raw {
    enum simt_kind kind;
    char word[24]; /* the kind as the report has it */
    bool note;
    bool dropped; /* says what an earlier one has said, or nothing */
    char kernel[96];
    int64_t launch;
    bool has_dim;
    unsigned grid[3], block[3]; /* the launch's, if has_dim */

    struct simt_party at, other;
    bool has_other;
    bool same_warp;
    char space[16];
    struct {
        bool known;
        char name[64];
        int64_t bytes, offset, element;
        struct simt_party made, freed;
    } object;
    char error[64], text[400];
    bool has_index;
    int64_t index;
    int64_t written[2]; /* bytes from..to of the object; from < to, or none */
    int64_t devices[3]; /* of the memory, of the default streams that `other`
                         * and `at` are in; all the same, or none is wrong */
    char array[80];
    int loop; /* line in at.place.file; 0: not known */
    double seconds;
};

/* Describe it; f->name is its kind. */
void simt_say(const struct simt_raw *raw, struct finding *f);

/* Copy text without what a terminal or a file should not see. */
void simt_clean(const char *text, char *out, int size);

#endif
