/*
 * simt_say.h - a finding of the CPU device as sentences for a beginner: which
 * thread did what at which line, what is wrong with it, what to do. One
 * function per kind of finding, and the pieces that they are made of.
 */
#ifndef SIMT_SAY_H
#define SIMT_SAY_H

#include "reports/simt_names.h"
#include "reports/simt_raw.h"

/* ---- kinds of findings -------------------------------------------------- */

typedef void simt_say_fn(const struct simt_raw *raw, struct finding *f);

/* simt_say_memory.c: memory that an access must not use, or not so */
simt_say_fn simt_say_out_of_bounds, simt_say_use_after_free, simt_say_unwritten,
    simt_say_host_access, simt_say_device_access, simt_say_read_only,
    simt_say_other_local, simt_say_misaligned, simt_say_ldg;

/* simt_say_race.c: what nothing orders */
simt_say_fn simt_say_race, simt_say_order, simt_say_overlap, simt_say_loose,
    simt_say_unwaited_copy;

/* simt_say_wait.c: who waits in vain */
simt_say_fn simt_say_barrier, simt_say_deadlock, simt_say_lock_order,
    simt_say_endless, simt_say_warp_mask, simt_say_matrix,
    simt_say_no_grid_sync;

/* simt_say_call.c: the host's calls, and what ends a program */
simt_say_fn simt_say_text, simt_say_unseen_error, simt_say_leak,
    simt_say_not_destroyed, simt_say_crash, simt_say_stack_overflow,
    simt_say_shift, simt_say_cast, simt_say_assert, simt_say_trap,
    simt_say_no_room;

/* ---- pieces of sentences ------------------------------------------------ */

/* A thread and its block: "5", or "(5, 3)" where there is more than one
 * dimension. */
struct simt_who {
    char thread[40], block[40];
};
struct simt_who simt_who_is(const struct simt_raw *raw,
                            const struct simt_party *s);

/* "line 14", with the file if it is not the finding's own. */
void simt_line_of(const struct finding *f, const struct simt_party *s,
                  char *text, size_t size);

/* The same with the line's code: "line 14 (`c[i] = 0;`)". */
void simt_where(const struct finding *f, const struct simt_party *s, char *text,
                size_t size);

/* "reads", "writes", "changes", "uses" */
const char *simt_verb_of(const struct simt_party *s);

/* "Thread 5 of block 0 writes `c[i]` at line 14", or, on the host, "The host
 * writes `c[i]` at line 40". The start of most sentences. */
struct simt_scene {
    char text[400];
    char name[NAME]; /* c[i], or "" */
    char base[NAME]; /* c, or "" */
    char line[100];
};
struct simt_scene simt_look_at(const struct simt_raw *raw,
                               const struct finding *f);

/* Bytes of an element: as reported, else those of the access; 0 if only a
 * part of an element was accessed. */
int64_t simt_element_of(const struct simt_raw *raw, const char *lvalue);

bool simt_in_shared(const struct simt_raw *raw);

/* Say that an if around the line asks what was compared with old values. False
 * if there is none. */
bool simt_say_stale(const struct simt_raw *raw, struct finding *f);

/* What the object is called: "`tile`"; "the array". */
void simt_object_name(const struct simt_raw *raw, const struct simt_scene *v,
                      char *text, size_t size);

const char *simt_kernel_of(const struct simt_raw *raw);

/* Whether both are the same thread or block; whether both lines are known, and
 * the same. */
bool simt_same_tuple(const unsigned a[3], const unsigned b[3]);
bool simt_same_line(const struct place *a, const struct place *b);

/* What the device says in its own words may need a sentence more: that of the
 * first advice whose words are in the text. */
struct simt_advice {
    const char *words, *advice;
};
void simt_advise(struct finding *f, const char *text,
                 const struct simt_advice *advices, size_t n);

#endif
