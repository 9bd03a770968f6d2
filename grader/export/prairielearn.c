/*
 * prairielearn.c - PrairieLearn's results.json: a score from 0 to 1. Where the
 * kit broke down on any lab the attempt is not gradable, and costs the student
 * none of their tries.
 */
#include <stdlib.h>

#include "base/say.h"
#include "export/formats.h"
#include "export/json.h"

#define AT_MOST 1000000 /* bytes; PrairieLearn takes 1 MB */

static json_t *test_json(const struct record_lab *l, const struct part *p)
{
    char name[160], says[1600];

    snprintf(name, sizeof name, "%s %s", l->result->id, p->name);
    part_says(p, says, sizeof says);
    return json_pack("{s:s, s:o, s:o, s:s}", "name", name, "points",
                     points_json(p->points), "max_points", points_json(p->max),
                     "output", says);
}

int prairielearn_write(const struct export *e, FILE *out)
{
    struct record *r = record_read(e);
    json_t *tests = json_array();
    char *says = NULL;
    size_t size;
    FILE *text = open_memstream(&says, &size);
    int result = -1;

    if (!r || !text)
        goto done;
    record_warn(r);
    for (int i = 0; i < r->n; i++) {
        char line[512];

        lab_says(&r->lab[i], line, sizeof line);
        fprintf(text, "%s\n", line);
        for (int k = 0; k < r->lab[i].n; k++)
            json_array_append_new(tests,
                                  test_json(&r->lab[i], &r->lab[i].part[k]));
    }
    if (fflush(text))
        goto done;
    result = write_json(
        json_pack(
            "{s:b, s:o, s:s, s:O}", "gradable", !r->n_broken, "score",
            points_json(r->n_broken || !(r->max > 0) ? 0 : r->points / r->max),
            "output", says, "tests", tests),
        0, out);
    if (!result && ftell(out) > AT_MOST) {
        fprintf(stderr, _("This is more than PrairieLearn takes: a question "
                          "is one lab, so say LAB=03.\n"));
        result = -1;
    }
done:
    if (text)
        fclose(text);
    free(says);
    json_decref(tests);
    free(r);
    return result;
}
