/* before_after.c - see before_after.h. */
#include "show/before_after.h"

#include <inttypes.h>
#include <string.h>

#include "base/say.h"
#include "show/cells.h"
#include "show/picture.h"
#include "show/svg.h"
#include "show/touched.h"

enum {
    MARGIN = 20,
    LABEL = 52,
    CELL = 10,
    GAP = 2,
    PANEL = LABEL + 32 * CELL + 3 * GAP,
    BETWEEN = 36,
    WIDTH = 2 * MARGIN + 2 * PANEL + BETWEEN,
    HEADER = 26, /* of an item */
    BELOW = 18
};

/* Many rows are drawn flat: how tall a stack is tells what it costs. */
static int row_height(const struct touched *t)
{
    return t->n <= 12 ? 14 : t->n <= 20 ? 10 : 7;
}

static const char *access_word(const struct simt_line *l)
{
    return l->access == SIMT_LOADS    ? _("read")
           : l->access == SIMT_STORES ? _("written")
                                      : _("atomic");
}

/* "32 wavefronts", into a buffer that four calls share. */
static const char *amount(enum touched_form form, uint64_t n)
{
    static char text[4][60];
    static int turn;
    char *out = text[turn++ % 4];
    const char *words = form == TOUCHED_SECTORS
                            ? n == 1 ? _("%s sector") : _("%s sectors")
                        : form == TOUCHED_WAVEFRONTS
                            ? n == 1 ? _("%s wavefront") : _("%s wavefronts")
                        : n == 1 ? _("%s pass")
                                 : _("%s passes");

    snprintf(out, sizeof text[0], words, picture_number(n));
    return out;
}

/* How many lanes, and what they have in common. */
static void lanes_text(const struct simt_line *l, const struct touched *t,
                       char *text, size_t size)
{
    int lanes = __builtin_popcount(l->worst.mask), words = 0;

    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < 32; k++)
            words += t->row[i].want[k] != 0;
    if (t->form == TOUCHED_ADDRESSES)
        snprintf(text, size,
                 t->n == 1 ? _("%d lanes, %d address")
                           : _("%d lanes, %d addresses"),
                 lanes, t->n);
    else if (lanes == 1)
        snprintf(text, size, "%s", _("1 lane"));
    else if (words == 1 && t->shared_words)
        snprintf(text, size, _("%d lanes, the same word"), lanes);
    else
        snprintf(text, size, _("%d lanes"), lanes);
}

/* What the columns are, above the first row, where they have numbers. */
static void column_heads(FILE *out, const struct cells *c,
                         const struct touched *t, int x, int y)
{
    const bool banks = t->form == TOUCHED_WAVEFRONTS;

    svg_text(out, x + LABEL - 6, y, "axis", "%s",
             banks ? _("bank") : _("byte"));
    for (int i = 0; banks && i < 32; i += i == 24 ? 7 : 8)
        svg_text(out, cells_x(c, t->form, i) + CELL / 2, y, "head", "%d", i);
}

static int item_height(const struct pattern_item *item)
{
    struct touched t;

    touched_by(&item->line, &t);
    return HEADER + 16 + t.n * row_height(&t) + BELOW;
}

static void draw_item(FILE *out, const struct pattern_item *item, int x, int y)
{
    struct touched t;
    char lanes[80];

    touched_by(&item->line, &t);
    int step = row_height(&t), name = (int)strlen(item->name) * 9 + 8;
    struct cells c = {.x = x + LABEL,
                      .width = CELL,
                      .height = step,
                      .gap = GAP,
                      .numbers = step > 10};

    lanes_text(&item->line, &t, lanes, sizeof lanes);
    svg_text(out, x, y + 14, "name", "%s", item->name);
    svg_text(out, x + name, y + 14, "text", "%s: %s", access_word(&item->line),
             lanes);
    svg_text(out, x + PANEL, y + 14, "count", "%s",
             item->line.access == SIMT_ATOMICS
                 ? amount(TOUCHED_ADDRESSES,
                          t.form == TOUCHED_ADDRESSES ? (uint64_t)t.units : 1)
                 : amount(t.form, (uint64_t)t.units));
    y += HEADER;
    column_heads(out, &c, &t, x, y + 8);
    y += 14;
    for (int i = 0; i < t.n; i++) {
        const struct touched_row *row = &t.row[i];
        bool labelled = step >= 10 || i == 0 || i == t.n - 1;

        if (labelled)
            svg_text(
                out, x + LABEL - 6, y + i * step + step / 2 + 3, "axis", "%s%s",
                t.form != TOUCHED_WAVEFRONTS && row->byte < 0 ? "-" : "",
                picture_number(t.form == TOUCHED_WAVEFRONTS ? (uint64_t)i + 1
                               : row->byte < 0 ? -(uint64_t)row->byte
                                               : (uint64_t)row->byte));
        cells_row(out, &c, t.form, row, y + i * step);
    }
}

