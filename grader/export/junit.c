/*
 * junit.c - JUnit XML, in two flavours. Jenkins' schema knows no file at a
 * test; GitLab shows one. GitLab reads what stands inside <failure>, Jenkins
 * shows the attribute first, so the message is in both. Names of a class's
 * tests are unique (record.h): GitLab counts a second one not at all.
 *
 * There are no points in JUnit. What costs none is no failure: untold is a
 * passed test with a word to it, and what the machine lacks something for is
 * skipped. A kit that broke down is an <error>.
 */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "export/formats.h"

/* Text, or the value of an attribute, in which an end of a line would become a
 * blank. What XML cannot hold at all, text_clean() has taken away. */
static void put_xml(const char *text, FILE *out)
{
    for (; *text; text++)
        if (strchr("&<>\"'\n\t\r", *text))
            fprintf(out, "&#%d;", *text);
        else
            putc(*text, out);
}

static void put_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    put_xml(value, out);
    putc('"', out);
}

struct counts {
    int tests, failures, errors, skipped;
    double seconds;
};

static struct counts count(const struct record_lab *l)
{
    struct counts c = {.tests = l->n, .seconds = l->result->seconds};

    for (int i = 0; i < l->n; i++) {
        enum check_status status = l->part[i].found->status;

        c.failures += status == STATUS_FAIL;
        c.errors += status == STATUS_NONE;
        c.skipped += status == STATUS_SKIPPED;
    }
    if (l->broken && !c.errors) { /* put_broken() */
        c.tests++;
        c.errors++;
    }
    return c;
}

static void put_counts(struct counts c, bool suite, FILE *out)
{
    fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\"", c.tests,
            c.failures, c.errors);
    if (suite)
        fprintf(out, " skipped=\"%d\"", c.skipped);
    fprintf(out, " time=\"%.3f\"", c.seconds);
}

static void put_class(const struct record_lab *l, FILE *out)
{
    char name[160];

    snprintf(name, sizeof name, "%s_%s", l->result->id,
             l->lab ? l->lab->name : "lab");
    put_attribute("classname", name, out);
}

static void put_case(const struct record_lab *l, const struct part *p,
                     bool gitlab, FILE *out)
{
    static const char *const element[STATUS_COUNT] = {
        [STATUS_NONE] = "error",
        [STATUS_FAIL] = "failure",
        [STATUS_SKIPPED] = "skipped",
    };
    const struct finding *f = p->found;
    const char *inside = element[f->status];
    char says[1600];

    fputs("    <testcase", out);
    put_class(l, out);
    put_attribute("name", p->name, out);
    if (gitlab && *f->place.file)
        put_attribute("file", f->place.file, out);
    part_says(p, says, sizeof says);
    if (inside) {
        fprintf(out, "><%s", inside);
        put_attribute("type", kind_names[f->kind], out);
        put_attribute("message", *f->message ? finding_text(f) : says, out);
        putc('>', out);
        put_xml(says, out);
        fprintf(out, "</%s></testcase>\n", inside);
    } else if (*says) {
        fputs("><system-out>", out);
        put_xml(says, out);
        fputs("</system-out></testcase>\n", out);
    } else {
        fputs("/>\n", out);
    }
}

/* A lab that could not be graded, though no check says so. */
static void put_broken(const struct record_lab *l, FILE *out)
{
    char says[512];

    fputs("    <testcase", out);
    put_class(l, out);
    lab_says(l, says, sizeof says);
    fputs(" name=\"graded\"><error", out);
    put_attribute("message", says, out);
    putc('>', out);
    put_xml(says, out);
    fputs("</error></testcase>\n", out);
}

static void put_suite(const struct record_lab *l, bool gitlab, FILE *out)
{
    char says[512];

    snprintf(says, sizeof says, "%s %s", l->result->id, l->result->title);
    fputs("  <testsuite", out);
    put_attribute("name", says, out);
    put_counts(count(l), true, out);
    if (strlen(l->result->graded_at) >= 19) {
        snprintf(says, sizeof says, "%.19s", l->result->graded_at);
        put_attribute("timestamp", says, out);
    }
    fputs(">\n", out);
    for (int i = 0; i < l->n; i++)
        put_case(l, &l->part[i], gitlab, out);
    if (count(l).tests > l->n)
        put_broken(l, out);
    lab_says(l, says, sizeof says);
    fputs("    <system-out>", out);
    put_xml(says, out);
    fputs("</system-out>\n  </testsuite>\n", out);
}

static int write_flavour(const struct export *e, bool gitlab, FILE *out)
{
    struct record *r = record_read(e);
    struct counts all = {0};

    if (!r)
        return -1;
    record_warn(r);
    for (int i = 0; i < r->n; i++) {
        struct counts c = count(&r->lab[i]);

        all.tests += c.tests;
        all.failures += c.failures;
        all.errors += c.errors;
        all.seconds += c.seconds;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
    put_counts(all, false, out);
    fputs(">\n", out);
    for (int i = 0; i < r->n; i++)
        put_suite(&r->lab[i], gitlab, out);
    fputs("</testsuites>\n", out);
    free(r);
    return 0;
}

int junit_write(const struct export *e, FILE *out)
{
    return write_flavour(e, false, out);
}

int junit_gitlab_write(const struct export *e, FILE *out)
{
    return write_flavour(e, true, out);
}
