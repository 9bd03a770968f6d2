/* timeline_pair.c - see timeline_pair.h. */
#include "show/timeline_pair.h"

#include "base/say.h"
#include "show/picture.h"
#include "show/simt_timeline.h"
#include "show/svg.h"

enum {
    MARGIN = 20,
    LABEL = 92,
    SPAN = 700,
    WIDTH = 2 * MARGIN + LABEL + SPAN,
    BAR = 18,
    ROW = BAR + 4,
    HEAD = 52,
    COLOURS = 4,
    LETTER = 9 /* pixels: a narrower step has none */
};

static const char *const colour[COLOURS] = {"g0", "g1", "g2", "g3"};

/* How both are drawn, so that they can be compared. */
struct layout {
    int64_t span;
    bool devices; /* a row for each */
    bool streams; /* a colour for each */
    int rows;
};

/* In the order in which data goes through them. */
static const enum simt_engine shown[SIMT_ENGINES] = {
    SIMT_TO_DEVICE, SIMT_COMPUTE, SIMT_FROM_DEVICE};

/* The streams count in the order in which they get work. */
static int stream_number(const struct timeline_side *s, int64_t stream)
{
    int64_t seen[26];
    int n = 0, k;

    for (int i = 0; i < s->n; i++) {
        for (k = 0; k < n && seen[k] != s->step[i].stream; k++)
            continue;
        if (s->step[i].stream == stream)
            return k;
        if (k == n && n < 26)
            seen[n++] = s->step[i].stream;
    }
    return 0;
}

static void look_at(const struct timeline_side *s, struct layout *l)
{
    l->span = s->timeline.span > l->span ? s->timeline.span : l->span;
    for (int i = 0; i < s->n; i++) {
        l->streams |= s->step[i].stream != s->step[0].stream;
        if (s->step[i].device + 1 > l->rows)
            l->rows = s->step[i].device + 1;
    }
}

static int row_of(const struct layout *l, const struct simt_step *step)
{
    int row = 0;

    if (l->devices)
        return step->device;
    while (shown[row] != step->engine)
        row++;
    return row;
}

static int position(const struct layout *l, int64_t ps)
{
    return MARGIN + LABEL + (int)(SPAN * ((double)ps / (double)l->span));
}

static void draw_step(FILE *out, const struct layout *l,
                      const struct timeline_side *s,
                      const struct simt_step *step, int top)
{
    int x = position(l, step->begin), width = position(l, step->end) - x;
    int y = top + row_of(l, step) * ROW, stream, kind;
    bool kernel = step->engine == SIMT_COMPUTE && step->bytes == 0;

    stream = l->streams && !l->devices ? stream_number(s, step->stream) : 0;
    kind = l->devices ? step->device : l->streams ? stream : row_of(l, step);
    width = width > 2 ? width - 1 : 1;
    svg_rect(out, x, y, width, BAR,
             l->devices && !kernel ? "waste" : colour[kind % COLOURS]);
    if (l->streams && !l->devices && width >= LETTER)
        svg_text(out, x + width / 2, y + 13, "lane", "%c", 'a' + stream % 26);
}

/* What is on the right: how long it took, and what was copied. */
static void describe(const struct timeline_side *s, char *text, size_t size)
{
    uint64_t bytes = 0;
    int copies = 0, kernels = 0;

    for (int i = 0; i < s->n; i++) {
        bool to = s->step[i].engine == SIMT_TO_DEVICE;

        copies += to;
        bytes += to ? s->step[i].bytes : 0;
        kernels += s->step[i].engine == SIMT_COMPUTE && s->step[i].bytes == 0;
    }
    snprintf(text, size,
             _("kernels: %d; copies to the device: %d, %s bytes; %s"), kernels,
             copies, picture_number(bytes), timeline_time(s->timeline.span));
}

static void draw_side(FILE *out, const struct layout *l,
                      const struct timeline_side *s, bool after, int y)
{
    static const char *const engine[SIMT_ENGINES] = {
        N_("to device"), N_("kernels"), N_("from device")};
    char text[200];

    describe(s, text, sizeof text);
    svg_text(out, MARGIN, y + 30, "title", "%s",
             after ? _("after") : _("before"));
    svg_text(out, MARGIN + (after ? 48 : 60), y + 30, "label", "%s",
             s->program);
    svg_text(out, WIDTH - MARGIN, y + 30, "count", "%s", text);
    y += HEAD - 10;
    for (int i = 0; i < l->rows; i++) {
        if (l->devices)
            svg_text(out, MARGIN, y + i * ROW + 13, "label", _("device %d"), i);
        else
            svg_text(out, MARGIN, y + i * ROW + 13, "label", "%s",
                     gettext(engine[i]));
        svg_rect(out, MARGIN + LABEL, y + i * ROW, SPAN, BAR, "off");
    }
    for (int i = 0; i < s->n; i++)
        draw_step(out, l, s, &s->step[i], y);
}

static void draw_legend(FILE *out, const struct layout *l, int y)
{
    if (l->devices) {
        svg_rect(out, MARGIN + LABEL, y, 30, 12, "waste");
        svg_text(out, MARGIN + LABEL + 36, y + 10, "label", "%s",
                 _("copies and settings; in colour: kernels"));
    } else if (l->streams) {
        for (int i = 0; i < 3; i++) {
            svg_rect(out, MARGIN + LABEL + i * 20, y, 16, 14, colour[i]);
            svg_text(out, MARGIN + LABEL + i * 20 + 8, y + 11, "lane", "%c",
                     'a' + i);
        }
        svg_text(out, MARGIN + LABEL + 68, y + 10, "label", "%s", _("streams"));
    }
    svg_text(out, WIDTH - MARGIN, y + 11, "axis", "%s",
             _("modelled time, from left to right"));
}

void timeline_pair_svg(FILE *out, const char *title,
                       const struct timeline_side *before,
                       const struct timeline_side *after)
{
    struct layout l = {.span = 1};
    int height;

    look_at(before, &l);
    look_at(after, &l);
    l.devices = l.rows > 1;
    l.rows = l.devices ? l.rows : SIMT_ENGINES;
    height = HEAD + l.rows * ROW;
    svg_begin(out, WIDTH, 2 * height + 36, title);
    draw_side(out, &l, before, false, 0);
    draw_side(out, &l, after, true, height);
    draw_legend(out, &l, 2 * height + 10);
    svg_end(out);
}
