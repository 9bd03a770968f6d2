/* cells.c - see cells.h. */
#include "show/cells.h"

#include "show/svg.h"

enum { COLUMNS = 32, GROUP = 8 /* lanes of one colour, words of a sector */ };

int cells_x(const struct cells *c, enum touched_form form, int column)
{
    int gaps = column < COLUMNS ? column / GROUP : COLUMNS / GROUP - 1;

    return c->x + column * c->width +
           (form == TOUCHED_SECTORS ? gaps * c->gap : 0);
}

/* A word, in stripes if it is wanted by lanes of several colours. */
static void word(FILE *out, const struct cells *c, int x, int y, uint32_t lanes)
{
    const char *const colour[] = {"g0", "g1", "g2", "g3"};
    int groups = 0, drawn = 0, width = c->width - 1;

    for (int g = 0; g < 4; g++)
        groups += (lanes >> g * GROUP & 0xff) != 0;
    for (int g = 0; g < 4; g++)
        if (lanes >> g * GROUP & 0xff) {
            int from = width * drawn / groups;

            drawn++;
            svg_rect(out, x + from, y, width * drawn / groups - from,
                     c->height - 1, colour[g]);
        }
    if (c->numbers && lanes && !(lanes & (lanes - 1)))
        svg_text(out, x + width / 2, y + c->height / 2 + 3,
                 c->width < 15 ? "small lane" : "lane", "%d",
                 __builtin_ctz(lanes));
}

void cells_row(FILE *out, const struct cells *c, enum touched_form form,
               const struct touched_row *row, int y)
{
    if (form != TOUCHED_SECTORS)
        svg_rect(out, c->x, y, COLUMNS * c->width - 1, c->height - 1, "off");
    for (int i = 0; i < COLUMNS; i++) {
        int x = cells_x(c, form, i);

        if (form == TOUCHED_SECTORS && i % GROUP == 0)
            svg_rect(out, x, y, GROUP * c->width - 1, c->height - 1,
                     row->moved[i] ? "waste" : "off");
        if (row->want[i])
            word(out, c, x, y, row->want[i]);
    }
}

void cells_lanes(FILE *out, const struct cells *c, enum touched_form form,
                 uint32_t mask, int y)
{
    for (int i = 0; i < COLUMNS; i++) {
        int x = cells_x(c, form, i);

        if (mask >> i & 1)
            word(out, c, x, y, 1u << i);
        else
            svg_rect(out, x, y, c->width - 1, c->height - 1, "off");
    }
}
