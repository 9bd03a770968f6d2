/* ladder.c - see ladder.h. First the figures of one ladder, then its charts for
 * a terminal and as SVG, then the command. */
#include "command/ladder.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/say.h"
#include "command/grade.h"
#include "command/grading.h"
#include "show/picture.h"
#include "show/svg.h"

enum { MAX_STEPS = 20 };

struct step {
    const struct lab *lab;
    const struct lab_result *result; /* null: not started */
};

struct chart {
    const char *name, *ceiling;
    const char *work; /* the case that all were counted at */
    bool logarithmic; /* the bars: too far apart for one scale */
    bool speeds;      /* at least one was measured */
    double low, high; /* fewest and most sectors of a step */
    int n;
    struct step step[MAX_STEPS];
};

/* ---- figures --------------------------------------------------------- */

static bool is_right(const struct lab_result *l)
{
    for (int i = 0; i < l->n_checks; i++)
        if (l->check[i].status == STATUS_FAIL &&
            l->check[i].kind != KIND_TRAFFIC && l->check[i].kind != KIND_SPEED)
            return false;
    return true;
}

/* Its counts, or null. Whoever gets wrong answers may well move less. */
static const struct ladder *counts_of(const struct step *s)
{
    const struct lab_result *l = s->result;

    if (!l || !l->ladder.counted || !(l->ladder.read + l->ladder.written > 0) ||
        !is_right(l))
        return NULL;
    return &l->ladder;
}

static double sectors(const struct ladder *c)
{
    return c->read + c->written;
}

static const struct speed *speed_of(const struct step *s)
{
    if (!counts_of(s) || !s->result->speed.measured ||
        !(s->result->speed.fraction.middle > 0))
        return NULL;
    return &s->result->speed;
}

static const char *why_not(const struct step *s)
{
    if (!s->result)
        return _("not started");
    if (s->result->check[0].status == STATUS_FAIL)
        return _("does not compile");
    return is_right(s->result) ? _("not counted") : _("not right yet");
}

static void look_through(struct chart *c)
{
    c->work = "";
    for (int i = 0; i < c->n; i++) {
        const struct ladder *counts = counts_of(&c->step[i]);
        if (*c->step[i].lab->ceiling)
            c->ceiling = c->step[i].lab->ceiling;
        c->speeds = c->speeds || speed_of(&c->step[i]);
        if (!counts)
            continue;
        if (!*c->work)
            c->work = counts->work;
        if (!(c->low > 0) || sectors(counts) < c->low)
            c->low = sectors(counts);
        if (sectors(counts) > c->high)
            c->high = sectors(counts);
    }
    c->logarithmic = c->high > 16 * c->low;
}

/* A bar's length, of at most `full`. The least one of a logarithmic scale is
 * still to be seen. */
static int bar(const struct chart *c, double count, int full)
{
    double part = c->logarithmic
                      ? log2(2 * count / c->low) / log2(2 * c->high / c->low)
                      : count / c->high;
    int length = (int)lround(part * full);

    return length < 1 ? 1 : length > full ? full : length;
}

/* ---- on the terminal ------------------------------------------------- */

static void text_traffic(const struct style *s, const struct chart *c)
{
    enum { BAR = 24 };
    static const char full_bar[] = "########################";

    fprintf(s->out, "  %-24s %-*s %10s %10s\n", "", BAR, "", _("read"),
            _("written"));
    for (int i = 0; i < c->n; i++) {
        const struct step *step = &c->step[i];
        const struct ladder *l = counts_of(step);

        fprintf(s->out, "  %-24.24s ", step->lab->folder);
        if (!l) {
            fprintf(s->out, "(%s)\n", why_not(step));
            continue;
        }
        fprintf(s->out, "%-*.*s %10s %10s\n", BAR, bar(c, sectors(l), BAR),
                full_bar, picture_number((uint64_t)l->read),
                picture_number((uint64_t)l->written));
        fprintf(s->out, _("  %-24s %.3g x the least"), "",
                sectors(l) / l->least);
        if (l->ideal_wavefronts > 0)
            fprintf(s->out, _("; shared memory: %.3g x its ideal wavefronts"),
                    l->wavefronts / l->ideal_wavefronts);
        fputc('\n', s->out);
    }
}

