/*
 * moodle.c - the offline grading worksheet of a Moodle assignment, filled in:
 * the grade, and the feedback comments where the worksheet has them. Moodle
 * finds columns by their headers in the teacher's language; COLUMN and FEEDBACK
 * name them where that is not English. The first column is the Identifier, and
 * a person's number is what its cell ends with.
 *
 * Behind the grade stands the maximum. A grade above it would be left out by
 * Moodle without a word, so points are scaled to it unless MAX_POINTS says
 * otherwise. It also shows the decimal sign of the site, which is then used.
 * All else stays, above all the date of the last change: by that Moodle knows a
 * row that is out of date.
 */
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "export/formats.h"
#include "export/gradebook.h"

#define DIGITS "0123456789"

static void read_id(const struct gradebook *b, int row, char *id, size_t size)
{
    char text[256];
    size_t n, digits = 0;

    csv_value(&b->csv, row, b->id, text, sizeof text);
    n = strlen(text);
    while (digits < n && strchr(DIGITS, text[n - digits - 1]))
        digits++;
    snprintf(id, size, "%s", text + n - digits);
}

static double maximum(const struct gradebook *b, int row)
{
    char text[64];
    double value;

    csv_value(&b->csv, row, b->grade + 1, text, sizeof text);
    return gradebook_number(text, &value) ? value : 0;
}

static int find_grade(const struct export *e, const struct csv *c)
{
    return gradebook_column(c, e->column ? e->column : "Grade");
}

/* What stands before the last digits of the first maximum. */
static char decimal_sign(const struct gradebook *b)
{
    for (int row = 1; row < b->csv.n_rows; row++) {
        char text[64];

        csv_value(&b->csv, row, b->grade + 1, text, sizeof text);
        if (strchr(text, ','))
            return ',';
    }
    return '.';
}

/* Grades by a scale are words. */
static bool has_numbers(const struct gradebook *b)
{
    for (int row = 1; row < b->csv.n_rows; row++)
        if (maximum(b, row) > 0)
            return true;
    return false;
}

int moodle_write(const struct export *e, FILE *out)
{
    struct gradebook b = {.read_id = read_id, .maximum = maximum};
    static const char separators[] = ",;\t";
    int result = -1;

    if (gradebook_read(e, &b))
        return -1;
    for (const char *s = separators; *s; s++) {
        csv_split(&b.csv, *s);
        if (find_grade(e, &b.csv) >= 0)
            break;
    }
    b.id = 0;
    b.grade = find_grade(e, &b.csv);
    if (b.grade < 1) {
        fprintf(stderr,
                _("%s: there is no column %s. In a worksheet of "
                  "another language say COLUMN= with its header.\n"),
                e->roster, e->column ? e->column : "Grade");
        goto done;
    }
    b.feedback = gradebook_column(&b.csv, e->feedback ? e->feedback
                                                      : "Feedback comments");
    if (e->feedback && b.feedback < 0) {
        fprintf(stderr, _("%s: there is no column %s.\n"), e->roster,
                e->feedback);
        goto done;
    }
    if (!(e->max_points > 0) && !has_numbers(&b)) {
        fprintf(stderr,
                _("%s: behind the grade there is no maximum. If the "
                  "assignment is graded by points, say "
                  "MAX_POINTS=.\n"),
                e->roster);
        goto done;
    }
    b.decimal = decimal_sign(&b);
    result = gradebook_fill(e, &b, out);
done:
    csv_free(&b.csv);
    return result;
}
