/* touched.c - see touched.h. */
#include "show/touched.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 32, SECTOR = 32, BANKS = 32, WORD = 4 };

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

static struct touched_row *new_row(struct touched *t, int64_t byte)
{
    struct touched_row *row = &t->row[t->n++];

    memset(row, 0, sizeof *row);
    row->byte = byte;
    return row;
}

static int by_byte(const void *a, const void *b)
{
    const struct touched_row *r = a, *s = b;

    return (r->byte > s->byte) - (r->byte < s->byte);
}

static void touch_sectors(const struct simt_request *q, struct touched *t)
{
    const int width = 4 * SECTOR;

    for (int lane = 0; lane < LANES; lane++) {
        int64_t end = q->offset[lane] + bytes_of(q);
        if (!active(q, lane))
            continue;
        for (int64_t b = down(q->offset[lane], WORD); b < end; b += WORD) {
            struct touched_row *row = NULL;
            for (int i = 0; i < t->n && !row; i++)
                if (t->row[i].byte == down(b, width))
                    row = &t->row[i];
            if (!row)
                row = new_row(t, down(b, width));
            int word = (int)(b - row->byte) / WORD;
            int first = word / 8 * 8;
            t->units += !row->moved[first];
            for (int i = first; i < first + 8; i++)
                row->moved[i] = true;
            t->shared_words |= row->want[word] && bytes_of(q) >= WORD;
            row->want[word] |= 1u << lane;
            row->lanes |= 1u << lane;
        }
    }
    qsort(t->row, (size_t)t->n, sizeof *t->row, by_byte);
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
                        struct touched *t)
{
    int bytes = bytes_of(q);
    int lanes = lanes_at_once(q, load);

    for (int from = 0; from < LANES; from += lanes) {
        int base = t->n;
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
                    t->shared_words = true;
                    t->row[base + i].want[bank] |= 1u << lane;
                    t->row[base + i].lanes |= 1u << lane;
                    continue;
                }
                if (i == LANES)
                    continue; /* misaligned: cannot happen on a device */
                word[bank][depth[bank]++] = b;
                if (base + i == t->n)
                    new_row(t, 0);
                t->row[base + i].want[bank] = 1u << lane;
                t->row[base + i].moved[bank] = true;
                t->row[base + i].lanes |= 1u << lane;
            }
        }
        t->phases += t->n > base;
    }
    t->units = t->n;
}

static int by_lanes(const void *a, const void *b)
{
    const struct touched_row *r = a, *s = b;
    int n = __builtin_popcount(r->lanes), m = __builtin_popcount(s->lanes);

    return n != m ? m - n : by_byte(a, b);
}

static void touch_addresses(const struct simt_request *q, struct touched *t)
{
    for (int lane = 0; lane < LANES; lane++) {
        struct touched_row *row = NULL;
        if (!active(q, lane))
            continue;
        for (int i = 0; i < t->n && !row; i++)
            if (t->row[i].byte == q->offset[lane])
                row = &t->row[i];
        if (!row)
            row = new_row(t, q->offset[lane]);
        int turn = __builtin_popcount(row->lanes);
        row->want[turn] = 1u << lane;
        row->moved[turn] = true;
        row->lanes |= 1u << lane;
        if (turn + 1 > t->units)
            t->units = turn + 1;
    }
    qsort(t->row, (size_t)t->n, sizeof *t->row, by_lanes);
}

bool touched_any(const struct simt_line *l)
{
    return l->worst.known &&
           (l->where == SIMT_IN_GLOBAL || l->where == SIMT_IN_SHARED);
}

static int least_of(const struct simt_request *q, const struct touched *t)
{
    int words = 0, bytes = bytes_of(q);
    int lanes = __builtin_popcount(q->mask);

    if (t->form == TOUCHED_ADDRESSES)
        return 1;
    if (t->form == TOUCHED_WAVEFRONTS)
        return t->phases;
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < 32; k++)
            words += t->row[i].want[k] != 0;
    /* of less than a word each: distinct bytes, at most */
    int needed = bytes < WORD && lanes * bytes < words * WORD ? lanes * bytes
                                                              : words * WORD;
    return (needed + SECTOR - 1) / SECTOR;
}

static void touched_in(const struct simt_request *q, bool load,
                       enum touched_form form, struct touched *t)
{
    memset(t, 0, sizeof *t);
    t->form = form;
    if (form == TOUCHED_SECTORS)
        touch_sectors(q, t);
    else if (form == TOUCHED_WAVEFRONTS)
        touch_banks(q, load, t);
    else
        touch_addresses(q, t);
    t->least = least_of(q, t);
}

void touched_by(const struct simt_line *l, struct touched *t)
{
    if (l->access == SIMT_ATOMICS) {
        touched_in(&l->worst, false, TOUCHED_ADDRESSES, t);
        if (t->units > 1)
            return;
    }
    touched_in(
        &l->worst, l->access == SIMT_LOADS,
        l->where == SIMT_IN_SHARED ? TOUCHED_WAVEFRONTS : TOUCHED_SECTORS, t);
}

int touched_units(const struct simt_request *q, bool load,
                  enum touched_form form)
{
    struct touched t;

    touched_in(q, load, form, &t);
    return t.units;
}
