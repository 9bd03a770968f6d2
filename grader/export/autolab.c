/*
 * autolab.c - the last two lines that Autolab reads of an autograder's output.
 *
 * The last: points for the problems that the site knows by the names "Lab 03",
 * "Lab 12". Autolab puts quotes around every word before a colon in it, so only
 * these names and numbers stand there. A lab that could not be graded is left
 * out, which leaves its problem ungraded. If none is left, Autolab would make
 * of that 0 points for all; then the line reports problem "kit", which the
 * teacher has defined, worth 0 points, for that purpose.
 *
 * The line before shows the checks. A problem's hint is only shown where a
 * check failed, so what an untold or skipped one means stands in its name.
 */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "export/bundle.h"
#include "export/formats.h"
#include "export/json.h"

static json_t *stage_json(const struct record_lab *l)
{
    json_t *stage = json_object();

    for (int i = 0; i < l->n; i++) {
        const struct part *p = &l->part[i];
        char name[256], says[1600];

        part_says(p, says, sizeof says);
        snprintf(name, sizeof name, "%s%s", p->name,
                 p->found->status == STATUS_UNTOLD
                     ? _(" (this machine could not tell; the points are "
                         "given)")
                 : part_left_out(p)
                     ? _(" (not tried on this machine; it costs no points)")
                     : "");
        json_object_set_new(
            stage, name,
            json_pack("{s:b, s:s}", "passed", part_passed(p), "hint", says));
    }
    return stage;
}

int autolab_write(const struct export *e, FILE *out)
{
    struct record *r = record_read(e);
    json_t *scores = json_object(), *stages = json_array();
    json_t *shown =
        json_pack("{s:s, s:O}", "_presentation", "semantic", "stages", stages);
    int result = -1;

    if (!r || !shown || !scores)
        goto done;
    record_warn(r);
    for (int i = 0; i < r->n; i++) {
        const struct record_lab *l = &r->lab[i];
        char problem[32], stage[512];

        snprintf(problem, sizeof problem, "Lab %s", l->result->id);
        lab_says(l, stage, sizeof stage);
        json_array_append_new(stages, json_string(stage));
        json_object_set_new(shown, stage, stage_json(l));
        if (!l->broken)
            json_object_set_new(scores, problem, points_json(l->points));
    }
    if (r->n_broken == r->n)
        json_object_set_new(scores, "kit", json_integer(0));
    /* Whatever encoding the server takes it for. */
    if (!write_json(json_incref(shown), JSON_ENSURE_ASCII, out))
        result = write_json(json_pack("{s:O}", "scores", scores),
                            JSON_ENSURE_ASCII, out);
done:
    json_decref(scores);
    json_decref(stages);
    json_decref(shown);
    free(r);
    return result;
}

int autolab_files(const struct export *e, FILE *out)
{
    (void)out;
    if (e->n_wanted != 1) {
        fprintf(stderr, _("An Autolab assessment takes one file, so it is for "
                          "one lab: say LAB=03.\n"));
        return -1;
    }
    return bundle_make("autolab", e);
}
