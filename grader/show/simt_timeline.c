/* simt_timeline.c - see simt_timeline.h. */
#define _GNU_SOURCE
#include "show/simt_timeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "show/svg.h"
#include "show/table.h"

enum { CELLS = 60, MAX_NAMES = 26, MAX_PARTS = 64 };

static const char *const engine_names[SIMT_ENGINES] = {
    N_("to device"), N_("from device"), N_("kernels")};

/* In the order in which data goes through them. */
static const enum simt_engine shown[SIMT_ENGINES] = {
    SIMT_TO_DEVICE, SIMT_COMPUTE, SIMT_FROM_DEVICE};

const char *timeline_time(int64_t ps)
{
    static char text[8][24];
    static int next;
    char *t = text[next++ % 8];

    if (ps < 100000000)
        snprintf(t, sizeof text[0], "%.1f us", (double)ps * 1e-6);
    else if (ps < 100000000000)
        snprintf(t, sizeof text[0], "%.3f ms", (double)ps * 1e-9);
    else
        snprintf(t, sizeof text[0], "%.3f s", (double)ps * 1e-12);
    return t;
}

bool timeline_any(const struct simt_timeline *t, const struct simt_step *step,
                  int n)
{
    bool streams = false;

    for (int i = 0; i < n; i++)
        streams = streams || step[i].stream != 1 || step[i].device;
    return streams && t->works > 1;
}

/* ---- what it had to wait for ----------------------------------------- */

