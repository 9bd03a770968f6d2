/*
 * picture.c - see picture.h. First what a request touches, as rows of cells
 * that both forms draw; then text; then SVG.
 */
#include "show/picture.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "show/svg.h"
#include "show/table.h"

enum { LANES = 32, SECTOR = 32, BANKS = 32, WORD = 4, NOBODY = -1 };

/* ---- what a request touches ------------------------------------------ */

enum form { SECTORS, WAVEFRONTS, ADDRESSES };

/* SECTORS: 128 bytes of memory, which is four sectors, which is 32 words.
 * WAVEFRONTS: what the 32 banks give at once.
 * ADDRESSES: the lanes, one after the other, that change one address. */
struct row {
    int64_t byte;   /* the first, in the object */
    int lane[32];   /* the lowest lane that needs this word, or NOBODY */
    bool moved[32]; /* this word is moved, needed or not */
    uint32_t lanes;
};

struct rows {
    enum form form;
    int n;
    int units;  /* sectors, wavefronts, or passes */
    int phases; /* WAVEFRONTS: the least */
    bool shared_words;
    struct row row[LANES * 4];
};

/* Floor to a multiple; offsets before the object's start are negative. */
static int64_t down(int64_t offset, int unit)
{
    int64_t rest = offset % unit;

    return offset - (rest < 0 ? rest + unit : rest);
}

static bool active(const struct simt_request *q, int lane)
{
    return q->mask >> lane & 1;
}

/* Sane whatever the report says: no lane asks for more than 16 bytes. */
static int bytes_of(const struct simt_request *q)
{
    return q->bytes < 1 ? WORD : q->bytes > 16 ? 16 : q->bytes;
}

static struct row *new_row(struct rows *rows, int64_t byte)
{
    struct row *row = &rows->row[rows->n++];

    memset(row, 0, sizeof *row);
    row->byte = byte;
    for (int i = 0; i < 32; i++)
        row->lane[i] = NOBODY;
    return row;
}

static int by_byte(const void *a, const void *b)
{
    const struct row *r = a, *s = b;

    return (r->byte > s->byte) - (r->byte < s->byte);
}

static void touch_sectors(const struct simt_request *q, struct rows *rows)
{
    const int width = 4 * SECTOR;

    for (int lane = 0; lane < LANES; lane++) {
        int64_t end = q->offset[lane] + bytes_of(q);
        if (!active(q, lane))
            continue;
        for (int64_t b = down(q->offset[lane], WORD); b < end; b += WORD) {
            struct row *row = NULL;
            for (int i = 0; i < rows->n && !row; i++)
                if (rows->row[i].byte == down(b, width))
                    row = &rows->row[i];
            if (!row)
                row = new_row(rows, down(b, width));
            int word = (int)(b - row->byte) / WORD;
            int first = word / 8 * 8;
            rows->units += !row->moved[first];
            for (int i = first; i < first + 8; i++)
                row->moved[i] = true;
            if (row->lane[word] == NOBODY)
                row->lane[word] = lane;
            else if (bytes_of(q) >= WORD)
                rows->shared_words = true;
            row->lanes |= 1u << lane;
        }
    }
    qsort(rows->row, (size_t)rows->n, sizeof *rows->row, by_byte);
}

/* Whether each lane's partner, `apart` lanes away, wants the same or nothing.
 */
static bool in_pairs(const struct simt_request *q, int apart)
{
    for (int i = 0; i < LANES; i++)
        if (active(q, i) && active(q, i ^ apart) &&
            q->offset[i] != q->offset[i ^ apart])
            return false;
    return true;
}

/* Of which shared memory takes care together: half of the warp for 8 bytes
 * each, a quarter for 16; twice as many in loads where neighbours want the
 * same. */
static int lanes_at_once(const struct simt_request *q, bool load)
{
    int bytes = bytes_of(q);
    int lanes = bytes > 8 ? 8 : bytes > 4 ? 16 : 32;

    return load && lanes < 32 && (in_pairs(q, 1) || in_pairs(q, 2)) ? lanes * 2
                                                                    : lanes;
}

static void touch_banks(const struct simt_request *q, bool load,
                        struct rows *rows)
{
    int bytes = bytes_of(q);
    int lanes = lanes_at_once(q, load);