/* ---- in all ------------------------------------------------------------ */

static bool has_form(const struct pattern *p, enum touched_form form)
{
    struct touched t;

    for (int i = 0; i < p->n; i++) {
        touched_by(&p->item[i].line, &t);
        if (t.form == form)
            return true;
    }
    return false;
}

static uint64_t in_all(const struct pattern *p, enum touched_form form)
{
    return form == TOUCHED_SECTORS      ? p->all.sectors
           : form == TOUCHED_WAVEFRONTS ? p->all.wavefronts
                                        : p->all.passes;
}

static void draw_bar(FILE *out, const struct pattern *p, enum touched_form form,
                     uint64_t most, int x, int y)
{
    uint64_t n = in_all(p, form);
    int width = (int)((double)PANEL * (double)n / (double)most);

    svg_text(out, x, y + 12, "label", "%s", _("all requests of the kernel"));
    svg_text(out, x + PANEL, y + 12, "count", "%s", amount(form, n));
    svg_rect(out, x, y + 18, PANEL, 8, "off");
    svg_rect(out, x, y + 18, n && !width ? 1 : width, 8, "need");
}

/* For each thing that one side shows. Returns where they end. */
static int draw_bars(FILE *out, const struct pattern *const side[2],
                     const int x[2], int y, bool dry)
{
    for (int form = TOUCHED_SECTORS; form <= TOUCHED_ADDRESSES; form++) {
        uint64_t n = in_all(side[0], form), m = in_all(side[1], form);

        if (!has_form(side[0], form) && !has_form(side[1], form))
            continue;
        for (int s = 0; s < 2 && !dry; s++)
            draw_bar(out, side[s], form, n > m ? n : m, x[s], y);
        y += 36;
    }
    return y;
}

/* ---- the whole --------------------------------------------------------- */

static void draw_legend(FILE *out, bool sectors, int y)
{
    struct cells c = {
        .x = MARGIN + LABEL, .width = 15, .height = 14, .numbers = true};

    svg_text(out, MARGIN, y + 11, "label", "%s", _("lanes"));
    cells_lanes(out, &c, TOUCHED_WAVEFRONTS, UINT32_MAX, y);
    if (!sectors)
        return;
    svg_rect(out, MARGIN + LABEL + 32 * 15 + 20, y, 30, 13, "waste");
    svg_text(out, MARGIN + LABEL + 32 * 15 + 56, y + 11, "label", "%s",
             _("moved, but wanted by no lane"));
}

void pattern_svg(FILE *out, const char *title, const struct pattern *before,
                 const struct pattern *after)
{
    const struct pattern *const side[2] = {before, after};
    const int x[2] = {MARGIN, MARGIN + PANEL + BETWEEN};
    int y[2] = {58, 58}, bottom;

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < side[s]->n; i++)
            y[s] += item_height(&side[s]->item[i]);
    bottom = y[0] > y[1] ? y[0] : y[1];
    svg_begin(out, WIDTH, draw_bars(out, side, x, bottom, true) + 40, title);
    for (int s = 0; s < 2; s++) {
        svg_text(out, x[s], 30, "title", "%s", s ? _("after") : _("before"));
        svg_text(out, x[s] + (s ? 48 : 60), 30, "label", "%s",
                 side[s]->program);
        svg_rect(out, x[s], 40, PANEL, 1, "waste");
        for (int i = 0, top = 50; i < side[s]->n; i++) {
            draw_item(out, &side[s]->item[i], x[s], top);
            top += item_height(&side[s]->item[i]);
        }
    }
    bottom = draw_bars(out, side, x, bottom, false);
    draw_legend(out,
                has_form(before, TOUCHED_SECTORS) ||
                    has_form(after, TOUCHED_SECTORS),
                bottom + 12);
    svg_end(out);
}