static const struct simt_step *numbered(const struct simt_step *step, int n,
                                        int64_t number)
{
    int low = 0, high = n; /* numbers grow */

    while (low < high) {
        int middle = (low + high) / 2;

        if (step[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && step[low].number == number ? &step[low] : NULL;
}

static int by_time(const void *a, const void *b)
{
    const struct timeline_part *x = a, *y = b;

    return (x->took < y->took) - (x->took > y->took);
}

static void add_part(struct timeline_part *part, int *n, int max,
                     const struct simt_step *s, int64_t took)
{
    int i = 0;

    if (took <= 0)
        return;
    while (i < *n && (!part[i].step != !s ||
                      (s && (part[i].step->place.line != s->place.line ||
                             part[i].step->engine != s->engine ||
                             strcmp(part[i].step->what, s->what) != 0))))
        i++;
    if (i == max)
        return;
    if (i == *n)
        part[(*n)++] = (struct timeline_part){.step = s};
    part[i].times++;
    part[i].took += took;
}

const struct simt_step *timeline_last(const struct simt_step *step, int n)
{
    const struct simt_step *s = n > 0 ? step : NULL;

    for (int i = 1; i < n; i++)
        if (step[i].end > s->end)
            s = &step[i];
    return s;
}

const struct simt_step *timeline_before(const struct simt_step *step, int n,
                                        const struct simt_step *s)
{
    return s->after < s->number ? numbered(step, n, s->after) : NULL;
}

int timeline_parts(const struct simt_step *step, int n,
                   struct timeline_part *out, int max)
{
    const struct simt_step *s = timeline_last(step, n), *before;
    int parts = 0;

    for (int left = n; s && left > 0; left--) {
        add_part(out, &parts, max, s, s->end - s->begin);
        before = timeline_before(step, n, s);
        add_part(out, &parts, max, NULL, s->begin - (before ? before->end : 0));
        s = before;
    }
    if (parts > 0)
        qsort(out, (size_t)parts, sizeof *out, by_time);
    return parts;
}

/* ---- streams --------------------------------------------------------- */

/* The streams in the order in which they get work: a, b, c, ... */
static int stream_names(const struct simt_step *step, int n,
                        int64_t name[MAX_NAMES])
{
    int names = 0, k;

    for (int i = 0; i < n; i++) {
        for (k = 0; k < names && name[k] != step[i].stream; k++)
            continue;
        if (k == names && names < MAX_NAMES)
            name[names++] = step[i].stream;
    }
    return names;
}

static char sign_of(const int64_t *name, int names, int64_t stream)
{
    for (int k = 0; k < names; k++)
        if (name[k] == stream)
            return (char)('a' + k);
    return '*';
}

static const char *stream_text(int64_t stream)
{
    static char text[40];

    if (stream == 1)
        return _("the default stream");
    if (stream == 2)
        return _("the thread's own stream");
    /* those that a program makes are numbered from 3 on */
    snprintf(text, sizeof text, _("stream %" PRId64), stream - 2);
    return text;
}

/* ---- text ------------------------------------------------------------ */

/* What this engine mostly does from..to, if it works at least a quarter of it.
 */
static char cell(const struct simt_step *step, int n, int device,
                 enum simt_engine engine, int64_t from, int64_t to,
                 const int64_t *name, int names)
{
    int64_t most = (to - from) / 4;
    char sign = '.';

    for (int i = 0; i < n; i++) {
        int64_t begin = step[i].begin > from ? step[i].begin : from;
        int64_t end = step[i].end < to ? step[i].end : to;

        if (step[i].device == device && step[i].engine == engine &&
            end - begin > most) {
            most = end - begin;
            sign = sign_of(name, names, step[i].stream);
        }
    }
    return sign;
}

static bool device_works(const struct simt_step *step, int n, int device)
{
    for (int i = 0; i < n; i++)
        if (step[i].device == device)
            return true;
    return false;
}

static void text_rows(FILE *out, const struct simt_timeline *t,
                      const struct simt_step *step, int n, int device,
                      const int64_t *name, int names)
{
    for (int e = 0; e < SIMT_ENGINES; e++) {
        char row[CELLS + 1];

        for (int i = 0; i < CELLS; i++)
            row[i] = cell(step, n, device, shown[e], t->span * i / CELLS,
                          t->span * (i + 1) / CELLS, name, names);
        row[CELLS] = '\0';
        fprintf(out, "  %-13s %s\n", gettext(engine_names[shown[e]]), row);
    }
}

static void text_part(FILE *out, const struct timeline_part *p)
{
    char line[24] = "";

    if (!p->step) {
        fprintf(out, _("  %10s  the host, which asks for it\n"),
                timeline_time(p->took));
        return;
    }
    if (p->step->place.line)
        snprintf(line, sizeof line, _(" at line %d"), p->step->place.line);
    fprintf(out, _("  %10s  %.40s%s%s, x %d\n"), timeline_time(p->took),
            p->step->what,
            p->step->pageable ? _(" with memory that is not pinned") : "", line,
            p->times);
}

void timeline_text(FILE *out, const struct simt_timeline *t,
                   const struct simt_step *step, int n)
{
    struct timeline_part part[MAX_PARTS];
    int64_t name[MAX_NAMES];
    int names = stream_names(step, n, name);
    int parts = timeline_parts(step, n, part, MAX_PARTS);

    fprintf(out, _("Modelled timeline: %s (docs/cpu-device.md)\n"),
            timeline_time(t->span));
    for (int d = 0; d < SIMT_DEVICES; d++)
        if (device_works(step, n, d)) {
            if (d > 0 || device_works(step, n, 1))
                fprintf(out, _("  device %d\n"), d);
            text_rows(out, t, step, n, d, name, names);
        }
    for (int k = 0; k < names; k++)
        fprintf(out, "%s%c: %s", k ? ", " : "  ", 'a' + k,
                stream_text(name[k]));
    fputs("\n", out);
    fprintf(out, _("  Work in all: %s to the device, %s from it, kernels %s\n"),
            timeline_time(t->engine[SIMT_TO_DEVICE]),
            timeline_time(t->engine[SIMT_FROM_DEVICE]),
            timeline_time(t->engine[SIMT_COMPUTE]));
    if (t->works > (uint64_t)n) {
        fprintf(out, _("  Only the first %d of %" PRIu64 " steps are shown.\n"),
                n, t->works);
        return;
    }
    fputs(_("  What the last result had to wait for, one after the other:\n"),
          out);
    for (int i = 0; i < parts && i < 8; i++)
        text_part(out, &part[i]);
}

/* ---- SVG ------------------------------------------------------------- */

enum { WIDTH = 900, MARGIN = 20, LABEL = 110, ROW = 24, SPAN = 740 };

static int position(const struct simt_timeline *t, int64_t ps)
{
    return MARGIN + LABEL + (int)(SPAN * ((double)ps / (double)t->span));
}

static void svg_steps(FILE *out, const struct simt_timeline *t,
                      const struct simt_step *step, int n, int device,
                      enum simt_engine engine, int y, const int64_t *name,
                      int names)
{
    for (int i = 0; i < n; i++) {
        const struct simt_step *s = &step[i];
        int x = position(t, s->begin), width = position(t, s->end) - x;

        if (s->device != device || s->engine != engine)
            continue;
        svg_rect(out, x, y, width > 1 ? width - 1 : 1, ROW - 6, "need");
        if (width >= 12)
            svg_text(out, x + width / 2, y + 13, "lane", "%c",
                     sign_of(name, names, s->stream));
    }
}

void timeline_svg(FILE *out, const struct simt_timeline *t,
                  const struct simt_step *step, int n)
{
    struct timeline_part part[MAX_PARTS];
    int64_t name[MAX_NAMES];
    int names = stream_names(step, n, name), y = 70, devices = 0;
    int parts = timeline_parts(step, n, part, MAX_PARTS);
    char line[24];

    for (int d = 0; d < SIMT_DEVICES; d++)
        devices += device_works(step, n, d);
    parts = parts < 8 ? parts : 8;
    svg_begin(out, WIDTH,
              y + devices * (SIMT_ENGINES + 1) * ROW + 90 +
                  ((names + 3) / 4 + parts) * 20,
              _("Modelled timeline"));
    svg_text(out, MARGIN, 32, "title", _("Modelled timeline: %s"),
             timeline_time(t->span));
    if (t->span <= 0) {
        svg_end(out);
        return;
    }
    for (int i = 0; i <= 4; i++)
        svg_text(out, position(t, t->span * i / 4) - (i ? 40 : 0), 58, "label",
                 "%s", timeline_time(t->span * i / 4));
    for (int d = 0; d < SIMT_DEVICES; d++) {
        if (!device_works(step, n, d))
            continue;
        if (devices > 1)
            svg_text(out, MARGIN, y + 13, "text", _("device %d"), d);
        y += devices > 1 ? ROW : 0;
        for (int e = 0; e < SIMT_ENGINES; e++, y += ROW) {
            svg_text(out, MARGIN, y + 13, "label", "%s",
                     gettext(engine_names[shown[e]]));
            svg_rect(out, MARGIN + LABEL, y, SPAN, ROW - 6, "idle");
            svg_steps(out, t, step, n, d, shown[e], y, name, names);
        }
    }
    y += 16;
    for (int k = 0; k < names; k++)
        svg_text(out, MARGIN + k % 4 * 210, y + k / 4 * 20, "label", "%c: %s",
                 'a' + k, stream_text(name[k]));
    y += (names + 3) / 4 * 20 + 12;
    svg_text(out, MARGIN, y, "text", "%s",
             _("What the last result had to wait for, one after the other:"));
    for (int i = 0; i < parts; i++) {
        y += 20;
        svg_text(out, MARGIN, y, "label", "%s", timeline_time(part[i].took));
        line[0] = '\0';
        if (part[i].step && part[i].step->place.line)
            snprintf(line, sizeof line, _(" at line %d"),
                     part[i].step->place.line);
        if (part[i].step)
            svg_text(out, MARGIN + LABEL, y, "label", "%.60s%s, x %d",
                     part[i].step->what, line, part[i].times);
        else
            svg_text(out, MARGIN + LABEL, y, "label", "%s",
                     _("the host, which asks for it"));
    }
    svg_end(out);
}