    for (int from = 0; from < LANES; from += lanes) {
        int base = rows->n;
        int64_t word[BANKS][LANES]; /* that each bank gives, in turn */
        int depth[BANKS] = {0};

        for (int lane = from; lane < from + lanes; lane++) {
            int64_t end = q->offset[lane] + bytes;
            if (!active(q, lane))
                continue;
            for (int64_t b = down(q->offset[lane], WORD); b < end; b += WORD) {
                int bank = (int)((b - down(b, BANKS * WORD)) / WORD);
                int i = 0;
                while (i < depth[bank] && word[bank][i] != b)
                    i++;
                if (i < depth[bank]) {
                    rows->shared_words = true;
                    rows->row[base + i].lanes |= 1u << lane;
                    continue;
                }
                if (i == LANES)
                    continue; /* misaligned: cannot happen on a device */
                word[bank][depth[bank]++] = b;
                if (base + i == rows->n)
                    new_row(rows, 0);
                rows->row[base + i].lane[bank] = lane;
                rows->row[base + i].moved[bank] = true;
                rows->row[base + i].lanes |= 1u << lane;
            }
        }
        rows->phases += rows->n > base;
    }
    rows->units = rows->n;
}

static int by_lanes(const void *a, const void *b)
{
    const struct row *r = a, *s = b;
    int n = __builtin_popcount(r->lanes), m = __builtin_popcount(s->lanes);

    return n != m ? m - n : by_byte(a, b);
}

static void touch_addresses(const struct simt_request *q, struct rows *rows)
{
    for (int lane = 0; lane < LANES; lane++) {
        struct row *row = NULL;
        if (!active(q, lane))
            continue;
        for (int i = 0; i < rows->n && !row; i++)
            if (rows->row[i].byte == q->offset[lane])
                row = &rows->row[i];
        if (!row)
            row = new_row(rows, q->offset[lane]);
        int turn = __builtin_popcount(row->lanes);
        row->lane[turn] = lane;
        row->moved[turn] = true;
        row->lanes |= 1u << lane;
        if (turn + 1 > rows->units)
            rows->units = turn + 1;
    }
    qsort(rows->row, (size_t)rows->n, sizeof *rows->row, by_lanes);
}

static void touch(const struct simt_request *q, bool load, enum form form,
                  struct rows *rows)
{
    rows->form = form;
    rows->n = rows->units = rows->phases = 0;
    rows->shared_words = false;
    if (form == SECTORS)
        touch_sectors(q, rows);
    else if (form == WAVEFRONTS)
        touch_banks(q, load, rows);
    else
        touch_addresses(q, rows);
}

static int units(const struct simt_request *q, bool load, enum form form)
{
    struct rows rows;

    touch(q, load, form, &rows);
    return rows.units;
}

int picture_sectors(const struct simt_request *q)
{
    return units(q, false, SECTORS);
}

int picture_wavefronts(const struct simt_request *q, bool load)
{
    return units(q, load, WAVEFRONTS);
}

int picture_passes(const struct simt_request *q)
{
    return units(q, false, ADDRESSES);
}

bool picture_any(const struct simt_line *l)
{
    return l->worst.known &&
           (l->where == SIMT_IN_GLOBAL || l->where == SIMT_IN_SHARED);
}

static enum form form_of(const struct simt_line *l)
{
    if (l->access == SIMT_ATOMICS && picture_passes(&l->worst) > 1)
        return ADDRESSES;
    return l->where == SIMT_IN_SHARED ? WAVEFRONTS : SECTORS;
}

/* The fewest that could hold the bytes that the lanes asked for. */
static int ideal(const struct simt_request *q, const struct rows *rows)
{
    int words = 0, bytes = bytes_of(q);
    int lanes = __builtin_popcount(q->mask);

    if (rows->form == ADDRESSES)
        return 1;
    if (rows->form == WAVEFRONTS)
        return rows->phases;
    for (int i = 0; i < rows->n; i++)
        for (int k = 0; k < 32; k++)
            words += rows->row[i].lane[k] != NOBODY;
    /* of less than a word each: distinct bytes, at most */
    int needed = bytes < WORD && lanes * bytes < words * WORD ? lanes * bytes
                                                              : words * WORD;
    return (needed + SECTOR - 1) / SECTOR;
}

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
static void summary(const struct simt_line *l, const struct rows *rows,
                    char *text, size_t size)
{
    const struct simt_request *q = &l->worst;
    int lanes = __builtin_popcount(q->mask), least = ideal(q, rows);
    char name[80] = "", part[200];

    if (*q->object)
        snprintf(name, sizeof name, _(" of `%s`"), q->object);
    switch (rows->form) {
    case SECTORS:
        snprintf(part, sizeof part,
                 _("%d lanes touch %d sectors%s, where %d would do."), lanes,
                 rows->units, name, least);
        break;
    case WAVEFRONTS:
        snprintf(part, sizeof part,
                 _("%d lanes take %d wavefronts%s, where %d would do."), lanes,
                 rows->units, name, least);
        break;
    default:
        snprintf(part, sizeof part,
                 _("%d lanes change %d addresses%s in %d passes."), lanes,
                 rows->n, name, rows->units);
    }
    if (rows->units == least)
        snprintf(part, sizeof part,
                 rows->form == WAVEFRONTS
                     ? _("%d lanes take %d wavefronts%s, which is the least.")
                     : _("%d lanes touch %d sectors%s, which is the least."),
                 lanes, rows->units, name);
    snprintf(text, size, _("Block (%u, %u, %u), warp %u: %s"), q->block[0],
             q->block[1], q->block[2], q->warp, part);
}