static void text_speed(const struct style *s, const struct chart *c)
{
    enum { BAR = 24 };
    static const char full_bar[] = "########################";

    for (int i = 0; i < c->n; i++) {
        const struct speed *v = speed_of(&c->step[i]);
        int length;

        fprintf(s->out, "  %-24.24s ", c->step[i].lab->folder);
        if (!v) {
            fprintf(s->out, "(%s)\n", _("not measured"));
            continue;
        }
        length = (int)lround(fmin(v->fraction.middle, 1) * BAR);
        fprintf(s->out, _("%-*.*s %5.1f %%  %.3g ms\n"), BAR, length, full_bar,
                v->fraction.middle * 100, v->yours * 1e3);
    }
}

static void print_chart(const struct style *s, const struct chart *c)
{
    char text[400];

    fprintf(s->out, "\n");
    snprintf(text, sizeof text,
             _("%s: sectors of 32 bytes that each step moves (%s)%s"), c->name,
             c->work, c->logarithmic ? _("; the bars are logarithmic") : "");
    if (c->high > 0)
        table_wrap(s, 0, text);
    else
        fprintf(s->out, "%s\n", c->name);
    text_traffic(s, c);
    if (c->speeds) {
        fprintf(s->out, _("\nspeed on this GPU; 100 %% is %s\n"), c->ceiling);
        text_speed(s, c);
    }
}

/* ---- as SVG ---------------------------------------------------------- */

enum { WIDTH = 860, MARGIN = 20, LABEL = 190, FULL = 400, ROW = 30, TALL = 18 };

static void svg_label(FILE *out, const struct step *s, int y)
{
    svg_text(out, MARGIN, y + 13, "label", "%s", s->lab->folder);
}

static void svg_traffic(FILE *out, const struct chart *c, int y)
{
    const int x = MARGIN + LABEL;

    for (int i = 0; i < c->n; i++, y += ROW) {
        const struct ladder *l = counts_of(&c->step[i]);

        svg_label(out, &c->step[i], y);
        if (!l) {
            svg_text(out, x, y + 13, "label", "(%s)", why_not(&c->step[i]));
            continue;
        }
        svg_rect(out, x, y, bar(c, sectors(l), FULL), TALL, "waste");
        if (l->least <= sectors(l) && l->least >= c->low / 2)
            svg_rect(out, x, y, bar(c, l->least, FULL), TALL, "need");
        svg_text(out, x + FULL + 8, y + 13, "label", _("%s read, %s written"),
                 picture_number((uint64_t)l->read),
                 picture_number((uint64_t)l->written));
    }
}

static void svg_speed(FILE *out, const struct chart *c, int y)
{
    const int x = MARGIN + LABEL;

    for (int i = 0; i < c->n; i++, y += ROW) {
        const struct speed *v = speed_of(&c->step[i]);

        svg_label(out, &c->step[i], y);
        if (!v) {
            svg_text(out, x, y + 13, "label", "(%s)", _("not measured"));
            continue;
        }
        svg_rect(out, x, y, FULL, TALL, "waste");
        svg_rect(out, x, y, (int)(fmin(v->fraction.middle, 1) * FULL) + 1, TALL,
                 "need");
        svg_text(out, x + FULL + 8, y + 13, "label", _("%.1f %%, %.3g ms"),
                 v->fraction.middle * 100, v->yours * 1e3);
    }
}

static void draw_chart(FILE *out, const struct chart *c)
{
    int panel = 60 + c->n * ROW;

    svg_begin(out, WIDTH, 40 + panel * (c->speeds ? 2 : 1), c->name);
    svg_text(out, MARGIN, 30, "title", "%s: %s", c->name, c->work);
    svg_text(out, MARGIN, 56, "text",
             c->logarithmic
                 ? _("Sectors of 32 bytes that each step moves (bars are "
                     "logarithmic); in colour: what must be moved")
                 : _("Sectors of 32 bytes that each step moves; in colour: "
                     "what must be moved"));
    svg_traffic(out, c, 72);
    if (c->speeds) {
        svg_text(out, MARGIN, 56 + panel, "text",
                 _("Speed on this GPU; 100 %% is %s"), c->ceiling);
        svg_speed(out, c, 72 + panel);
    }
    svg_end(out);
}

