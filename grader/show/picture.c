/* picture.c - see picture.h. First words, then text, then SVG. */
#include "show/picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "show/cells.h"
#include "show/svg.h"
#include "show/table.h"

enum { LANES = 32 };

const char *picture_number(uint64_t n)
{
    static char buffers[8][32];
    static int turn;
    char digits[24], *out = buffers[turn++ % 8];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n), used = 0;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[used++] = ',';
        out[used++] = digits[i];
    }
    out[used] = '\0';
    return out;
}

/* ---- words ----------------------------------------------------------- */

/* "0-7, 12"; with "..." where it does not fit. */
static void lane_list(uint32_t lanes, char *text, size_t size)
{
    size_t used = 0;

    *text = '\0';
    for (int i = 0; i < LANES; i++) {
        char part[16];
        int last = i;
        if (!(lanes >> i & 1))
            continue;
        while (last < LANES - 1 && (lanes >> (last + 1) & 1))
            last++;
        snprintf(part, sizeof part, last > i ? "%s%d-%d" : "%s%d",
                 used ? ", " : "", i, last);
        if (used + strlen(part) + 4 > size) {
            snprintf(text + used, size - used, "...");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s", part);
        i = last;
    }
}

/* What is to be seen, in one or two sentences. */
static void summary(const struct simt_line *l, const struct touched *t,
                    char *text, size_t size)
{
    const struct simt_request *q = &l->worst;
    int lanes = __builtin_popcount(q->mask), least = t->least;
    char name[80] = "", part[200];

    if (*q->object)
        snprintf(name, sizeof name, _(" of `%s`"), q->object);
    switch (t->form) {
    case TOUCHED_SECTORS:
        snprintf(part, sizeof part,
                 _("%d lanes touch %d sectors%s, where %d would do."), lanes,
                 t->units, name, least);
        break;
    case TOUCHED_WAVEFRONTS:
        snprintf(part, sizeof part,
                 _("%d lanes take %d wavefronts%s, where %d would do."), lanes,
                 t->units, name, least);
        break;
    default:
        snprintf(part, sizeof part,
                 _("%d lanes change %d addresses%s in %d passes."), lanes, t->n,
                 name, t->units);
    }
    if (t->units == least)
        snprintf(part, sizeof part,
                 t->form == TOUCHED_WAVEFRONTS
                     ? _("%d lanes take %d wavefronts%s, which is the least.")
                     : _("%d lanes touch %d sectors%s, which is the least."),
                 lanes, t->units, name);
    snprintf(text, size, _("Block (%u, %u, %u), warp %u: %s"), q->block[0],
             q->block[1], q->block[2], q->warp, part);
}

static const char *legend(const struct touched *t)
{
    switch (t->form) {
    case TOUCHED_SECTORS:
        return _("[ ] is a sector of 32 bytes; # a word that a lane needs, . "
                 "one that is moved for nothing.");
    case TOUCHED_WAVEFRONTS:
        return _("A row is a wavefront: one word from each of the 32 banks. "
                 "0-9 and a-v are the lanes that get it.");
    default:
        return _("A row is an address; its lanes come one after the other, "
                 "one in each pass. 0-9 and a-v are the lanes.");
    }
}

static const char together[] =
    N_("Lanes that want the same word get it together; the lowest is shown.");

/* ---- text ------------------------------------------------------------ */

enum { MAX_TEXT_ROWS = 10, MAX_SVG_ROWS = 16, INDENT = 6 };

/* Of those that want a word, the lowest. */
static char lane_sign(uint32_t lanes)
{
    return lanes ? "0123456789abcdefghijklmnopqrstuv"[__builtin_ctz(lanes)]
                 : '.';
}

static void text_row(FILE *out, const struct touched *t,
                     const struct touched_row *row)
{
    char lanes[24];

    fprintf(out, "%*s", INDENT, "");
    switch (t->form) {
    case TOUCHED_SECTORS:
        fprintf(out, _("byte %-9" PRId64), row->byte);
        for (int i = 0; i < 32; i++) {
            if (i % 8 == 0)
                putc(row->moved[i] ? '[' : ' ', out);
            putc(!row->moved[i] ? ' ' : !row->want[i] ? '.' : '#', out);
            if (i % 8 == 7)
                putc(row->moved[i] ? ']' : ' ', out);
        }
        lane_list(row->lanes, lanes, 12);
        fprintf(out, " %s", lanes);
        break;
    case TOUCHED_WAVEFRONTS:
        for (int i = 0; i < 32; i++)
            fprintf(out, i % 8 ? "%c" : " %c", lane_sign(row->want[i]));
        break;
    default:
        fprintf(out, _("byte %-9" PRId64), row->byte);
        for (int i = 0; i < 32 && row->moved[i]; i++)
            putc(lane_sign(row->want[i]), out);
    }
    putc('\n', out);
}

static void text_mask(FILE *out, uint32_t mask)
{
    fprintf(out, "%*s%s ", INDENT, "", _("lanes"));
    for (int i = 0; i < LANES; i++)
        fprintf(out, i % 8 ? "%c" : " %c", lane_sign(mask & 1u << i));
    fprintf(out, _("  %d of 32 take part\n"), __builtin_popcount(mask));
}

void picture_text(FILE *out, const struct simt_line *l)
{
    struct style style = {.out = out};
    struct touched t;
    char text[400];
    int shown;

    if (!touched_any(l))
        return;
    touched_by(l, &t);
    summary(l, &t, text, sizeof text);
    table_wrap(&style, INDENT, text);
    table_wrap(&style, INDENT, legend(&t));
    if (l->worst.mask != UINT32_MAX)
        text_mask(out, l->worst.mask);
    if (t.form == TOUCHED_WAVEFRONTS)
        fprintf(out, "%*s%s\n", INDENT, "",
                _(" 0        8        16       24 (banks)"));
    shown = t.n > MAX_TEXT_ROWS ? MAX_TEXT_ROWS - 1 : t.n;
    for (int i = 0; i < shown; i++)
        text_row(out, &t, &t.row[i]);
    if (shown < t.n)
        fprintf(out, _("%*s... and %d rows more\n"), INDENT, "", t.n - shown);
    if (t.shared_words)
        table_wrap(&style, INDENT, gettext(together));
}

/* ---- SVG ------------------------------------------------------------- */

enum { WIDTH = 760, MARGIN = 20, LABEL = 100, BAR = 480 };

static const struct cells cells = {
    .x = MARGIN + LABEL, .width = 18, .height = 18, .gap = 6, .numbers = true};

static void svg_row(FILE *out, const struct touched *t,
                    const struct touched_row *row, int index, int y)
{
    if (t->form == TOUCHED_WAVEFRONTS)
        svg_text(out, MARGIN, y + 13, "label", _("wavefront %d"), index + 1);
    else
        svg_text(out, MARGIN, y + 13, "label", _("byte %" PRId64), row->byte);
    cells_row(out, &cells, t->form, row, y);
}

/* Two bars for the whole line, all requests: what was moved, what was needed.
 */
static void svg_bars(FILE *out, const struct simt_line *l,
                     enum touched_form form, int y)
{
    const struct simt_counts *c = &l->counts;
    uint64_t done = form == TOUCHED_SECTORS      ? c->sectors
                    : form == TOUCHED_WAVEFRONTS ? c->wavefronts
                                                 : c->passes;
    uint64_t least = form == TOUCHED_SECTORS      ? c->ideal_sectors
                     : form == TOUCHED_WAVEFRONTS ? c->ideal_wavefronts
                                                  : c->requests;
    const char *unit = form == TOUCHED_SECTORS      ? _("sectors")
                       : form == TOUCHED_WAVEFRONTS ? _("wavefronts")
                                                    : _("passes");

    if (!done || !least)
        return;
    svg_text(out, MARGIN, y + 12, "text", _("All %s requests of this line:"),
             picture_number(c->requests));
    y += 22;
    int width =
        least < done ? (int)(BAR * ((double)least / (double)done)) : BAR;
    svg_text(out, MARGIN, y + 13, "label", "%s", _("ideal"));
    svg_rect(out, MARGIN + LABEL, y, width + 1, cells.height, "need");
    svg_text(out, MARGIN + LABEL + BAR + 8, y + 13, "label", "%s %s",
             picture_number(least), unit);
    y += cells.height + 4;
    svg_text(out, MARGIN, y + 13, "label", "%s",
             form == TOUCHED_SECTORS ? _("moved") : _("taken"));
    svg_rect(out, MARGIN + LABEL, y, BAR, cells.height, "waste");
    svg_rect(out, MARGIN + LABEL, y, width + 1, cells.height, "need");
    svg_text(out, MARGIN + LABEL + BAR + 8, y + 13, "label", "%s %s",
             picture_number(done), unit);
}

void picture_svg(FILE *out, const struct simt_line *l, const char *code)
{
    static const char *const access[] = {"", N_("load"), N_("store"),
                                         N_("atomic")};
    struct touched t;
    char text[400];

    if (!touched_any(l))
        return;
    touched_by(l, &t);
    int shown = t.n > MAX_SVG_ROWS ? MAX_SVG_ROWS - 1 : t.n;
    int top = 168, step = cells.height + 4;
    int below = top + (shown + (shown < t.n)) * step;
    int bars = below + t.shared_words * step + 20;
    int height = bars + 22 + 2 * step + MARGIN;

    svg_begin(out, WIDTH, height, l->kernel);
    svg_text(out, MARGIN, 32, "title", _("%s, line %d: %s memory, %s"),
             l->kernel, l->place.line,
             l->where == SIMT_IN_SHARED ? _("shared") : _("global"),
             *access[l->access] ? gettext(access[l->access]) : "");
    svg_text(out, MARGIN, 56, "code", "%.90s", code);
    summary(l, &t, text, sizeof text);
    svg_text(out, MARGIN, 82, "text", "%s", text);

    svg_text(out, MARGIN, 117, "label", "%s", _("lanes"));
    cells_lanes(out, &cells, t.form, l->worst.mask, 104);
    svg_text(out, MARGIN, 144, "label", "%s",
             t.form == TOUCHED_SECTORS
                 ? _("Sectors of 32 bytes that are moved; the words in colour "
                     "are needed, by the lane in them.")
             : t.form == TOUCHED_WAVEFRONTS
                 ? _("Each row is one wavefront: one word from each of the 32 "
                     "banks, for the lane in it.")
                 : _("Each row is one address; its lanes come one after the "
                     "other, one in each pass."));
    for (int i = 0; i < 32 && t.form == TOUCHED_WAVEFRONTS; i += 8)
        svg_text(out, cells_x(&cells, t.form, i), top - 4, "label",
                 i ? "%d" : _("bank %d"), i);
    for (int i = 0; i < shown; i++)
        svg_row(out, &t, &t.row[i], i, top + i * step);
    if (shown < t.n)
        svg_text(out, MARGIN, top + shown * step + 13, "label",
                 _("... and %d rows more"), t.n - shown);
    if (t.shared_words)
        svg_text(out, MARGIN, below + 13, "label", "%s", gettext(together));
    svg_bars(out, l, t.form, bars);
    svg_end(out);
}