static const char *legend(const struct rows *rows)
{
    switch (rows->form) {
    case SECTORS:
        return _("[ ] is a sector of 32 bytes; # a word that a lane needs, . "
                 "one that is moved for nothing.");
    case WAVEFRONTS:
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

static char lane_sign(int lane)
{
    return lane == NOBODY ? '.' : "0123456789abcdefghijklmnopqrstuv"[lane];
}

static void text_row(FILE *out, const struct rows *rows, const struct row *row)
{
    char lanes[24];

    fprintf(out, "%*s", INDENT, "");
    switch (rows->form) {
    case SECTORS:
        fprintf(out, _("byte %-9" PRId64), row->byte);
        for (int i = 0; i < 32; i++) {
            if (i % 8 == 0)
                putc(row->moved[i] ? '[' : ' ', out);
            putc(!row->moved[i]           ? ' '
                 : row->lane[i] == NOBODY ? '.'
                                          : '#',
                 out);
            if (i % 8 == 7)
                putc(row->moved[i] ? ']' : ' ', out);
        }
        lane_list(row->lanes, lanes, 12);
        fprintf(out, " %s", lanes);
        break;
    case WAVEFRONTS:
        for (int i = 0; i < 32; i++)
            fprintf(out, i % 8 ? "%c" : " %c", lane_sign(row->lane[i]));
        break;
    default:
        fprintf(out, _("byte %-9" PRId64), row->byte);
        for (int i = 0; i < 32 && row->moved[i]; i++)
            putc(lane_sign(row->lane[i]), out);
    }
    putc('\n', out);
}

static void text_mask(FILE *out, uint32_t mask)
{
    fprintf(out, "%*s%s ", INDENT, "", _("lanes"));
    for (int i = 0; i < LANES; i++)
        fprintf(out, i % 8 ? "%c" : " %c", mask >> i & 1 ? lane_sign(i) : '.');
    fprintf(out, _("  %d of 32 take part\n"), __builtin_popcount(mask));
}

void picture_text(FILE *out, const struct simt_line *l)
{
    struct style style = {.out = out};
    struct rows rows;
    char text[400];
    int shown;

    if (!picture_any(l))
        return;
    touch(&l->worst, l->access == SIMT_LOADS, form_of(l), &rows);
    summary(l, &rows, text, sizeof text);
    table_wrap(&style, INDENT, text);
    table_wrap(&style, INDENT, legend(&rows));
    if (l->worst.mask != UINT32_MAX)
        text_mask(out, l->worst.mask);
    if (rows.form == WAVEFRONTS)
        fprintf(out, "%*s%s\n", INDENT, "",
                _(" 0        8        16       24 (banks)"));
    shown = rows.n > MAX_TEXT_ROWS ? MAX_TEXT_ROWS - 1 : rows.n;
    for (int i = 0; i < shown; i++)
        text_row(out, &rows, &rows.row[i]);
    if (shown < rows.n)
        fprintf(out, _("%*s... and %d rows more\n"), INDENT, "",
                rows.n - shown);
    if (rows.shared_words)
        table_wrap(&style, INDENT, gettext(together));
}

/* ---- SVG ------------------------------------------------------------- */

enum { WIDTH = 760, MARGIN = 20, CELL = 18, LABEL = 100, BAR = 480 };

/* One word: needed (with the lane's number), or only moved. */
static void svg_cell(FILE *out, int x, int y, int lane)
{
    svg_rect(out, x + 1, y + 1, CELL - 2, CELL - 2,
             lane == NOBODY ? "idle" : "need");
    if (lane != NOBODY)
        svg_text(out, x + CELL / 2, y + CELL - 5, "lane", "%d", lane);
}

static int column_x(const struct rows *rows, int i)
{
    return MARGIN + LABEL + i * CELL + (rows->form == SECTORS ? i / 8 * 6 : 0);
}

static void svg_row(FILE *out, const struct rows *rows, const struct row *row,
                    int index, int y)
{
    if (rows->form == WAVEFRONTS)
        svg_text(out, MARGIN, y + 13, "label", _("wavefront %d"), index + 1);
    else
        svg_text(out, MARGIN, y + 13, "label", _("byte %" PRId64), row->byte);
    for (int i = 0; i < 32; i++)
        if (row->moved[i] || rows->form == WAVEFRONTS)
            svg_cell(out, column_x(rows, i), y, row->lane[i]);
    for (int i = 0; i < 32 && rows->form == SECTORS; i += 8)
        if (row->moved[i])
            svg_rect(out, column_x(rows, i) - 1, y - 1, 8 * CELL + 2, CELL + 2,
                     "frame");
}

/* Two bars for the whole line, all requests: what was moved, what was needed.
 */
static void svg_bars(FILE *out, const struct simt_line *l, enum form form,
                     int y)
{
    const struct simt_counts *c = &l->counts;
    uint64_t done = form == SECTORS      ? c->sectors
                    : form == WAVEFRONTS ? c->wavefronts
                                         : c->passes;
    uint64_t least = form == SECTORS      ? c->ideal_sectors
                     : form == WAVEFRONTS ? c->ideal_wavefronts
                                          : c->requests;
    const char *unit = form == SECTORS      ? _("sectors")
                       : form == WAVEFRONTS ? _("wavefronts")
                                            : _("passes");

    if (!done || !least)
        return;
    svg_text(out, MARGIN, y + 12, "text", _("All %s requests of this line:"),
             picture_number(c->requests));
    y += 22;
    int width =
        least < done ? (int)(BAR * ((double)least / (double)done)) : BAR;
    svg_text(out, MARGIN, y + 13, "label", "%s", _("ideal"));
    svg_rect(out, MARGIN + LABEL, y, width + 1, CELL, "need");
    svg_text(out, MARGIN + LABEL + BAR + 8, y + 13, "label", "%s %s",
             picture_number(least), unit);
    y += CELL + 4;
    svg_text(out, MARGIN, y + 13, "label", "%s",
             form == SECTORS ? _("moved") : _("taken"));
    svg_rect(out, MARGIN + LABEL, y, BAR, CELL, "waste");
    svg_rect(out, MARGIN + LABEL, y, width + 1, CELL, "need");
    svg_text(out, MARGIN + LABEL + BAR + 8, y + 13, "label", "%s %s",
             picture_number(done), unit);
}

void picture_svg(FILE *out, const struct simt_line *l, const char *code)
{
    static const char *const access[] = {"", N_("load"), N_("store"),
                                         N_("atomic")};
    struct rows rows;
    char text[400];

    if (!picture_any(l))
        return;
    touch(&l->worst, l->access == SIMT_LOADS, form_of(l), &rows);
    int shown = rows.n > MAX_SVG_ROWS ? MAX_SVG_ROWS - 1 : rows.n;
    int top = 168, step = CELL + 4;
    int below = top + (shown + (shown < rows.n)) * step;
    int bars = below + rows.shared_words * step + 20;
    int height = bars + 22 + 2 * step + MARGIN;

    svg_begin(out, WIDTH, height, l->kernel);
    svg_text(out, MARGIN, 32, "title", _("%s, line %d: %s memory, %s"),
             l->kernel, l->place.line,
             l->where == SIMT_IN_SHARED ? _("shared") : _("global"),
             *access[l->access] ? gettext(access[l->access]) : "");
    svg_text(out, MARGIN, 56, "code", "%.90s", code);
    summary(l, &rows, text, sizeof text);
    svg_text(out, MARGIN, 82, "text", "%s", text);

    svg_text(out, MARGIN, 117, "label", "%s", _("lanes"));
    for (int i = 0; i < LANES; i++)
        svg_cell(out, column_x(&rows, i), 104,
                 active(&l->worst, i) ? i : NOBODY);
    svg_text(out, MARGIN, 144, "label", "%s",
             rows.form == SECTORS
                 ? _("Sectors of 32 bytes that are moved; the words in colour "
                     "are needed, by the lane in them.")
             : rows.form == WAVEFRONTS
                 ? _("Each row is one wavefront: one word from each of the 32 "
                     "banks, for the lane in it.")
                 : _("Each row is one address; its lanes come one after the "
                     "other, one in each pass."));
    for (int i = 0; i < 32 && rows.form == WAVEFRONTS; i += 8)
        svg_text(out, column_x(&rows, i), top - 4, "label",
                 i ? "%d" : _("bank %d"), i);
    for (int i = 0; i < shown; i++)
        svg_row(out, &rows, &rows.row[i], i, top + i * step);
    if (shown < rows.n)
        svg_text(out, MARGIN, top + shown * step + 13, "label",
                 _("... and %d rows more"), rows.n - shown);
    if (rows.shared_words)
        svg_text(out, MARGIN, below + 13, "label", "%s", gettext(together));
    svg_bars(out, l, rows.form, bars);
    svg_end(out);
}
