/*
 * results.h - build/results.json: what was graded, in a form for tools.
 * docs/results.md documents it, docs/results.schema.json defines it.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include <jansson.h>
#include <stdint.h>

#include "base/finding.h"
#include "base/hints.h"

#define RESULTS_MAX_CHECKS 48 /* the build finding included */
#define RESULTS_MAX_LABS 100

#define RESULTS_MAX_HINTS HINT_SECTIONS

/* How many hints of a section of hints.md were shown. */
struct hint_count {
    char section[HINT_HEADING]; /* "start", "race", "race: `sum`" */
    int shown;                  /* > 0 */
};

struct lab_result {
    char id[8];
    char title[128];
    char status[16]; /* "passed", "failed", "error" (the judge's own fault),
                      * "ungraded" (only hints were asked for) */
    double points, max_points;
    double untold;      /* points among them for what could not be told */
    char source[512];   /* the file that was graded */
    uint64_t digest;    /* lab_digest() of what was graded */
    uint64_t seed;      /* repeats this grading's inputs */
    char graded_at[32]; /* ISO 8601, UTC */
    double seconds;     /* the grading took */
    /* Not reset before the lab is passed. */
    int n_hints_shown;
    struct hint_count hints_shown[RESULTS_MAX_HINTS];
    int n_checks;
    struct finding check[RESULTS_MAX_CHECKS];
    struct speed speed;
    struct ladder ladder;
};

struct results {
    char src[512]; /* the folder that was graded: "labs", "solutions", ... */
    int n;
    struct lab_result lab[RESULTS_MAX_LABS];
};

/* How many hints of the section with this heading were shown, and to set it.
 * Sections that there are no longer may fill the table: the one that was set
 * longest ago then gives way. */
int results_hints_shown(const struct lab_result *l, const char *section);
void results_set_hints_shown(struct lab_result *l, const char *section,
                             int shown);

/* One finding, speed or step of a ladder as JSON and back. The check programs
 * report with these too. from_json returns 0, or -1 if the object lacks
 * something. */
json_t *finding_to_json(const struct finding *f);
int finding_from_json(const json_t *j, struct finding *f);
json_t *speed_to_json(const struct speed *s);
int speed_from_json(const json_t *j, struct speed *s);
json_t *ladder_to_json(const struct ladder *l);
int ladder_from_json(const json_t *j, struct ladder *l);

/* Read a results file. 0; 1 if there is none (r is then empty); -1 if it is
 * damaged (message on stderr; r is empty). */
int results_read(const char *path, struct results *r);

/* Whether this name is free for a results file, or has one, damaged ones aside,
 * or nothing in it: whatever else is there is somebody's, and stays. False with
 * a message on stderr. */
bool results_may_write(const char *path);

/* Write it whole or not at all (temporary file beside it, then rename). 0, or
 * -1 with a message on stderr that names the file and the reason. */
int results_write(const char *path, const struct results *r);

/* A pass in speed stays until the file changes: where `old` is a grading of the
 * same digest that passed a speed check which `l` failed or could not tell,
 * that check passes in l too, with the figures of old. Whether there was such
 * a check; points are the caller's to count again. */
bool results_keep_speed(const struct lab_result *old, struct lab_result *l);

/* The entry for lab `id`; null if there is none. results_put() replaces or
 * adds, and keeps the entries sorted by id. */
struct lab_result *results_get(struct results *r, const char *id);
void results_put(struct results *r, const struct lab_result *l);

#endif
