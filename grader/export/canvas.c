/*
 * canvas.c - the gradebook that a teacher has exported from Canvas, with the
 * column of one assignment filled in. COLUMN says which: its header, with or
 * without the number in brackets, or that number. What Canvas reads:
 *
 * - The second cell of the header, or the third on some sites, is ID, and by
 *   that number a student is found.
 * - A row whose first cell has the words Points Possible says what an
 *   assignment counts, and (read only) marks a column that is not read.
 * - Numbers have a decimal point.
 */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "export/formats.h"
#include "export/gradebook.h"

#define DIGITS "0123456789"

static int points_row(const struct csv *c)
{
    char text[256];

    for (int row = 1; row < c->n_rows && row < 4; row++) {
        csv_value(c, row, 0, text, sizeof text);
        if (strstr(text, "Points Possible"))
            return row;
    }
    return -1;
}

static double maximum(const struct gradebook *b, int row)
{
    char text[64];
    double value;

    (void)row;
    csv_value(&b->csv, points_row(&b->csv), b->grade, text, sizeof text);
    return gradebook_number(text, &value) ? value : 0;
}

static void read_id(const struct gradebook *b, int row, char *id, size_t size)
{
    csv_value(&b->csv, row, b->id, id, size);
}

static int find_id(const struct csv *c)
{
    char first[256];

    csv_value(c, 0, 0, first, sizeof first);
    for (int i = 1; i < 3; i++) {
        char text[64];

        csv_value(c, 0, i, text, sizeof text);
        if (!strcmp(text, "ID") &&
            (strstr(first, "Student") || strstr(first, "LastName")))
            return i;
    }
    return -1;
}

/* The number in brackets at the end of "Lab 03 (4711)": where the brackets
 * begin; null if there are none. */
static const char *number_of(const char *header)
{
    const char *open = strrchr(header, '(');
    size_t n = open ? strspn(open + 1, DIGITS) : 0;

    return n && !strcmp(open + 1 + n, ")") ? open : NULL;
}

static bool is_called(const char *header, const char *wanted)
{
    const char *number = number_of(header);
    size_t n = strlen(wanted);

    if (!strcmp(header, wanted))
        return true;
    return number &&
           ((!strncmp(number + 1, wanted, n) && !strcmp(number + 1 + n, ")")) ||
            ((size_t)(number - header) == n + 1 &&
             !strncmp(header, wanted, n) && header[n] == ' '));
}

/* The one column that COLUMN names, or the only assignment there is; -1 with a
 * message that lists them. */
static int find_assignment(const struct export *e, const struct csv *c)
{
    char text[1024];
    int found = -1, n = 0;

    for (int i = 0; i < c->row[0].n; i++) {
        csv_value(c, 0, i, text, sizeof text);
        if (e->column ? is_called(text, e->column) : number_of(text) != NULL) {
            found = i;
            n++;
        }
    }
    if (n == 1)
        return found;
    fprintf(stderr,
            _("%s: which assignment is it? Say COLUMN= with its "
              "number. There are:\n"),
            e->roster);
    for (int i = 0; i < c->row[0].n; i++) {
        csv_value(c, 0, i, text, sizeof text);
        text_clean(text, text, sizeof text);
        if (number_of(text))
            fprintf(stderr, "  COLUMN=%.*s  %s\n",
                    (int)strspn(number_of(text) + 1, DIGITS),
                    number_of(text) + 1, text);
    }
    return -1;
}

int canvas_write(const struct export *e, FILE *out)
{
    struct gradebook b = {
        .feedback = -1, .read_id = read_id, .maximum = maximum, .decimal = '.'};
    char text[64];
    int result = -1;

    if (gradebook_read(e, &b))
        return -1;
    csv_split(&b.csv, ',');
    if (find_id(&b.csv) < 0)
        csv_split(&b.csv, ';');
    b.id = find_id(&b.csv);
    if (b.id < 0) {
        fprintf(stderr,
                _("%s: this is no gradebook of Canvas: its header "
                  "has to begin with Student,ID.\n"),
                e->roster);
        goto done;
    }
    b.grade = find_assignment(e, &b.csv);
    if (b.grade < 0)
        goto done;
    csv_value(&b.csv, points_row(&b.csv), b.grade, text, sizeof text);
    if (strstr(text, "(read only)")) {
        fprintf(stderr,
                _("%s: Canvas says that this column is read only, so "
                  "it would not be read.\n"),
                e->roster);
        goto done;
    }
    result = gradebook_fill(e, &b, out);
done:
    csv_free(&b.csv);
    return result;
}