static int write_chart(const struct chart *c)
{
    char path[100];
    FILE *out;
    int bad;

    snprintf(path, sizeof path, "build/ladder/%s.svg", c->name);
    if ((mkdir("build/ladder", 0777) && errno != EEXIST) ||
        !(out = fopen(path, "w"))) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    draw_chart(out, c);
    bad = ferror(out);
    if (fclose(out) || bad) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    printf(_("\nThe same as a picture: %s\n"), path);
    return 0;
}

/* ---- the command ----------------------------------------------------- */

/* The ladder's labs from labs[first] on, graded where they have changed. */
static int climb(const struct settings *s, const struct lab *labs, int n,
                 int first, struct results *r, struct chart *c)
{
    const struct lab_result *l;

    memset(c, 0, sizeof *c);
    c->name = labs[first].ladder;
    c->ceiling = "";
    for (int i = first; i < n && c->n < MAX_STEPS; i++)
        if (!strcmp(labs[i].ladder, c->name)) {
            if (grade_if_changed(s, &labs[i], r, &l))
                return -1;
            c->step[c->n].lab = &labs[i];
            c->step[c->n++].result = l;
        }
    /* Storing a result has moved those before it. */
    for (int i = 0; i < c->n; i++)
        if (c->step[i].result)
            c->step[i].result = results_get(r, c->step[i].lab->id);
    look_through(c);
    return 0;
}

/* Whether a lab before this one belongs to the same ladder. */
static bool seen(const struct lab *labs, int i)
{
    for (int k = 0; k < i; k++)
        if (!strcmp(labs[k].ladder, labs[i].ladder))
            return true;
    return false;
}

int ladder_needs_command(const struct settings *s)
{
    int n = 0;
    struct lab *labs = lab_find_all(&n);
    const struct lab *only = labs && s->lab ? lab_by_id(labs, n, s->lab) : NULL;
    struct results *r = calloc(1, sizeof *r);

    if (labs && r) {
        results_load(s, r);
        for (int i = 0; i < n; i++)
            if (*labs[i].ladder &&
                (!s->lab || (only && !strcmp(only->ladder, labs[i].ladder))) &&
                grade_is_due(s, &labs[i], r))
                printf("build/checks/%s\n", labs[i].folder);
    }
    free(labs);
    free(r);
    return labs && r ? KIT_OK : KIT_TROUBLE;
}

int ladder_command(const struct settings *s)
{
    struct lab *labs = NULL;
    const struct lab *only = NULL;
    struct results *r = calloc(1, sizeof *r);
    struct grading grading = {.lock = -1};
    struct chart chart;
    int n = 0, drawn = 0, code = KIT_TROUBLE;
    bool begun = false;

    labs = lab_find_all(&n);
    if (!labs)
        goto done;
    if (!r) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
        goto done;
    }
    if (s->lab && !(only = lab_by_id(labs, n, s->lab))) {
        unknown_lab(labs, n, s->lab);
        goto done;
    }
    if (only && !*only->ladder) {
        fprintf(stderr, _("Lab %s is not a step of a ladder.\n"), only->id);
        goto done;
    }
    begun = grade_begin(&grading) == 0;
    if (!begun)
        goto done;
    results_load(s, r);
    for (int i = 0; i < n; i++) {
        if (!*labs[i].ladder || seen(labs, i) ||
            (only && strcmp(only->ladder, labs[i].ladder)))
            continue;
        if (climb(s, labs, n, i, r, &chart))
            goto done;
        print_chart(&s->style, &chart);
        if (chart.high > 0 && write_chart(&chart))
            goto done;
        drawn++;
    }
    code = drawn ? KIT_OK : KIT_TROUBLE;
done:
    if (begun)
        grade_end(&grading);
    free(labs);
    free(r);
    return code;
}
