/*
 * gradescope.c - Gradescope's results.json. Everything is `text`: messages
 * quote what students' programs print, and Gradescope's default is HTML.
 * What costs no points is "passed" there, or a line without points; where the
 * kit broke down nothing is written, so that Gradescope says that the
 * autograder failed, and no score stands there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "export/bundle.h"
#include "export/formats.h"
#include "export/json.h"

static json_t *test_json(const struct record_lab *l, const struct part *p)
{
    char name[160], says[1600];
    json_t *j;

    snprintf(name, sizeof name, "%s %s", l->result->id, p->name);
    part_says(p, says, sizeof says);
    j = json_pack("{s:s, s:s, s:s}", "name", name, "status",
                  part_passed(p) ? "passed" : "failed", "output", says);
    if (p->max > 0) {
        json_object_set_new(j, "score", points_json(p->points));
        json_object_set_new(j, "max_score", points_json(p->max));
    }
    return j;
}

int gradescope_write(const struct export *e, FILE *out)
{
    struct record *r = record_read(e);
    json_t *tests = json_array();
    char *says = NULL;
    size_t size;
    FILE *text = open_memstream(&says, &size);
    double seconds = 0;
    int result = -1;

    if (!r || !text)
        goto done;
    if (record_warn(r)) {
        fprintf(stderr, _("So there is no score for Gradescope.\n"));
        goto done;
    }
    if (getenv("NOTE") && *getenv("NOTE"))
        fprintf(text, "%s\n\n", getenv("NOTE"));
    for (int i = 0; i < r->n; i++) {
        char line[512];

        lab_says(&r->lab[i], line, sizeof line);
        fprintf(text, "%s\n", line);
        seconds += r->lab[i].result->seconds;
        for (int k = 0; k < r->lab[i].n; k++)
            json_array_append_new(tests,
                                  test_json(&r->lab[i], &r->lab[i].part[k]));
    }
    if (fflush(text))
        goto done;
    result = write_json(
        json_pack("{s:o, s:o, s:s, s:s, s:s, s:s, s:s, s:O}", "score",
                  points_json(r->points), "execution_time",
                  points_json(seconds), "output", says, "output_format", "text",
                  "test_output_format", "text", "test_name_format", "text",
                  "stdout_visibility", "hidden", "tests", tests),
        JSON_INDENT(2), out);
done:
    if (text)
        fclose(text);
    free(says);
    json_decref(tests);
    free(r);
    return result;
}

int gradescope_zip(const struct export *e, FILE *out)
{
    (void)out;
    return bundle_make("gradescope", e);
}
