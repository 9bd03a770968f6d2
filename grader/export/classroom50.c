/*
 * classroom50.c - classroom50/result/v1. Points there are whole numbers: ours
 * are multiplied by 100. What the checks can give is rounded such that it adds
 * up to the whole (largest remainder); of what a check can give, one that
 * passed gets all, and the sum of that is the score.
 *
 * Classroom 50 takes no tests for "all is well", and a lab without points for a
 * failure. Where the kit broke down nothing is written: exit the autograder
 * with our exit code, and Classroom 50 says that the grading failed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"
#include "export/formats.h"
#include "export/json.h"

#define TIMES 100

struct whole {
    const struct record_lab *lab;
    const struct part *part;
    long max, points;
    double rest; /* what rounding down took from max */
};

/* The one whose rest is largest, the first of equals. */
static struct whole *neediest(struct whole *w, int n)
{
    struct whole *most = &w[0];

    for (int i = 1; i < n; i++)
        if (w[i].rest > most->rest)
            most = &w[i];
    return most;
}

/* Whole numbers for all parts; returns how many parts there are. */
static int make_whole(const struct record *r, struct whole *w)
{
    double all = 0;
    long sum = 0;
    int n = 0;

    for (int i = 0; i < r->n; i++)
        for (int k = 0; k < r->lab[i].n; k++) {
            const struct part *p = &r->lab[i].part[k];
            double max = record_round(p->max * TIMES);

            w[n] = (struct whole){&r->lab[i], p, lround(floor(max)), 0, 0};
            w[n].rest = max - floor(max);
            all += max;
            sum += w[n++].max;
        }
    for (; n && sum < lround(all); sum++) {
        struct whole *most = neediest(w, n);

        most->max++;
        most->rest = -1;
    }
    for (int i = 0; i < n; i++)
        if (w[i].part->max > 0)
            w[i].points = lround(floor(
                (double)w[i].max * w[i].part->points / w[i].part->max + 1e-6));
    return n;
}

/* The members that come from the environment. */
static const struct {
    const char *member;
    const char *variable[2]; /* the second where the first is not set */
} given[] = {
    {"classroom", {"CLASSROOM"}},
    {"assignment", {"ASSIGNMENT"}},
    {"assignment_type", {"ASSIGNMENT_TYPE"}},
    {"owner", {"OWNER", "USERNAME"}},
    {"submission", {"SUBMISSION_TAG"}},
    {"commit", {"COMMIT_URL"}},
    {"release", {"RELEASE_URL"}},
    {"review", {"REVIEW_URL", "COMMIT_URL"}},
    {"datetime", {"SUBMITTED_AT"}},
};

static json_t *take_environment(void)
{
    json_t *j = json_pack("{s:s}", "schema", "classroom50/result/v1");
    const char *value;

    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        value = getenv(given[i].variable[0]);
        if ((!value || !*value) && given[i].variable[1])
            value = getenv(given[i].variable[1]);
        if (!value || !*value) {
            fprintf(stderr,
                    _("%s is not set. Classroom 50's runner sets it "
                      "all but for SUBMITTED_AT, the time of the "
                      "commit: see docs/class.md.\n"),
                    given[i].variable[0]);
            json_decref(j);
            return NULL;
        }
        json_object_set_new(j, given[i].member, json_string(value));
    }
    value = json_string_value(json_object_get(j, "submission"));
    if (!value || strncmp(value, "submit/", 7)) {
        fprintf(stderr, _("SUBMISSION_TAG has to begin with submit/.\n"));
        json_decref(j);
        return NULL;
    }
    return j;
}

static json_t *test_json(const struct whole *w)
{
    char name[160], says[1600];

    snprintf(name, sizeof name, "%s %s", w->lab->result->id, w->part->name);
    part_says(w->part, says, sizeof says);
    return json_pack("{s:s, s:b, s:I, s:I, s:s}", "test-name", name, "passed",
                     part_passed(w->part), "score", (json_int_t)w->points,
                     "max-score", (json_int_t)w->max, "message", says);
}

int classroom50_write(const struct export *e, FILE *out)
{
    struct record *r = record_read(e);
    struct whole *w = NULL;
    json_t *j = NULL, *tests = json_array();
    long points = 0, max = 0;
    int n, result = -1;

    if (!r)
        goto done;
    if (record_warn(r)) {
        fprintf(stderr, _("So there is no result for Classroom 50.\n"));
        goto done;
    }
    j = take_environment();
    if (!j)
        goto done;
    w = must(calloc((size_t)RESULTS_MAX_LABS * RESULTS_MAX_CHECKS, sizeof *w));
    n = make_whole(r, w);
    for (int i = 0; i < n; i++) {
        points += w[i].points;
        max += w[i].max;
        json_array_append_new(tests, test_json(&w[i]));
    }
    json_object_set_new(j, "score", json_integer(points));
    json_object_set_new(j, "max-score", json_integer(max));
    json_object_set(j, "tests", tests);
    result = write_json(json_incref(j), JSON_INDENT(2), out);
    /* The format has no place for a sentence about a whole lab. */
    for (int i = 0; i < r->n && !result; i++) {
        char text[512];

        scale_says(&r->lab[i], text, sizeof text);
        if (*text)
            fprintf(stderr, _("Lab %s: %s\n"), r->lab[i].result->id, text);
    }
done:
    json_decref(j);
    json_decref(tests);
    free(w);
    free(r);
    return result;
}
